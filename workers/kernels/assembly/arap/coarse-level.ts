// The coarse level of as-rigid-as-possible weights: functions φ_Xj that add weight to bone j at all vertices of a part
// X at once, and take it from their other bones in proportion to `shares`: at vertex i, δw = e_j − s_i. With P the
// matrix of all φ, the coarse matrix is PᵀAP and its correction P (PᵀAP)⁻¹ Pᵀ r.

import { addTo, f64At, loadF64, loadI32, storeF64 } from "../memory";
import { ArapSystem, unknownOf } from "./records";

@unmanaged
export class ArapCoarse {
  /** Vertices of each part (CSR). */
  memberOffsets!: usize;
  members!: usize;
  /** Part of each vertex, or −1. */
  partOf!: usize;
  /** First coarse unknown of each part, parts + 1. */
  firsts!: usize;
  /** Coarse unknown of each entry of the supports. */
  unknownOf!: usize;
  /** s of each entry, with the sum 1 over the free entries of a vertex; −1 for an entry that is not free. */
  shares!: usize;
  /** Where the blocks of each part begin in `blocks`, parts + 1. The block of the part with itself comes first. */
  blockOffsets!: usize;
  /** For each edge i → k, the block of their parts, row-major; −1 if it lies below the diagonal or does not exist. */
  edgeBlocks!: usize;
  blocks!: usize;
  /** Pᵀr at first, then the coefficients of the correction. */
  values!: usize;
}

/** Blocks of PᵀAP of the parts list[begin .. end). */
export function arapCoarseRows(
  begin: i32,
  end: i32,
  slot: i32,
  system: ArapSystem,
  coarse: ArapCoarse,
  list: usize,
): void {
  const scratch = system.scratch + <usize>slot * <usize>system.scratchBytes;
  for (let n = begin; n < end; n++) {
    const part = loadI32(list, n);
    const blocks = f64At(coarse.blocks, loadI32(coarse.blockOffsets, part));
    memory.fill(blocks, 0, f64At(coarse.blocks, loadI32(coarse.blockOffsets, part + 1)) - blocks);
    const last = loadI32(coarse.memberOffsets, part + 1);
    for (let m = loadI32(coarse.memberOffsets, part); m < last; m++)
      addVertex(system, coarse, part, loadI32(coarse.members, m), scratch);
  }
}

function addVertex(s: ArapSystem, c: ArapCoarse, part: i32, i: i32, scratch: usize): void {
  const m = loadI32(s.supportOffsets, i + 1) - loadI32(s.supportOffsets, i) - 1;
  if (m === 0) return;
  const width = (loadI32(s.rowOffsets, i + 1) - loadI32(s.rowOffsets, i)) / m;
  let row = f64At(s.rows, loadI32(s.rowOffsets, i));
  addPair(s, c, part, i, i, row, width, loadI32(c.blockOffsets, part), scratch);
  row += (<usize>m) << 3;
  const until = loadI32(s.ringOffsets, i + 1);
  for (let e = loadI32(s.ringOffsets, i); e < until; e++) {
    const k = loadI32(s.ring, e);
    const block = loadI32(c.edgeBlocks, e);
    if (block >= 0) addPair(s, c, part, i, k, row, width, block, scratch);
    row += (<usize>(loadI32(s.supportOffsets, k + 1) - loadI32(s.supportOffsets, k) - 1)) << 3;
  }
}

/**
 * Adds Q_iᵀ A_ik Q_k, where the columns of Q are e_j − s for a vertex's free entries. First weights are not unknowns of
 * A.
 */
function addPair(
  s: ArapSystem,
  c: ArapCoarse,
  part: i32,
  i: i32,
  k: i32,
  row: usize,
  width: i32,
  block: i32,
  scratch: usize,
): void {
  const firstI = loadI32(s.supportOffsets, i);
  const firstK = loadI32(s.supportOffsets, k);
  const ni = loadI32(s.supportOffsets, i + 1) - firstI;
  const nk = loadI32(s.supportOffsets, k + 1) - firstK;
  const si = f64At(c.shares, firstI);
  const sk = f64At(c.shares, firstK);
  // right = A s_k, below = s_iᵀ A, both = s_iᵀ A s_k.
  const right = scratch;
  const below = right + ((<usize>ni) << 3);
  memory.fill(below, 0, (<usize>nk) << 3);
  store<f64>(right, 0);
  let both = 0.0;
  for (let a = 1; a < ni; a++) {
    const line = row + ((<usize>((a - 1) * width)) << 3) - 8;
    const own = loadF64(si, a);
    let sum = 0.0;
    for (let b = 1; b < nk; b++) {
      const share = loadF64(sk, b);
      if (share >= 0) sum += share * loadF64(line, b);
      if (own >= 0) addTo(below + ((<usize>b) << 3), own * loadF64(line, b));
    }
    storeF64(right, a, sum);
    if (own >= 0) both += own * sum;
  }
  const other = loadI32(c.partOf, k);
  const columns = loadI32(c.firsts, other + 1) - loadI32(c.firsts, other);
  const blocks = f64At(c.blocks, block);
  for (let a = 0; a < ni; a++) {
    if (loadF64(si, a) < 0) continue;
    const line = row + ((<usize>((a - 1) * width)) << 3) - 8;
    const to =
      blocks + ((<usize>((loadI32(c.unknownOf, firstI + a) - loadI32(c.firsts, part)) * columns)) << 3);
    const rest = both - loadF64(right, a);
    for (let b = 0; b < nk; b++) {
      if (loadF64(sk, b) < 0) continue;
      const own = a > 0 && b > 0 ? loadF64(line, b) : 0.0;
      const place = loadI32(c.unknownOf, firstK + b) - loadI32(c.firsts, other);
      addTo(to + ((<usize>place) << 3), own - loadF64(below, b) + rest);
    }
  }
}

/** values = Pᵀ r for parts [begin, end). */
export function arapRestrict(
  begin: i32,
  end: i32,
  _slot: i32,
  system: ArapSystem,
  coarse: ArapCoarse,
  r: usize,
): void {
  for (let part = begin; part < end; part++) {
    const from = f64At(coarse.values, loadI32(coarse.firsts, part));
    memory.fill(from, 0, f64At(coarse.values, loadI32(coarse.firsts, part + 1)) - from);
    const last = loadI32(coarse.memberOffsets, part + 1);
    for (let m = loadI32(coarse.memberOffsets, part); m < last; m++) {
      const i = loadI32(coarse.members, m);
      const first = loadI32(system.supportOffsets, i);
      const count = loadI32(system.supportOffsets, i + 1) - first;
      const shares = f64At(coarse.shares, first);
      const own = r + ((<usize>unknownOf(system, i)) << 3) - 8;
      let mean = 0.0;
      for (let a = 1; a < count; a++) {
        const share = loadF64(shares, a);
        if (share >= 0) mean += share * loadF64(own, a);
      }
      for (let a = 0; a < count; a++) {
        if (loadF64(shares, a) < 0) continue;
        addTo(
          f64At(coarse.values, loadI32(coarse.unknownOf, first + a)),
          (a > 0 ? loadF64(own, a) : 0.0) - mean,
        );
      }
    }
  }
}

/** p ← z + P·values + β p for the unknowns of vertices [begin, end). */
export function arapCoarseDirection(
  begin: i32,
  end: i32,
  _slot: i32,
  system: ArapSystem,
  coarse: ArapCoarse,
  z: usize,
  p: usize,
  beta: f64,
): void {
  for (let i = begin; i < end; i++) {
    const first = loadI32(system.supportOffsets, i);
    const count = loadI32(system.supportOffsets, i + 1) - first;
    const shift = ((<usize>unknownOf(system, i)) << 3) - 8;
    const inPart = loadI32(coarse.partOf, i) >= 0;
    const shares = f64At(coarse.shares, first);
    let sum = 0.0;
    if (inPart)
      for (let a = 0; a < count; a++) {
        if (loadF64(shares, a) >= 0)
          sum += load<f64>(f64At(coarse.values, loadI32(coarse.unknownOf, first + a)));
      }
    for (let a = 1; a < count; a++) {
      let step = loadF64(z + shift, a);
      const share = inPart ? loadF64(shares, a) : -1.0;
      if (share >= 0)
        step += load<f64>(f64At(coarse.values, loadI32(coarse.unknownOf, first + a))) - share * sum;
      const to = p + shift + ((<usize>a) << 3);
      store<f64>(to, step + beta * load<f64>(to));
    }
  }
}
