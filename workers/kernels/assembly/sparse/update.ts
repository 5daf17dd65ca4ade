// Turns the factor of A into the factor of A ± W·Wᵀ. One pass over the columns that change handles several vectors w:
// method C1 of Gill, Golub, Murray & Saunders (1974), multiple rank as in Davis & Hager (2001, "Multiple-rank
// modifications of a sparse Cholesky factorization"). The columns of a supernode have one pattern, so its rows of W are
// gathered once, side by side in two lanes, and the inner loop reads no indices.

import { loadF64, loadIndex, loadU32, storeF64 } from "../memory";

/** Vectors side by side in a row of W. */
const RANK: usize = 8;

/** The number of consecutive columns from path[at] on that share a pattern. */
function supernode(path: usize, at: i32, length: i32, offsets: usize, indices: usize): i32 {
  let j = <usize>loadU32(path, at);
  let count = 1;
  while (at + count < length && <usize>loadU32(path, at + count) === j + 1) {
    const from = loadIndex(offsets, j);
    const until = loadIndex(offsets, j + 1);
    if (<usize>loadU32(indices, from) !== j + 1) break;
    if (loadIndex(offsets, j + 2) - until !== until - from - 1) break;
    j++;
    count++;
  }
  return count;
}

/**
 * Copies row j of W, and then the `size` rows that `rows` lists. `out` has one vector for each column of W, and a
 * vector begins every `stride` numbers.
 */
function gather(w: usize, j: usize, rows: usize, size: usize, stride: usize, width: usize, out: usize): void {
  for (let r: usize = 0; r < width; r++) {
    storeF64(out, r * stride, loadF64(w, RANK * j + r));
  }
  for (let t: usize = 0; t < size; t++) {
    const row = w + ((RANK * <usize>loadU32(rows, t)) << 3);
    for (let r: usize = 0; r < width; r++) storeF64(out, r * stride + t + 1, loadF64(row, r));
  }
}

/** Writes the gathered rows back to W, without the first `done` of them. */
function scatter(
  w: usize,
  rows: usize,
  done: usize,
  size: usize,
  stride: usize,
  width: usize,
  from: usize,
): void {
  for (let t: usize = done - 1; t < size; t++) {
    const row = w + ((RANK * <usize>loadU32(rows, t)) << 3);
    for (let r: usize = 0; r < width; r++) storeF64(row, r, loadF64(from, r * stride + t + 1));
  }
}

/** w ← w − p l; l ← l + g w, for one vector. */
function applyOne(l: usize, w: usize, count: usize, p: f64, g: f64): void {
  const pp = f64x2.splat(p);
  const gg = f64x2.splat(g);
  const end = l + ((count & ~1) << 3);
  for (; l < end; l += 16) {
    const value = v128.load(l);
    const x = f64x2.sub(v128.load(w), f64x2.mul(pp, value));
    v128.store(w, x);
    v128.store(l, f64x2.add(value, f64x2.mul(gg, x)));
    w += 16;
  }
  if (count & 1) {
    const x = load<f64>(w) - p * load<f64>(l);
    store<f64>(w, x);
    store<f64>(l, load<f64>(l) + g * x);
  }
}

/**
 * Does `applyOne` for four vectors in turn. Each column entry is read and written once. `p` and `g` are four numbers.
 */
function applyFour(l: usize, w: usize, stride: usize, count: usize, p: usize, g: usize): void {
  const p0 = v128.load64_splat(p);
  const p1 = v128.load64_splat(p, 8);
  const p2 = v128.load64_splat(p, 16);
  const p3 = v128.load64_splat(p, 24);
  const g0 = v128.load64_splat(g);
  const g1 = v128.load64_splat(g, 8);
  const g2 = v128.load64_splat(g, 16);
  const g3 = v128.load64_splat(g, 24);
  const w1 = w + (stride << 3);
  const w2 = w1 + (stride << 3);
  const w3 = w2 + (stride << 3);
  const pairs = (count & ~1) << 3;
  for (let at: usize = 0; at < pairs; at += 16) {
    let value = v128.load(l + at);
    let x = f64x2.sub(v128.load(w + at), f64x2.mul(p0, value));
    v128.store(w + at, x);
    value = f64x2.add(value, f64x2.mul(g0, x));
    x = f64x2.sub(v128.load(w1 + at), f64x2.mul(p1, value));
    v128.store(w1 + at, x);
    value = f64x2.add(value, f64x2.mul(g1, x));
    x = f64x2.sub(v128.load(w2 + at), f64x2.mul(p2, value));
    v128.store(w2 + at, x);
    value = f64x2.add(value, f64x2.mul(g2, x));
    x = f64x2.sub(v128.load(w3 + at), f64x2.mul(p3, value));
    v128.store(w3 + at, x);
    v128.store(l + at, f64x2.add(value, f64x2.mul(g3, x)));
  }
  if (count & 1) {
    for (let r: usize = 0; r < 4; r++) {
      const own = w + ((r * stride) << 3) + pairs;
      applyOne(l + pairs, own, 1, loadF64(p, r), loadF64(g, r));
    }
  }
}

/** Processes column j for all vectors: D, and the changes of its lower entries (`p`, `g`). */
function pivotStep(
  j: usize,
  w: usize,
  stride: usize,
  width: usize,
  sign: f64,
  alphas: usize,
  p: usize,
  g: usize,
  diagonal: usize,
  inverse: usize,
): void {
  let d = loadF64(diagonal, j);
  for (let r: usize = 0; r < width; r++) {
    const x = loadF64(w, r * stride);
    const before = loadF64(alphas, r);
    const alpha = before + (sign * x * x) / d;
    storeF64(p, r, x);
    storeF64(g, r, (sign * x) / (alpha * d));
    d *= alpha / before;
    storeF64(alphas, r, alpha);
  }
  storeF64(diagonal, j, d);
  storeF64(inverse, j, 1.0 / d);
}

/**
 * L·D·Lᵀ ← L·D·Lᵀ + sign·W·Wᵀ.
 * @param path columns that change, ascending: from the first row of each vector up the elimination tree.
 * @param w n rows of 8 numbers: the vectors side by side. Only the rows of the path are read, and they are overwritten.
 * @param width the number of vectors, 1 to 8. The other numbers of a row are not used.
 * @param scratch 8·(longest column + 2) + 32 numbers.
 */
export function sparseUpdate(
  path: usize,
  length: i32,
  columnOffsets: usize,
  columnIndices: usize,
  columnValues: usize,
  diagonal: usize,
  inverse: usize,
  w: usize,
  width: i32,
  sign: f64,
  scratch: usize,
): void {
  const alphas = scratch;
  const p = scratch + 64;
  const g = scratch + 128;
  const near = scratch + 256;
  for (let r: usize = 0; r < RANK; r++) storeF64(alphas, r, 1.0);
  for (let at = 0; at < length; ) {
    const count = supernode(path, at, length, columnOffsets, columnIndices);
    const first = <usize>loadU32(path, at);
    const from = loadIndex(columnOffsets, first);
    const size = loadIndex(columnOffsets, first + 1) - from;
    const stride = size + 1;
    gather(w, first, columnIndices + (from << 2), size, stride, width, near);
    for (let c: usize = 0; c < <usize>count; c++) {
      const own = near + (c << 3);
      pivotStep(first + c, own, stride, width, sign, alphas, p, g, diagonal, inverse);
      const values = columnValues + (loadIndex(columnOffsets, first + c) << 3);
      let r: usize = 0;
      for (; r + 4 <= <usize>width; r += 4) {
        applyFour(values, own + ((r * stride + 1) << 3), stride, size - c, p + (r << 3), g + (r << 3));
      }
      for (; r < <usize>width; r++) {
        applyOne(values, own + ((r * stride + 1) << 3), size - c, loadF64(p, r), loadF64(g, r));
      }
    }
    scatter(w, columnIndices + (from << 2), count, size, stride, width, near);
    at += count;
  }
}

/**
 * gram ← Wᵀ·A⁻¹·W (8 a row), which tells whether A − W·Wᵀ is positive definite before anything changes. The arguments
 * are those of `sparseUpdate`.
 */
export function sparseGrowth(
  path: usize,
  length: i32,
  columnOffsets: usize,
  columnIndices: usize,
  columnValues: usize,
  inverse: usize,
  w: usize,
  width: i32,
  scratch: usize,
  gram: usize,
): void {
  const near = scratch + 256;
  memory.fill(gram, 0, 512);
  for (let at = 0; at < length; ) {
    const count = supernode(path, at, length, columnOffsets, columnIndices);
    const first = <usize>loadU32(path, at);
    const from = loadIndex(columnOffsets, first);
    const size = loadIndex(columnOffsets, first + 1) - from;
    const stride = size + 1;
    gather(w, first, columnIndices + (from << 2), size, stride, width, near);
    for (let c: usize = 0; c < <usize>count; c++) {
      const values = columnValues + (loadIndex(columnOffsets, first + c) << 3);
      const scale = loadF64(inverse, first + c);
      for (let r: usize = 0; r < <usize>width; r++) {
        const own = near + ((r * stride + c) << 3);
        const x = load<f64>(own);
        if (x === 0) continue;
        for (let s: usize = 0; s <= r; s++) {
          const to = gram + ((RANK * r + s) << 3);
          store<f64>(to, load<f64>(to) + scale * x * loadF64(near, s * stride + c));
        }
        subtract(values, own + 8, size - c, x);
      }
    }
    scatter(w, columnIndices + (from << 2), count, size, stride, width, near);
    at += count;
  }
}

/** w ← w − p l */
function subtract(l: usize, w: usize, count: usize, p: f64): void {
  const pp = f64x2.splat(p);
  const end = l + ((count & ~1) << 3);
  for (; l < end; l += 16) {
    v128.store(w, f64x2.sub(v128.load(w), f64x2.mul(pp, v128.load(l))));
    w += 16;
  }
  if (count & 1) store<f64>(w, load<f64>(w) - p * load<f64>(l));
}
