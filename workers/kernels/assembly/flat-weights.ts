// The flat of a rig (Liu, Tan, Deng & Gingold 2020, equation 9): where each vertex lies on it, and what the next flat
// is made from. Handles are columns of B (rank rows of 4h numbers), weights are signed and sum to 1.
import { cholesky, choleskySolve } from "./cholesky";
import { tile4x4 } from "./gemm";
import { product } from "./product";
import { gramBegin, gramScratch, gramSetUp, rowOf } from "./residual-gram";

const CHUNK = 32;
/** Vertices whose monomials are made at once. */
const RUN = 64;
/** Rounds of inverse iteration for a smallest singular value. */
const ROUNDS = 24;

/** Numbers of scratch that the kernels of this file need per thread. */
export function flatScratch(h: i32, stride: i32): i32 {
  const even = (h + 1) & ~1;
  const wide = (stride + 3) & ~3;
  return gramScratch(h) + CHUNK * 4 * h + 8 * even + RUN * 12 + 12 * (even + 4) + 4 * wide + 4 * stride + 64;
}

/**
 * For each vertex (item) the w with Σw = 1 that minimises ‖y − Σ w_j B_j v‖² + ε|w|². The limit ε → 0 is what the
 * pseudo-inverse of the KKT system gives; ε is `ridge` times the mean of the diagonal. From the residuals' Gram
 * matrix A the answer is z / Σz with (A + εI)z = 1. errors[i] is the squared residual; lambdas (or 0) get the
 * smallest singular value of the KKT matrix.
 */
export function flatWeights(
  begin: i32, end: i32, slot: i32,
  rest: usize, trajectories: usize, stride: i32, rank: i32, norms: usize,
  reduced: usize, pairs: usize, diagonals: usize, h: i32, ridge: f64,
  weights: usize, ld: i32, errors: usize, lambdas: usize, scratch: usize, scratchBytes: i32,
): void {
  const inner = scratch + <usize>slot * <usize>scratchBytes;
  let at = inner + (<usize>(CHUNK * 4 * h) << 3);
  gramSetUp(h, pairs, diagonals, at);
  at += <usize>gramScratch(h) << 3;
  const padded = (h + 1) & ~1;
  const vectors = at;
  for (let from = begin; from < end; from += CHUNK) {
    const to = min(from + CHUNK, end);
    const y = trajectories + (<usize>from * stride << 3);
    product(0, to - from, slot, y, stride, 1, reduced, 4 * h, rank, 4 * h, inner, 4 * h);
    for (let i = from; i < to; i++) {
      const v = rest + (<usize>i << 5);
      const projections = inner + (<usize>((i - from) * 4 * h) << 3);
      const norm = load<f64>(norms + (<usize>i << 3));
      gramBegin(v, projections, 0, norm, 0);
      const a = rowOf(0);
      let trace = 0.0;
      for (let j = 0; j < h; j++) trace += load<f64>(rowOf(j) + (<usize>j << 3));
      const epsilon = ridge * trace / <f64>h + 1e-300;
      for (let j = 0; j < h; j++) {
        const d = a + (<usize>(j * padded + j) << 3);
        store<f64>(d, load<f64>(d) + epsilon);
      }
      cholesky(a, h, padded, 0.5 * epsilon);
      const w = weights + (<usize>i * ld << 3);
      const z = vectors;
      for (let j = 0; j < h; j++) store<f64>(z + (<usize>j << 3), 1.0);
      choleskySolve(a, h, padded, z);
      const total = sum(z, h);
      let square = 0.0;
      for (let j = 0; j < h; j++) {
        const x = load<f64>(z + (<usize>j << 3)) / total;
        square += x * x;
        store<f64>(w + (<usize>j << 3), x);
      }
      for (let j = h; j < ld; j++) store<f64>(w + (<usize>j << 3), 0.0);
      store<f64>(errors + (<usize>i << 3), Math.max(0.0, 1.0 / total - epsilon * square));
      if (lambdas) store<f64>(lambdas + (<usize>i << 3), smallestSingular(a, h, padded, z, total, v, projections, norm));
    }
  }
}

// @ts-ignore: decorator
@inline
function sum(x: usize, n: i32): f64 {
  let s = 0.0;
  for (let j = 0; j < n; j++) s += load<f64>(x + (<usize>j << 3));
  return s;
}

/**
 * Smallest singular value of K = [M 1; 1ᵀ 0] with M_jk = (B_j v)·(B_k v), by inverse iteration on K, through the
 * factor of A = y² 11ᵀ − b1ᵀ − 1bᵀ + M: on the right side (r, c) the solution is p − μq with Ap = r − cb, Aq = 1
 * and μ = (1ᵀp − c) / 1ᵀq, and its multiplier is μ − bᵀ(p − μq) + y²c. After `q` come b, p and r.
 */
function smallestSingular(
  factor: usize, h: i32, ld: i32, q: usize, total: f64, v: usize, projections: usize, norm: f64,
): f64 {
  const bytes = <usize>((h + 2) & ~1) << 3;
  const b = q + bytes, p = b + bytes, r = p + bytes;
  for (let j = 0; j < h; j++) {
    const m = projections + (<usize>j << 5);
    store<f64>(b + (<usize>j << 3),
      load<f64>(v) * load<f64>(m) + load<f64>(v, 8) * load<f64>(m, 8) + load<f64>(v, 16) * load<f64>(m, 16) + load<f64>(m, 24));
    // Any start will do that is not an eigenvector of another value.
    store<f64>(r + (<usize>j << 3), 1.0 / <f64>(j + 1) - 0.3 * <f64>(j & 1));
  }
  let c = 0.5;
  let grown = 0.0;
  for (let round = 0; round < ROUNDS; round++) {
    let square = c * c;
    for (let j: usize = 0; j < <usize>h << 3; j += 8) square += load<f64>(r + j) * load<f64>(r + j);
    const f = 1.0 / Math.sqrt(square);
    c *= f;
    for (let j: usize = 0; j < <usize>h << 3; j += 8) {
      const x = load<f64>(r + j) * f;
      store<f64>(p + j, x - c * load<f64>(b + j));
    }
    choleskySolve(factor, h, ld, p);
    const mu = (sum(p, h) - c) / total;
    let inner = 0.0;
    grown = 0.0;
    for (let j: usize = 0; j < <usize>h << 3; j += 8) {
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

/**
 * What the bones phase needs to know of dense weights, for handle j (an item): N_jk = Σ λ w_j w_k v vᵀ, rows and
 * columns of `normal` (4h by 4h), and C_j = Σ λ w_j y vᵀ, columns 4j … of `cross` (rank rows of 4h). `lambdas` may
 * be 0: all are 1. Sums run over the vertices in order. `ld`, between rows of `weights`, is a multiple of 4.
 */
export function flatStatistics(
  begin: i32, end: i32, slot: i32,
  rest: usize, trajectories: usize, stride: i32, rank: i32, vertices: i32,
  weights: usize, ld: i32, lambdas: usize, h: i32,
  normal: usize, cross: usize, scratch: usize, scratchBytes: i32,
): void {
  const run = scratch + <usize>slot * <usize>scratchBytes;
  const wide = (rank + 3) & ~3;
  const pairs = run + (RUN * 12 << 3);
  const panel = pairs + (<usize>(12 * ld) << 3);
  const rowBytes = <usize>stride << 3;
  const weightBytes = <usize>ld << 3;
  for (let j = begin; j < end; j++) {
    const first = j & ~3;
    for (let from = 0; from < vertices; from += RUN) {
      const n = min(RUN, vertices - from);
      monomials(from, n, j, rest, weights, ld, lambdas, run);
      const w = weights + <usize>from * weightBytes;
      for (let c = first; c < h; c += 4) {
        for (let r: usize = 0; r < 12; r += 4) {
          tile4x4(run + (r << 3), 8, 96, w + (<usize>c << 3), weightBytes, n,
            pairs + r * weightBytes + (<usize>c << 3), weightBytes, 4, from > 0);
        }
      }
      const y = trajectories + <usize>from * rowBytes;
      for (let c = 0; c < wide; c += 4) {
        tile4x4(run + 64, 8, 96, y + (<usize>c << 3), rowBytes, n, panel + (<usize>c << 3), <usize>wide << 3, 4, from > 0);
      }
    }
    for (let k = j; k < h; k++) writeBlocks(j, k, h, pairs, weightBytes, normal);
    for (let row = 0; row < rank; row++) {
      const to = cross + (<usize>(row * 4 * h + 4 * j) << 3);
      for (let c: usize = 0; c < 4; c++) store<f64>(to + (c << 3), load<f64>(panel + ((c * wide + row) << 3)));
    }
  }
}

/** λ w_j times xx xy xz yy yz zz 0 0 x y z 1 of a run of vertices, 12 numbers each. */
function monomials(from: i32, n: i32, j: i32, rest: usize, weights: usize, ld: i32, lambdas: usize, out: usize): void {
  for (let i = from; i < from + n; i++) {
    let w = load<f64>(weights + (<usize>(i * ld + j) << 3));
    if (lambdas) w *= load<f64>(lambdas + (<usize>i << 3));
    const v = rest + (<usize>i << 5);
    const x = load<f64>(v), y = load<f64>(v, 8), z = load<f64>(v, 16);
    const wx = w * x, wy = w * y, wz = w * z;
    store<f64>(out, wx * x);
    store<f64>(out, wx * y, 8);
    store<f64>(out, wx * z, 16);
    store<f64>(out, wy * y, 24);
    store<f64>(out, wy * z, 32);
    store<f64>(out, wz * z, 40);
    store<f64>(out, 0, 48);
    store<f64>(out, 0, 56);
    store<f64>(out, wx, 64);
    store<f64>(out, wy, 72);
    store<f64>(out, wz, 80);
    store<f64>(out, w, 88);
    out += 96;
  }
}

/** N_jk and N_kj, both the same symmetric 4x4. */
function writeBlocks(j: i32, k: i32, h: i32, pairs: usize, row: usize, normal: usize): void {
  const from = pairs + (<usize>k << 3);
  writeSquare(j, k, h, from, row, normal);
  if (j != k) writeSquare(k, j, h, from, row, normal);
}

function writeSquare(j: i32, k: i32, h: i32, from: usize, row: usize, normal: usize): void {
  const down = <usize>(4 * h) << 3;
  const to = normal + <usize>(4 * j) * down + (<usize>(4 * k) << 3);
  const xy = load<f64>(from + row), xz = load<f64>(from + 2 * row), yz = load<f64>(from + 4 * row);
  const x = load<f64>(from + 8 * row), y = load<f64>(from + 9 * row), z = load<f64>(from + 10 * row);
  store<f64>(to, load<f64>(from));
  store<f64>(to, xy, 8);
  store<f64>(to, xz, 16);
  store<f64>(to, x, 24);
  store<f64>(to + down, xy);
  store<f64>(to + down, load<f64>(from + 3 * row), 8);
  store<f64>(to + down, yz, 16);
  store<f64>(to + down, y, 24);
  store<f64>(to + 2 * down, xz);
  store<f64>(to + 2 * down, yz, 8);
  store<f64>(to + 2 * down, load<f64>(from + 5 * row), 16);
  store<f64>(to + 2 * down, z, 24);
  store<f64>(to + 3 * down, x);
  store<f64>(to + 3 * down, y, 8);
  store<f64>(to + 3 * down, z, 16);
  store<f64>(to + 3 * down, load<f64>(from + 11 * row), 24);
}

/** A rest position that the motion fixes less well than this (determinant over the cube of the mean) stays. */
const LEAST_DETERMINANT = 1e-6;

/**
 * Rest positions (items) that suit handles and weights best: with T = Σ w_j B_j the least squares solution of
 * T [v; 1] = y, in place.
 */
export function flatRest(
  begin: i32, end: i32, slot: i32,
  rest: usize, trajectories: usize, stride: i32, rank: i32,
  reduced: usize, h: i32, weights: usize, ld: i32,
): void {
  for (let i = begin; i < end; i++) {
    const w = weights + (<usize>i * ld << 3);
    let xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0, rx = 0.0, ry = 0.0, rz = 0.0;
    for (let row = 0; row < rank; row++) {
      let left = f64x2.splat(0), right = left;
      let b = reduced + (<usize>(row * 4 * h) << 3);
      for (let j: usize = 0; j < <usize>h; j++) {
        const wj = v128.load64_splat(w + (j << 3));
        left = f64x2.add(left, f64x2.mul(wj, v128.load(b)));
        right = f64x2.add(right, f64x2.mul(wj, v128.load(b, 16)));
        b += 32;
      }
      const p = f64x2.extract_lane(left, 0), q = f64x2.extract_lane(left, 1), s = f64x2.extract_lane(right, 0);
      const d = load<f64>(trajectories + (<usize>(i * stride + row) << 3)) - f64x2.extract_lane(right, 1);
      xx += p * p; xy += p * q; xz += p * s; yy += q * q; yz += q * s; zz += s * s;
      rx += p * d; ry += q * d; rz += s * d;
    }
    const a = yy * zz - yz * yz, b = xz * yz - xy * zz, c = xy * yz - yy * xz;
    const determinant = xx * a + xy * b + xz * c;
    const mean = (xx + yy + zz) / 3;
    if (!(determinant > LEAST_DETERMINANT * mean * mean * mean)) continue;
    const v = rest + (<usize>i << 5);
    store<f64>(v, (a * rx + b * ry + c * rz) / determinant);
    store<f64>(v, (b * rx + (xx * zz - xz * xz) * ry + (xy * xz - xx * yz) * rz) / determinant, 8);
    store<f64>(v, (c * rx + (xy * xz - xx * yz) * ry + (xx * yy - xy * xy) * rz) / determinant, 16);
  }
}
