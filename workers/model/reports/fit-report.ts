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
  /** No mesh of the file has the bind pose, so `rest` is a guess. Fits correct it. */
  guessedRest?: true;
}

export interface AlignInput extends SkeletonFile {
  sequence: MeshSequence;
  /** Where to place the skeleton; null finds an alignment. */
  alignment: FitAlignment | null;
}

/** A proposed alignment, and the skeleton placed by it. */
export interface AlignResult {
  /** The data of the file. Its clips are joined in a row if the animation contains several of them. */
  source: SkeletonSource;
  alignment: FitAlignment;
  skeleton: FitSkeleton;
}

export interface FitInput {
  sequence: MeshSequence;
  skeleton: FitSkeleton;
  settings: FitSettings;
}

/** The steps of a fit, in their order. */
export type FitStep = "imported" | FitSolve | "helpers";

/** The error of a rig against an animation. */
export interface FitError {
  eRms: number;
  /** RMS distance in percent of the diagonal. */
  rmsePercent: number;
  /** The largest distance of a vertex, in the sequence's unit. */
  largest: number;
}

/** The error of a fit after a step, measured vertex by vertex on the sequence's own frames. */
export interface FitStage extends FitError {
  step: FitStep;
}

/** A bone that the fit added. */
export interface FitHelper {
  name: string;
  /** Its parent, one of the artist's bones. */
  parent: string;
  /** How much it lowered E_RMS. */
  takes: number;
}

/** The error that remains at the vertices that a bone moves, in proportion to its weights. */
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

/** The cost of keeping weights near their bones. */
export interface NearnessReport {
  /** How much the RMS error rose, in percent of itself; negative if it fell. */
  costPercent: number;
  /** The share of all weights that lie far from their bones, before and now, 0..1. */
  farBefore: number;
  farAfter: number;
}

export interface JointMoves {
  mean: number;
  largest: number;
  /** The bone whose joint moved farthest. */
  bone: string;
  /**
   * Bones whose joints fitted as well at a clearly different place. The motion does not tell where they are, so they
   * stayed where the artist put them.
   */
  loose: string[];
}

export interface FitReport {
  version: 1;
  solve: FitSolve;
  eRms: number;
  rmsePercent: number;
  /** The largest distance of a vertex, in the sequence's unit, and where it is. */
  largest: { distance: number; vertex: number; frame: number };
  /** The steps that the fit made. The first is the import if it has weights and a motion. */
  stages: FitStage[];
  /** How far joints turned compared with the clip, in degrees; null without a clip. */
  turns: { mean: number; largest: number; bone: string } | null;
  /** How far joints moved, in percent of the diagonal, if they were free to move. */
  joints: JointMoves | null;
  helpers: FitHelper[];
  /** Null if weights may lie anywhere or were not solved for. */
  nearness: NearnessReport | null;
  /** One for each bone with weights, in the order of the rig's bones. */
  bones: BoneResidual[];
  seconds: number;
  /** Sentences for the artist: where the skeleton cannot follow, and what may help. */
  notes: string[];
}

export interface RemoveHelperInput {
  sequence: MeshSequence;
  rig: Rig;
  /** Name of the bone to remove. */
  helper: string;
  /** Names of bones whose weights stay. */
  lockedWeights: readonly string[];
}

export interface RemoveHelperResult {
  rig: Rig;
  /** The error of the rig before and after, measured vertex by vertex. */
  before: FitError;
  after: FitError;
}

export interface FitResult {
  /** The artist's bones in their order, then the helpers. */
  rig: Rig;
  report: FitReport;
}
