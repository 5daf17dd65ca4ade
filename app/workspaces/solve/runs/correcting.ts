import { createStore } from "zustand/vanilla";
import type { CorrectionResult, Job, SolverClient } from "../../../../workers/client";
import type { CorrectionFit } from "../../../../workers/model/solve/solve-settings";
import type { Progress } from "../../../../workers/model/task";
import { serviceKey } from "../../../actions/service";
import type { History } from "../../../document/history/history";
import { isCancel, reportError } from "../../../document/session/report-error";
import type { Stores } from "../../../document/stores";
import { storeKey } from "../../../document/stores";
import { setCorrection } from "./correction-commands";

/** Progress of fitting a correction; null while none is being fitted. */
export const CORRECTED = storeKey(() =>
  createStore<{ progress: Progress | null }>()(() => ({ progress: null })),
);

/** Fits corrections to the document's rig, in the background. */
export interface Correcting {
  start(rank: number, fit: CorrectionFit): Promise<void>;
  cancel(): void;
}

export const CORRECTING = serviceKey<Correcting>("correcting");

export function createCorrecting(stores: Stores, client: SolverClient, history: History): Correcting {
  let job: Job<CorrectionResult> | null = null;

  async function start(rank: number, fit: CorrectionFit): Promise<void> {
    const { sequence, rig } = stores.document.getState();
    if (!sequence || !rig) return;
    const mine = client.fitCorrection({ sequence, rig, rank, fit });
    job = mine;
    stores.of(CORRECTED).setState({ progress: { phase: "Correction", done: null, detail: "" } });
    mine.onProgress((progress) => job === mine && stores.of(CORRECTED).setState({ progress }));
    try {
      const { rig: corrected, report } = await mine.result;
      // Discard the correction if the rig changed in the meantime.
      if (stores.document.getState().rig === rig) history.run(setCorrection(stores, corrected, report));
    } catch (error) {
      if (!isCancel(error)) reportError(stores, error, "Fitting the correction");
    } finally {
      if (job === mine) {
        job = null;
        stores.of(CORRECTED).setState({ progress: null });
      }
    }
  }

  stores.document.subscribe((state, before) => {
    if (state.rig !== before.rig) job?.cancel();
  });
  return { start, cancel: () => job?.cancel() };
}
