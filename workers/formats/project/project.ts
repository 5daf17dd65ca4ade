import type { MeshSequence } from "../../model/mesh-sequence";
import type { Rig } from "../../model/rig";
import type { SolveReport } from "../../model/solve-report";
import type { SolveSettings } from "../../model/solve-settings";

/** All that a .sinew file holds. */
export interface Project {
  sequence: MeshSequence;
  rig: Rig | null;
  report: SolveReport | null;
  settings: SolveSettings | null;
}
