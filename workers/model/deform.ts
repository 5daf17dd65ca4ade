import type { SequenceMesh } from "./mesh/streamed-sequence";
import type { Bone, Rig, TwoLayer } from "./rig/rig";
import type { SparseWeights } from "./rig/sparse-weights";
import { layersOf } from "./rig/two-layer";

/** Every way to move a mesh with bones; docs/algorithms/ describes each. */
export const DEFORMER_KINDS = [
  "lbs",
  "two-layer",
  "dqs",
  "cor",
  "dm",
  "ddm-v0",
  "ddm-v1",
  "ddm-v2",
  "ddm-v3",
  "ddm-v4",
  "ddm-v5",
  "ddm-v5-dqs",
] as const;

export type DeformerKind = (typeof DEFORMER_KINDS)[number];

/** The deformers that skin with the rig's own weights, so that corrections and shapes are added before them. */
const CLASSICS = ["lbs", "two-layer", "dqs", "cor"] as const;
export type ClassicKind = (typeof CLASSICS)[number];

export const isClassic = (kind: DeformerKind): kind is ClassicKind =>
  (CLASSICS as readonly DeformerKind[]).includes(kind);

/**
 * The weights that Delta Mush and Direct Delta Mush smooth: the rig's own, or weight 1 for each vertex's strongest or
 * nearest bone.
 */
export type BindMode = "rig" | "rigid" | "nearest";

/** The strengths per vertex: rotation smoothing D_λ, translation smoothing D_κ, and slide D_α. */
export type StrengthName = "lambda" | "kappa" | "alpha";

/** All settings of Delta Mush and Direct Delta Mush. Le & Lewis 2019, sections 3 and 4. */
export interface DeformSettings {
  bind: BindMode;
  scheme: "implicit" | "explicit";
  laplacian: "cotangent" | "uniform";
  /** p, 0 to 200. */
  iterations: number;
  /** λ, rotation smoothness, 0 to 100; at most 1 when explicit. */
  lambda: number;
  /** κ, translation smoothness, 0 to λ. */
  kappa: number;
  /** α, slide, 0 to 0.99: 0 is Delta Mush. */
  alpha: number;
  /** D_λ and D_κ follow the distance to the bone, unless painted. */
  limbRadius: boolean;
  /**
   * D_α of each joint, B numbers in 0..1. The vertices around a joint get its number unless they are painted. Null is 1
   * everywhere.
   */
  slideOfBone: Float32Array | null;
  /** Painted strengths, V numbers in 0..1 each; null is automatic. */
  painted: Record<StrengthName, Float32Array | null>;
  /** Reach for joining overlapping parts, as a fraction of the diagonal, 0 to 0.1; 0 turns it off. */
  joinReach: number;
}

export const DEFORM_DEFAULTS: DeformSettings = {
  bind: "rigid",
  scheme: "implicit",
  laplacian: "cotangent",
  iterations: 20,
  lambda: 1,
  kappa: 0.1,
  alpha: 0.5,
  limbRadius: false,
  slideOfBone: null,
  painted: { lambda: null, kappa: null, alpha: null },
  joinReach: 0.01,
};

/** The input of a deformer: a rig without its motion, and the surface of its mesh. */
export interface DeformSource {
  /** 3V, the rig's rest pose. */
  rest: Float32Array;
  /** Solver vertices of the triangles, 3T. */
  triangles: Uint32Array;
  bones: Bone[];
  weights: SparseWeights;
  /** The two layers of the weights, if they have any. */
  twoLayer?: TwoLayer;
}

export function deformSourceOf({ triangles, solverIndex }: SequenceMesh, rig: Rig): DeformSource {
  const twoLayer = layersOf(rig);
  return {
    rest: rig.rest,
    triangles: triangles.map((d) => solverIndex[d]),
    bones: rig.bones,
    weights: rig.weights,
    ...(twoLayer && { twoLayer }),
  };
}

/** The D_λ, D_κ and D_α in effect, V each. */
export type Strengths = Record<StrengthName, Float32Array>;

/**
 * The data that Direct Delta Mush needs to pose, without α, in f32, relative to each vertex's own centre. (For Delta
 * Mush, the centres are its smooth rest pose.) workers/deform/direct/moments.ts has the equations.
 */
export interface DirectData {
  /** 3V. */
  rest: Float32Array;
  /** p_i, 3V. */
  centres: Float32Array;
  /** V + 1: vertex i has the entries offsets[i] .. offsets[i + 1]. */
  offsets: Uint32Array;
  bones: Uint16Array;
  /** 9 per entry, of Ψ: A as xx, xy, xz, yy, yz, zz, then b. */
  moments: Float32Array;
  /** ψ, one per entry; rows sum to 1. */
  psi: Float32Array;
  /** w', one per entry; rows sum to 1. */
  smooth: Float32Array;
  /** The smoothed weights. */
  bound: SparseWeights;
  strengths: Strengths;
  seconds: number;
  /** How many of the systems of λ and κ were solved: 0 if both earlier results could be reused. */
  solved: number;
}
