import { create } from "zustand";
import type { CorrectionResult, Job, SolverClient } from "../../../../workers/client";
import type { Progress } from "../../../../workers/model/task";
import { serviceKey } from "../../../actions/service";
import { useDocument } from "../../../document/document";
import type { History } from "../../../document/history";
import { isCancel, reportError } from "../../../document/session/report-error";
import { setCorrection } from "./correction-commands";

/** How far a correction is that is being fitted; null while none is. */
export const useCorrecting = create<{ progress: Progress | null }>()(() => ({ progress: null }));

/** Fits corrections to the document's rig, in the background. */
export interface Correcting {
  start(rank: number): Promise<void>;
  cancel(): void;
}

export const CORRECTING = serviceKey<Correcting>("correcting");

export function createCorrecting(client: SolverClient, history: History): Correcting {
  let job: Job<CorrectionResult> | null = null;

  async function start(rank: number): Promise<void> {
    const { sequence, rig } = useDocument.getState();
    if (!sequence || !rig) return;
    const mine = client.fitCorrection({ sequence, rig, rank });
    job = mine;
    useCorrecting.setState({ progress: { phase: "Correction", done: null, detail: "" } });
    mine.onProgress((progress) => job === mine && useCorrecting.setState({ progress }));
    try {
      const { rig: corrected, report } = await mine.result;
      // One that the rig changed under is left aside.
      if (useDocument.getState().rig === rig) history.run(setCorrection(corrected, report));
    } catch (error) {
      if (!isCancel(error)) reportError(error, "The correction");
    } finally {
      if (job === mine) {
        job = null;
        useCorrecting.setState({ progress: null });
      }
    }
  }

  useDocument.subscribe((state, before) => {
    if (state.rig !== before.rig) job?.cancel();
  });
  return { start, cancel: () => job?.cancel() };
}
