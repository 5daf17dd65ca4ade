// Polynomials of a sparse matrix X on functions that start on a few vertices: ten functions side by side, 80 bytes a
// row. An item is a group of ten. It has its own copy of the part of X that it can reach. Rows are numbered by rings
// around the starting vertices, so k multiplications reach a prefix of the rows.

import { loadF64, loadIndex, loadU32, storeF64, storeU32 } from "../memory";

/** The groups of one call, stored one after another. */
@unmanaged
export class RingGroup {
  /** Number of vertices that the functions start on. */
  sourceCount!: i32;
  /** These vertices, u32. */
  sources!: usize;
  /** Ten numbers for each of them. */
  given!: usize;
  /** Out: the vertex of each row, u32. */
  rows!: usize;
  /** Out: the number of rows up to each ring, depth + 1. */
  ends!: usize;
  /** Out: the copy of X by rows; `indices` are offsets of rows in bytes. */
  offsets!: usize;
  indices!: usize;
  values!: usize;
  /** Out: two blocks of rows. The last step of `smoothRings` leaves the result in one of them. */
  first!: usize;
  second!: usize;
  /** Out: the number of rows. */
  count!: u32;
}

/** @inline */
function groupAt(groups: RingGroup, item: i32): RingGroup {
  return changetype<RingGroup>(changetype<usize>(groups) + <usize>item * offsetof<RingGroup>());
}

/**
 * Numbers the vertices within `depth` rings and copies their part of X; clears both blocks.
 * @param offsets, indices, values of X by rows, vertexCount of them.
 * @param places vertexCount words for each thread, zero before and after.
 */
export function gatherRings(
  begin: i32,
  end: i32,
  slot: i32,
  groups: RingGroup,
  depth: i32,
  vertexCount: i32,
  offsets: usize,
  indices: usize,
  values: usize,
  places: usize,
): void {
  const place = places + ((<usize>slot * <usize>vertexCount) << 2);
  for (let item = begin; item < end; item++) {
    const group = groupAt(groups, item);
    const rows = group.rows;
    const count = numberRings(group, rows, depth, offsets, indices, place);
    group.count = count;
    copyRows(group, rows, count, offsets, indices, values, place);
    for (let r: u32 = 0; r < count; r++) storeU32(place, loadIndex(rows, r), 0);
    memory.fill(group.first, 0, <usize>count * 80);
    memory.fill(group.second, 0, <usize>count * 80);
  }
}

/** Numbers vertices breadth first. `place` receives the number of each reached vertex, from 1. Returns the count. */
function numberRings(
  group: RingGroup,
  rows: usize,
  depth: i32,
  offsets: usize,
  indices: usize,
  place: usize,
): u32 {
  const ends = group.ends;
  const sources = group.sources;
  let count = <u32>group.sourceCount;
  for (let r: u32 = 0; r < count; r++) {
    const i = loadIndex(sources, r);
    storeU32(rows, r, <u32>i);
    storeU32(place, i, r + 1);
  }
  store<u32>(ends, count);
  let from: u32 = 0;
  for (let ring = 1; ring <= depth; ring++) {
    const until = count;
    for (let r = from; r < until; r++) {
      const i = loadIndex(rows, r);
      const last = loadIndex(offsets, i + 1);
      for (let e = loadIndex(offsets, i); e < last; e++) {
        const j = loadIndex(indices, e);
        if (loadU32(place, j) !== 0) continue;
        storeU32(rows, count, <u32>j);
        storeU32(place, j, ++count);
      }
    }
    from = until;
    storeU32(ends, ring, count);
  }
  return count;
}

/** Copies the rows of X that have a number, without entries that lead outside. */
function copyRows(
  group: RingGroup,
  rows: usize,
  count: u32,
  offsets: usize,
  indices: usize,
  values: usize,
  place: usize,
): void {
  const ownOffsets = group.offsets;
  const ownIndices = group.indices;
  const ownValues = group.values;
  let size: usize = 0;
  for (let r: u32 = 0; r < count; r++) {
    storeU32(ownOffsets, r, <u32>size);
    const i = loadIndex(rows, r);
    const last = loadIndex(offsets, i + 1);
    for (let e = loadIndex(offsets, i); e < last; e++) {
      const to = loadU32(place, loadIndex(indices, e));
      if (to === 0) continue;
      storeU32(ownIndices, size, 80 * (to - 1));
      storeF64(ownValues, size, loadF64(values, e));
      size++;
    }
  }
  storeU32(ownOffsets, count, <u32>size);
}

/**
 * Σ c_k T_k(X) by Clenshaw's recurrence, b_k = c_k + 2 X b_{k+1} − b_{k+2}, for k from `first` down to `last`; the sum
 * is b_0 with half of the product. The result of k lies in the second block if degree − k is even, otherwise in the
 * first.
 * @param coefficients degree + 1.
 */
export function smoothRings(
  begin: i32,
  end: i32,
  _slot: i32,
  groups: RingGroup,
  depth: i32,
  coefficients: usize,
  degree: i32,
  first: i32,
  last: i32,
): void {
  for (let item = begin; item < end; item++) {
    const group = groupAt(groups, item);
    const sources = <u32>group.sourceCount;
    for (let k = first; k >= last; k--) {
      const odd = ((degree - k) & 1) !== 0;
      const reach = min(depth, degree - k);
      const count = <u32>loadIndex(group.ends, reach);
      const c = loadF64(coefficients, k);
      const from = odd ? group.second : group.first;
      const to = odd ? group.first : group.second;
      multiplyRows(group, from, to, count, k === 0 ? 1 : 2);
      addSources(group.given, to, sources, c);
    }
  }
}

/** to ← s·X·from − to, in the first `count` rows. */
function multiplyRows(group: RingGroup, from: usize, to: usize, count: u32, scale: f64): void {
  const indices = group.indices;
  let value = group.values;
  let at = indices;
  const s = f64x2.splat(scale);
  let ends = group.offsets;
  for (let r: u32 = 0; r < count; r++) {
    ends += 4;
    const end = indices + ((<usize>load<u32>(ends)) << 2);
    let a = f64x2.splat(0);
    let b = a,
      c = a,
      d = a,
      e = a;
    for (; at < end; at += 4) {
      const row = from + <usize>load<u32>(at);
      const x = v128.load64_splat(value);
      a = f64x2.add(a, f64x2.mul(x, v128.load(row)));
      b = f64x2.add(b, f64x2.mul(x, v128.load(row, 16)));
      c = f64x2.add(c, f64x2.mul(x, v128.load(row, 32)));
      d = f64x2.add(d, f64x2.mul(x, v128.load(row, 48)));
      e = f64x2.add(e, f64x2.mul(x, v128.load(row, 64)));
      value += 8;
    }
    v128.store(to, f64x2.sub(f64x2.mul(s, a), v128.load(to)));
    v128.store(to, f64x2.sub(f64x2.mul(s, b), v128.load(to, 16)), 16);
    v128.store(to, f64x2.sub(f64x2.mul(s, c), v128.load(to, 32)), 32);
    v128.store(to, f64x2.sub(f64x2.mul(s, d), v128.load(to, 48)), 48);
    v128.store(to, f64x2.sub(f64x2.mul(s, e), v128.load(to, 64)), 64);
    to += 80;
  }
}

/** to ← to + c·from: the sources are the first rows. */
function addSources(from: usize, to: usize, count: u32, c: f64): void {
  const s = f64x2.splat(c);
  const end = to + 80 * <usize>count;
  for (; to < end; to += 16) {
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(s, v128.load(from))));
    from += 16;
  }
}
