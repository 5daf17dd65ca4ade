/**
 * The jobs that the engine does. This is the one list of them: the client's methods, the types of the handlers, what a
 * newer job cancels and what moves between threads all follow from it.
 */
import type { SourceFile } from "../formats/source/source";
import type { DeformSettings, DeformSource, DirectData, Strengths } from "../model/deform";
import type { DirectExportInput, DirectExportResult } from "../model/files/direct-export";
import type { GlbExportOptions, GlbExportResult } from "../model/files/glb-export";
import type { SkeletonSource } from "../model/files/skeleton-source";
import type { SourceInfo } from "../model/files/source-info";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type {
  BakeInput,
  BakeResult,
  DeformedFrame,
  DeformInput,
  DeformReport,
} from "../model/reports/deform-report";
import type { JointInput, JointResult } from "../model/reports/joint-report";
import type { SolveReport } from "../model/reports/solve-report";
import type { WeightReport, WeightsPartial, WeightsResult } from "../model/reports/weight-report";
import type { Rig } from "../model/rig/rig";
import type { SparseWeights } from "../model/rig/sparse-weights";
import type { Bindable } from "../model/weights/bindable";
import type { WeightEdits } from "../model/weights/weight-edits";
import type { WeightsInput } from "../model/weights/weights-input";
import type { GivenWeights } from "../weights/binding/measure/measure-given";
import type {
  CorrectionInput,
  CorrectionResult,
  DecomposeInput,
  DroppedFile,
  EditBonesInput,
  EditBonesResult,
  OpenChoice,
  OpenResult,
  ProjectExtras,
  SolvePartial,
  SolveResult,
} from "./api";

interface Rules {
  /** A newer job of this kind cancels those that run. Default false. */
  supersedes?: boolean;
  /** Partial results move to the page: the job makes each for it alone. By default they are copied. */
  movesPartials?: boolean;
}

interface Declared<Input, Output, Partial, Pool extends boolean> {
  readonly supersedes: boolean;
  readonly movesPartials: boolean;
  /** Its handler gets `makeParallel`, and so the threads of the pool. */
  readonly pool: Pool;
  /** What it takes, gives, and shows while it runs: for types alone, never there. */
  readonly types?: { input: Input; output: Output; partial: Partial };
}

/** A job on the coordinator's thread alone. */
const plainJob = <Input, Output, Partial = never>(
  rules: Rules = {},
): Declared<Input, Output, Partial, false> => ({
  supersedes: false,
  movesPartials: false,
  ...rules,
  pool: false,
});

/** A job that runs kernels on the pool. */
const poolJob = <Input, Output, Partial = never>(
  rules: Rules = {},
): Declared<Input, Output, Partial, true> => ({ ...plainJob(rules), pool: true });

interface Files {
  files: (DroppedFile | SourceFile)[];
}
interface GlbInput {
  sequence: MeshSequence;
  rig: Rig;
  options: GlbExportOptions;
}
interface DeformQuestion {
  source: DeformSource;
  settings: DeformSettings;
}
interface Posed {
  mesh: Bindable;
  weights: SparseWeights;
  bones: number;
  /** 12 numbers a bone and pose. */
  motions: Float32Array;
}

export const JOBS = {
  /** What is in these files? Several sources where the files hold several. In Node they are read by offset. */
  inspect: plainJob<Files, SourceInfo[]>(),
  /** Reads one source of the last `inspect`. */
  read: plainJob<{ source: number; choice: OpenChoice }, OpenResult>(),
  decompose: poolJob<DecomposeInput, SolveResult, SolvePartial>({ supersedes: true, movesPartials: true }),
  /** A solve beside the artist's own: several may wait, one after the other is best. It shows nothing until it is done. */
  trial: poolJob<Pick<DecomposeInput, "sequence" | "settings" | "intent">, SolveResult>(),
  /** Splits, merges, deletes, moves or mirrors bones, and fits anew what they touch. Several may wait. */
  editBones: poolJob<EditBonesInput, EditBonesResult>(),
  /** A correction of rank r of what the rig leaves (EigenSkin), in place of any that it has. */
  fitCorrection: poolJob<CorrectionInput, CorrectionResult>({ supersedes: true }),
  /**
   * What Direct Delta Mush and Delta Mush pose from; α has no part in it but through the strengths. The factors of the
   * last question are used again where they still fit.
   */
  prepareDirect: poolJob<DeformQuestion, DirectData>({ supersedes: true }),
  /** The strengths alone: as automatic as the settings leave them, painted where they are painted. */
  prepareStrengths: plainJob<DeformQuestion, Strengths>({ supersedes: true }),
  /** Optimised centres of rotation, 3V. */
  prepareCentres: poolJob<{ source: DeformSource }, Float32Array>({ supersedes: true }),
  /** Every frame of a rig by any deformer, in f64; shows each frame as it is done. */
  deformFrames: poolJob<DeformInput, DeformReport, DeformedFrame>({ supersedes: true }),
  /** Weights for linear blend skinning that stand for a deformer. */
  bakeDeformer: poolJob<BakeInput, BakeResult>({ supersedes: true }),
  /** Direct Delta Mush as JSON and a binary. */
  exportDirect: plainJob<DirectExportInput, DirectExportResult>(),
  exportGlb: plainJob<GlbInput, GlbExportResult>({ supersedes: true }),
  /** Bytes of the GLB that `exportGlb` writes, sooner than the GLB itself. */
  glbSize: plainJob<GlbInput, number>({ supersedes: true }),
  exportRigJson: plainJob<{ sequence: MeshSequence; rig: Rig; report: SolveReport | null }, Uint8Array>(),
  /** The project as a .sinew file. */
  saveProject: plainJob<
    { sequence: MeshSequence; rig: Rig | null; report: SolveReport | null } & ProjectExtras,
    Uint8Array
  >(),
  /** The skeletons in files: .tgf, BVH, FBX, glTF. */
  readSkeletons: plainJob<Files, SkeletonSource[]>(),
  /** Weights for a mesh that does not move. */
  weights: poolJob<WeightsInput, WeightsResult, WeightsPartial>({ supersedes: true }),
  /** Other wishes for the weights that are being optimised: followed at once, from the weights at hand. */
  adjustWeights: plainJob<{ edits: WeightEdits }, { followed: boolean }>(),
  /** Better places for the joints; the weights stay. */
  optimiseJoints: poolJob<JointInput, JointResult, JointResult>({ supersedes: true }),
  /** Measures weights as they are, and finds none. */
  measureWeights: poolJob<GivenWeights, WeightReport>({ supersedes: true }),
  /** V: mean squared strain around each vertex over poses. */
  strainOfPoses: poolJob<Posed, Float32Array>(),
  /** Parents, joints and an order with parents first for bones that have none; `order[j]` is bone j's number before. */
  inferSkeleton: plainJob<{ sequence: MeshSequence; rig: Rig }, { rig: Rig; order: Uint32Array }>(),
};

type List = typeof JOBS;
export type JobKind = keyof List;

type TypesOf<K extends JobKind> = NonNullable<List[K]["types"]>;
export type InputOf<K extends JobKind> = TypesOf<K>["input"];
export type OutputOf<K extends JobKind> = TypesOf<K>["output"];
export type PartialOf<K extends JobKind> = TypesOf<K>["partial"];
/** The kinds whose handlers get `makeParallel`. */
export type PoolKind = { [K in JobKind]: List[K]["pool"] extends true ? K : never }[JobKind];

export const JOB_KINDS = Object.keys(JOBS) as JobKind[];
