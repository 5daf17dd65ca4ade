import { type MakeParallel, threadsToReserve } from "../kernels/parallel";
import { SinewError } from "../model/errors";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { howMany } from "../model/reports/figures";
import type { Measures } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import { maxInfluences } from "../model/rig/sparse-weights";
import type { Task } from "../model/task";
import { measure, measureBytes } from "./measure";

/**
 * Measures any rig of a sequence.
 * @throws SinewError if the rig has other vertices or frames; CancelledError if the task is cancelled.
 */
export async function measureRig(
  { sequence, rig }: { sequence: MeshSequence; rig: Rig },
  makeParallel: MakeParallel,
  task: Task,
): Promise<Measures> {
  const frames = rig.motion.length / (12 * rig.bones.length);
  if (rig.weights.offsets.length !== sequence.vertexCount + 1 || frames !== sequence.frameCount) {
    throw new SinewError({
      title: "The rig does not fit the mesh",
      body: `The mesh has ${howMany(sequence.vertexCount, "vertex")} and ${howMany(sequence.frameCount, "frame")}. Solve again.`,
    });
  }
  const threads = threadsToReserve(makeParallel);
  const bytes = measureBytes(sequence, rig.bones.length, maxInfluences(rig.weights), threads);
  const parallel = await makeParallel(bytes);
  try {
    task.progress({ phase: "Report", done: null, detail: "" });
    return await measure(parallel, sequence, rig, task);
  } finally {
    parallel.dispose();
  }
}
