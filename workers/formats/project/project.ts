import type { DeformSettings } from "../../model/deform";
import type { MeshSequence } from "../../model/mesh-sequence";
import type { Pose } from "../../model/pose";
import type { Rig } from "../../model/rig";
import type { SolveReport } from "../../model/solve-report";
import type { SolveIntent, SolveSettings } from "../../model/solve-settings";

/** All that a .sinew file holds. */
export interface Project {
  sequence: MeshSequence;
  rig: Rig | null;
  report: SolveReport | null;
  settings: SolveSettings | null;
  /** Not given where the file says nothing of deformers. */
  deform?: DeformSettings;
  /** Not given where nothing is painted for solves. */
  intent?: SolveIntent;
  /** Not given where there are none. */
  poses?: readonly Pose[];
}
