// The coarse level of as-rigid-as-possible weights: functions φ_Xj that give more of bone j to all vertices of a part X at
// once and take it from their bones in proportion to `shares`: at vertex i, δw = e_j − s_i. With P the matrix of all φ, the
// coarse matrix is PᵀAP and its correction P (PᵀAP)⁻¹ Pᵀ r.
import { ArapSystem, f64At, unknownOf, word } from "./arap-system";

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
  /** s of each entry, in the sum 1 over those of a vertex that are free; −1 of one that is not. */
  shares!: usize;
  /** Where the blocks of each part begin in `blocks`, parts + 1; its own comes first. */
  blockOffsets!: usize;
  /** Of each edge i → k the block of their parts, row-major; −1 where it lies below the diagonal or there is none. */
  edgeBlocks!: usize;
  blocks!: usize;
  /** Pᵀr, and then the correction's factors. */
  values!: usize;
}

// @ts-ignore: decorator
@inline
function at(row: usize, n: i32): f64 {
  return load<f64>(row + (<usize>n << 3));
}

// @ts-ignore: decorator
@inline
function add(to: usize, value: f64): void {
  store<f64>(to, load<f64>(to) + value);
}

/** Blocks of PᵀAP of the parts list[begin .. end). */
export function arapCoarseRows(begin: i32, end: i32, slot: i32, system: ArapSystem, coarse: ArapCoarse, list: usize): void {
  const scratch = system.scratch + <usize>slot * <usize>system.scratchBytes;
  for (let n = begin; n < end; n++) {
    const part = load<i32>(list + (<usize>n << 2));
    const blocks = f64At(coarse.blocks, word(coarse.blockOffsets, part));
    memory.fill(blocks, 0, f64At(coarse.blocks, word(coarse.blockOffsets, part + 1)) - blocks);
    const last = word(coarse.memberOffsets, part + 1);
    for (let m = word(coarse.memberOffsets, part); m < last; m++) addVertex(system, coarse, part, word(coarse.members, m), scratch);
  }
}

function addVertex(s: ArapSystem, c: ArapCoarse, part: i32, i: i32, scratch: usize): void {
  const m = word(s.supportOffsets, i + 1) - word(s.supportOffsets, i) - 1;
  if (m == 0) return;
  const width = (word(s.rowOffsets, i + 1) - word(s.rowOffsets, i)) / m;
  let row = f64At(s.rows, word(s.rowOffsets, i));
  addPair(s, c, part, i, i, row, width, word(c.blockOffsets, part), scratch);
  row += <usize>m << 3;
  const until = word(s.ringOffsets, i + 1);
  for (let e = word(s.ringOffsets, i); e < until; e++) {
    const k = word(s.ring, e);
    const block = word(c.edgeBlocks, e);
    if (block >= 0) addPair(s, c, part, i, k, row, width, block, scratch);
    row += <usize>(word(s.supportOffsets, k + 1) - word(s.supportOffsets, k) - 1) << 3;
  }
}

/** Adds Q_iᵀ A_ik Q_k, with Q the columns e_j − s of a vertex's free entries; first weights are none of A's unknowns. */
function addPair(
  s: ArapSystem, c: ArapCoarse, part: i32, i: i32, k: i32, row: usize, width: i32, block: i32, scratch: usize,
): void {
  const firstI = word(s.supportOffsets, i);
  const firstK = word(s.supportOffsets, k);
  const ni = word(s.supportOffsets, i + 1) - firstI;
  const nk = word(s.supportOffsets, k + 1) - firstK;
  const si = f64At(c.shares, firstI);
  const sk = f64At(c.shares, firstK);
  // right = A s_k, below = s_iᵀ A, both = s_iᵀ A s_k.
  const right = scratch;
  const below = right + (<usize>ni << 3);
  memory.fill(below, 0, <usize>nk << 3);
  store<f64>(right, 0);
  let both = 0.0;
  for (let a = 1; a < ni; a++) {
    const line = row + (<usize>((a - 1) * width) << 3) - 8;
    const own = at(si, a);
    let sum = 0.0;
    for (let b = 1; b < nk; b++) {
      const share = at(sk, b);
      if (share >= 0) sum += share * at(line, b);
      if (own >= 0) add(below + (<usize>b << 3), own * at(line, b));
    }
    store<f64>(right + (<usize>a << 3), sum);
    if (own >= 0) both += own * sum;
  }
  const other = word(c.partOf, k);
  const columns = word(c.firsts, other + 1) - word(c.firsts, other);
  const blocks = f64At(c.blocks, block);
  for (let a = 0; a < ni; a++) {
    if (at(si, a) < 0) continue;
    const line = row + (<usize>((a - 1) * width) << 3) - 8;
    const to = blocks + (<usize>((word(c.unknownOf, firstI + a) - word(c.firsts, part)) * columns) << 3);
    const rest = both - at(right, a);
    for (let b = 0; b < nk; b++) {
      if (at(sk, b) < 0) continue;
      const own = a > 0 && b > 0 ? at(line, b) : 0.0;
      const place = word(c.unknownOf, firstK + b) - word(c.firsts, other);
      add(to + (<usize>place << 3), own - at(below, b) + rest);
    }
  }
}

/** values = Pᵀ r for parts [begin, end). */
export function arapRestrict(begin: i32, end: i32, slot: i32, system: ArapSystem, coarse: ArapCoarse, r: usize): void {
  for (let part = begin; part < end; part++) {
    const from = f64At(coarse.values, word(coarse.firsts, part));
    memory.fill(from, 0, f64At(coarse.values, word(coarse.firsts, part + 1)) - from);
    const last = word(coarse.memberOffsets, part + 1);
    for (let m = word(coarse.memberOffsets, part); m < last; m++) {
      const i = word(coarse.members, m);
      const first = word(system.supportOffsets, i);
      const count = word(system.supportOffsets, i + 1) - first;
      const shares = f64At(coarse.shares, first);
      const own = r + (<usize>unknownOf(system, i) << 3) - 8;
      let mean = 0.0;
      for (let a = 1; a < count; a++) {
        const share = at(shares, a);
        if (share >= 0) mean += share * at(own, a);
      }
      for (let a = 0; a < count; a++) {
        if (at(shares, a) < 0) continue;
        add(f64At(coarse.values, word(coarse.unknownOf, first + a)), (a > 0 ? at(own, a) : 0.0) - mean);
      }
    }
  }
}

/** p ← z + P·values + β p for the unknowns of vertices [begin, end). */
export function arapCoarseDirection(
  begin: i32, end: i32, slot: i32, system: ArapSystem, coarse: ArapCoarse, z: usize, p: usize, beta: f64,
): void {
  for (let i = begin; i < end; i++) {
    const first = word(system.supportOffsets, i);
    const count = word(system.supportOffsets, i + 1) - first;
    const shift = (<usize>unknownOf(system, i) << 3) - 8;
    const inPart = word(coarse.partOf, i) >= 0;
    const shares = f64At(coarse.shares, first);
    let sum = 0.0;
    if (inPart) for (let a = 0; a < count; a++) {
      if (at(shares, a) >= 0) sum += load<f64>(f64At(coarse.values, word(coarse.unknownOf, first + a)));
    }
    for (let a = 1; a < count; a++) {
      let step = at(z + shift, a);
      const share = inPart ? at(shares, a) : -1.0;
      if (share >= 0) step += load<f64>(f64At(coarse.values, word(coarse.unknownOf, first + a))) - share * sum;
      const to = p + shift + (<usize>a << 3);
      store<f64>(to, step + beta * load<f64>(to));
    }
  }
}
