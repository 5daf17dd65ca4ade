// A correction of rank r for the error of a rig (EigenSkin): the residuals of a stage of the sequence, mapped back to
// the rest pose, and the two halves of alternating least squares.

import { cholesky, choleskySolve } from "../dense/cholesky";
import { loadF64, storeF64 } from "../memory";
import { gather, PER_FRAME } from "./residuals";
import { StagedRig } from "./staged-rig";

/** The scratch numbers that `correctionStep` needs on each thread. */
export function stepScratch(frames: i32, rank: i32): i32 {
  const n = 3 * rank;
  return 12 + PER_FRAME * frames + n * (n + (n & 1)) + (n + (n & 1)) + 3 * (rank + 1);
}

/**
 * Half a sweep of alternating least squares, and the sums of the other half. Items are vertices of a stage; rows of
 * `rank` numbers are padded to the even `stride`. With c(k) the coefficients of frame k and Q, g as in `gather`: shapes
 * s(i) (3 rows) move to the minimum of Σ_k ‖e − M s c‖² with fixed c. Then sums[block] receives, for each frame, Σ_i sᵀ
 * Q s (stride x stride, the upper triangle), Σ_i sᵀ g, Σ_i ‖e‖² and one unused. The step solves the normal equations
 * with `ridge` times their mean diagonal added, starting from the old s, so it lowers the error whatever their
 * condition.
 */
export function correctionStep(
  begin: i32,
  end: i32,
  slot: i32,
  rig: StagedRig,
  block: i32,
  posed: i32,
  rank: i32,
  coefficients: usize,
  shapes: usize,
  ridge: f64,
  sums: usize,
  scratch: usize,
): void {
  const frames = rig.frames;
  const stride = rank + (rank & 1);
  const row: usize = (<usize>stride) << 3;
  const n = 3 * rank;
  const ld = n + (n & 1);
  const m = scratch + ((<usize>slot * <usize>stepScratch(frames, rank)) << 3);
  const data = m + 96;
  const normal = data + ((<usize>(PER_FRAME * frames)) << 3);
  const right = normal + ((<usize>(n * ld)) << 3);
  const y = right + ((<usize>ld) << 3);
  const mine: usize = (<usize>(stride * stride + stride + 2)) << 3;
  const to = sums + <usize>(begin / block) * <usize>frames * mine;
  memory.fill(to, 0, <usize>frames * mine);
  for (let i = begin; i < end; i++) {
    const energies = to + mine - 16;
    gather(i, rig, posed, m, data, energies, mine);
    const s = shapes + 3 * <usize>i * row;
    normalEquations(data, frames, rank, stride, coefficients, normal, ld, right);
    solveShapes(normal, right, n, ld, rank, stride, ridge, s);
    frameSums(data, frames, rank, stride, s, y, to, mine);
  }
}

/** N[(a, p), (b, q)] = Σ_k c_p c_q Q_ab, unknown (a, p) at a·rank + p; right = Σ_k c_p g_a. */
function normalEquations(
  data: usize,
  frames: i32,
  rank: i32,
  stride: i32,
  coefficients: usize,
  normal: usize,
  ld: i32,
  right: usize,
): void {
  const row: usize = (<usize>stride) << 3;
  for (let p = 0; p < rank; p++) {
    const cp = coefficients + ((<usize>p) << 3);
    let r0 = f64x2.splat(0),
      r1 = r0;
    let d = data,
      c: usize = cp;
    for (let k = 0; k < frames; k++) {
      const f = v128.load64_splat(c);
      r0 = f64x2.add(r0, f64x2.mul(f, v128.load(d, 48)));
      r1 = f64x2.add(r1, f64x2.mul(f, v128.load(d, 64)));
      d += PER_FRAME << 3;
      c += row;
    }
    storeF64(right, p, f64x2.extract_lane(r0, 0));
    storeF64(right, rank + p, f64x2.extract_lane(r0, 1));
    storeF64(right, 2 * rank + p, f64x2.extract_lane(r1, 0));
    for (let q = 0; q <= p; q++) {
      const between = (<usize>(p - q)) << 3;
      let s0 = f64x2.splat(0),
        s1 = s0,
        s2 = s0;
      d = data;
      c = cp;
      for (let k = 0; k < frames; k++) {
        const f = f64x2.splat(load<f64>(c) * load<f64>(c - between));
        s0 = f64x2.add(s0, f64x2.mul(f, v128.load(d)));
        s1 = f64x2.add(s1, f64x2.mul(f, v128.load(d, 16)));
        s2 = f64x2.add(s2, f64x2.mul(f, v128.load(d, 32)));
        d += PER_FRAME << 3;
        c += row;
      }
      const x = f64x2.extract_lane(s0, 0),
        xy = f64x2.extract_lane(s0, 1),
        xz = f64x2.extract_lane(s1, 0);
      put(normal, ld, p, q, x);
      put(normal, ld, rank + p, q, xy);
      put(normal, ld, rank + q, p, xy);
      put(normal, ld, 2 * rank + p, q, xz);
      put(normal, ld, 2 * rank + q, p, xz);
      put(normal, ld, rank + p, rank + q, f64x2.extract_lane(s1, 1));
      put(normal, ld, 2 * rank + p, rank + q, f64x2.extract_lane(s2, 0));
      put(normal, ld, 2 * rank + q, rank + p, f64x2.extract_lane(s2, 0));
      put(normal, ld, 2 * rank + p, 2 * rank + q, f64x2.extract_lane(s2, 1));
    }
  }
}

/** A number of a symmetric matrix, in both triangles. @inline */
function put(matrix: usize, ld: i32, r: i32, c: i32, value: f64): void {
  storeF64(matrix, r * ld + c, value);
  storeF64(matrix, c * ld + r, value);
}

/** s += (N + λ)⁻¹ (right − N s), with λ = ridge · mean diagonal. Overwrites `normal` and `right`. */
function solveShapes(
  normal: usize,
  right: usize,
  n: i32,
  ld: i32,
  rank: i32,
  stride: i32,
  ridge: f64,
  s: usize,
): void {
  let trace: f64 = 0;
  for (let u = 0; u < n; u++) {
    const row = normal + ((<usize>(u * ld)) << 3);
    trace += loadF64(row, u);
    let sum: f64 = 0;
    for (let axis = 0; axis < 3; axis++) {
      const from = row + ((<usize>(axis * rank)) << 3),
        other = s + ((<usize>(axis * stride)) << 3);
      for (let p: usize = 0; p < <usize>rank; p++) sum += loadF64(from, p) * loadF64(other, p);
    }
    const at = right + ((<usize>u) << 3);
    store<f64>(at, load<f64>(at) - sum);
  }
  const lift = (ridge * trace) / <f64>n;
  if (!(lift > 0)) return;
  for (let u = 0; u < n; u++) {
    const at = normal + ((<usize>(u * ld + u)) << 3);
    store<f64>(at, load<f64>(at) + lift);
  }
  cholesky(normal, n, ld, 0.5 * lift);
  choleskySolve(normal, n, ld, right);
  for (let axis = 0; axis < 3; axis++) {
    for (let p = 0; p < rank; p++) {
      const at = s + ((<usize>(axis * stride + p)) << 3);
      store<f64>(at, load<f64>(at) + loadF64(right, axis * rank + p));
    }
  }
}

/** Adds sᵀ Q s and sᵀ g of a vertex to the sums of each frame; `y` has room for Q s. */
function frameSums(
  data: usize,
  frames: i32,
  rank: i32,
  stride: i32,
  s: usize,
  y: usize,
  to: usize,
  mine: usize,
): void {
  const row: usize = (<usize>stride) << 3;
  const s1 = s + row,
    s2 = s1 + row,
    y1 = y + row,
    y2 = y1 + row;
  for (let k = 0; k < frames; k++) {
    const d = data + ((<usize>(k * PER_FRAME)) << 3);
    const gradient = to + row * <usize>stride;
    const q00 = v128.load64_splat(d),
      q01 = v128.load64_splat(d, 8),
      q02 = v128.load64_splat(d, 16);
    const q11 = v128.load64_splat(d, 24),
      q12 = v128.load64_splat(d, 32),
      q22 = v128.load64_splat(d, 40);
    const g0 = v128.load64_splat(d, 48),
      g1 = v128.load64_splat(d, 56),
      g2 = v128.load64_splat(d, 64);
    for (let c: usize = 0; c < row; c += 16) {
      const u = v128.load(s + c),
        v = v128.load(s1 + c),
        w = v128.load(s2 + c);
      v128.store(y + c, f64x2.add(f64x2.add(f64x2.mul(q00, u), f64x2.mul(q01, v)), f64x2.mul(q02, w)));
      v128.store(y1 + c, f64x2.add(f64x2.add(f64x2.mul(q01, u), f64x2.mul(q11, v)), f64x2.mul(q12, w)));
      v128.store(y2 + c, f64x2.add(f64x2.add(f64x2.mul(q02, u), f64x2.mul(q12, v)), f64x2.mul(q22, w)));
      const g = f64x2.add(f64x2.add(f64x2.mul(g0, u), f64x2.mul(g1, v)), f64x2.mul(g2, w));
      v128.store(gradient + c, f64x2.add(v128.load(gradient + c), g));
    }
    for (let p = 0; p < rank; p++) {
      const at = (<usize>p) << 3;
      const u = v128.load64_splat(s + at),
        v = v128.load64_splat(s1 + at),
        w = v128.load64_splat(s2 + at);
      const out = to + <usize>p * row;
      for (let c: usize = (<usize>(p & ~1)) << 3; c < row; c += 16) {
        const sum = f64x2.add(
          f64x2.add(f64x2.mul(u, v128.load(y + c)), f64x2.mul(v, v128.load(y1 + c))),
          f64x2.mul(w, v128.load(y2 + c)),
        );
        v128.store(out + c, f64x2.add(v128.load(out + c), sum));
      }
    }
    to += mine;
  }
}
