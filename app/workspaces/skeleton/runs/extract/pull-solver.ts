import type { Job, SolverClient } from "../../../../../workers/client";
import type { PullResult } from "../../../../../workers/model/reports/skeleton-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { Stores } from "../../../../document/stores";
import { baseRig } from "../../../../document/weights/layers/base-rig";
import { shownExtracted } from "./extractions";
import { softOf } from "./pulled";

/** Solves pulls of the joints on screen. Letting go of a drag asks again what the drag asked last: that is known. */
export class PullSolver {
  readonly #stores: Stores;
  readonly #client: Pick<SolverClient, "pullJoints">;
  #job: Job<PullResult> | null = null;
  /** The last answer, and its question. */
  #last: { of: Rig; pull: number; result: PullResult } | null = null;

  constructor(stores: Stores, client: Pick<SolverClient, "pullJoints">) {
    this.#stores = stores;
    this.#client = client;
  }

  /** @returns null if no extracted skeleton is on screen. */
  async solve(pull: number): Promise<PullResult | null> {
    const state = this.#stores.document.getState();
    const { sequence, rig } = state;
    const shown = shownExtracted(state);
    if (!sequence || !rig || !shown) return null;
    if (this.#last?.of === rig && this.#last.pull === pull) return this.#last.result;
    const soft = softOf(this.#stores, shown)?.rig ?? null;
    const job = this.#client.pullJoints({ sequence, rig: baseRig(rig, state), soft, pull });
    this.#job = job;
    try {
      const result = await job.result;
      this.#last = { of: rig, pull, result };
      return result;
    } finally {
      if (this.#job === job) this.#job = null;
    }
  }

  cancel(): void {
    this.#job?.cancel();
  }
}
