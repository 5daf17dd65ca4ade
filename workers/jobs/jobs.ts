/**
 * The only list of the engine's jobs. The client's methods, the handlers' types, the jobs that a newer job cancels and
 * the buffers that move between threads all follow from it.
 */
import type { DecomposeInput } from "../decompose/input/decompose-input";
import type { EstimateInput } from "../decompose/locality/estimate-locality";
import type { PathInput } from "../decompose/path/path-input";
import type { QuickFit, QuickFitInput } from "../decompose/quick/quick-fit-input";
import type { SourceFile } from "../formats/source/source";
import type { DeformSettings, DeformSource, DirectData, Strengths } from "../model/deform";
import type { MakeCageInput, ReadCage } from "../model/files/cage-source";
import type { DirectExportInput, DirectExportResult } from "../model/files/export/direct-export";
import type { ExportOptions, ExportResult, SizedExport } from "../model/files/export/export-options";
import type { FramesExport, FramesExportInput } from "../model/files/export/frames-export";
import type {
  BvhExportOptions,
  SkeletonExportResult,
  TgfExportOptions,
} from "../model/files/export/skeleton-export";
import type { TwoLayerExportInput, TwoLayerExportResult } from "../model/files/export/two-layer-export";
import type { SkeletonSource } from "../model/files/skeleton-source";
import type { SourceInfo } from "../model/files/source-info";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { FiledSequence, OpenedSequence, SequenceMesh } from "../model/mesh/streamed-sequence";
import type { CleanUpInput, CleanUpResult } from "../model/reduce/clean-up";
import type {
  BindCageInput,
  CageInput,
  CageShape,
  OneMoreInput,
  ReduceInput,
  ReduceResult,
} from "../model/reduce/reduce-report";
import type { CompressInput, CompressResult } from "../model/reports/compress-report";
import type {
  BakeInput,
  BakeResult,
  DeformedFrame,
  DeformInput,
  DeformReport,
} from "../model/reports/deform-report";
import type {
  AlignInput,
  AlignResult,
  FitInput,
  FitResult,
  RemoveHelperInput,
  RemoveHelperResult,
} from "../model/reports/fit-report";
import type { JointInput, JointResult } from "../model/reports/joint-report";
import type {
  ExtractInput,
  ExtractPartial,
  ExtractResult,
  PullInput,
  PullResult,
  ResolveInput,
  ResolveResult,
} from "../model/reports/skeleton-report";
import type { PathEnd, PathMember } from "../model/reports/solve-path";
import type { Measures, SolveReport } from "../model/reports/solve-report";
import type { WeightReport, WeightsPartial, WeightsResult } from "../model/reports/weight-report";
import type { Rig } from "../model/rig/rig";
import type { SparseWeights } from "../model/rig/sparse-weights";
import type { LocalityEstimate } from "../model/solve/locality";
import type { Bindable } from "../model/weights/bindable";
import type { InpaintInput, TransferInput, TransferResult } from "../model/weights/transfer";
import type { WeightEdits } from "../model/weights/weight-edits";
import type { WeightsInput } from "../model/weights/weights-input";
import type { LevelMotion, SkeletonLevel } from "../skeleton/levels/levels";
import type { GivenWeights } from "../weights/binding/measure/measure-given";
import type {
  CorrectionInput,
  CorrectionResult,
  DroppedFile,
  EditBonesInput,
  EditBonesResult,
  OpenChoice,
  OpenResult,
  ProjectExtras,
  RigBeside,
  SolvePartial,
  SolveResult,
} from "./api";
import { plainJob, poolJob } from "./declare-jobs";
import type { Sent } from "./handles";

interface Files {
  files: (DroppedFile | SourceFile)[];
}
interface GlbInput {
  sequence: OpenedSequence;
  rig: Rig;
  options: ExportOptions;
}
interface DeformQuestion {
  source: DeformSource;
  settings: DeformSettings;
}
interface Posed {
  mesh: Bindable;
  weights: SparseWeights;
  bones: number;
  /** 12 numbers per bone and pose. */
  motions: Float32Array;
}

export const JOBS = {
  /** Lists the sources in some files; there can be several. In Node it reads the files by offset. */
  inspect: plainJob<Files, SourceInfo[]>(),
  /** Reads one source of the last `inspect`. */
  read: plainJob<{ source: number; choice: OpenChoice }, OpenResult>(),
  /**
   * Opens one source of the last `inspect` and leaves its frames in its files, for sequences larger than memory. Its
   * frames get the name `id`.
   */
  openStream: plainJob<{ source: number; choice: OpenChoice; id: string }, FiledSequence>(),
  /** Positions of one frame of an open stream, 3V. */
  streamedFrame: plainJob<{ id: string; frame: number }, Float32Array>(),
  /** Lets go of the files of a stream. */
  closeStream: plainJob<{ id: string }, void>(),
  /** Solves an open stream, in at most this many bytes of memory. */
  decomposeStream: poolJob<
    Pick<DecomposeInput, "settings" | "intent"> & { sequence: FiledSequence; memory: number },
    SolveResult,
    SolvePartial
  >({ supersedes: true, movesPartials: true, takesFiled: true }),
  decompose: poolJob<DecomposeInput, SolveResult, SolvePartial>({ supersedes: true, movesPartials: true }),
  /**
   * A solve in the background, besides the artist's own. Several may wait, and they should run one after another. It
   * sends no partial results.
   */
  trial: poolJob<Pick<DecomposeInput, "sequence" | "settings" | "intent">, SolveResult>(),
  /** The rig `from` with local weights, by `settings`. Its bones adapt. */
  localise: poolJob<DecomposeInput & { from: Rig }, SolveResult>({ supersedes: true }),
  /** A quick estimate of what local weights would cost a rig, without new motion. */
  estimateLocality: plainJob<EstimateInput, LocalityEstimate>({ supersedes: true }),
  /**
   * A rig with other influences, smoothness or kind of bones, within the time of a drag. The engine keeps what it needs
   * for the next fit for a minute.
   */
  quickFit: poolJob<QuickFitInput, QuickFit>({ supersedes: true }),
  /** The rigs of all other numbers of bones around a rig, in the background. It sends each when it is ready. */
  solvePath: poolJob<PathInput, PathEnd, PathMember>({
    supersedes: true,
    movesPartials: true,
    givesWay: true,
  }),
  /** Splits, merges, deletes, moves or mirrors bones, and refits the bones that this touches. Several may wait. */
  editBones: poolJob<EditBonesInput, EditBonesResult>(),
  /** A correction of rank r for the rig's residual (EigenSkin). It replaces an existing correction. */
  fitCorrection: poolJob<CorrectionInput, CorrectionResult>({ supersedes: true }),
  /**
   * The data from which Direct Delta Mush and Delta Mush pose. α affects it only through the strengths. The factors of
   * the last call are reused if they still fit.
   */
  prepareDirect: poolJob<DeformQuestion, DirectData>({ supersedes: true }),
  /** Only the strengths: painted ones if there are any, otherwise as the settings say. */
  prepareStrengths: plainJob<DeformQuestion, Strengths>({ supersedes: true }),
  /** Optimised centres of rotation, 3V. */
  prepareCentres: poolJob<{ source: DeformSource }, Float32Array>({ supersedes: true }),
  /** Every frame of a rig with any deformer, in f64; sends each frame when it is finished. */
  deformFrames: poolJob<DeformInput, DeformReport, DeformedFrame>({ supersedes: true }),
  /** The same frames as a file, which comes in pieces. */
  exportFrames: poolJob<FramesExportInput, FramesExport, Uint8Array>({
    supersedes: true,
    movesPartials: true,
  }),
  /** Weights for linear blend skinning that approximate a deformer. */
  bakeDeformer: poolJob<BakeInput, BakeResult>({ supersedes: true }),
  /** Direct Delta Mush as JSON and a binary. */
  exportDirect: plainJob<DirectExportInput, DirectExportResult>(),
  /** The two layers of a rig as JSON and a binary. */
  exportTwoLayer: plainJob<TwoLayerExportInput, TwoLayerExportResult>({ takesFiled: true }),
  exportFile: poolJob<GlbInput, ExportResult>({ supersedes: true, takesFiled: true }),
  /** A file within a limit of bytes, with the least error. */
  exportWithin: poolJob<GlbInput & { sequence: MeshSequence; most: number }, SizedExport>({
    supersedes: true,
  }),
  /** The size in bytes of the GLB that `exportFile` would write, faster than the export itself. */
  exportSize: poolJob<GlbInput, number>({ supersedes: true, takesFiled: true }),
  /** The size in bytes of the file that `exportFile` would write, and its error. */
  exportFigures: poolJob<GlbInput, { bytes: number; eRms: number }>({ supersedes: true, takesFiled: true }),
  /** A file and the files beside it as one zip. */
  packFiles: plainJob<{ name: string; file: Pick<ExportResult, "bytes" | "beside"> }, Uint8Array>(),
  /** A mesh in one pose as an OBJ. */
  exportObj: plainJob<{ sequence: SequenceMesh; positions: Float32Array }, Uint8Array>({ takesFiled: true }),
  exportRigJson: plainJob<{ sequence: SequenceMesh; rig: Rig; report: SolveReport | null }, Uint8Array>({
    takesFiled: true,
  }),
  /** The motion of a rig as a BVH. */
  exportBvh: plainJob<{ sequence: SequenceMesh; rig: Rig; options: BvhExportOptions }, SkeletonExportResult>({
    supersedes: true,
    takesFiled: true,
  }),
  /** The skeleton of a rig as a .tgf. */
  exportTgf: plainJob<{ sequence: SequenceMesh; rig: Rig; options: TgfExportOptions }, SkeletonExportResult>({
    supersedes: true,
    takesFiled: true,
  }),
  /**
   * Levels of detail of a rig with a hierarchy: for each number of bones a part of its skeleton, and its error. Their
   * motion is shared by default.
   */
  skeletonLevels: poolJob<
    { sequence: MeshSequence; rig: Rig; counts: readonly number[]; motion?: LevelMotion },
    SkeletonLevel[]
  >({ supersedes: true }),
  /** The project as a .sinew file. */
  saveProject: plainJob<
    { sequence: OpenedSequence; rig: Rig | null; report: SolveReport | null } & ProjectExtras,
    Uint8Array
  >({ takesFiled: true }),
  /** The skeletons in files: .tgf, BVH, FBX, glTF. */
  readSkeletons: plainJob<Files, SkeletonSource[]>(),
  /** Weights for a static mesh. */
  weights: poolJob<WeightsInput, WeightsResult, WeightsPartial>({ supersedes: true, movesPartials: true }),
  /**
   * New edits for the running optimisation of weights, which follows them at once, starting from its current weights.
   */
  adjustWeights: plainJob<{ edits: WeightEdits }, { followed: boolean }>(),
  /** Better positions for the joints; the weights stay fixed. */
  optimiseJoints: poolJob<JointInput, JointResult, JointResult>({ supersedes: true }),
  /** The project in a file. The open source stays open. */
  readProject: plainJob<{ file: DroppedFile }, OpenResult>(),
  /** The first rig in some files. The open source stays open. */
  readRig: plainJob<Files, RigBeside>(),
  /** Weights of another mesh, transferred to this one. */
  transferWeights: poolJob<TransferInput, TransferResult>({ supersedes: true }),
  /** Inpainted weights for some vertices, which continue the weights around them. */
  inpaintWeights: poolJob<InpaintInput, SparseWeights>({ supersedes: true }),
  /** Measures existing weights and changes nothing. */
  measureWeights: poolJob<GivenWeights, WeightReport>({ supersedes: true }),
  /** V: mean squared strain around each vertex over poses. */
  strainOfPoses: poolJob<Posed, Float32Array>(),
  /** Weights with at most k influences for each vertex, by one method, with its figures. Several may wait. */
  reduceInfluences: poolJob<ReduceInput, ReduceResult>(),
  /** One more influence at some vertices of a reduced rig. */
  oneMoreInfluence: poolJob<OneMoreInput, ReduceResult>(),
  /** A cage from files for an open mesh: a closed mesh as OBJ, with weights as .dmat or without. */
  readCage: plainJob<Files & { origin: readonly number[]; vertices: number }, ReadCage>(),
  /** A closed mesh of few vertices around a mesh. */
  makeCage: plainJob<MakeCageInput, CageShape>({ supersedes: true }),
  /** A cage over a mesh as a rig, with dense weights. */
  bindCage: poolJob<BindCageInput, Rig>({ supersedes: true }),
  /** The weights of a cage over its mesh, with at most k for each vertex. */
  reduceCage: poolJob<CageInput, ReduceResult>(),
  /** Cleans weights up: limits, prunes, smooths, fills and so on. */
  cleanUpWeights: plainJob<CleanUpInput, CleanUpResult>({ supersedes: true }),
  /** The errors of any rig of the sequence. */
  measureRig: poolJob<{ sequence: MeshSequence; rig: Rig }, Measures>(),
  /** A skeleton for a mesh animation: bones with parents, joints, weights and motion. */
  extractSkeleton: poolJob<ExtractInput, ExtractResult, ExtractPartial>({ supersedes: true }),
  /** Moves, splits, merges, inserts, deletes or re-parents bones of a skeleton, and poses it again. */
  resolveSkeleton: poolJob<ResolveInput, ResolveResult>({ supersedes: true }),
  /** Joints and strict motion of a skeleton for another pull, started from its current ones. */
  pullJoints: poolJob<PullInput, PullResult>({ supersedes: true }),
  /** Proposes how the artist's skeleton lies in a mesh animation, and returns the skeleton in that place. */
  alignSkeleton: plainJob<AlignInput, AlignResult>({ supersedes: true }),
  /** The artist's skeleton as a rig, before anything is fitted. */
  importSkeleton: plainJob<FitInput, Rig>({ supersedes: true }),
  /** Weights, motion or both for the artist's skeleton, and helper bones. */
  fitSkeleton: poolJob<FitInput, FitResult>({ supersedes: true }),
  /** The weights of a rig in two sparse layers: virtual bones, and two of them for each vertex. */
  compressRig: poolJob<CompressInput, CompressResult>({ supersedes: true }),
  /** Removes a helper bone from a rig and fits the weights of its vertices again. */
  removeHelper: poolJob<RemoveHelperInput, RemoveHelperResult>(),
};

type List = typeof JOBS;
export type JobKind = keyof List;

type TypesOf<K extends JobKind> = NonNullable<List[K]["types"]>;
export type InputOf<K extends JobKind> = TypesOf<K>["input"];
/** The input as a page sends it: meshes may be handles. */
export type JobInput<K extends JobKind> = Sent<InputOf<K>>;
export type OutputOf<K extends JobKind> = TypesOf<K>["output"];
export type PartialOf<K extends JobKind> = TypesOf<K>["partial"];
/** The kinds whose handlers get `makeParallel`. */
export type PoolKind = { [K in JobKind]: List[K]["pool"] extends true ? K : never }[JobKind];

export const JOB_KINDS = Object.keys(JOBS) as JobKind[];
