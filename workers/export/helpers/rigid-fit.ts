/**
 * Rigid transforms of helpers that together come nearest to an affine bone, frame by frame: min Σ m_i |Σ_h s_ih (R_h
 * x_i + t_h) − A x_i|², one helper after the other (the bones of SSDR; Le & Deng 2012, section 4.2). Each step is the
 * exact minimum for its helper, so the error never rises. All sums are moments of the vertices, so the time per frame
 * does not depend on their number.
 */
import { nearestQuaternion } from "../../math/best-rotation";
import { quaternionMatrix } from "../bones/stretch";
import type { Simplex } from "./simplex-shares";

/** The rounds end when one of them lowers the error by less than this share. */
const SETTLED = 1e-3;
const MOST_ROUNDS = 40;
/** An error below this share of the vertices' extent is rounding. */
const EXACT = 1e-12;

/** Sums over the vertices, each 4x4 of [x; 1]·[x; 1]ᵀ. */
export interface ShareMoments {
  /** Σ m, weighted by the product of two shares: k·k. */
  pairs: Float64Array[][];
  /** Weighted by one share. */
  singles: Float64Array[];
  /** Not weighted by shares. */
  all: Float64Array;
}

/** @param k the number of helpers, and of `shares` of each vertex */
export function shareMoments(
  points: Float64Array,
  masses: Float64Array,
  shares: Float64Array,
  k: number,
): ShareMoments {
  const room = () => new Float64Array(16);
  const pairs = Array.from({ length: k }, () => Array.from({ length: k }, room));
  const [singles, all] = [Array.from({ length: k }, room), room()];
  masses.forEach((mass, i) => {
    const place = [points[3 * i], points[3 * i + 1], points[3 * i + 2], 1];
    for (let e = 0; e < 16; e++) {
      const x = mass * place[e >> 2] * place[e & 3];
      all[e] += x;
      for (let h = 0; h < k; h++) {
        singles[h][e] += shares[k * i + h] * x;
        for (let g = 0; g < k; g++) pairs[h][g][e] += shares[k * i + h] * shares[k * i + g] * x;
      }
    }
  });
  return { pairs, singles, all };
}

/** Adds `sign` times a 3x4 by a 4x4. */
function addProduct(out: Float64Array, sign: number, a: ArrayLike<number>, b: Float64Array): void {
  for (let r = 0; r < 12; r += 4) {
    for (let c = 0; c < 4; c++) {
      for (let n = 0; n < 4; n++) out[r + c] += sign * a[r + n] * b[4 * n + c];
    }
  }
}

const dot = (a: ArrayLike<number>, b: Float64Array) => b.reduce((sum, x, e) => sum + x * a[e], 0);

/** Σ m |Σ s T x − A x|². */
function errorOf(
  { pairs, singles, all }: ShareMoments,
  target: ArrayLike<number>,
  helpers: Float64Array[],
): number {
  const out = new Float64Array(12);
  addProduct(out, 1, target, all);
  let sum = dot(target, out);
  helpers.forEach((helper, h) => {
    out.fill(0);
    addProduct(out, -2, target, singles[h]);
    helpers.forEach((other, g) => {
      addProduct(out, 1, other, pairs[g][h]);
    });
    sum += dot(helper, out);
  });
  return Math.max(0, sum);
}

/** The best rigid transform of helper `h` for fixed other helpers, in place. */
function improve(moments: ShareMoments, target: ArrayLike<number>, helpers: Float64Array[], h: number): void {
  const left = new Float64Array(12);
  addProduct(left, 1, target, moments.singles[h]);
  helpers.forEach((other, g) => {
    if (g !== h) addProduct(left, -1, other, moments.pairs[g][h]);
  });
  const own = moments.pairs[h][h];
  const mass = own[15];
  if (!(mass > 0)) return;
  const first = [own[3], own[7], own[11]];
  const turned = Float64Array.from({ length: 9 }, (_, e) => {
    const r = 4 * Math.floor(e / 3);
    return left[r + (e % 3)] - (left[r + 3] * first[e % 3]) / mass;
  });
  const rotation = quaternionMatrix(nearestQuaternion(turned));
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) helpers[h][4 * r + c] = rotation[3 * r + c];
    const carried = first.reduce((sum, x, c) => sum + rotation[3 * r + c] * x, 0);
    helpers[h][4 * r + 3] = (left[4 * r + 3] - carried) / mass;
  }
}

/** Helpers that turn alike, with their corners where the bone has them. */
function startAt(target: ArrayLike<number>, { corners }: Simplex, turn: Float64Array): Float64Array[] {
  const rotation = quaternionMatrix(turn);
  return Array.from({ length: corners.length / 3 }, (_, h) => {
    const corner = corners.subarray(3 * h, 3 * h + 3);
    return Float64Array.from({ length: 12 }, (__, e) => {
      const r = e >> 2;
      if (e % 4 < 3) return rotation[3 * r + (e % 4)];
      return corner.reduce(
        (sum, x, c) => sum + (target[4 * r + c] - rotation[3 * r + c]) * x,
        target[4 * r + 3],
      );
    });
  });
}

/**
 * @param target the bone's 3x4 in one frame
 * @returns a 3x4 for each helper
 */
export function rigidFit(
  moments: ShareMoments,
  target: ArrayLike<number>,
  simplex: Simplex,
  turn: Float64Array,
): Float64Array[] {
  const helpers = startAt(target, simplex, turn);
  let error = errorOf(moments, target, helpers);
  const exact = EXACT * (moments.all[0] + moments.all[5] + moments.all[10]);
  for (let round = 0; round < MOST_ROUNDS && error > exact; round++) {
    for (let h = 0; h < helpers.length; h++) improve(moments, target, helpers, h);
    const next = errorOf(moments, target, helpers);
    const gain = error - next;
    error = next;
    if (gain <= SETTLED * error) break;
  }
  return helpers;
}
