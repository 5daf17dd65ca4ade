// The flat of a rig (Liu, Tan, Deng & Gingold 2020, equation 9): the position of each vertex on it, and the sums for
// the next flat. Handles are columns of B (rank rows of 4h numbers), weights are signed and sum to 1.

import { cholesky, choleskySolve } from "../dense/cholesky";
import { product } from "../dense/product";
import { loadF64, storeF64 } from "../memory";
import { gramBegin, gramScratch, gramSetUp, rowOf } from "../weights/residual-gram";
import { RUN } from "./flat-statistics";

const CHUNK = 32;

/** Rounds of inverse iteration for a smallest singular value. */
const ROUNDS = 24;

/** The scratch numbers that the kernels of this file need on each thread. */
export function flatScratch(h: i32, stride: i32): i32 {
  const even = (h + 1) & ~1;
  const wide = (stride + 3) & ~3;
  return gramScratch(h) + CHUNK * 4 * h + 8 * even + RUN * 12 + 12 * (even + 4) + 4 * wide + 4 * stride + 64;
}

/**
 * For each vertex (item) the w with Σw = 1 that minimises ‖y − Σ w_j B_j v‖² + ε|w|². The limit ε → 0 equals the
 * pseudo-inverse of the KKT system; ε is `ridge` times the mean of the diagonal. From the residuals' Gram matrix A the
 * answer is z / Σz with (A + εI)z = 1. errors[i] is the squared residual; lambdas (or 0) receive the smallest singular
 * value of the KKT matrix.
 */
export function flatWeights(
  begin: i32,
  end: i32,
  slot: i32,
  rest: usize,
  trajectories: usize,
  stride: i32,
  rank: i32,
  norms: usize,
  reduced: usize,
  pairs: usize,
  diagonals: usize,
  h: i32,
  ridge: f64,
  weights: usize,
  ld: i32,
  errors: usize,
  lambdas: usize,
  scratch: usize,
  scratchBytes: i32,
): void {
  const inner = scratch + <usize>slot * <usize>scratchBytes;
  let at = inner + ((<usize>(CHUNK * 4 * h)) << 3);
  gramSetUp(h, pairs, diagonals, at);
  at += (<usize>gramScratch(h)) << 3;
  const padded = (h + 1) & ~1;
  const vectors = at;
  for (let from = begin; from < end; from += CHUNK) {
    const to = min(from + CHUNK, end);
    const y = trajectories + ((<usize>from * stride) << 3);
    product(0, to - from, slot, y, stride, 1, reduced, 4 * h, rank, 4 * h, inner, 4 * h);
    for (let i = from; i < to; i++) {
      const v = rest + ((<usize>i) << 5);
      const projections = inner + ((<usize>((i - from) * 4 * h)) << 3);
      const norm = loadF64(norms, i);
      gramBegin(v, projections, 0, norm, 0);
      const a = rowOf(0);
      let trace = 0.0;
      for (let j = 0; j < h; j++) trace += loadF64(rowOf(j), j);
      const epsilon = (ridge * trace) / <f64>h + 1e-300;
      for (let j = 0; j < h; j++) {
        const d = a + ((<usize>(j * padded + j)) << 3);
        store<f64>(d, load<f64>(d) + epsilon);
      }
      cholesky(a, h, padded, 0.5 * epsilon);
      const w = weights + ((<usize>i * ld) << 3);
      const z = vectors;
      for (let j = 0; j < h; j++) storeF64(z, j, 1.0);
      choleskySolve(a, h, padded, z);
      const total = sum(z, h);
      let square = 0.0;
      for (let j = 0; j < h; j++) {
        const x = loadF64(z, j) / total;
        square += x * x;
        storeF64(w, j, x);
      }
      for (let j = h; j < ld; j++) storeF64(w, j, 0.0);
      storeF64(errors, i, Math.max(0.0, 1.0 / total - epsilon * square));
      if (lambdas) storeF64(lambdas, i, smallestSingular(a, h, padded, z, total, v, projections, norm));
    }
  }
}

/** @inline */
function sum(x: usize, n: i32): f64 {
  let s = 0.0;
  for (let j = 0; j < n; j++) s += loadF64(x, j);
  return s;
}

/**
 * Smallest singular value of K = [M 1; 1ᵀ 0] with M_jk = (B_j v)·(B_k v), by inverse iteration on K, with the factor of
 * A = y² 11ᵀ − b1ᵀ − 1bᵀ + M. For the right side (r, c) the solution is p − μq with Ap = r − cb, Aq = 1 and μ = (1ᵀp −
 * c) / 1ᵀq, and its multiplier is μ − bᵀ(p − μq) + y²c. After `q` come b, p and r.
 */
function smallestSingular(
  factor: usize,
  h: i32,
  ld: i32,
  q: usize,
  total: f64,
  v: usize,
  projections: usize,
  norm: f64,
): f64 {
  const bytes = (<usize>((h + 2) & ~1)) << 3;
  const b = q + bytes,
    p = b + bytes,
    r = p + bytes;
  for (let j = 0; j < h; j++) {
    const m = projections + ((<usize>j) << 5);
    storeF64(
      b,
      j,
      load<f64>(v) * load<f64>(m) +
        load<f64>(v, 8) * load<f64>(m, 8) +
        load<f64>(v, 16) * load<f64>(m, 16) +
        load<f64>(m, 24),
    );
    // Any start works that is not an eigenvector of another value.
    storeF64(r, j, 1.0 / <f64>(j + 1) - 0.3 * <f64>(j & 1));
  }
  let c = 0.5;
  let grown = 0.0;
  for (let round = 0; round < ROUNDS; round++) {
    let square = c * c;
    for (let j: usize = 0; j < (<usize>h) << 3; j += 8) square += load<f64>(r + j) * load<f64>(r + j);
    const f = 1.0 / Math.sqrt(square);
    c *= f;
    for (let j: usize = 0; j < (<usize>h) << 3; j += 8) {
      const x = load<f64>(r + j) * f;
      store<f64>(p + j, x - c * load<f64>(b + j));
    }
    choleskySolve(factor, h, ld, p);
    const mu = (sum(p, h) - c) / total;
    let inner = 0.0;
    grown = 0.0;
    for (let j: usize = 0; j < (<usize>h) << 3; j += 8) {
      const x = load<f64>(p + j) - mu * load<f64>(q + j);
      inner += x * load<f64>(b + j);
      grown += x * x;
      store<f64>(r + j, x);
    }
    c = mu - inner + norm * c;
    grown = Math.sqrt(grown + c * c);
  }
  return 1.0 / grown;
}
