import type { SourceFile } from "../formats/source/source";
import type { DeformSettings, DeformSource, DirectData, Strengths } from "../model/deform";
import type { DirectExportInput, DirectExportResult } from "../model/files/direct-export";
import type { GlbExportOptions, GlbExportResult } from "../model/files/glb-export";
import type { SkeletonClips, SkeletonSource } from "../model/files/skeleton-source";
import type { SourceInfo } from "../model/files/source-info";
import type { MeshSequence, UpAxis } from "../model/mesh/mesh-sequence";
import type {
  BakeInput,
  BakeResult,
  DeformedFrame,
  DeformInput,
  DeformReport,
} from "../model/reports/deform-report";
import type { JointInput, JointResult } from "../model/reports/joint-report";
import type { CorrectionReport, SolveReport, SolveSnapshot } from "../model/reports/solve-report";
import type { WeightReport, WeightsPartial, WeightsResult } from "../model/reports/weight-report";
import type { BoneEdit } from "../model/rig/bone-edit";
import type { Pose } from "../model/rig/pose";
import type { Rig } from "../model/rig/rig";
import type { SparseWeights } from "../model/rig/sparse-weights";
import type { Skeleton } from "../model/skeleton/skeleton";
import type { SolveIntent, SolveLocks, SolveSettings } from "../model/solve/solve-settings";
import type { Progress } from "../model/task";
import type { Bindable } from "../model/weights/bindable";
import type { WeightEdits } from "../model/weights/weight-edits";
import type { WeightSettings } from "../model/weights/weight-settings";
import type { WeightsInput } from "../model/weights/weights-input";
import type { GivenWeights } from "../weights/binding/measure/measure-given";

/** Something that the engine is doing. `result` always settles: value, SinewError, CancelledError or a bug. */
export interface Job<T, Partial = never> {
  readonly id: number;
  readonly result: Promise<T>;
  cancel(): void;
  pause(): void;
  resume(): void;
  /** Finish now, with the best result so far. */
  keep(): void;
  /** Both return a function that stops listening. */
  onProgress(listen: (progress: Progress) => void): () => void;
  onPartial(listen: (partial: Partial) => void): () => void;
}

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

/** What can be asked of the engine: one entry a job, with what it takes, gives, and shows while it runs. */
export interface Jobs {
  /** What is in these files? Several sources where the files hold several. In Node they are read by offset. */
  inspect: { input: { files: (DroppedFile | SourceFile)[] }; output: SourceInfo[]; partial: never };
  /** Reads one source of the last `inspect`. */
  read: { input: { source: number; choice: OpenChoice }; output: OpenResult; partial: never };
  decompose: {
    input: DecomposeInput;
    output: SolveResult;
    partial: SolvePartial;
  };
  /** Splits, merges, deletes, moves or mirrors bones; what they touch is fitted anew. */
  editBones: { input: EditBonesInput; output: EditBonesResult; partial: never };
  /** A decomposition beside the artist's own: it supersedes nothing and shows nothing until it is done. */
  trial: { input: DecomposeInput; output: SolveResult; partial: never };
  /** A correction of rank r of what the rig leaves (EigenSkin), in place of any that it has. */
  fitCorrection: { input: CorrectionInput; output: CorrectionResult; partial: never };
  /** What Direct Delta Mush and Delta Mush pose from; α has no part in it but through the strengths. */
  prepareDirect: {
    input: { source: DeformSource; settings: DeformSettings };
    output: DirectData;
    partial: never;
  };
  /** The strengths alone: as automatic as the settings leave them, painted where they are painted. */
  prepareStrengths: {
    input: { source: DeformSource; settings: DeformSettings };
    output: Strengths;
    partial: never;
  };
  /** Optimised centres of rotation, 3V. */
  prepareCentres: { input: { source: DeformSource }; output: Float32Array; partial: never };
  /** Every frame of a rig by any deformer, in f64; frames are shown as they are done. */
  deformFrames: { input: DeformInput; output: DeformReport; partial: DeformedFrame };
  /** Weights for linear blend skinning that stand for a deformer. */
  bakeDeformer: { input: BakeInput; output: BakeResult; partial: never };
  /** Direct Delta Mush as JSON and a binary. */
  exportDirect: { input: DirectExportInput; output: DirectExportResult; partial: never };
  exportGlb: {
    input: { sequence: MeshSequence; rig: Rig; options: GlbExportOptions };
    output: GlbExportResult;
    partial: never;
  };
  /** Bytes of the GLB that `exportGlb` writes. */
  glbSize: {
    input: { sequence: MeshSequence; rig: Rig; options: GlbExportOptions };
    output: number;
    partial: never;
  };
  exportRigJson: {
    input: { sequence: MeshSequence; rig: Rig; report: SolveReport | null };
    output: Uint8Array;
    partial: never;
  };
  saveProject: {
    input: { sequence: MeshSequence; rig: Rig | null; report: SolveReport | null } & ProjectExtras;
    output: Uint8Array;
    partial: never;
  };
  /** The skeletons in files: .tgf, BVH, FBX, glTF. */
  readSkeletons: { input: { files: (DroppedFile | SourceFile)[] }; output: SkeletonSource[]; partial: never };
  /** Weights for a mesh that does not move. */
  weights: { input: WeightsInput; output: WeightsResult; partial: WeightsPartial };
  /** Other wishes for the weights that are being optimised: followed at once, from the weights at hand. */
  adjustWeights: { input: { edits: WeightEdits }; output: { followed: boolean }; partial: never };
  /** Better places for the joints, the weights held. */
  optimiseJoints: { input: JointInput; output: JointResult; partial: JointResult };
  /** What weights are worth as they are: nothing is found. */
  measureWeights: { input: GivenWeights; output: WeightReport; partial: never };
  /** V: mean squared strain around each vertex over poses; `motions` 12 numbers a bone and pose. */
  strainOfPoses: {
    input: { mesh: Bindable; weights: SparseWeights; bones: number; motions: Float32Array };
    output: Float32Array;
    partial: never;
  };
  /** Parents, joints and an order with parents first for bones that have none; `order[j]` is bone j's number before. */
  inferSkeleton: {
    input: { sequence: MeshSequence; rig: Rig };
    output: { rig: Rig; order: Uint32Array };
    partial: never;
  };
}

export type JobKind = keyof Jobs;

/** The only door from the studio to the engine. One instance, made by app/main.tsx. */
export interface SolverClient {
  readonly threads: number;
  /** Whether threads share memory here. */
  readonly isolated: boolean;
  inspect(files: DroppedFile[]): Job<SourceInfo[]>;
  read(source: number, choice: OpenChoice): Job<OpenResult>;
  /** A newer solve supersedes an older one, which then ends with CancelledError. */
  decompose(
    sequence: MeshSequence,
    settings: SolveSettings,
    from?: { rig: Rig; locks: SolveLocks | null },
    intent?: SolveIntent,
  ): Job<SolveResult, SolvePartial>;
  /** A solve in the background: several may wait, one after the other is best. */
  trial(sequence: MeshSequence, settings: SolveSettings, intent?: SolveIntent): Job<SolveResult>;
  /** The rig with a correction of `rank` shapes. A newer one supersedes an older one. */
  fitCorrection(sequence: MeshSequence, rig: Rig, rank: number): Job<CorrectionResult>;
  /** Several may wait: each is of the rig that it was given. */
  editBones(input: EditBonesInput): Job<EditBonesResult>;
  /** A newer one supersedes an older one; the last factors are used again where they still fit. */
  prepareDirect(source: DeformSource, settings: DeformSettings): Job<DirectData>;
  prepareStrengths(source: DeformSource, settings: DeformSettings): Job<Strengths>;
  prepareCentres(source: DeformSource): Job<Float32Array>;
  /** A newer one supersedes an older one; so with baking. */
  deformFrames(input: DeformInput): Job<DeformReport, DeformedFrame>;
  bakeDeformer(input: BakeInput): Job<BakeResult>;
  exportDirect(input: DirectExportInput): Job<DirectExportResult>;
  exportGlb(sequence: MeshSequence, rig: Rig, options: GlbExportOptions): Job<GlbExportResult>;
  /** Bytes of the GLB, sooner than the GLB itself. A newer one supersedes an older one. */
  glbSize(sequence: MeshSequence, rig: Rig, options: GlbExportOptions): Job<number>;
  exportRigJson(sequence: MeshSequence, rig: Rig, report: SolveReport | null): Job<Uint8Array>;
  /** The project as a .sinew file. */
  saveProject(
    sequence: MeshSequence,
    rig: Rig | null,
    report: SolveReport | null,
    extras?: ProjectExtras,
  ): Job<Uint8Array>;
  /** The same rig as a skeleton: bones connected where they share joints. Poses nothing anew. */
  inferSkeleton(sequence: MeshSequence, rig: Rig): Job<{ rig: Rig; order: Uint32Array }>;
  readSkeletons(files: DroppedFile[]): Job<SkeletonSource[]>;
  /** A newer one supersedes an older one. */
  weights(input: WeightsInput): Job<WeightsResult, WeightsPartial>;
  adjustWeights(edits: WeightEdits): Job<{ followed: boolean }>;
  optimiseJoints(input: JointInput): Job<JointResult, JointResult>;
  /** A newer one supersedes an older one. */
  measureWeights(input: GivenWeights): Job<WeightReport>;
  strainOfPoses(input: Jobs["strainOfPoses"]["input"]): Job<Float32Array>;
  /** Calls when the engine died while it had nothing to do; the next job starts another. @returns what stops it. */
  onIdleDeath(listen: () => void): () => void;
  dispose(): void;
}
