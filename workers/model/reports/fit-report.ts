import type { SkeletonFile } from "../files/skeleton-file";
import type { SkeletonSource } from "../files/skeleton-source";
import type { MeshSequence } from "../mesh/mesh-sequence";
import type { Bone, Rig } from "../rig/rig";
import type { SparseWeights } from "../rig/sparse-weights";
import type { FitAlignment } from "../skeleton/fit/fit-alignment";
import type { FitSettings, FitSolve } from "../skeleton/fit/fit-settings";

/** The artist's skeleton, aligned with the mesh, in the sequence's coordinates. */
export interface FitSkeleton {
  /** Parents before children; heads are the joints in the bind pose. */
  bones: Bone[];
  /** F·B·12, from the bind pose to each frame of the sequence; null if the skeleton has no clip. */
  motion: Float32Array | null;
  /** Null if the skeleton has no weights for this mesh. */
  weights: SparseWeights | null;
  /** The mesh in the bind pose, 3V; null if that is the rest pose of the sequence. */
  rest: Float32Array | null;
}

export interface AlignInput extends SkeletonFile {
  sequence: MeshSequence;
  /** Places the skeleton as it says; null finds an alignment. */
  alignment: FitAlignment | null;
}

/** A proposal: the alignment, and the skeleton as it then lies. */
export interface AlignResult {
  /** The file, with its clips in a row if the animation holds several of them. */
  source: SkeletonSource;
  alignment: FitAlignment;
  skeleton: FitSkeleton;
}

export interface FitInput {
  sequence: MeshSequence;
  skeleton: FitSkeleton;
  settings: FitSettings;
}

/** One step of a fit, in the order in which they are made. */
export type FitStep = "imported" | FitSolve | "helpers";

/** What a rig leaves of an animation. */
export interface FitError {
  eRms: number;
  /** RMS distance in percent of the diagonal. */
  rmsePercent: number;
  /** The largest distance of a vertex, in the sequence's unit. */
  largest: number;
}

/** What a fit has reached after a step, measured vertex by vertex on the sequence's own frames. */
export interface FitStage extends FitError {
  step: FitStep;
}

/** A bone that the fit added. */
export interface FitHelper {
  name: string;
  /** Its parent, one of the artist's bones. */
  parent: string;
  /** By how much E_RMS fell with it. */
  takes: number;
}

/** What a bone leaves over at the vertices that it moves, in proportion to its weights. */
export interface BoneResidual {
  name: string;
  /** RMS distance in percent of the diagonal. */
  rmsePercent: number;
  /** Its share of the whole squared error, 0..1. */
  share: number;
  /** The frame with the largest error, from 0, and its RMS distance in percent. */
  worstFrame: number;
  worstPercent: number;
}

/** What it cost to keep weights near their bones. */
export interface NearnessReport {
  /** By how much the RMS error rose, in percent of itself. It may have fallen. */
  costPercent: number;
  /** The share of all weights that lay far from its bone before, and that lies there now, 0..1. */
  farBefore: number;
  farAfter: number;
}

export interface FitReport {
  version: 1;
  solve: FitSolve;
  eRms: number;
  rmsePercent: number;
  /** The largest distance of a vertex, in the sequence's unit, and where it is. */
  largest: { distance: number; vertex: number; frame: number };
  /** The steps that the fit made; the first is the import if that has weights and a motion. */
  stages: FitStage[];
  /** How far joints turned against the clip, in degrees; null without a clip. */
  turns: { mean: number; largest: number; bone: string } | null;
  /** How far joints moved, in percent of the diagonal, if they might. */
  joints: { mean: number; largest: number; bone: string } | null;
  helpers: FitHelper[];
  /** Null if weights may lie anywhere, or were not solved for. */
  nearness: NearnessReport | null;
  /** In the order of the rig's bones; bones without weights are left out. */
  bones: BoneResidual[];
  seconds: number;
  /** Sentences for the artist: where the skeleton cannot follow, and what may help. */
  notes: string[];
}

export interface RemoveHelperInput {
  sequence: MeshSequence;
  rig: Rig;
  /** Name of the bone that goes. */
  helper: string;
  /** Names of bones whose weights stay. */
  lockedWeights: readonly string[];
}

export interface RemoveHelperResult {
  rig: Rig;
  /** What the rig leaves before and after, measured vertex by vertex. */
  before: FitError;
  after: FitError;
}

export interface FitResult {
  /** The artist's bones in their order, then the helpers. */
  rig: Rig;
  report: FitReport;
}
