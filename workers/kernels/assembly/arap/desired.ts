// As-rigid-as-desired transformations (Thiery & Eisemann 2018, section 4.1): R = U diag(σ) Vᵀ for cov = U Σ Vᵀ, where
// σ_k is the mean of |J θ_k| over the bones of the cluster's vertices, weighted by Λ w. J is the bone's Jacobian at the
// vertex, and θ_k a column of V.

import { f64At, loadI32 } from "../memory";
import { mad } from "./lanes";
import { ArapLocal, ArapSystem, shareOf, startOf } from "./records";

/** Whether a bone of a member of the cluster bends. */
export function bends(s: ArapSystem, l: ArapLocal, x: i32): bool {
  const last = loadI32(l.memberOffsets, x + 1);
  for (let n = loadI32(l.memberOffsets, x); n < last; n++) {
    const i = loadI32(l.members, n);
    const bones = loadI32(s.supportOffsets, i + 1) - loadI32(s.supportOffsets, i);
    if (loadI32(s.wideOffsets, i + 1) - loadI32(s.wideOffsets, i) > bones) return true;
  }
  return false;
}

/** Σ_i Λ_i Σ_k λ_ik e eᵀ over the members: xx, xy, xz, yy, yz, zz. */
export function edgeMoments(s: ArapSystem, l: ArapLocal, x: i32, out: usize): void {
  memory.fill(out, 0, 48);
  const last = loadI32(l.memberOffsets, x + 1);
  for (let n = loadI32(l.memberOffsets, x); n < last; n++) {
    const i = loadI32(l.members, n);
    const hi = f64At(s.points, 4 * i);
    const until = loadI32(s.ringOffsets, i + 1);
    for (let e = loadI32(s.ringOffsets, i); e < until; e++) {
      const hk = f64At(s.points, 4 * loadI32(s.ring, e));
      const g = load<f64>(f64At(s.own, e));
      let at = out;
      for (let r: usize = 0; r < 24; r += 8) {
        const d = g * (load<f64>(hk + r) - load<f64>(hi + r));
        for (let c = r; c < 24; c += 8) {
          store<f64>(at, load<f64>(at) + d * (load<f64>(hk + c) - load<f64>(hi + c)));
          at += 8;
        }
      }
    }
  }
}

/**
 * Turns the rotations of two exemplars into R = rotation · V diag(σ) Vᵀ.
 * @param room 288 bytes.
 * @returns tr(Rᵀ cov) − ½ (Σ |R e|² − Σ |e|²) of both.
 */
export function stretched(
  s: ArapSystem,
  l: ArapLocal,
  x: i32,
  motions: usize,
  cov: usize,
  rotation: usize,
  moment: usize,
  room: usize,
): v128 {
  principalAxes(cov, rotation, room);
  principalAxes(cov + 8, rotation + 8, room + 8);
  const sums = stretches(s, l, x, motions, room, room + 144);
  const inverse = f64x2.div(f64x2.splat(1), sums);
  const a = f64x2.mul(v128.load(room, 144), inverse);
  const b = f64x2.mul(v128.load(room, 160), inverse);
  const c = f64x2.mul(v128.load(room, 176), inverse);
  // S = V diag(σ) Vᵀ. It is the identity for a missing pose, whose covariance is 0.
  const none = f64x2.eq(squares(cov), f64x2.splat(0));
  const symmetric = room + 144;
  for (let r: usize = 0; r < 3; r++) {
    for (let d: usize = 0; d < 3; d++) {
      const p = room + 48 * r;
      const q = room + 48 * d;
      let sum = f64x2.mul(a, f64x2.mul(v128.load(p), v128.load(q)));
      sum = mad(sum, b, f64x2.mul(v128.load(p, 16), v128.load(q, 16)));
      sum = mad(sum, c, f64x2.mul(v128.load(p, 32), v128.load(q, 32)));
      const one = f64x2.splat(r === d ? 1.0 : 0.0);
      v128.store(symmetric + 48 * r + 16 * d, v128.bitselect(one, sum, none));
    }
  }
  let trace = f64x2.splat(0);
  for (let r: usize = 0; r < 144; r += 48) {
    const at = rotation + r;
    const u = v128.load(at);
    const v = v128.load(at, 16);
    const w = v128.load(at, 32);
    for (let d: usize = 0; d < 48; d += 16) {
      const from = symmetric + d;
      const sum = mad(mad(f64x2.mul(u, v128.load(from)), v, v128.load(from, 48)), w, v128.load(from, 96));
      v128.store(at + d, sum);
      trace = mad(trace, sum, v128.load(cov + r + d));
    }
  }
  return f64x2.sub(trace, f64x2.mul(f64x2.splat(0.5), growth(symmetric, moment)));
}

/** |cov|² of both. */
function squares(cov: usize): v128 {
  let sum = f64x2.splat(0);
  for (let n: usize = 0; n < 144; n += 16) sum = mad(sum, v128.load(cov + n), v128.load(cov + n));
  return sum;
}

/** tr((S² − I) moment). */
function growth(symmetric: usize, moment: usize): v128 {
  let sum = f64x2.splat(0);
  let at = moment;
  for (let r: usize = 0; r < 3; r++) {
    for (let c = r; c < 3; c++) {
      let square = f64x2.splat(r === c ? -1.0 : 0.0);
      for (let n: usize = 0; n < 48; n += 16) {
        square = mad(square, v128.load(symmetric + 48 * r + n), v128.load(symmetric + 48 * c + n));
      }
      sum = mad(sum, square, f64x2.splat((r === c ? 1.0 : 2.0) * load<f64>(at)));
      at += 8;
    }
  }
  return sum;
}

/** Writes Σ Λ w |J θ_k| of both exemplars to `out`, three pairs, and returns Σ Λ w. θ_k are the columns of V. */
function stretches(s: ArapSystem, l: ArapLocal, x: i32, motions: usize, axes: usize, out: usize): v128 {
  let s0 = f64x2.splat(0);
  let s1 = s0;
  let s2 = s0;
  let total = 0.0;
  const last = loadI32(l.memberOffsets, x + 1);
  for (let n = loadI32(l.memberOffsets, x); n < last; n++) {
    const i = loadI32(l.members, n);
    const mass = load<f64>(f64At(l.masses, i));
    const until = loadI32(s.supportOffsets, i + 1);
    for (let e = loadI32(s.supportOffsets, i); e < until; e++) {
      const w = f64x2.splat(mass * load<f64>(f64At(s.weights, e)));
      total += mass * load<f64>(f64At(s.weights, e));
      const from = startOf(s, e);
      const to = startOf(s, e + 1);
      if (to - from === 1) {
        s0 = f64x2.add(s0, w);
        s1 = f64x2.add(s1, w);
        s2 = f64x2.add(s2, w);
        continue;
      }
      // The 3x3 matrix J, row by row: Σ M (p I + p′ h gᵀ).
      let p0 = f64x2.splat(0);
      let p1 = p0,
        p2 = p0;
      const g = f64At(l.gradients, 3 * e);
      for (let r: usize = 0; r < 3; r++) {
        let a = f64x2.splat(0);
        let b = a,
          c = a,
          d = a;
        for (let m = from; m < to; m++) {
          const row = motions + 192 * <usize>loadI32(s.wide, m) + 64 * r;
          const share = f64x2.splat(shareOf(s, m));
          const mx = v128.load(row);
          const my = v128.load(row, 16);
          const mz = v128.load(row, 32);
          const mt = v128.load(row, 48);
          a = mad(a, share, mx);
          b = mad(b, share, my);
          c = mad(c, share, mz);
          const h = f64At(s.points, 4 * i);
          let moved = mad(mt, mx, v128.load64_splat(h));
          moved = mad(moved, my, v128.load64_splat(h, 8));
          moved = mad(moved, mz, v128.load64_splat(h, 16));
          d = mad(d, v128.load64_splat(f64At(l.slopes, m)), moved);
        }
        a = mad(a, d, v128.load64_splat(g));
        b = mad(b, d, v128.load64_splat(g, 8));
        c = mad(c, d, v128.load64_splat(g, 16));
        const y0 = mad(mad(f64x2.mul(a, v128.load(axes)), b, v128.load(axes, 48)), c, v128.load(axes, 96));
        const y1 = mad(
          mad(f64x2.mul(a, v128.load(axes, 16)), b, v128.load(axes, 64)),
          c,
          v128.load(axes, 112),
        );
        const y2 = mad(
          mad(f64x2.mul(a, v128.load(axes, 32)), b, v128.load(axes, 80)),
          c,
          v128.load(axes, 128),
        );
        p0 = mad(p0, y0, y0);
        p1 = mad(p1, y1, y1);
        p2 = mad(p2, y2, y2);
      }
      s0 = mad(s0, w, f64x2.sqrt(p0));
      s1 = mad(s1, w, f64x2.sqrt(p1));
      s2 = mad(s2, w, f64x2.sqrt(p2));
    }
  }
  v128.store(out, s0);
  v128.store(out, s1, 16);
  v128.store(out, s2, 32);
  return f64x2.splat(total);
}

/** V of one lane: the eigenvectors of rotationᵀ cov as columns, by Jacobi's rotations. */
function principalAxes(cov: usize, rotation: usize, out: usize): void {
  let a = entryOf(cov, rotation, 0, 0);
  let d = entryOf(cov, rotation, 1, 1);
  let f = entryOf(cov, rotation, 2, 2);
  let b = 0.5 * (entryOf(cov, rotation, 0, 1) + entryOf(cov, rotation, 1, 0));
  let c = 0.5 * (entryOf(cov, rotation, 0, 2) + entryOf(cov, rotation, 2, 0));
  let e = 0.5 * (entryOf(cov, rotation, 1, 2) + entryOf(cov, rotation, 2, 1));
  for (let r: usize = 0; r < 3; r++) {
    for (let k: usize = 0; k < 3; k++) store<f64>(out + 48 * r + 16 * k, r === k ? 1.0 : 0.0);
  }
  const small = 1e-30 * (a * a + d * d + f * f + b * b + c * c + e * e);
  for (let sweep = 0; sweep < 12; sweep++) {
    if (!(b * b + c * c + e * e > small)) return;
    let t = tangent(a, d, b);
    let cosine = 1.0 / Math.sqrt(1.0 + t * t);
    let sine = t * cosine;
    a -= t * b;
    d += t * b;
    b = 0.0;
    let other = cosine * c - sine * e;
    e = sine * c + cosine * e;
    c = other;
    turnColumns(out, 0, 16, cosine, sine);
    t = tangent(a, f, c);
    cosine = 1.0 / Math.sqrt(1.0 + t * t);
    sine = t * cosine;
    a -= t * c;
    f += t * c;
    c = 0.0;
    other = cosine * b - sine * e;
    e = sine * b + cosine * e;
    b = other;
    turnColumns(out, 0, 32, cosine, sine);
    t = tangent(d, f, e);
    cosine = 1.0 / Math.sqrt(1.0 + t * t);
    sine = t * cosine;
    d -= t * e;
    f += t * e;
    e = 0.0;
    other = cosine * b - sine * c;
    c = sine * b + cosine * c;
    b = other;
    turnColumns(out, 16, 32, cosine, sine);
  }
}

/** Entry r, c of rotationᵀ cov. */
function entryOf(cov: usize, rotation: usize, r: usize, c: usize): f64 {
  let sum = 0.0;
  for (let n: usize = 0; n < 144; n += 48)
    sum += load<f64>(rotation + n + 16 * r) * load<f64>(cov + n + 16 * c);
  return sum;
}

/** tan of the rotation that zeroes `off` between the diagonal entries p and q. */
function tangent(p: f64, q: f64, off: f64): f64 {
  if (off === 0.0) return 0.0;
  const theta = (q - p) / (2.0 * off);
  const t = 1.0 / (Math.abs(theta) + Math.sqrt(1.0 + theta * theta));
  return theta < 0.0 ? -t : t;
}

function turnColumns(v: usize, p: usize, q: usize, cosine: f64, sine: f64): void {
  for (let r: usize = 0; r < 144; r += 48) {
    const x = load<f64>(v + r + p);
    const y = load<f64>(v + r + q);
    store<f64>(v + r + p, cosine * x - sine * y);
    store<f64>(v + r + q, sine * x + cosine * y);
  }
}
