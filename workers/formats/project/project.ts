import type { DeformSettings } from "../../model/deform";
import type { SkeletonClips } from "../../model/files/skeleton-source";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { SolveReport } from "../../model/reports/solve-report";
import type { WeightReport } from "../../model/reports/weight-report";
import type { Pose } from "../../model/rig/pose";
import type { Rig } from "../../model/rig/rig";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { SolveIntent, SolveSettings } from "../../model/solve/solve-settings";
import type { WeightEdits } from "../../model/weights/weight-edits";
import type { WeightSettings } from "../../model/weights/weight-settings";

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
  /** What the mesh is bound to; this and the following are not given where it is not. */
  skeleton?: Skeleton;
  /** Not given where it came with none. */
  skeletonClips?: SkeletonClips;
  weighting?: WeightSettings;
  weightEdits?: WeightEdits;
  weightReport?: WeightReport;
}
