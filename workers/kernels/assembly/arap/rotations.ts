// The local step of as-rigid-as-possible weights: it finds the best rotation of every cluster of vertices in every
// exemplar, and the sums that the linear system needs. No vertex is posed. Items are the clusters of one clustering
// after another; the two lanes hold two exemplars.

import { f64At, loadI32, storeF64, storeI32 } from "../memory";
import { nearestRotations } from "../rotations/polar";
import { bends, edgeMoments, stretched } from "./desired";
import { mad } from "./lanes";
import { ArapLocal, ArapSystem } from "./records";

export function arapRotations(begin: i32, end: i32, slot: i32, system: ArapSystem, local: ArapLocal): void {
  const scratch = system.scratch + <usize>slot * <usize>system.scratchBytes;
  for (let x = begin; x < end; x++) {
    const first = loadI32(local.boneOffsets, x);
    const count = loadI32(local.boneOffsets, x + 1) - first;
    const cov = scratch;
    const rotation = cov + 144;
    const room = rotation + 144;
    const moment = room + 336;
    const lanes = moment + 48;
    const moments = lanes + ((<usize>(24 * count)) << 3);
    const place = moments + ((<usize>(12 * count)) << 3);
    memory.fill(lanes, 0, (<usize>(36 * count)) << 3);
    for (let u = 0; u < count; u++) storeI32(place, loadI32(local.clusterBones, first + u), u);
    clusterMoments(system, local, x, moments, place);

    const desired = local.slopes !== 0 && bends(system, local, x);
    if (desired) edgeMoments(system, local, x, moment);

    let trace = 0.0;
    const clustering = loadI32(local.clusterings, x);
    const until = loadI32(local.pairOffsets, clustering + 1);
    for (let pair = loadI32(local.pairOffsets, clustering); pair < until; pair++) {
      const motions = f64At(local.motions, 24 * system.bones * pair);
      covariance(local, first, count, motions, moments, cov);
      let both = nearestRotations(cov, rotation, room);
      if (desired) both = stretched(system, local, x, motions, cov, rotation, moment, room);
      trace += f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
      turnBack(local, first, count, motions, rotation, lanes);
    }
    store<f64>(f64At(local.traces, x), trace);
    const out = f64At(local.sums, 12 * first);
    for (let n: usize = 0; n < <usize>(12 * count); n++) {
      storeF64(out, n, load<f64>(lanes + (n << 4)) + load<f64>(lanes + (n << 4), 8));
    }
  }
}

/** S_j = Σ_i Λ_i Σ_k λ_ik (w_kj h_k − w_ij h_i) e_ikᵀ over the members i, 4x3. */
function clusterMoments(s: ArapSystem, l: ArapLocal, x: i32, moments: usize, place: usize): void {
  const last = loadI32(l.memberOffsets, x + 1);
  for (let n = loadI32(l.memberOffsets, x); n < last; n++) {
    const i = loadI32(l.members, n);
    const hi = f64At(s.points, 4 * i);
    const px = load<f64>(hi);
    const py = load<f64>(hi, 8);
    const pz = load<f64>(hi, 16);
    let sx = 0.0;
    let sy = 0.0;
    let sz = 0.0;
    const until = loadI32(s.ringOffsets, i + 1);
    for (let e = loadI32(s.ringOffsets, i); e < until; e++) {
      const k = loadI32(s.ring, e);
      const g = load<f64>(f64At(s.own, e));
      const hk = f64At(s.points, 4 * k);
      const ex = g * (load<f64>(hk) - px);
      const ey = g * (load<f64>(hk, 8) - py);
      const ez = g * (load<f64>(hk, 16) - pz);
      addOuter(s, k, 1.0, ex, ey, ez, moments, place);
      sx += ex;
      sy += ey;
      sz += ez;
    }
    addOuter(s, i, -1.0, sx, sy, sz, moments, place);
  }
}

/** S_j += sign·w_vj h_v eᵀ for the bones of vertex v. */
function addOuter(
  s: ArapSystem,
  v: i32,
  sign: f64,
  ex: f64,
  ey: f64,
  ez: f64,
  moments: usize,
  place: usize,
): void {
  const h = f64At(s.points, 4 * v);
  const x = sign * load<f64>(h);
  const y = sign * load<f64>(h, 8);
  const z = sign * load<f64>(h, 16);
  const a = f64x2.replace_lane(f64x2.splat(x * ex), 1, x * ey);
  const b = f64x2.replace_lane(f64x2.splat(x * ez), 1, y * ex);
  const c = f64x2.replace_lane(f64x2.splat(y * ey), 1, y * ez);
  const d = f64x2.replace_lane(f64x2.splat(z * ex), 1, z * ey);
  const f = f64x2.replace_lane(f64x2.splat(z * ez), 1, sign * ex);
  const g = f64x2.replace_lane(f64x2.splat(sign * ey), 1, sign * ez);
  const until = loadI32(s.wideOffsets, v + 1);
  for (let n = loadI32(s.wideOffsets, v); n < until; n++) {
    const to = moments + 96 * <usize>loadI32(place, loadI32(s.wide, n));
    const w = v128.load64_splat(f64At(s.wideWeights, n));
    v128.store(to, mad(v128.load(to), w, a));
    v128.store(to, mad(v128.load(to, 16), w, b), 16);
    v128.store(to, mad(v128.load(to, 32), w, c), 32);
    v128.store(to, mad(v128.load(to, 48), w, d), 48);
    v128.store(to, mad(v128.load(to, 64), w, f), 64);
    v128.store(to, mad(v128.load(to, 80), w, g), 80);
  }
}

/** cov = Σ_j M_j S_j in both lanes. */
function covariance(l: ArapLocal, first: i32, count: i32, motions: usize, moments: usize, cov: usize): void {
  let a = f64x2.splat(0);
  let b = a,
    c = a,
    d = a,
    e = a,
    f = a,
    g = a,
    h = a,
    i = a;
  for (let u = 0; u < count; u++) {
    const m = motions + 192 * <usize>loadI32(l.clusterBones, first + u);
    const t = moments + 96 * <usize>u;
    for (let n: usize = 0; n < 4; n++) {
      const column = m + (n << 4);
      const row = t + 24 * n;
      const x = v128.load64_splat(row);
      const y = v128.load64_splat(row, 8);
      const z = v128.load64_splat(row, 16);
      const m0 = v128.load(column);
      const m1 = v128.load(column, 64);
      const m2 = v128.load(column, 128);
      a = mad(a, m0, x);
      b = mad(b, m0, y);
      c = mad(c, m0, z);
      d = mad(d, m1, x);
      e = mad(e, m1, y);
      f = mad(f, m1, z);
      g = mad(g, m2, x);
      h = mad(h, m2, y);
      i = mad(i, m2, z);
    }
  }
  v128.store(cov, a);
  v128.store(cov, b, 16);
  v128.store(cov, c, 32);
  v128.store(cov, d, 48);
  v128.store(cov, e, 64);
  v128.store(cov, f, 80);
  v128.store(cov, g, 96);
  v128.store(cov, h, 112);
  v128.store(cov, i, 128);
}

/** K_j += M_jᵀ R in both lanes. */
function turnBack(l: ArapLocal, first: i32, count: i32, motions: usize, rotation: usize, lanes: usize): void {
  const a = v128.load(rotation);
  const b = v128.load(rotation, 16);
  const c = v128.load(rotation, 32);
  const d = v128.load(rotation, 48);
  const e = v128.load(rotation, 64);
  const f = v128.load(rotation, 80);
  const g = v128.load(rotation, 96);
  const h = v128.load(rotation, 112);
  const i = v128.load(rotation, 128);
  for (let u = 0; u < count; u++) {
    const m = motions + 192 * <usize>loadI32(l.clusterBones, first + u);
    const k = lanes + 192 * <usize>u;
    for (let n: usize = 0; n < 4; n++) {
      const column = m + (n << 4);
      const m0 = v128.load(column);
      const m1 = v128.load(column, 64);
      const m2 = v128.load(column, 128);
      const to = k + 48 * n;
      v128.store(to, mad(mad(mad(v128.load(to), m0, a), m1, d), m2, g));
      v128.store(to, mad(mad(mad(v128.load(to, 16), m0, b), m1, e), m2, h), 16);
      v128.store(to, mad(mad(mad(v128.load(to, 32), m0, c), m1, f), m2, i), 32);
    }
  }
}
