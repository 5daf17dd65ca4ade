import { createStore } from "zustand/vanilla";
import type { CorrectionResult, SolverClient } from "../../../../workers/client";
import type { CorrectionFit } from "../../../../workers/model/solve/solve-settings";
import type { Progress } from "../../../../workers/model/task";
import { serviceKey } from "../../../actions/service";
import type { History } from "../../../document/history/history";
import { CurrentJob } from "../../../document/session/jobs/current-job";
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
  start(rank: number, fit: CorrectionFit): void;
  cancel(): void;
}

export const CORRECTING = serviceKey<Correcting>("correcting");

export function createCorrecting(stores: Stores, client: SolverClient, history: History): Correcting {
  const current = new CurrentJob<CorrectionResult>();
  const showProgress = (progress: Progress | null) => stores.of(CORRECTED).setState({ progress });

  function start(rank: number, fit: CorrectionFit): void {
    const { sequence, rig } = stores.document.getState();
    if (!sequence || !rig) return;
    showProgress({ phase: "Correction", done: null, detail: "" });
    current.follow(client.fitCorrection({ sequence, rig, rank, fit }), {
      progress: showProgress,
      done({ rig: corrected, report }) {
        showProgress(null);
        history.run(setCorrection(stores, corrected, report));
      },
      failed(error) {
        showProgress(null);
        if (!isCancel(error)) reportError(stores, error, "Fitting the correction");
      },
    });
  }

  function cancel(): void {
    current.release()?.cancel();
    showProgress(null);
  }

  stores.document.subscribe((state, before) => {
    if (state.rig !== before.rig) cancel();
  });
  return { start, cancel };
}
