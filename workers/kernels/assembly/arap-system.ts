// As-rigid-as-possible weights (Thiery & Eisemann 2018): the linear system, without posing vertices. Vertex i has the
// bones support[supportOffsets[i] ..]; its first weight is eliminated, so that it has one unknown less than bones.

import { Optional } from "./memory";

@unmanaged
export class ArapSystem {
  /** V·4: x, y, z, 1. */
  points!: usize;
  /** Neighbours (CSR, u32), and for each Λ_i λ_ik and Λ_k λ_ki. */
  ringOffsets!: usize;
  ring!: usize;
  own!: usize;
  other!: usize;
  supportOffsets!: usize;
  support!: usize;
  /** One for each entry of the support, in the sum 1. */
  weights!: usize;
  bones!: i32;
  /** G_ab = Σ_ex M_aᵀ M_b of the pieces, row-major. */
  gram!: usize;
  /** Where block row i begins in `rows`, V + 1. */
  rowOffsets!: usize;
  /** Block row i: a row for each unknown of i, over the unknowns of i and then those of its neighbours, padded to even. */
  rows!: usize;
  /** Where block i begins in `blocks` and `inverses`, V. */
  blockOffsets!: usize;
  /** A(i, i) without constraints, row-major. */
  blocks!: usize;
  /** The inverse of A(i, i) with them. */
  inverses!: usize;
  /** Half of the gradient at x = 0 and R = 0, N. */
  constant!: usize;
  /** The energy there of each vertex, V. */
  base!: usize;
  scratch!: usize;
  scratchBytes!: i32;
  /** The pieces of the bones of each vertex (CSR), with their weights: the supports' own where no bone bends. */
  wideOffsets!: usize;
  wide!: usize;
  wideWeights!: usize;
  /** Where the pieces of each entry of the support begin, and their shares of its weight; 0 where each is its own. */
  wideStarts!: Optional;
  wideShares!: Optional;
  /** The pieces of each vertex and its neighbours (CSR), ascending. */
  nearOffsets!: usize;
  nearBones!: usize;
}

// @ts-ignore: decorator
@inline
export function word(table: usize, n: i32): i32 {
  return load<i32>(table + (<usize>n << 2));
}

// @ts-ignore: decorator
@inline
export function f64At(table: usize, n: i32): usize {
  return table + (<usize>n << 3);
}

// @ts-ignore: decorator
@inline
export function unknownOf(s: ArapSystem, i: i32): i32 {
  return word(s.supportOffsets, i) - i;
}

// @ts-ignore: decorator
@inline
export function startOf(s: ArapSystem, entry: i32): i32 {
  return s.wideStarts ? word(s.wideStarts, entry) : entry;
}

// @ts-ignore: decorator
@inline
export function shareOf(s: ArapSystem, n: i32): f64 {
  return s.wideShares ? load<f64>(f64At(s.wideShares, n)) : 1.0;
}

/** out = A·x for the unknowns of vertices [begin, end); partial[begin / block] gets the part of x·A·x. */
export function arapMultiply(
  begin: i32, end: i32, slot: i32, system: ArapSystem, x: usize, out: usize, partial: usize, block: i32,
): void {
  const near = system.scratch + <usize>slot * <usize>system.scratchBytes;
  let inner = 0.0;
  for (let i = begin; i < end; i++) {
    const unknown = unknownOf(system, i);
    const m = unknownOf(system, i + 1) - unknown;
    if (m == 0) continue;
    const width = gather(system, i, x, near);
    let row = f64At(system.rows, word(system.rowOffsets, i));
    for (let a = 0; a < m; a++) {
      let sum0 = f64x2.splat(0);
      let sum1 = f64x2.splat(0);
      let n = 0;
      for (; n + 4 <= width; n += 4) {
        const at = <usize>n << 3;
        sum0 = f64x2.add(sum0, f64x2.mul(v128.load(row + at), v128.load(near + at)));
        sum1 = f64x2.add(sum1, f64x2.mul(v128.load(row + at, 16), v128.load(near + at, 16)));
      }
      if (n < width) {
        const at = <usize>n << 3;
        sum0 = f64x2.add(sum0, f64x2.mul(v128.load(row + at), v128.load(near + at)));
      }
      sum0 = f64x2.add(sum0, sum1);
      const y = f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1);
      store<f64>(out + (<usize>(unknown + a) << 3), y);
      inner += y * load<f64>(x + (<usize>(unknown + a) << 3));
      row += <usize>width << 3;
    }
  }
  store<f64>(partial + (<usize>(begin / block) << 3), inner);
}

/** The unknowns of i and its neighbours side by side, padded to an even count, which is returned. */
function gather(s: ArapSystem, i: i32, x: usize, near: usize): i32 {
  let to = near;
  const own = unknownOf(s, i);
  const m = unknownOf(s, i + 1) - own;
  memory.copy(to, x + (<usize>own << 3), <usize>m << 3);
  to += <usize>m << 3;
  const until = word(s.ringOffsets, i + 1);
  for (let e = word(s.ringOffsets, i); e < until; e++) {
    const k = word(s.ring, e);
    let from = x + (<usize>unknownOf(s, k) << 3);
    const end = x + (<usize>unknownOf(s, k + 1) << 3);
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
  begin: i32, end: i32, slot: i32, system: ArapSystem,
  alpha: f64, x: usize, r: usize, z: usize, p: usize, q: usize, partial: usize, block: i32,
): void {
  let inner = 0.0;
  let square = 0.0;
  for (let i = begin; i < end; i++) {
    const unknown = unknownOf(system, i);
    const m = unknownOf(system, i + 1) - unknown;
    const at = <usize>unknown << 3;
    const size = <usize>m << 3;
    for (let n: usize = 0; n < size; n += 8) {
      store<f64>(x + at + n, load<f64>(x + at + n) + alpha * load<f64>(p + at + n));
      store<f64>(r + at + n, load<f64>(r + at + n) - alpha * load<f64>(q + at + n));
    }
    let line = f64At(system.inverses, word(system.blockOffsets, i));
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
  const to = partial + (<usize>(begin / block) << 4);
  store<f64>(to, inner);
  store<f64>(to, square, 8);
}

/** p ← z + β p, n numbers. */
export function arapDirection(n: i32, z: usize, p: usize, beta: f64): void {
  for (let at: usize = 0; at < <usize>n << 3; at += 8) {
    store<f64>(p + at, load<f64>(z + at) + beta * load<f64>(p + at));
  }
}
