import { Optional } from "./memory";
import { ArapSystem, f64At, shareOf, startOf, unknownOf, word } from "./arap-system";
import { bends, edgeMoments, stretched } from "./arap-desired";
import { nearestRotations } from "./polar";

// The local step of as-rigid-as-possible weights: the best rotation of every cluster of vertices in every exemplar, and
// what the linear system needs of them, without posing a vertex. Items are clusters, those of several clusterings in turn;
// two exemplars lie side by side in the lanes.

@unmanaged
export class ArapLocal {
  /** Clusters' vertices (CSR). */
  memberOffsets!: usize;
  members!: usize;
  /** The bones of members and of their neighbours (CSR), ascending. */
  boneOffsets!: usize;
  clusterBones!: usize;
  /** Clustering of each cluster, and the pairs of exemplars of each clustering. */
  clusterings!: usize;
  pairOffsets!: usize;
  /** Motions: for each pair and bone 12 numbers of both exemplars. */
  motions!: usize;
  /** Out: K_xj = Σ_ex M_jᵀ R_x, 4x3, for each bone of each cluster. */
  sums!: usize;
  /** Out: Σ_ex tr(R_xᵀ cov_x) of each cluster, less half of what |R e|² exceeds |e|² by. */
  traces!: usize;
  /** Cluster of each vertex in each clustering, Q·V; how many clusterings, how many vertices. */
  owners!: usize;
  clusteringCount!: i32;
  vertexCount!: i32;
  /** The bones of each vertex and its neighbours (CSR), ascending. */
  nearOffsets!: usize;
  nearBones!: usize;
  /** Out: K summed over the clusterings, for each of these bones. */
  gathered!: usize;
  /** Λ, V. */
  masses!: usize;
  /** Where rotations stretch as bones do (`bendSlopes`): how shares of pieces change, and along what; else 0. */
  slopes!: Optional;
  gradients!: Optional;
}

// @ts-ignore: decorator
@inline
function mad(sum: v128, a: v128, b: v128): v128 {
  return f64x2.add(sum, f64x2.mul(a, b));
}

/** Numbers of scratch of a thread: so many bones in a cluster, of so many of the skeleton. */
export function arapLocalScratch(most: i32, bones: i32): i32 {
  return 36 * most + 86 + bones;
}

export function arapRotations(begin: i32, end: i32, slot: i32, system: ArapSystem, local: ArapLocal): void {
  const scratch = system.scratch + <usize>slot * <usize>system.scratchBytes;
  for (let x = begin; x < end; x++) {
    const first = word(local.boneOffsets, x);
    const count = word(local.boneOffsets, x + 1) - first;
    const cov = scratch;
    const rotation = cov + 144;
    const room = rotation + 144;
    const moment = room + 336;
    const lanes = moment + 48;
    const moments = lanes + (<usize>(24 * count) << 3);
    const place = moments + (<usize>(12 * count) << 3);
    memory.fill(lanes, 0, <usize>(36 * count) << 3);
    for (let u = 0; u < count; u++) store<i32>(place + (<usize>word(local.clusterBones, first + u) << 2), u);
    clusterMoments(system, local, x, moments, place);

    const desired = local.slopes != 0 && bends(system, local, x);
    if (desired) edgeMoments(system, local, x, moment);

    let trace = 0.0;
    const clustering = word(local.clusterings, x);
    const until = word(local.pairOffsets, clustering + 1);
    for (let pair = word(local.pairOffsets, clustering); pair < until; pair++) {
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
      store<f64>(out + (n << 3), load<f64>(lanes + (n << 4)) + load<f64>(lanes + (n << 4), 8));
    }
  }
}

/** S_j = Σ_i Λ_i Σ_k λ_ik (w_kj h_k − w_ij h_i) e_ikᵀ over the members i, 4x3. */
function clusterMoments(s: ArapSystem, l: ArapLocal, x: i32, moments: usize, place: usize): void {
  const last = word(l.memberOffsets, x + 1);
  for (let n = word(l.memberOffsets, x); n < last; n++) {
    const i = word(l.members, n);
    const hi = f64At(s.points, 4 * i);
    const px = load<f64>(hi);
    const py = load<f64>(hi, 8);
    const pz = load<f64>(hi, 16);
    let sx = 0.0;
    let sy = 0.0;
    let sz = 0.0;
    const until = word(s.ringOffsets, i + 1);
    for (let e = word(s.ringOffsets, i); e < until; e++) {
      const k = word(s.ring, e);
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
function addOuter(s: ArapSystem, v: i32, sign: f64, ex: f64, ey: f64, ez: f64, moments: usize, place: usize): void {
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
  const until = word(s.wideOffsets, v + 1);
  for (let n = word(s.wideOffsets, v); n < until; n++) {
    const to = moments + 96 * <usize>load<i32>(place + (<usize>word(s.wide, n) << 2));
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
  let b = a, c = a, d = a, e = a, f = a, g = a, h = a, i = a;
  for (let u = 0; u < count; u++) {
    const m = motions + 192 * <usize>word(l.clusterBones, first + u);
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
    const m = motions + 192 * <usize>word(l.clusterBones, first + u);
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

/** Sums K over the clusterings for the bones at and around each vertex. */
export function arapGather(begin: i32, end: i32, slot: i32, local: ArapLocal): void {
  for (let i = begin; i < end; i++) {
    const first = word(local.nearOffsets, i);
    const count = word(local.nearOffsets, i + 1) - first;
    const to = f64At(local.gathered, 12 * first);
    memory.fill(to, 0, 96 * <usize>count);
    for (let q = 0; q < local.clusteringCount; q++) {
      let b = word(local.boneOffsets, word(local.owners, q * local.vertexCount + i));
      for (let a = 0; a < count; a++) {
        const bone = word(local.nearBones, first + a);
        while (word(local.clusterBones, b) != bone) b++;
        const from = f64At(local.sums, 12 * b);
        const out = to + 96 * <usize>a;
        for (let n: usize = 0; n < 96; n += 16) {
          v128.store(out + n, f64x2.add(v128.load(out + n), v128.load(from + n)));
        }
      }
    }
  }
}

/**
 * out = minus half of the gradient at x = 0 without constraints: b_ia − b_i0 − constant, with
 * b_ia = −Σ_k h_iᵀ (K_ia Λ_i λ_ik + K_ka Λ_k λ_ki) e_ik.
 */
export function arapRightSide(begin: i32, end: i32, slot: i32, system: ArapSystem, local: ArapLocal, out: usize): void {
  const sums = system.scratch + <usize>slot * <usize>system.scratchBytes;
  for (let i = begin; i < end; i++) {
    const first = word(system.wideOffsets, i);
    const count = word(system.wideOffsets, i + 1) - first;
    memory.fill(sums, 0, <usize>count << 3);
    const hi = f64At(system.points, 4 * i);
    let sx = 0.0;
    let sy = 0.0;
    let sz = 0.0;
    const until = word(system.ringOffsets, i + 1);
    for (let e = word(system.ringOffsets, i); e < until; e++) {
      const k = word(system.ring, e);
      const hk = f64At(system.points, 4 * k);
      const ex = load<f64>(hk) - load<f64>(hi);
      const ey = load<f64>(hk, 8) - load<f64>(hi, 8);
      const ez = load<f64>(hk, 16) - load<f64>(hi, 16);
      const own = load<f64>(f64At(system.own, e));
      const other = load<f64>(f64At(system.other, e));
      sx += own * ex;
      sy += own * ey;
      sz += own * ez;
      subtractForms(system, local, first, count, k, hi, other * ex, other * ey, other * ez, sums);
    }
    subtractForms(system, local, first, count, i, hi, sx, sy, sz, sums);
    const unknown = unknownOf(system, i);
    const own = word(system.supportOffsets, i);
    const bones = word(system.supportOffsets, i + 1) - own;
    const eliminated = sumOfPieces(system, own, first, sums);
    for (let a = 1; a < bones; a++) {
      const at = <usize>(unknown + a - 1) << 3;
      const constant = load<f64>(system.constant + at);
      store<f64>(out + at, sumOfPieces(system, own + a, first, sums) - eliminated - constant);
    }
  }
}

/** What the pieces of an entry have together, by their shares. */
function sumOfPieces(s: ArapSystem, entry: i32, first: i32, sums: usize): f64 {
  const last = startOf(s, entry + 1);
  let sum = 0.0;
  for (let n = startOf(s, entry); n < last; n++) {
    sum += shareOf(s, n) * load<f64>(sums + (<usize>(n - first) << 3));
  }
  return sum;
}

/** sums[a] −= h_iᵀ K_va e for the pieces a of vertex i, which are among those around v. */
function subtractForms(
  s: ArapSystem, l: ArapLocal, first: i32, count: i32, v: i32, hi: usize, ex: f64, ey: f64, ez: f64, sums: usize,
): void {
  let b = word(l.nearOffsets, v);
  for (let a = 0; a < count; a++) {
    const bone = word(s.wide, first + a);
    while (word(l.nearBones, b) != bone) b++;
    const k = f64At(l.gathered, 12 * b);
    let sum = 0.0;
    for (let m: usize = 0; m < 4; m++) {
      const row = k + 24 * m;
      sum += load<f64>(hi + (m << 3)) * (load<f64>(row) * ex + load<f64>(row, 8) * ey + load<f64>(row, 16) * ez);
    }
    const to = sums + (<usize>a << 3);
    store<f64>(to, load<f64>(to) - sum);
  }
}
