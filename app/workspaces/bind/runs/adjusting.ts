import type { SolverClient } from "../../../../workers/client";
import type { WeightEdits } from "../../../../workers/model/weights/weight-edits";
import { reportError } from "../../../document/session/report-error";

/** Edits go to the engine no more often than this: twenty times a second follow a hand. */
export const ADJUST_MS = 50;

/** Sends edits to weights that are being optimised: one at a time, the latest of those that wait. */
export interface Adjusting {
  send(edits: WeightEdits): void;
  /** Forgets what waits, and what comes back. */
  stop(): void;
}

/** @param refused is called where the engine optimises nothing, or cannot follow without starting again. */
export function createAdjusting(client: SolverClient, refused: () => void): Adjusting {
  let waiting: WeightEdits | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let run = 0;

  function pump(): void {
    if (busy || timer !== undefined || !waiting) return;
    const edits = waiting;
    const mine = run;
    waiting = null;
    busy = true;
    timer = setTimeout(() => {
      timer = undefined;
      pump();
    }, ADJUST_MS);
    const done = (then: () => void) => {
      if (run !== mine) return;
      busy = false;
      then();
      pump();
    };
    client.adjustWeights(edits).result.then(
      ({ followed }) => done(() => followed || refused()),
      (error) => done(() => reportError(error, "Following the brush")),
    );
  }

  return {
    send(edits) {
      waiting = edits;
      pump();
    },
    stop() {
      run++;
      clearTimeout(timer);
      timer = undefined;
      waiting = null;
      busy = false;
    },
  };
}
