import { f64At, loadF64, loadI32 } from "../memory";
import { ArapLocal, ArapSystem, shareOf, startOf, unknownOf } from "./records";

/** Sums K over the clusterings for the bones at and around each vertex. */
export function arapGather(begin: i32, end: i32, _slot: i32, local: ArapLocal): void {
  for (let i = begin; i < end; i++) {
    const first = loadI32(local.nearOffsets, i);
    const count = loadI32(local.nearOffsets, i + 1) - first;
    const to = f64At(local.gathered, 12 * first);
    memory.fill(to, 0, 96 * <usize>count);
    for (let q = 0; q < local.clusteringCount; q++) {
      let b = loadI32(local.boneOffsets, loadI32(local.owners, q * local.vertexCount + i));
      for (let a = 0; a < count; a++) {
        const bone = loadI32(local.nearBones, first + a);
        while (loadI32(local.clusterBones, b) !== bone) b++;
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
export function arapRightSide(
  begin: i32,
  end: i32,
  slot: i32,
  system: ArapSystem,
  local: ArapLocal,
  out: usize,
): void {
  const sums = system.scratch + <usize>slot * <usize>system.scratchBytes;
  for (let i = begin; i < end; i++) {
    const first = loadI32(system.wideOffsets, i);
    const count = loadI32(system.wideOffsets, i + 1) - first;
    memory.fill(sums, 0, (<usize>count) << 3);
    const hi = f64At(system.points, 4 * i);
    let sx = 0.0;
    let sy = 0.0;
    let sz = 0.0;
    const until = loadI32(system.ringOffsets, i + 1);
    for (let e = loadI32(system.ringOffsets, i); e < until; e++) {
      const k = loadI32(system.ring, e);
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
    const own = loadI32(system.supportOffsets, i);
    const bones = loadI32(system.supportOffsets, i + 1) - own;
    const eliminated = sumOfPieces(system, own, first, sums);
    for (let a = 1; a < bones; a++) {
      const at = (<usize>(unknown + a - 1)) << 3;
      const constant = load<f64>(system.constant + at);
      store<f64>(out + at, sumOfPieces(system, own + a, first, sums) - eliminated - constant);
    }
  }
}

/** The sum over the pieces of an entry, by their shares. */
function sumOfPieces(s: ArapSystem, entry: i32, first: i32, sums: usize): f64 {
  const last = startOf(s, entry + 1);
  let sum = 0.0;
  for (let n = startOf(s, entry); n < last; n++) {
    sum += shareOf(s, n) * loadF64(sums, n - first);
  }
  return sum;
}

/** sums[a] −= h_iᵀ K_va e for the pieces a of vertex i, which are a subset of those around v. */
function subtractForms(
  s: ArapSystem,
  l: ArapLocal,
  first: i32,
  count: i32,
  v: i32,
  hi: usize,
  ex: f64,
  ey: f64,
  ez: f64,
  sums: usize,
): void {
  let b = loadI32(l.nearOffsets, v);
  for (let a = 0; a < count; a++) {
    const bone = loadI32(s.wide, first + a);
    while (loadI32(l.nearBones, b) !== bone) b++;
    const k = f64At(l.gathered, 12 * b);
    let sum = 0.0;
    for (let m: usize = 0; m < 4; m++) {
      const row = k + 24 * m;
      sum += loadF64(hi, m) * (load<f64>(row) * ex + load<f64>(row, 8) * ey + load<f64>(row, 16) * ez);
    }
    const to = sums + ((<usize>a) << 3);
    store<f64>(to, load<f64>(to) - sum);
  }
}
