import type { MakeParallel } from "../kernels/parallel";
import type { WeightsPartial, WeightsResult } from "../model/reports/weight-report";
import type { Task } from "../model/task";
import type { WeightEdits } from "../model/weights/weight-edits";
import type { WeightsInput } from "../model/weights/weights-input";
import { findWeights } from "../weights/binding/find-weights";
import { checkEdits } from "../weights/binding/input/check-edits";
import { EditMailbox } from "../weights/binding/input/edit-mailbox";

/** The jobs that find weights and steer the search. */
export interface WeightsJobs {
  weights(
    input: WeightsInput,
    makeParallel: MakeParallel,
    task: Task,
    show: (partial: WeightsPartial) => void,
  ): Promise<WeightsResult>;
  /** Answers at once. The resulting weights come as a partial result of the job `weights`. */
  adjustWeights(input: { edits: WeightEdits }): Promise<{ followed: boolean }>;
}

/** Edits go to the last started `weights` job while it runs. */
export function createWeightsJobs(): WeightsJobs {
  let running: EditMailbox | null = null;
  return {
    async weights(input, makeParallel, task, show) {
      const sizes = { vertices: input.mesh.positions.length / 3, bones: input.skeleton.segments.length };
      const mailbox = new EditMailbox((edits) => checkEdits(edits, sizes));
      if (input.settings.method === "arap") running = mailbox;
      try {
        return await findWeights(input, makeParallel, mailbox, task, show);
      } finally {
        if (running === mailbox) running = null;
      }
    },
    async adjustWeights({ edits }) {
      running?.post(edits);
      return { followed: running !== null };
    },
  };
}
