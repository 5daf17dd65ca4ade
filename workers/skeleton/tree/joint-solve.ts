/**
 * The joint of two bones: the rest point that both carry to the same place in all frames, as nearly as possible. A
 * hinge leaves the place on its axis open, and bones that never move against each other leave everything open. The two
 * solvers treat these cases differently.
 */
import { symmetricEigen } from "../../math/symmetric-eigen";
import { gapAt, minimiser, type PairMoments } from "./pair-moments";

/** Keeps the soft solve regular without a pull: a share of the trace, below the precision of f32 motion. */
const LEAST_PULL = 1e-9;
/** Turns about an axis are noise if they are smaller than this, relative to the axis with the largest turns. */
const SUBSPACE = 1e-3;
/** Bones do not turn if they turn by less than this relative to each other (RMS, radians). */
const NO_TURN = 1e-4;

export interface SolvedJoint {
  /** The joint in the rest pose. */
  joint: [number, number, number];
  /** RMS over the frames of the distance between the two places to which the bones carry the joint. */
  gap: number;
}

function solved(moments: PairMoments, u: readonly number[]): SolvedJoint {
  const { about, frames } = moments;
  return {
    joint: [about[0] + u[0], about[1] + u[1], about[2] + u[2]],
    gap: Math.sqrt(gapAt(moments, u) / frames),
  };
}

/**
 * Equation 23 of Le & Deng 2014, after Anguelov et al. 2004: min Σ_t |gap_t(o)|² + µ |g_j + g_k − 2o|², where
 * `moments.about` is the middle (g_j + g_k)/2 of the two centroids. It has no unit.
 */
export function softJoint(moments: PairMoments, pull: number): SolvedJoint {
  const [xx, , , yy, , zz] = moments.A;
  return solved(moments, minimiser(moments, 4 * pull + LEAST_PULL * (xx + yy + zz) || 1));
}

export interface SubspaceJoint extends SolvedJoint {
  /** What the motion determines: a point (3), a line (2), a plane (1) or nothing (0). */
  rank: number;
}

/**
 * The pseudo-inverse of Schaefer & Yuksel 2007: directions in which the gap hardly changes are left out. The joint is
 * the solution nearest to `moments.about`.
 */
export function subspaceJoint(moments: PairMoments, tolerance = SUBSPACE): SubspaceJoint {
  const { g, frames } = moments;
  const [xx, xy, xz, yy, yz, zz] = moments.A;
  const { values, vectors } = symmetricEigen([xx, xy, xz, xy, yy, yz, xz, yz, zz], 3);
  const least = Math.max(tolerance * values[0], NO_TURN ** 2 * frames);
  const u = [0, 0, 0];
  let rank = 0;
  for (; rank < 3 && values[rank] > least; rank++) {
    const e = vectors.subarray(3 * rank, 3 * rank + 3);
    const step = -(e[0] * g[0] + e[1] * g[1] + e[2] * g[2]) / values[rank];
    for (let c = 0; c < 3; c++) u[c] += step * e[c];
  }
  return { ...solved(moments, u), rank };
}
