import type { DeformSettings } from "../model/deform";
import type { SkeletonClips } from "../model/files/skeleton-source";
import type { MeshSequence, UpAxis } from "../model/mesh/mesh-sequence";
import type { FitFigures, OwnSkeleton } from "../model/reports/fit-record";
import type { SkeletonReport } from "../model/reports/skeleton-report";
import type { CorrectionReport, SolveReport, SolveSnapshot } from "../model/reports/solve-report";
import type { WeightReport } from "../model/reports/weight-report";
import type { BoneEdit } from "../model/rig/bone-edit";
import type { Pose } from "../model/rig/pose";
import type { Rig } from "../model/rig/rig";
import type { ExtractSettings } from "../model/skeleton/extract-settings";
import type { FitSettings } from "../model/skeleton/fit-settings";
import type { Skeleton } from "../model/skeleton/skeleton";
import type { SolveIntent, SolveLocks, SolveSettings } from "../model/solve/solve-settings";
import type { WeightEdits } from "../model/weights/weight-edits";
import type { WeightSettings } from "../model/weights/weight-settings";

export interface DroppedFile {
  /** Path within the dropped folder: "shot_010/hound.0001.obj". A File's own relative path does not survive cloning. */
  path: string;
  file: Blob;
}

export interface OpenChoice {
  /** Indices into the source's clips; empty means all. */
  clips: number[];
  /** Null means the source's own. */
  fps: number | null;
  upAxis: UpAxis | null;
  metresPerUnit: number | null;
  /** Frame of the sequence that is the rest pose, or null for the source's own. */
  restFrame: number | null;
  /** Keep the skeleton, weights and clips of a source that has skins; default false. */
  keepRig?: boolean;
}

/**
 * The opened content: a bare sequence, a sequence with the skeleton of its file (which has no report), or a project.
 */
export interface OpenResult {
  sequence: MeshSequence;
  rig: Rig | null;
  report: SolveReport | null;
  /** A project's deformers and test poses, if it has any. */
  deform?: DeformSettings;
  poses?: readonly Pose[];
  /** What is painted for solves, if anything. */
  intent?: SolveIntent;
  /** The settings and edits that bind the mesh to a skeleton, if any. */
  skeleton?: Skeleton;
  skeletonClips?: SkeletonClips;
  weighting?: WeightSettings;
  weightEdits?: WeightEdits;
  weightReport?: WeightReport;
  /** How the skeleton of the rig is found and was found, if a project says. */
  extraction?: ExtractSettings;
  skeletonReport?: SkeletonReport;
  /** The skeleton that the artist brought, how the mesh is fitted to it, and what that reached, if a project says. */
  ownSkeleton?: OwnSkeleton;
  fitting?: FitSettings;
  fitFigures?: FitFigures;
}

/** The parts of a project besides its sequence, rig and report. */
export type ProjectExtras = Omit<OpenResult, "sequence" | "rig" | "report">;

export interface SolveResult {
  rig: Rig;
  report: SolveReport;
}

export interface CorrectionInput {
  sequence: MeshSequence;
  rig: Rig;
  /** r, 1 to 64. */
  rank: number;
}

export interface CorrectionResult {
  rig: Rig;
  report: CorrectionReport;
}

/** Which parts of a rig are changed by hand, and which may not change with them. */
export interface EditBonesInput {
  sequence: MeshSequence;
  rig: Rig;
  edit: BoneEdit;
  settings: SolveSettings;
  locks: SolveLocks | null;
}

export interface EditBonesResult {
  rig: Rig;
  /** B: each bone's number before the edit, or −1 for a new bone. */
  origin: Int32Array;
  /** E_RMS of the old rig. */
  before: number;
  /** The new rig's figures, as in a report. */
  measures: Partial<SolveReport> & Pick<SolveReport, "eRms" | "maxErrorPercent">;
}

/** The current rig during a solve. */
export interface SolvePartial {
  rig: Rig;
  snapshot: SolveSnapshot;
}
