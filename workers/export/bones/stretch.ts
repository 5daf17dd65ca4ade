/**
 * The nearest glTF form of affine bones. A node scales only along its own axes, so an affine bone becomes
 * R(k)·diag(s(k))·Qᵀ: the joint's rotation Q at rest, and the rotation and scales of each frame that come nearest to
 * its linear part A(k) for its vertices: min Σ |(A − R·diag(s)·Qᵀ)·v|² over the vertices v around its head.
 *
 * For a given Q, with the moments λ of those vertices along Q's axes, s = diag(RᵀAQ) and R = nearest rotation to
 * AQ·diag(λs) alternate. Each half step is optimal, so the error never rises. Q is the best of three: none, the axes of
 * the stretches (common-axes.ts), the principal axes of the vertices.
 */

import { composeTrs } from "../../math/affine";
import { nearestQuaternion } from "../../math/best-rotation";
import { product3 } from "../../math/matrix3";
import { commonAxes } from "./common-axes";

const MOST_ALTERNATIONS = 30;

/** The number of frames, spread over the clip, in which rotations at rest are compared. */
const MOST_COMPARED = 256;

/** A joint's rest frame: its rotation, and the extent of its vertices along its axes (mean squares). */
export interface RestFrame {
  /** Unit quaternion x, y, z, w. */
  q: Float64Array;
  moments: Float64Array;
}

/** The 3x3 of a unit quaternion, row-major. */
export function quaternionMatrix(q: ArrayLike<number>): number[] {
  const m = new Float64Array(12);
  composeTrs(m, 0, [0, 0, 0], q, [1, 1, 1]);
  return [0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => m[c]);
}

const transposed = (m: ArrayLike<number>) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((c) => m[c]);

/** Rotation and scales nearest to a 3x3, its columns weighted by `moments`. */
export function nearestRotationAndScale(a: ArrayLike<number>, moments: ArrayLike<number>) {
  const weigh = (s: ArrayLike<number>) => Array.from(a, (x, e) => x * moments[e % 3] * s[e % 3]);
  let q = nearestQuaternion(weigh([1, 1, 1]));
  const s = new Float64Array(3);
  let explained = 0;
  for (let step = 0; step < MOST_ALTERNATIONS; step++) {
    const r = quaternionMatrix(q);
    for (let c = 0; c < 3; c++) s[c] = r[c] * a[c] + r[3 + c] * a[3 + c] + r[6 + c] * a[6 + c];
    // The error is the weighted |A|² minus this, at the optimal s.
    const now = moments[0] * s[0] * s[0] + moments[1] * s[1] * s[1] + moments[2] * s[2] * s[2];
    if (now - explained <= 1e-10 * now || step === MOST_ALTERNATIONS - 1) break;
    explained = now;
    q = nearestQuaternion(weigh(s));
  }
  return { q, s };
}

/** Turns second moments S into the axes of the rotation `q`: QᵀSQ. */
export function momentsAlong(q: ArrayLike<number>, covariance: ArrayLike<number>): number[] {
  const axes = quaternionMatrix(q);
  return product3(product3(transposed(axes), covariance), axes);
}

/** Moments along the axes of `q`, none of them 0. Without vertices any values will do. */
export function restFrame(q: Float64Array, covariance: ArrayLike<number>): RestFrame {
  const along = momentsAlong(q, covariance);
  const floor = 1e-6 * (along[0] + along[4] + along[8]) || 1;
  return { q, moments: Float64Array.of(along[0], along[4], along[8]).map((x) => Math.max(x, floor)) };
}

/** The error of the motion with `frame`, summed over the compared frames. */
function residual(linear: Float64Array, frame: RestFrame, covariance: ArrayLike<number>): number {
  const axes = quaternionMatrix(frame.q);
  const frames = linear.length / 9;
  const compared = Math.min(frames, MOST_COMPARED);
  let sum = 0;
  for (let n = 0; n < compared; n++) {
    const at = 9 * Math.floor((n * frames) / compared);
    const a = linear.subarray(at, at + 9);
    const { q, s } = nearestRotationAndScale(product3(a, axes), frame.moments);
    const scaled = quaternionMatrix(q).map((x, e) => x * s[e % 3]);
    const lost = product3(scaled, transposed(axes)).map((x, e) => a[e] - x);
    const spread = product3(lost, covariance);
    for (let e = 0; e < 9; e++) sum += spread[e] * lost[e];
  }
  return sum;
}

/**
 * @param linear linear parts of one bone in all frames, 3x3 row-major, 9 a frame
 * @param covariance second moments of the vertices that it moves, about its head, 3x3
 */
export function bestRestFrame(linear: Float64Array, covariance: ArrayLike<number>): RestFrame {
  const candidates = [
    Float64Array.of(0, 0, 0, 1),
    commonAxes(linear),
    // The axes that make one symmetric matrix diagonal: its eigenvectors.
    commonAxes(Float64Array.from(covariance)),
  ].map((q) => restFrame(q, covariance));
  const errors = candidates.map((candidate) => residual(linear, candidate, covariance));
  return candidates[errors.indexOf(Math.min(...errors))];
}
