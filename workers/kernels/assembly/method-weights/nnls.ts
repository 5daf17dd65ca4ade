// min |Cw − y|² + 2λ Σw over w ≥ 0 for each vertex, where column j of C is B_j v. The normal equations CᵀC and Cᵀy come
// from G = BᵀB and UᵀB. Lawson & Hanson's active set (1974, chapter 23) solves them; the L1 term is linear on w ≥ 0.
// The factor grows by a row when a bone enters, and is recomputed from a bone's row on when it leaves.

import { dot } from "../dense/dot";
import { product } from "../dense/product";
import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { gramBegin, gramScratch, gramSetUp, rowOf } from "../weights/residual-gram";

/** Vertices whose products with the bones are computed together. */
const CHUNK = 32;

let bones: i32 = 0;

/** Bones rounded up to even: numbers in a row of the factor. */
let capacity: i32 = 0;

/** The number of bones in the active set. */
let size: i32 = 0;

/** Cᵀy − λ. */
let right: usize = 0;

/** The bones of the set, i32, in the factor's order. */
let chosen: usize = 0;

/** A flag for each bone in the set, i32. */
let inside: usize = 0;

/** Cholesky factor of CᵀC on the set. */
let factor: usize = 0;

/** The right side after the forward solve. */
let forward: usize = 0;

/** The solution on the set, before it is clipped to w ≥ 0. */
let trial: usize = 0;

/** The descent of each bone. */
let slope: usize = 0;

/** 4h zeros: `gramBegin` needs a product with the trajectory, and CᵀC has none. */
let nothing: usize = 0;

/** Products of the chunk's trajectories with all bones. */
let inner: usize = 0;

/** The scratch numbers of a thread. */
export function nnlsScratch(h: i32): i32 {
  const even = (h + 1) & ~1;
  return gramScratch(h) + even * even + 8 * even + 4 * h + CHUNK * 4 * h;
}

function setUp(h: i32, pairs: usize, diagonals: usize, scratch: usize): void {
  bones = h;
  capacity = (h + 1) & ~1;
  gramSetUp(h, pairs, diagonals, scratch);
  const bytes = (<usize>capacity) << 3;
  factor = scratch + ((<usize>gramScratch(h)) << 3);
  right = factor + <usize>capacity * bytes;
  forward = right + bytes;
  trial = forward + bytes;
  slope = trial + bytes;
  chosen = slope + bytes;
  inside = chosen + bytes;
  nothing = inside + bytes;
  inner = nothing + ((<usize>h) << 5);
  memory.fill(nothing, 0, (<usize>h) << 5);
}

/** @inline */
function member(p: i32): i32 {
  return loadI32(chosen, p);
}

/** Computes the rows from `from` on of the factor and of the forward solve. */
function refactor(from: i32): void {
  for (let p = from; p < size; p++) {
    const row = factor + ((<usize>(p * capacity)) << 3);
    const gram = rowOf(member(p));
    for (let c = 0; c < p; c++) {
      const other = factor + ((<usize>(c * capacity)) << 3);
      storeF64(row, c, (loadF64(gram, member(c)) - dot(row, other, c)) / loadF64(other, c));
    }
    const own = loadF64(gram, member(p));
    const d = Math.sqrt(Math.max(own * (1.0 + 1e-12) - dot(row, row, p), 1e-13 * own + 1e-300));
    storeF64(row, p, d);
    storeF64(forward, p, (loadF64(right, member(p)) - dot(row, forward, p)) / d);
  }
}

function backSolve(): void {
  for (let p = size - 1; p >= 0; p--) {
    let x = loadF64(forward, p);
    for (let q = p + 1; q < size; q++) x -= loadF64(factor, q * capacity + p) * loadF64(trial, q);
    storeF64(trial, p, x / loadF64(factor, p * capacity + p));
  }
}

/** The bone outside the set with the steepest descent, or −1. */
function mostWanted(w: usize): i32 {
  for (let j = 0; j < bones; j++) storeF64(slope, j, loadF64(right, j));
  for (let p = 0; p < size; p++) {
    const x = loadF64(w, member(p));
    const row = rowOf(member(p));
    for (let j = 0; j < bones; j++) storeF64(slope, j, loadF64(slope, j) - x * loadF64(row, j));
  }
  let best = -1;
  let most = 0.0;
  for (let j = 0; j < bones; j++) {
    if (loadI32(inside, j)) continue;
    const scale = Math.sqrt(loadF64(rowOf(j), j));
    const gain = loadF64(slope, j) / scale;
    if (gain > 1e-9 * scale && gain > most) {
      most = gain;
      best = j;
    }
  }
  return best;
}

/** Moves w towards the solution on the set as far as w ≥ 0 allows, and drops bones whose weight becomes 0. */
function stepInside(w: usize): void {
  while (size > 0) {
    let step = 1.0;
    let blocking = -1;
    for (let p = 0; p < size; p++) {
      const to = loadF64(trial, p);
      if (to > 0.0) continue;
      const from = loadF64(w, member(p));
      const ratio = from / (from - to + 1e-300);
      if (ratio < step || blocking < 0) {
        step = ratio;
        blocking = p;
      }
    }
    for (let p = 0; p < size; p++) {
      const j = member(p);
      storeF64(
        w,
        j,
        blocking < 0 ? loadF64(trial, p) : loadF64(w, j) + step * (loadF64(trial, p) - loadF64(w, j)),
      );
    }
    if (blocking < 0) return;
    storeF64(w, member(blocking), 0.0);
    storeI32(inside, member(blocking), 0);
    for (let q = blocking; q + 1 < size; q++) storeI32(chosen, q, member(q + 1));
    size--;
    refactor(blocking);
    backSolve();
  }
}

function solve(w: usize): void {
  size = 0;
  for (let j = 0; j < bones; j++) {
    storeF64(w, j, 0.0);
    storeI32(inside, j, 0);
  }
  for (let round = 0; round < 3 * bones; round++) {
    const wanted = mostWanted(w);
    if (wanted < 0) return;
    storeI32(chosen, size, wanted);
    storeI32(inside, wanted, 1);
    size++;
    refactor(size - 1);
    backSolve();
    // Because of rounding, the new bone no longer lowers the error.
    if (!(loadF64(trial, size - 1) > 0.0)) {
      size--;
      return;
    }
    stepInside(w);
  }
}

/**
 * Non-negative weights of vertices on all h bones, not normalised: V·h numbers into `weights`. `penalty` is λ. Items
 * are vertices; `scratch` has room for `nnlsScratch(h)` numbers per slot.
 */
export function nonNegativeWeights(
  begin: i32,
  end: i32,
  slot: i32,
  rest: usize,
  trajectories: usize,
  stride: i32,
  rank: i32,
  reduced: usize,
  reducedStride: i32,
  pairs: usize,
  diagonals: usize,
  h: i32,
  penalty: f64,
  weights: usize,
  scratch: usize,
): void {
  setUp(h, pairs, diagonals, scratch + ((<usize>slot * <usize>nnlsScratch(h)) << 3));
  for (let from = begin; from < end; from += CHUNK) {
    const to = min(from + CHUNK, end);
    const vectors = trajectories + ((<usize>from * <usize>stride) << 3);
    product(0, to - from, slot, vectors, stride, 1, reduced, reducedStride, rank, 4 * h, inner, 4 * h);
    for (let i = from; i < to; i++) {
      const v = rest + ((<usize>i) << 5);
      gramBegin(v, nothing, 0, 0.0, 0.0);
      const products = inner + ((<usize>((i - from) * 4 * h)) << 3);
      for (let j = 0; j < h; j++) storeF64(right, j, dot(v, products + ((<usize>j) << 5), 4) - penalty);
      solve(weights + ((<usize>i * <usize>h) << 3));
    }
  }
}
