import type { DeformSettings } from "../../model/deform";
import type { MeshSequence } from "../../model/mesh-sequence";
import type { Pose } from "../../model/pose";
import type { Rig } from "../../model/rig";
import type { Skeleton } from "../../model/skeleton";
import type { SkeletonClips } from "../../model/skeleton-source";
import type { SolveReport } from "../../model/solve-report";
import type { SolveIntent, SolveSettings } from "../../model/solve-settings";
import type { WeightEdits } from "../../model/weight-edits";
import type { WeightReport } from "../../model/weight-report";
import type { WeightSettings } from "../../model/weight-settings";

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
