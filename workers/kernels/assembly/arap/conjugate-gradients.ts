// As-rigid-as-possible weights (Thiery & Eisemann 2018): the linear system, without posing vertices. Vertex i has the
// bones support[supportOffsets[i] ..]; its first weight is eliminated, so it has one unknown less than bones.

import { f64At, loadF64, loadI32, storeF64 } from "../memory";
import { ArapSystem, unknownOf } from "./records";

/** out = A·x for the unknowns of vertices [begin, end); partial[begin / block] gets their part of x·A·x. */
export function arapMultiply(
  begin: i32,
  end: i32,
  slot: i32,
  system: ArapSystem,
  x: usize,
  out: usize,
  partial: usize,
  block: i32,
): void {
  const near = system.scratch + <usize>slot * <usize>system.scratchBytes;
  let inner = 0.0;
  for (let i = begin; i < end; i++) {
    const unknown = unknownOf(system, i);
    const m = unknownOf(system, i + 1) - unknown;
    if (m === 0) continue;
    const width = gather(system, i, x, near);
    let row = f64At(system.rows, loadI32(system.rowOffsets, i));
    for (let a = 0; a < m; a++) {
      let sum0 = f64x2.splat(0);
      let sum1 = f64x2.splat(0);
      let n = 0;
      for (; n + 4 <= width; n += 4) {
        const at = (<usize>n) << 3;
        sum0 = f64x2.add(sum0, f64x2.mul(v128.load(row + at), v128.load(near + at)));
        sum1 = f64x2.add(sum1, f64x2.mul(v128.load(row + at, 16), v128.load(near + at, 16)));
      }
      if (n < width) {
        const at = (<usize>n) << 3;
        sum0 = f64x2.add(sum0, f64x2.mul(v128.load(row + at), v128.load(near + at)));
      }
      sum0 = f64x2.add(sum0, sum1);
      const y = f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1);
      storeF64(out, unknown + a, y);
      inner += y * loadF64(x, unknown + a);
      row += (<usize>width) << 3;
    }
  }
  storeF64(partial, begin / block, inner);
}

/** Writes the unknowns of i and its neighbours side by side, padded to an even count. Returns the count. */
function gather(s: ArapSystem, i: i32, x: usize, near: usize): i32 {
  let to = near;
  const own = unknownOf(s, i);
  const m = unknownOf(s, i + 1) - own;
  memory.copy(to, x + ((<usize>own) << 3), (<usize>m) << 3);
  to += (<usize>m) << 3;
  const until = loadI32(s.ringOffsets, i + 1);
  for (let e = loadI32(s.ringOffsets, i); e < until; e++) {
    const k = loadI32(s.ring, e);
    let from = x + ((<usize>unknownOf(s, k)) << 3);
    const end = x + ((<usize>unknownOf(s, k + 1)) << 3);
    for (; from < end; from += 8) {
      store<f64>(to, load<f64>(from));
      to += 8;
    }
  }
  let count = <i32>((to - near) >> 3);
  if (count & 1) {
    store<f64>(to, 0);
    count++;
  }
  return count;
}

/**
 * One step along p: x ← x + α p, r ← r − α q, z = (block diagonal)⁻¹ r; partial[2·begin / block ..] get r·z and r·r.
 */
export function arapAdvance(
  begin: i32,
  end: i32,
  _slot: i32,
  system: ArapSystem,
  alpha: f64,
  x: usize,
  r: usize,
  z: usize,
  p: usize,
  q: usize,
  partial: usize,
  block: i32,
): void {
  let inner = 0.0;
  let square = 0.0;
  for (let i = begin; i < end; i++) {
    const unknown = unknownOf(system, i);
    const m = unknownOf(system, i + 1) - unknown;
    const at = (<usize>unknown) << 3;
    const size = (<usize>m) << 3;
    for (let n: usize = 0; n < size; n += 8) {
      store<f64>(x + at + n, load<f64>(x + at + n) + alpha * load<f64>(p + at + n));
      store<f64>(r + at + n, load<f64>(r + at + n) - alpha * load<f64>(q + at + n));
    }
    let line = f64At(system.inverses, loadI32(system.blockOffsets, i));
    for (let n: usize = 0; n < size; n += 8) {
      let sum = 0.0;
      for (let c: usize = 0; c < size; c += 8) sum += load<f64>(line + c) * load<f64>(r + at + c);
      line += size;
      store<f64>(z + at + n, sum);
      const own = load<f64>(r + at + n);
      inner += sum * own;
      square += own * own;
    }
  }
  const to = partial + ((<usize>(begin / block)) << 4);
  store<f64>(to, inner);
  store<f64>(to, square, 8);
}

/** p ← z + β p, n numbers. */
export function arapDirection(n: i32, z: usize, p: usize, beta: f64): void {
  for (let at: usize = 0; at < (<usize>n) << 3; at += 8) {
    store<f64>(p + at, load<f64>(z + at) + beta * load<f64>(p + at));
  }
}
