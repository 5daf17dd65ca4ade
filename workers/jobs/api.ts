import type { DeformSettings } from "../model/deform";
import type { SkeletonClips } from "../model/files/skeleton-source";
import type { MeshSequence, UpAxis } from "../model/mesh/mesh-sequence";
import type { CorrectionReport, SolveReport, SolveSnapshot } from "../model/reports/solve-report";
import type { WeightReport } from "../model/reports/weight-report";
import type { BoneEdit } from "../model/rig/bone-edit";
import type { Pose } from "../model/rig/pose";
import type { Rig } from "../model/rig/rig";
import type { Skeleton } from "../model/skeleton/skeleton";
import type { SolveIntent, SolveLocks, SolveSettings } from "../model/solve/solve-settings";
import type { WeightEdits } from "../model/weights/weight-edits";
import type { WeightSettings } from "../model/weights/weight-settings";

export interface DroppedFile {
  /** Path within what was dropped: "shot_010/hound.0001.obj". A File's own relative path does not survive cloning. */
  path: string;
  file: Blob;
}

export interface OpenChoice {
  /** Indices into the source's clips; empty is all. */
  clips: number[];
  /** Null is the source's own. */
  fps: number | null;
  upAxis: UpAxis | null;
  metresPerUnit: number | null;
  /** Frame of the read sequence that is the rest pose, or null for the source's own. */
  restFrame: number | null;
  /** Keep the skeleton, weights and clips of a source that has skins; false where not given. */
  keepRig?: boolean;
}

/** What was opened: a bare sequence, one with the skeleton of its file (which has no report), or a project. */
export interface OpenResult {
  sequence: MeshSequence;
  rig: Rig | null;
  report: SolveReport | null;
  /** What a project keeps of its deformers and test poses; not given where it has none. */
  deform?: DeformSettings;
  poses?: readonly Pose[];
  /** What it keeps of what is painted for solves; not given where nothing is. */
  intent?: SolveIntent;
  /** What it keeps of what binds the mesh to a skeleton; not given where nothing does. */
  skeleton?: Skeleton;
  skeletonClips?: SkeletonClips;
  weighting?: WeightSettings;
  weightEdits?: WeightEdits;
  weightReport?: WeightReport;
}

/** What a project keeps besides its sequence, rig and report. */
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

/** What a decomposition starts from. */
export interface DecomposeInput {
  sequence: MeshSequence;
  settings: SolveSettings;
  /** A rig to go on from, or null. */
  from: Rig | null;
  locks: SolveLocks | null;
  intent?: SolveIntent;
}

/** What of a rig is changed by hand, and what may not change with it. */
export interface EditBonesInput {
  sequence: MeshSequence;
  rig: Rig;
  edit: BoneEdit;
  settings: SolveSettings;
  locks: SolveLocks | null;
}

export interface EditBonesResult {
  rig: Rig;
  /** B: the number before of each bone, or −1 for one that was not there. */
  origin: Int32Array;
  /** E_RMS of the rig before. */
  before: number;
  /** Figures of the rig now, as a report has them. */
  measures: Partial<SolveReport> & Pick<SolveReport, "eRms" | "maxErrorPercent">;
}

/** The rig as it is during a solve. */
export interface SolvePartial {
  rig: Rig;
  snapshot: SolveSnapshot;
}
