// The matrix of as-rigid-as-possible weights from the products of motions, and the inverses of its diagonal blocks.

import { f64At, loadF64, loadI32, storeF64 } from "../memory";
import { ArapSystem, shareOf, startOf, unknownOf } from "./records";

/**
 * f[a][m] = Σ h_iᵀ G_nm over the pieces n of bone a by their shares, for the bones a of vertex i and the pieces m at
 * and around the vertex.
 */
function writeForms(s: ArapSystem, i: i32, forms: usize): void {
  const h = f64At(s.points, 4 * i);
  const firstNear = loadI32(s.nearOffsets, i);
  const count = loadI32(s.nearOffsets, i + 1) - firstNear;
  const until = loadI32(s.supportOffsets, i + 1);
  let line = forms;
  for (let e = loadI32(s.supportOffsets, i); e < until; e++) {
    memory.fill(line, 0, (<usize>count) << 5);
    const last = startOf(s, e + 1);
    for (let n = startOf(s, e); n < last; n++) {
      const gram = f64At(s.gram, 16 * s.bones * loadI32(s.wide, n));
      const share = shareOf(s, n);
      const x = f64x2.splat(share * load<f64>(h));
      const y = f64x2.splat(share * load<f64>(h, 8));
      const z = f64x2.splat(share * load<f64>(h, 16));
      const w = f64x2.splat(share * load<f64>(h, 24));
      for (let m = 0; m < count; m++) {
        const g = gram + ((<usize>loadI32(s.nearBones, firstNear + m)) << 7);
        const to = line + ((<usize>m) << 5);
        let low = v128.load(to);
        let high = v128.load(to, 16);
        low = f64x2.add(low, f64x2.mul(x, v128.load(g)));
        high = f64x2.add(high, f64x2.mul(x, v128.load(g, 16)));
        low = f64x2.add(low, f64x2.mul(y, v128.load(g, 32)));
        high = f64x2.add(high, f64x2.mul(y, v128.load(g, 48)));
        low = f64x2.add(low, f64x2.mul(z, v128.load(g, 64)));
        high = f64x2.add(high, f64x2.mul(z, v128.load(g, 80)));
        low = f64x2.add(low, f64x2.mul(w, v128.load(g, 96)));
        high = f64x2.add(high, f64x2.mul(w, v128.load(g, 112)));
        v128.store(to, low);
        v128.store(to, high, 16);
      }
    }
    line += (<usize>count) << 5;
  }
}

/** Block rows, diagonal blocks and constants of vertices [begin, end). */
export function arapAssemble(begin: i32, end: i32, slot: i32, system: ArapSystem): void {
  const scratch = system.scratch + <usize>slot * <usize>system.scratchBytes;
  for (let i = begin; i < end; i++) {
    const from = loadI32(system.ringOffsets, i);
    const until = loadI32(system.ringOffsets, i + 1);
    const count = loadI32(system.supportOffsets, i + 1) - loadI32(system.supportOffsets, i);
    const m = count - 1;
    const row = f64At(system.rows, loadI32(system.rowOffsets, i));
    const width = m > 0 ? (loadI32(system.rowOffsets, i + 1) - loadI32(system.rowOffsets, i)) / m : 0;
    const constant = f64At(system.constant, unknownOf(system, i));
    const near = loadI32(system.nearOffsets, i + 1) - loadI32(system.nearOffsets, i);
    const q = scratch + ((<usize>(count * near)) << 5);
    writeForms(system, i, scratch);
    memory.fill(row, 0, (<usize>(m * width)) << 3);
    memory.fill(constant, 0, (<usize>m) << 3);
    let total = 0.0;
    for (let e = from; e < until; e++)
      total += load<f64>(f64At(system.own, e)) + load<f64>(f64At(system.other, e));
    let base = addBlock(system, i, i, total, row, width, constant, scratch, q);
    const block = f64At(system.blocks, loadI32(system.blockOffsets, i));
    for (let a = 0; a < m; a++) {
      memory.copy(block + ((<usize>(a * m)) << 3), row + ((<usize>(a * width)) << 3), (<usize>m) << 3);
    }
    let at = m;
    for (let e = from; e < until; e++) {
      const k = loadI32(system.ring, e);
      const both = load<f64>(f64At(system.own, e)) + load<f64>(f64At(system.other, e));
      base += addBlock(system, i, k, -both, row + ((<usize>at) << 3), width, constant, scratch, q);
      at += loadI32(system.supportOffsets, k + 1) - loadI32(system.supportOffsets, k) - 1;
    }
    store<f64>(f64At(system.base, i), base);
  }
}

/**
 * Adds scale·Φ_iᵀΦ_k to the block at `to`, and its share to the constants. Returns its share of the energy of the first
 * weights.
 */
function addBlock(
  s: ArapSystem,
  i: i32,
  k: i32,
  scale: f64,
  to: usize,
  width: i32,
  constant: usize,
  forms: usize,
  q: usize,
): f64 {
  const firstI = loadI32(s.supportOffsets, i);
  const firstK = loadI32(s.supportOffsets, k);
  const ni = loadI32(s.supportOffsets, i + 1) - firstI;
  const nk = loadI32(s.supportOffsets, k + 1) - firstK;
  const hk = f64At(s.points, 4 * k);
  const low = f64x2.mul(f64x2.splat(scale), v128.load(hk));
  const high = f64x2.mul(f64x2.splat(scale), v128.load(hk, 16));
  const firstNear = loadI32(s.nearOffsets, i);
  const near = loadI32(s.nearOffsets, i + 1) - firstNear;
  memory.fill(q, 0, (<usize>(ni * nk)) << 3);
  let m = 0;
  for (let b = 0; b < nk; b++) {
    const last = startOf(s, firstK + b + 1);
    for (let n = startOf(s, firstK + b); n < last; n++) {
      const piece = loadI32(s.wide, n);
      while (loadI32(s.nearBones, firstNear + m) !== piece) m++;
      const share = shareOf(s, n);
      for (let a = 0; a < ni; a++) {
        const form = forms + ((<usize>(a * near + m)) << 5);
        const both = f64x2.add(f64x2.mul(v128.load(form), low), f64x2.mul(v128.load(form, 16), high));
        const at = q + ((<usize>(a * nk + b)) << 3);
        store<f64>(at, load<f64>(at) + share * (f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)));
      }
    }
  }
  const corner = load<f64>(q);
  for (let a = 1; a < ni; a++) {
    const line = q + ((<usize>(a * nk)) << 3);
    const left = load<f64>(line);
    const out = to + ((<usize>((a - 1) * width)) << 3);
    for (let b = 1; b < nk; b++) {
      const at = (<usize>b) << 3;
      store<f64>(out + at - 8, load<f64>(line + at) - left - (load<f64>(q + at) - corner));
    }
    const own = constant + ((<usize>(a - 1)) << 3);
    store<f64>(own, load<f64>(own) + left - corner);
  }
  return corner;
}

/** Inverts the diagonal blocks in the block rows. A block that is not definite becomes 0. */
export function arapInvert(begin: i32, end: i32, slot: i32, system: ArapSystem): void {
  const l = system.scratch + <usize>slot * <usize>system.scratchBytes;
  for (let i = begin; i < end; i++) {
    const m = loadI32(system.supportOffsets, i + 1) - loadI32(system.supportOffsets, i) - 1;
    if (m === 0) continue;
    const width = (loadI32(system.rowOffsets, i + 1) - loadI32(system.rowOffsets, i)) / m;
    const row = f64At(system.rows, loadI32(system.rowOffsets, i));
    for (let a = 0; a < m; a++) {
      memory.copy(l + ((<usize>(a * m)) << 3), row + ((<usize>(a * width)) << 3), (<usize>m) << 3);
    }
    invert(l, m, f64At(system.inverses, loadI32(system.blockOffsets, i)));
  }
}

/** out = l⁻¹ by Cholesky; destroys l. */
function invert(l: usize, m: i32, out: usize): void {
  const stride = (<usize>m) << 3;
  for (let c = 0; c < m; c++) {
    const own = l + <usize>c * stride;
    for (let d = 0; d <= c; d++) {
      const above = l + <usize>d * stride;
      let sum = loadF64(own, d);
      for (let e = 0; e < d; e++) sum -= loadF64(own, e) * loadF64(above, e);
      if (d < c) storeF64(own, d, sum / loadF64(above, d));
      else if (sum > 0) storeF64(own, d, Math.sqrt(sum));
      else {
        memory.fill(out, 0, <usize>m * stride);
        return;
      }
    }
  }
  for (let c = 0; c < m; c++) {
    const x = out + <usize>c * stride;
    for (let d = 0; d < m; d++) {
      const line = l + <usize>d * stride;
      let sum = d === c ? 1.0 : 0.0;
      for (let e = 0; e < d; e++) sum -= loadF64(line, e) * loadF64(x, e);
      storeF64(x, d, sum / loadF64(line, d));
    }
    for (let d = m - 1; d >= 0; d--) {
      let sum = loadF64(x, d);
      for (let e = d + 1; e < m; e++) {
        sum -= loadF64(l + <usize>e * stride, d) * loadF64(x, e);
      }
      storeF64(x, d, sum / loadF64(l + <usize>d * stride, d));
    }
  }
}
