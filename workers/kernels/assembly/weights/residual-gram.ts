// The Gram matrix A of one vertex's residuals: A_jk = (y − B_j v)·(y − B_k v) = a_jk − b_j − b_k + y², in f64, because
// the differences cancel. Rows are computed on demand, because a search uses only a few of them. Each instance of the
// module handles one vertex at a time, so the state is in globals.

import { loadF64, loadI32, storeF64, storeI32 } from "../memory";

export let bones: i32 = 0;

/** Bones rounded up to even: numbers in a row. */
export let padded: i32 = 0;

/** A_jj of every bone. */
export let diagonal: usize = 0;

/** A·w, as `gradient` writes it. */
export let product: usize = 0;

let table: usize = 0;
let diagonalTable: usize = 0;
let rows: usize = 0;
let stamps: usize = 0;
let stamp: i32 = 0;

/** How many bones rows and the diagonal are filled for; 0 means all. Entries of other bones must not be read. */
let fewBones: i32 = 0;
/** The numbers of these bones. */
let few: usize = 0;
let monomials: usize = 0;
let projections: usize = 0;
let norm: f64 = 0;
let lift: f64 = 0;

/**
 * A bone that has half of the vertex, or −1. With an anchor, A is the Gram matrix of (r_j + r_anchor)/2, to solve for
 * w' in w = ½ e_anchor + ½ w'.
 */
let anchor: i32 = -1;

/** The row of the anchor in the Gram matrix without an anchor. */
let anchorRow: usize = 0;

/** The scratch numbers that `gramSetUp` needs. */
export function gramScratch(h: i32): i32 {
  const even = (h + 1) & ~1;
  return h * even + 2 * even + even + 10 + even + even;
}

export function gramSetUp(h: i32, pairs: usize, diagonals: usize, scratch: usize): void {
  bones = h;
  padded = (h + 1) & ~1;
  table = pairs;
  diagonalTable = diagonals;
  const bytes = (<usize>padded) << 3;
  rows = scratch;
  diagonal = rows + <usize>h * bytes;
  product = diagonal + bytes;
  projections = product + bytes;
  monomials = projections + bytes;
  stamps = monomials + 80;
  anchorRow = stamps + bytes;
  stamp = 0;
  for (let j = 0; j < h; j++) storeI32(stamps, j, 0);
}

/**
 * Begins a vertex with its homogeneous rest position, Bᵀy (4h numbers) and y². The smoothness term of A is given as
 * `pull` (h numbers added to the projections, or 0), `norm` and `onDiagonal`.
 */
export function gramBegin(rest: usize, inner: usize, pull: usize, squaredNorm: f64, onDiagonal: f64): void {
  begin(rest, squaredNorm, onDiagonal);
  for (let j = 0; j < bones; j++) project(j, rest, inner, pull);
  fillDiagonal();
}

/** Like `gramBegin`, but only for n bones. The caller must not read entries of others. */
export function gramBeginFew(
  ids: usize,
  n: i32,
  rest: usize,
  inner: usize,
  pull: usize,
  squaredNorm: f64,
  onDiagonal: f64,
): void {
  begin(rest, squaredNorm, onDiagonal);
  few = ids;
  fewBones = n;
  const bytes = (<usize>padded) << 3;
  for (let i = 0; i < n; i++) {
    const j = loadI32(ids, i);
    project(j, rest, inner, pull);
    const d =
      combineOne(diagonalTable + ((<usize>j) << 3), bytes) + norm - 2.0 * loadF64(projections, j) + lift;
    storeF64(diagonal, j, Math.max(d, 1e-14));
  }
  anchor = -1;
  stamp++;
}

/** The product of the residual with bone j. @inline */
function project(j: i32, rest: usize, inner: usize, pull: usize): void {
  const q = inner + ((<usize>j) << 5);
  let b =
    load<f64>(rest) * load<f64>(q) +
    load<f64>(rest, 8) * load<f64>(q, 8) +
    load<f64>(rest, 16) * load<f64>(q, 16) +
    load<f64>(q, 24);
  if (pull) b += loadF64(pull, j);
  storeF64(projections, j, b);
}

function begin(rest: usize, squaredNorm: f64, onDiagonal: f64): void {
  const x = load<f64>(rest);
  const y = load<f64>(rest, 8);
  const z = load<f64>(rest, 16);
  store<f64>(monomials, x * x);
  store<f64>(monomials, x * y, 8);
  store<f64>(monomials, x * z, 16);
  store<f64>(monomials, x, 24);
  store<f64>(monomials, y * y, 32);
  store<f64>(monomials, y * z, 40);
  store<f64>(monomials, y, 48);
  store<f64>(monomials, z * z, 56);
  store<f64>(monomials, z, 64);
  store<f64>(monomials, 1.0, 72);
  norm = squaredNorm;
  lift = onDiagonal;
  fewBones = 0;
}

/**
 * Begins the sum of many vertices, each with a weight: sums of their ten monomials, of their products with each bone,
 * and of y².
 */
export function gramBeginForm(sums: usize, inner: usize, squaredNorm: f64): void {
  memory.copy(monomials, sums, 80);
  memory.copy(projections, inner, (<usize>bones) << 3);
  norm = squaredNorm;
  lift = 0.0;
  fewBones = 0;
  fillDiagonal();
}

/** Computes A_jj of every bone, and forgets all rows. */
function fillDiagonal(): void {
  anchor = -1;
  if (padded > bones) storeF64(projections, bones, 0.0);
  stamp++;
  combine(diagonalTable, diagonal);
  for (let j = 0; j < bones; j++) {
    const at = (<usize>j) << 3;
    const d = load<f64>(diagonal + at) + norm - 2.0 * load<f64>(projections + at) + lift;
    store<f64>(diagonal + at, Math.max(d, 1e-14));
  }
}

/** Gives half of the current vertex to a bone. */
export function gramAnchor(bone: i32): void {
  memory.copy(anchorRow, rowOf(bone), (<usize>padded) << 3);
  const own = loadF64(anchorRow, bone);
  for (let j = 0; j < bones; j++) {
    const at = (<usize>j) << 3;
    const d = load<f64>(diagonal + at) + 2.0 * load<f64>(anchorRow + at) + own;
    store<f64>(diagonal + at, Math.max(0.25 * d, 1e-14));
  }
  anchor = bone;
  stamp++;
}

/** A_jj of the residuals without the anchor. */
export function loneEnergy(j: i32): f64 {
  const d = loadF64(diagonal, j);
  if (anchor < 0) return d;
  return 4.0 * d - 2.0 * loadF64(anchorRow, j) - loadF64(anchorRow, anchor);
}

/** out[k] = Σ_q monomial_q · coefficients[q·padded + k]. @inline */
function combine(coefficients: usize, out: usize): void {
  const row = (<usize>padded) << 3;
  const m0 = v128.load64_splat(monomials);
  const m1 = v128.load64_splat(monomials, 8);
  const m2 = v128.load64_splat(monomials, 16);
  const m3 = v128.load64_splat(monomials, 24);
  const m4 = v128.load64_splat(monomials, 32);
  const m5 = v128.load64_splat(monomials, 40);
  const m6 = v128.load64_splat(monomials, 48);
  const m7 = v128.load64_splat(monomials, 56);
  const m8 = v128.load64_splat(monomials, 64);
  for (let k: usize = 0; k < row; k += 16) {
    let at = coefficients + k;
    let s = f64x2.mul(m0, v128.load(at));
    at += row;
    s = f64x2.add(s, f64x2.mul(m1, v128.load(at)));
    at += row;
    s = f64x2.add(s, f64x2.mul(m2, v128.load(at)));
    at += row;
    s = f64x2.add(s, f64x2.mul(m3, v128.load(at)));
    at += row;
    s = f64x2.add(s, f64x2.mul(m4, v128.load(at)));
    at += row;
    s = f64x2.add(s, f64x2.mul(m5, v128.load(at)));
    at += row;
    s = f64x2.add(s, f64x2.mul(m6, v128.load(at)));
    at += row;
    s = f64x2.add(s, f64x2.mul(m7, v128.load(at)));
    at += row;
    s = f64x2.add(s, f64x2.mul(m8, v128.load(at)));
    at += row;
    v128.store(out + k, f64x2.add(s, v128.load(at)));
  }
}

/** Σ_q monomial_q · coefficient_q, in the order of `combine`; the coefficients are some bytes apart. @inline */
function combineOne(at: usize, apart: usize): f64 {
  let s = load<f64>(monomials) * load<f64>(at);
  for (let q: usize = 8; q < 72; q += 8) {
    at += apart;
    s += load<f64>(monomials + q) * load<f64>(at);
  }
  return s + load<f64>(at + apart);
}

/** Fills row j, only for the bones of `gramBeginFew`. */
function fillFew(j: i32, row: usize): void {
  const bytes = (<usize>padded) << 3;
  const coefficients = table + <usize>(10 * j) * bytes;
  const base = norm - loadF64(projections, j);
  for (let i = 0; i < fewBones; i++) {
    const k = loadI32(few, i);
    const own = combineOne(coefficients + ((<usize>k) << 3), bytes);
    storeF64(row, k, own + base - loadF64(projections, k));
  }
  storeF64(row, j, loadF64(diagonal, j));
}

/** Row j of A: `padded` numbers; the padding is meaningless. */
export function rowOf(j: i32): usize {
  const bytes = (<usize>padded) << 3;
  const row = rows + <usize>j * bytes;
  const mark = stamps + ((<usize>j) << 2);
  if (load<i32>(mark) === stamp) return row;
  store<i32>(mark, stamp);
  if (fewBones > 0) {
    fillFew(j, row);
    return row;
  }
  combine(table + <usize>(10 * j) * bytes, row);
  const base = f64x2.splat(norm - loadF64(projections, j));
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(row + k, f64x2.sub(f64x2.add(v128.load(row + k), base), v128.load(projections + k)));
  }
  if (anchor >= 0) {
    const at = anchorRow + ((<usize>j) << 3);
    const both = f64x2.splat(load<f64>(at) + loadF64(anchorRow, anchor));
    const quarter = f64x2.splat(0.25);
    for (let k: usize = 0; k < bytes; k += 16) {
      const sum = f64x2.add(f64x2.add(v128.load(row + k), v128.load(anchorRow + k)), both);
      v128.store(row + k, f64x2.mul(quarter, sum));
    }
  }
  storeF64(row, j, loadF64(diagonal, j));
  return row;
}

/** A·w for n weights on the bones `ids`, into `product`. */
export function gradient(ids: usize, w: usize, n: i32): void {
  const bytes = (<usize>padded) << 3;
  for (let k: usize = 0; k < bytes; k += 16) v128.store(product + k, f64x2.splat(0));
  for (let i = 0; i < n; i++) {
    const weight = loadF64(w, i);
    if (weight === 0.0) continue;
    const row = rowOf(loadI32(ids, i));
    const both = f64x2.splat(weight);
    for (let k: usize = 0; k < bytes; k += 16) {
      v128.store(product + k, f64x2.add(v128.load(product + k), f64x2.mul(both, v128.load(row + k))));
    }
  }
}

/** wᵀAw. */
export function energyOf(ids: usize, w: usize, n: i32): f64 {
  let sum = 0.0;
  for (let i = 0; i < n; i++) {
    const wi = loadF64(w, i);
    if (wi === 0.0) continue;
    const row = rowOf(loadI32(ids, i));
    let inner = 0.0;
    for (let k = 0; k < i; k++) {
      inner += loadF64(w, k) * loadF64(row, loadI32(ids, k));
    }
    sum += wi * (wi * loadF64(row, loadI32(ids, i)) + 2.0 * inner);
  }
  return sum;
}
