import { f64At, loadF64, loadI32, Optional } from "../memory";
import { nearestRotations } from "../rotations/polar";
import { ArapSystem } from "./records";

/**
 * out[i·6 ..] = x, y, z of vertex i in two poses side by side. `motions` as in ArapLocal, of one pair.
 * @param list a list of vertices; its entries [begin, end) are posed. 0 means that the vertices [begin, end) are posed.
 */
export function arapPose(
  begin: i32,
  end: i32,
  _slot: i32,
  system: ArapSystem,
  motions: usize,
  out: usize,
  list: Optional,
): void {
  for (let n = begin; n < end; n++) {
    const i = list ? loadI32(list, n) : n;
    const h = f64At(system.points, 4 * i);
    const px = v128.load64_splat(h);
    const py = v128.load64_splat(h, 8);
    const pz = v128.load64_splat(h, 16);
    let x = f64x2.splat(0);
    let y = x;
    let z = x;
    const until = loadI32(system.wideOffsets, i + 1);
    for (let e = loadI32(system.wideOffsets, i); e < until; e++) {
      const m = motions + 192 * <usize>loadI32(system.wide, e);
      const w = v128.load64_splat(f64At(system.wideWeights, e));
      x = f64x2.add(x, f64x2.mul(w, moved(m, px, py, pz)));
      y = f64x2.add(y, f64x2.mul(w, moved(m + 64, px, py, pz)));
      z = f64x2.add(z, f64x2.mul(w, moved(m + 128, px, py, pz)));
    }
    const to = out + 48 * <usize>i;
    v128.store(to, x);
    v128.store(to, y, 16);
    v128.store(to, z, 32);
  }
}

/** A row of a motion, times (p, 1). @inline */
function moved(m: usize, x: v128, y: v128, z: v128): v128 {
  const low = f64x2.add(f64x2.mul(v128.load(m), x), f64x2.mul(v128.load(m, 16), y));
  return f64x2.add(low, f64x2.add(f64x2.mul(v128.load(m, 32), z), v128.load(m, 48)));
}

/**
 * strains[i] += first·E_i of the first pose + second·E_i of the second, with
 * E_i = Λ_i Σ_k λ_ik |f_k − f_i − R_i e_ik|² and the best R_i.
 */
export function arapStrains(
  begin: i32,
  end: i32,
  slot: i32,
  system: ArapSystem,
  posed: usize,
  first: f64,
  second: f64,
  strains: usize,
): void {
  const cov = system.scratch + <usize>slot * <usize>system.scratchBytes;
  const rotation = cov + 144;
  for (let i = begin; i < end; i++) {
    ringRotations(system, i, posed, cov, rotation);
    let sum = f64x2.splat(0);
    const until = loadI32(system.ringOffsets, i + 1);
    for (let e = loadI32(system.ringOffsets, i); e < until; e++) {
      const k = loadI32(system.ring, e);
      const g = v128.load64_splat(f64At(system.own, e));
      for (let r: usize = 0; r < 3; r++) {
        const left = leftOf(system, i, k, posed, rotation, r);
        sum = f64x2.add(sum, f64x2.mul(g, f64x2.mul(left, left)));
      }
    }
    const to = strains + ((<usize>i) << 3);
    store<f64>(to, load<f64>(to) + first * f64x2.extract_lane(sum, 0) + second * f64x2.extract_lane(sum, 1));
  }
}

/** The best rotations of the ring of a vertex in two poses. */
function ringRotations(s: ArapSystem, i: i32, posed: usize, cov: usize, rotation: usize): void {
  memory.fill(cov, 0, 144);
  const hi = f64At(s.points, 4 * i);
  const fi = posed + 48 * <usize>i;
  const until = loadI32(s.ringOffsets, i + 1);
  for (let e = loadI32(s.ringOffsets, i); e < until; e++) {
    const k = loadI32(s.ring, e);
    const hk = f64At(s.points, 4 * k);
    const fk = posed + 48 * <usize>k;
    const g = load<f64>(f64At(s.own, e));
    for (let r: usize = 0; r < 3; r++) {
      const f = f64x2.sub(v128.load(fk + (r << 4)), v128.load(fi + (r << 4)));
      for (let c: usize = 0; c < 3; c++) {
        const x = f64x2.splat(g * (loadF64(hk, c) - loadF64(hi, c)));
        const at = cov + 48 * r + (c << 4);
        v128.store(at, f64x2.add(v128.load(at), f64x2.mul(f, x)));
      }
    }
  }
  nearestRotations(cov, rotation, rotation + 144);
}

/** Row r of f_k − f_i − R e_ik in two poses. @inline */
function leftOf(s: ArapSystem, i: i32, k: i32, posed: usize, rotation: usize, r: usize): v128 {
  const hi = f64At(s.points, 4 * i);
  const hk = f64At(s.points, 4 * k);
  let left = f64x2.sub(
    v128.load(posed + 48 * <usize>k + (r << 4)),
    v128.load(posed + 48 * <usize>i + (r << 4)),
  );
  for (let c: usize = 0; c < 3; c++) {
    const x = f64x2.splat(loadF64(hk, c) - loadF64(hi, c));
    left = f64x2.sub(left, f64x2.mul(v128.load(rotation + 48 * r + (c << 4)), x));
  }
  return left;
}

/**
 * For a block of the listed vertices and each part c of the skeleton, Σ Λ_i λ_ik (W_kc − W_ic)(R_i e_ik − (f_k − f_i))
 * in two poses, with the best R_i: out[(begin / block)·(3·parts + 1)·2 ..], followed by the energy of these vertices.
 * @param shares V·parts: W.
 */
export function arapPulls(
  begin: i32,
  end: i32,
  slot: i32,
  system: ArapSystem,
  posed: usize,
  list: usize,
  shares: usize,
  parts: i32,
  out: usize,
  block: i32,
): void {
  const cov = system.scratch + <usize>slot * <usize>system.scratchBytes;
  const rotation = cov + 144;
  const size = <usize>(48 * parts + 16);
  const to = out + <usize>(begin / block) * size;
  memory.fill(to, 0, size);
  let energy = f64x2.splat(0);
  for (let n = begin; n < end; n++) {
    const i = loadI32(list, n);
    ringRotations(system, i, posed, cov, rotation);
    const mine = f64At(shares, i * parts);
    const until = loadI32(system.ringOffsets, i + 1);
    for (let e = loadI32(system.ringOffsets, i); e < until; e++) {
      const k = loadI32(system.ring, e);
      const theirs = f64At(shares, k * parts);
      const g = load<f64>(f64At(system.own, e));
      const x = leftOf(system, i, k, posed, rotation, 0);
      const y = leftOf(system, i, k, posed, rotation, 1);
      const z = leftOf(system, i, k, posed, rotation, 2);
      const square = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
      energy = f64x2.add(energy, f64x2.mul(f64x2.splat(g), square));
      for (let c: usize = 0; c < <usize>parts; c++) {
        const change = g * (loadF64(theirs, c) - loadF64(mine, c));
        if (change === 0.0) continue;
        const by = f64x2.splat(change);
        const at = to + 48 * c;
        v128.store(at, f64x2.sub(v128.load(at), f64x2.mul(by, x)));
        v128.store(at, f64x2.sub(v128.load(at, 16), f64x2.mul(by, y)), 16);
        v128.store(at, f64x2.sub(v128.load(at, 32), f64x2.mul(by, z)), 32);
      }
    }
  }
  v128.store(to + 48 * <usize>parts, energy);
}
