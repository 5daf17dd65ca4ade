import type { Rig } from "../../model/rig/rig";

/** How much of the surface each pair of bones shares, and where. */
export interface BoneOverlaps {
  /** B. */
  count: number;
  /** B·B: Σ_i w_ij w_ik. The diagonal has the bones' masses Σ_i w_ij². */
  shared: Float64Array;
  /** 3·B·B: Σ_i w_ij w_ik v_i / Σ_i w_ij w_ik, where the weights of the two bones meet; 0 where they do not. */
  centres: Float64Array;
  /** 3B: Σ_i w_ij v_i / Σ_i w_ij, the centroid of each bone's vertices. */
  centroids: Float64Array;
}

/**
 * Bones whose overlap is below this share of the smaller mass do not touch: such influences are strays, not blending.
 */
const LEAST_OVERLAP = 1e-3;

/** Whether two bones blend, rather than only share a few stray influences. */
export function touch({ count: B, shared }: BoneOverlaps, a: number, b: number): boolean {
  const less = Math.min(shared[a * B + a], shared[b * B + b]);
  return shared[a * B + b] > LEAST_OVERLAP * less;
}

/** A bone with a smaller mean weight, weighted by itself, moves no surface of its own. */
const LEAST_MEAN = 0.1;

/** Whether a bone only has faint weights, so that it moves no surface of its own and holds no other bones together. */
export function isFaint({ count: B, shared }: BoneOverlaps, j: number): boolean {
  // Weights sum to 1, so the sum of a bone's overlaps with all bones is the sum of its weights.
  const total = shared.subarray(j * B, (j + 1) * B).reduce((sum, w) => sum + w, 0);
  return shared[j * B + j] < LEAST_MEAN * total;
}

export const centreOf = ({ count: B, centres }: BoneOverlaps, a: number, b: number) =>
  Array.from(centres.subarray(3 * (a * B + b), 3 * (a * B + b) + 3));

export const centroidOf = ({ centroids }: BoneOverlaps, j: number) =>
  Array.from(centroids.subarray(3 * j, 3 * j + 3));

/** The overlaps of a rig, in its coordinates. */
export function overlapsOf({ bones, weights, rest }: Pick<Rig, "bones" | "weights" | "rest">): BoneOverlaps {
  const B = bones.length;
  const shared = new Float64Array(B * B);
  const centres = new Float64Array(3 * B * B);
  const { offsets, values } = weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      for (let f = offsets[i]; f < offsets[i + 1]; f++) {
        const at = weights.bones[e] * B + weights.bones[f];
        const w = values[e] * values[f];
        shared[at] += w;
        for (let c = 0; c < 3; c++) centres[3 * at + c] += w * rest[3 * i + c];
      }
    }
  }
  return finished(B, shared, centres);
}

/** The overlaps from N = Σ_i (w ⊗ [v; 1])(w ⊗ [v; 1])ᵀ, 4B x 4B, the statistics that solvers keep. */
export function overlapsOfStatistics(normal: ArrayLike<number>, B: number): BoneOverlaps {
  const shared = new Float64Array(B * B);
  const centres = new Float64Array(3 * B * B);
  for (let a = 0; a < B; a++) {
    for (let b = 0; b < B; b++) {
      const at = a * B + b;
      shared[at] = normal[(4 * a + 3) * 4 * B + 4 * b + 3];
      for (let c = 0; c < 3; c++) centres[3 * at + c] = normal[(4 * a + c) * 4 * B + 4 * b + 3];
    }
  }
  return finished(B, shared, centres);
}

/** Divides the sums. Weights sum to 1, so a bone's own sums equal the sums of its overlaps with all bones. */
function finished(B: number, shared: Float64Array, centres: Float64Array): BoneOverlaps {
  const centroids = new Float64Array(3 * B);
  for (let a = 0; a < B; a++) {
    let total = 0;
    for (let b = 0; b < B; b++) {
      const at = a * B + b;
      total += shared[at];
      for (let c = 0; c < 3; c++) {
        centroids[3 * a + c] += centres[3 * at + c];
        centres[3 * at + c] = shared[at] > 0 ? centres[3 * at + c] / shared[at] : 0;
      }
    }
    for (let c = 0; c < 3; c++) centroids[3 * a + c] = total > 0 ? centroids[3 * a + c] / total : 0;
  }
  return { count: B, shared, centres, centroids };
}
