import type { OpenedSequence } from "../../model/mesh/streamed-sequence";
import type { ProjectParts } from "../../model/project-parts";
import type { SolveReport } from "../../model/reports/solve-report";
import type { Rig } from "../../model/rig/rig";
import type { SolveSettings } from "../../model/solve/solve-settings";

/** The content of a .sinew file. */
export interface Project extends ProjectParts {
  sequence: OpenedSequence;
  rig: Rig | null;
  report: SolveReport | null;
  settings: SolveSettings | null;
}
