import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { SolveIntent, SolveLocks, SolveSettings } from "../../model/solve/solve-settings";

/** A rig, and settings with other influences, smoothness or kind of bones than it was found with. */
export interface QuickFitInput {
  sequence: MeshSequence;
  rig: Rig;
  /** Its method is `auto` or `ssdr`. Its number of bones is that of the rig, whatever it says. */
  settings: SolveSettings;
  /** Locked bones keep their motion, locked vertices their weights. */
  locks: SolveLocks | null;
  intent?: SolveIntent;
}

export interface QuickFit {
  /** The same bones and rest pose, with other weights and, for another kind of bones, other motion. */
  rig: Rig;
  /** E_RMS on the fitted frames. */
  eRms: number;
}
