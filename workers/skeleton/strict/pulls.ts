import type { SkeletonTree } from "../tree/skeleton-tree";

/**
 * The pull of joints to where the weights of their two bones meet: Σ_k w_k (d_k² + d_k⁴/L²) + b_k d_k¹⁰/N_k⁸, where d_k
 * is the distance. Beyond L the pull grows fast, so that no joint ends far outside the body to save a little error. The
 * last term is small within N_k and keeps a joint from going much beyond.
 */
export interface Pulls {
  /** h: w_k. */
  weights: Float64Array;
  /** h: b_k, 0 for joints without bounds. */
  holds: Float64Array;
  /** h: N_k. */
  bounds: Float64Array;
  /** 3h. */
  centres: Float64Array;
  /** L. */
  far: number;
}

/** µ: how strongly joints are pulled, all of them alike, or each (h numbers, 0 for roots). */
export type JointPull = number | Float64Array;

const pullAt = (pull: JointPull, k: number): number => (typeof pull === "number" ? pull : pull[k]);

/** Two bones meet if they share at least this part of the smaller one. */
const LEAST_SHARED = 1e-3;
/** This share of a bone's average surface is added to the shared surface. */
const BASE = 5e-3;
/**
 * The same for a bound. It is larger because bones that share little would otherwise be held weakly, and joints would
 * end far away without gain.
 */
const BOUND = 0.1;
/** L: 7.5 percent of the diagonal, which is 2. */
export const FAR = 0.15;
/** The same for given places: 3 percent of the diagonal. An artist's joint is near the right place. */
const FAR_FROM_GIVEN = 0.06;
/**
 * L is at least this multiple of the RMS error. If bones cannot follow the motion, the body is elastic and has no
 * joints inside. Pulling joints in would raise the error for nothing.
 */
const ELASTIC = 20;
/**
 * The weight of the pull at µ = 1, chosen so that µ = 0.01 trades a few percent of the error for joints in the body.
 */
const STRENGTH = 0.15;

/** Mean squared error of a vertex below which the pull fades with the error: 0.1 percent of the diagonal. */
const CLEAN = 4e-6;
/** The pull that remains if there is no error. It still places joints that the motion does not determine. */
const LEAST = 1e-6;

/** The factor of the pull: 1 if the mean squared error of a vertex is large, falling to 0 without error. */
export const fadeOf = (meanError: number): number => Math.min(1, Math.max(0, meanError / CLEAN));

/**
 * The pulls of a tree from the statistics N of the weights. They are proportional to the surface that two bones share,
 * Σ w_k w_p, and to the number of frames. A joint whose bones do not meet is pulled to the middle between their
 * centroids. The pull fades with the error, so that it does not move joints that the motion determines exactly.
 * @param pull µ, for all joints or for each.
 * @param meanError squared error by vertices and frames.
 * @param places 3h: other places to pull joints to, or null.
 * @param bounds h: N_k, which are at least L; null for none.
 */
export function pullsOf(
  tree: SkeletonTree,
  normal: Float64Array,
  pull: JointPull,
  frames: number,
  meanError: number,
  places: Float64Array | null = null,
  bounds: ArrayLike<number> | null = null,
): Pulls {
  const h = tree.parents.length;
  const width = 4 * h;
  const far = Math.max(places ? FAR_FROM_GIVEN : FAR, ELASTIC * Math.sqrt(Math.max(0, meanError)));
  const [weights, holds] = [new Float64Array(h), new Float64Array(h)];
  const centres = (places ?? tree.joints).slice();
  const within = Float64Array.from({ length: h }, (_, k) => Math.max(bounds?.[k] ?? Infinity, far));
  const pulls = { weights, holds, bounds: within, centres, far };
  const mass = (j: number, k: number) => normal[(4 * j + 3) * width + 4 * k + 3];
  const usual = Array.from({ length: h }, (_, j) => mass(j, j)).reduce((a, b) => a + b, 0) / h;
  const strengthOf = (k: number) => STRENGTH * pullAt(pull, k) * Math.max(fadeOf(meanError), LEAST);
  // Weights sum to 1, so a bone's own sums equal the sums of its products with all bones.
  const momentOf = (k: number, c: number) => {
    let sum = 0;
    for (let j = 0; j < h; j++) sum += normal[(4 * k + c) * width + 4 * j + 3];
    return sum;
  };
  const totalOf = (k: number) => momentOf(k, 3);
  tree.parents.forEach((p, k) => {
    if (p < 0) return;
    const shared = mass(k, p);
    const strength = strengthOf(k);
    weights[k] = strength * frames * (shared + BASE * usual);
    if (bounds) holds[k] = strength * frames * (shared + BOUND * usual);
    if (places) return;
    const meets = shared > LEAST_SHARED * Math.min(mass(k, k), mass(p, p));
    const [own, other] = meets ? [0, 0] : [totalOf(k), totalOf(p)];
    if (!meets && !(own > 0 && other > 0)) return;
    for (let c = 0; c < 3; c++) {
      pulls.centres[3 * k + c] = meets
        ? normal[(4 * k + c) * width + 4 * p + 3] / shared
        : (momentOf(k, c) / own + momentOf(p, c) / other) / 2;
    }
  });
  return pulls;
}

const squaredDistance = (centres: Float64Array, joints: Float64Array, k: number) =>
  (joints[3 * k] - centres[3 * k]) ** 2 +
  (joints[3 * k + 1] - centres[3 * k + 1]) ** 2 +
  (joints[3 * k + 2] - centres[3 * k + 2]) ** 2;

export function costOfPulls({ weights, holds, bounds, centres, far }: Pulls, joints: Float64Array): number {
  return weights.reduce((sum, w, k) => {
    const square = squaredDistance(centres, joints, k);
    return sum + square * (w * (1 + square / far ** 2) + holds[k] * (square / bounds[k] ** 2) ** 4);
  }, 0);
}

/** The stiffness of each pull at a joint's current place: half its slope divided by the distance. */
export function stiffnessOf(
  { weights, holds, bounds, centres, far }: Pulls,
  joints: Float64Array,
  k: number,
): number {
  const square = squaredDistance(centres, joints, k);
  return weights[k] * (1 + (2 * square) / far ** 2) + 5 * holds[k] * (square / bounds[k] ** 2) ** 4;
}

/** h: the distances of joints from the places that they are pulled to; 0 for joints without a pull. */
export const distancesOf = (
  { weights, centres }: Pick<Pulls, "weights" | "centres">,
  joints: Float64Array,
): Float64Array => weights.map((w, k) => (w > 0 ? Math.sqrt(squaredDistance(centres, joints, k)) : 0));
