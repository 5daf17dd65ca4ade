import { create } from "zustand";
import { subscribeWithSelector } from "zustand/middleware";
import type { MeshSequence } from "../../workers/model/mesh-sequence";
import type { Rig } from "../../workers/model/rig";
import type { SolveReport } from "../../workers/model/solve-report";
import { SOLVE_DEFAULTS, type SolveLocks, type SolveSettings } from "../../workers/model/solve-settings";

/** The open project. Changed only by commands through the history. Arrays are replaced, never written. */
export interface DocumentState {
  sequence: MeshSequence | null;
  rig: Rig | null;
  report: SolveReport | null;
  settings: SolveSettings;
  locks: SolveLocks | null;
  /** The rig of a running solve: shown instead of `rig`, not part of the document. */
  partial: Rig | null;
}

export const useDocument = create<DocumentState>()(
  subscribeWithSelector(
    (): DocumentState => ({
      sequence: null,
      rig: null,
      report: null,
      settings: SOLVE_DEFAULTS,
      locks: null,
      partial: null,
    }),
  ),
);
