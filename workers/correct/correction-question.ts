import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import type { CorrectionFit } from "../model/solve/solve-settings";

/** The error of a rig, for a correction. */
export interface CorrectionQuestion {
  sequence: MeshSequence;
  rig: Rig;
  /** The number of shapes, 1 to 64. */
  rank: number;
  /** Where the error is measured: "posed" (default), or "rest" for the published decomposition alone. */
  fit?: CorrectionFit;
}
