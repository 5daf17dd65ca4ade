import type { DeformSettings } from "./deform";
import type { SkeletonClips } from "./files/skeleton-source";
import type { VertexSelection } from "./mesh/vertex-selection";
import type { FitFigures, OwnSkeleton } from "./reports/fit-record";
import type { SkeletonReport } from "./reports/skeleton-report";
import type { WeightReport } from "./reports/weight-report";
import type { Pose } from "./rig/pose";
import type { SceneSettings } from "./scene/scene-settings";
import type { ExtractSettings } from "./skeleton/extract/extract-settings";
import type { FitSettings } from "./skeleton/fit/fit-settings";
import type { Skeleton } from "./skeleton/skeleton";
import type { SolveIntent } from "./solve/solve-settings";
import type { WeightLayers } from "./weights/layers/weight-layers";
import type { MirrorSettings } from "./weights/mirror-settings";
import type { WeightEdits } from "./weights/weight-edits";
import type { WeightSettings } from "./weights/weight-settings";

/** The optional parts of a project, besides its sequence, its rig and how the rig was solved. */
export interface ProjectParts {
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
  /** How the sides of the mesh are matched; absent if by default. */
  mirroring?: MirrorSettings;
  /** The layers of the rig's weights; absent without layers. */
  weightLayers?: WeightLayers;
  /** Settings for extracting a skeleton; absent in older files. */
  extraction?: ExtractSettings;
  /** How the skeleton of the rig was found; absent if it was not extracted. */
  skeletonReport?: SkeletonReport;
  /** The skeleton that the artist brought; absent without one. */
  ownSkeleton?: OwnSkeleton;
  /** Settings for fitting that skeleton to the mesh. */
  fitting?: FitSettings;
  /** Selected vertices, mask and named sets; absent in older files, and if there are none. */
  vertexSelection?: VertexSelection;
  /** Saved views, and hidden parts and vertices; absent if there are none. */
  scene?: SceneSettings;
  /** The figures of fits; absent if there are none, or if they belong to another rig. */
  fitFigures?: FitFigures;
}
