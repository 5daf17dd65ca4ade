import type { DeformSettings } from "../../model/deform";
import type { SkeletonClips } from "../../model/files/skeleton-source";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { FitFigures, OwnSkeleton } from "../../model/reports/fit-record";
import type { SkeletonReport } from "../../model/reports/skeleton-report";
import type { SolveReport } from "../../model/reports/solve-report";
import type { WeightReport } from "../../model/reports/weight-report";
import type { Pose } from "../../model/rig/pose";
import type { Rig } from "../../model/rig/rig";
import type { ExtractSettings } from "../../model/skeleton/extract-settings";
import type { FitSettings } from "../../model/skeleton/fit-settings";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { SolveIntent, SolveSettings } from "../../model/solve/solve-settings";
import type { WeightEdits } from "../../model/weights/weight-edits";
import type { WeightSettings } from "../../model/weights/weight-settings";

/** The content of a .sinew file. */
export interface Project {
  sequence: MeshSequence;
  rig: Rig | null;
  report: SolveReport | null;
  settings: SolveSettings | null;
  /** Absent if the file has none. */
  deform?: DeformSettings;
  /** Absent if nothing is painted for solves. */
  intent?: SolveIntent;
  /** Absent if there are none. */
  poses?: readonly Pose[];
  /** The skeleton that the mesh is bound to. This and the following are absent without one. */
  skeleton?: Skeleton;
  /** Absent if it came without clips. */
  skeletonClips?: SkeletonClips;
  weighting?: WeightSettings;
  weightEdits?: WeightEdits;
  weightReport?: WeightReport;
  /** How a skeleton is found; absent in files from before skeletons were extracted. */
  extraction?: ExtractSettings;
  /** How the skeleton of the rig was found; absent if it was not extracted. */
  skeletonReport?: SkeletonReport;
  /** The skeleton that the artist brought; absent without one. */
  ownSkeleton?: OwnSkeleton;
  /** How the mesh is fitted to it. */
  fitting?: FitSettings;
  /** What fits have reached; absent if there are none, or if they are of another rig. */
  fitFigures?: FitFigures;
}
