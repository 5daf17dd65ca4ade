// Weights of James & Twigg 2005: finds the bones that fit a vertex best alone, and weights on them by least squares of
// [cA; 1…1] w = (cb; 1), c = 1/|b|, with w ≥ 0 or with small singular values left out.

import { product } from "../dense/product";
import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import {
  normal,
  right,
  size,
  smallSystemBegin,
  smallSystemScratch,
  smallSystemSetUp,
  solveNonNegative,
  solveTruncated,
  w,
} from "./small-system";

/** Vertices whose products with the bones are computed together. */
const CHUNK = 32;

@unmanaged
export class NearestJob {
  /** Singular values below this share of the largest are dropped; a negative value means least squares with w ≥ 0. */
  threshold!: f64;
  trajectories!: usize;
  stride!: i32;
  rank!: i32;
  rest!: usize;
  norms!: usize;
  /** UᵀB, rank rows of 4h. */
  reduced!: usize;
  /** BᵀB, 4h by 4h. */
  gram!: usize;
  bones!: i32;
  limit!: i32;
  slots!: i32;
  /** Out: V·slots, weights ≥ 0 of sum 1. */
  ids!: usize;
  values!: usize;
  /** Out: squared error of each vertex under the solved weights, before they are made valid. */
  errors!: usize;
  scratch!: usize;
  scratchBytes!: i32;
}

/** The scratch numbers of a thread. */
export function nearestScratch(h: i32, limit: i32): i32 {
  return CHUNK * 4 * h + h + limit * limit + 2 * limit + smallSystemScratch(limit);
}

/** |b − x_j|² for all bones. */
let distances: usize = 0;

/** The chosen bones, i32, the nearest first. */
let chosen: usize = 0;

/** AᵀA. */
let plain: usize = 0;

/** Aᵀb. */
let inner: usize = 0;

function setUp(at: usize, h: i32, limit: i32): void {
  distances = at;
  plain = distances + ((<usize>h) << 3);
  inner = plain + ((<usize>(limit * limit)) << 3);
  chosen = inner + ((<usize>limit) << 3);
  smallSystemSetUp(limit, chosen + ((<usize>limit) << 3));
}

/** vᵀ G_jk v. */
function blended(gram: usize, width: i32, j: i32, k: i32, v: usize): f64 {
  let sum: f64 = 0;
  const x = loadF64(v, 0),
    y = loadF64(v, 1),
    z = loadF64(v, 2);
  for (let a = 0; a < 4; a++) {
    const g = gram + ((<usize>((4 * j + a) * width + 4 * k)) << 3);
    sum += loadF64(v, a) * (x * loadF64(g, 0) + y * loadF64(g, 1) + z * loadF64(g, 2) + loadF64(g, 3));
  }
  return sum;
}

/** The `limit` bones with the least |b − x_j|², nearest first; x_j·b of all bones is in `products` (four a bone). */
function choose(job: NearestJob, v: usize, square: f64, products: usize): void {
  const h = job.bones;
  let size = 0;
  for (let j = 0; j < h; j++) {
    const q = products + ((<usize>j) << 5);
    const along =
      loadF64(v, 0) * loadF64(q, 0) +
      loadF64(v, 1) * loadF64(q, 1) +
      loadF64(v, 2) * loadF64(q, 2) +
      loadF64(q, 3);
    storeF64(products, 4 * j, along);
    const distance = square - 2 * along + blended(job.gram, 4 * h, j, j, v);
    storeF64(distances, j, distance);
    if (size === job.limit && distance >= loadF64(distances, loadI32(chosen, size - 1))) continue;
    let at = size < job.limit ? size++ : size - 1;
    for (; at > 0 && loadF64(distances, loadI32(chosen, at - 1)) > distance; at--)
      storeI32(chosen, at, loadI32(chosen, at - 1));
    storeI32(chosen, at, j);
  }
  smallSystemBegin(size);
}

/** Computes the normal equations c²AᵀA + 11ᵀ of the chosen bones, and AᵀA and Aᵀb. */
function assemble(job: NearestJob, v: usize, square: f64, products: usize): void {
  const c2: f64 = square > 0 ? 1 / square : 1;
  for (let r = 0; r < size; r++) {
    const j = loadI32(chosen, r);
    const b = loadF64(products, 4 * j);
    storeF64(inner, r, b);
    storeF64(right, r, c2 * b + 1);
    for (let s = 0; s <= r; s++) {
      const x = blended(job.gram, 4 * job.bones, j, loadI32(chosen, s), v);
      storeF64(plain, r * size + s, x);
      storeF64(plain, s * size + r, x);
      storeF64(normal, r * size + s, c2 * x + 1);
      storeF64(normal, s * size + r, c2 * x + 1);
    }
  }
}

/** |b − Aw|². */
function errorNow(square: f64): f64 {
  let sum = square;
  for (let r = 0; r < size; r++) {
    let x: f64 = 0;
    for (let s = 0; s < size; s++) x += loadF64(plain, r * size + s) * loadF64(w, s);
    sum += loadF64(w, r) * (x - 2 * loadF64(inner, r));
  }
  return Math.max(sum, 0);
}

/**
 * Negative weights become 0 and the others are scaled to the sum 1. If nothing remains, the nearest bone has all the
 * weight.
 */
function writeWeights(job: NearestJob, vertex: i32): void {
  let sum: f64 = 0;
  for (let r = 0; r < size; r++) sum += Math.max(loadF64(w, r), 0);
  const alone = !(sum > 1e-6);
  let n = 0;
  const first = vertex * job.slots;
  for (let r = 0; r < size; r++) {
    const share: f64 = alone ? (r === 0 ? 1 : 0) : Math.max(loadF64(w, r), 0) / sum;
    if (share < 1e-9) continue;
    storeI32(job.ids, first + n, loadI32(chosen, r));
    storeF64(job.values, first + n, share);
    n++;
  }
  for (; n < job.slots; n++) {
    storeI32(job.ids, first + n, -1);
    storeF64(job.values, first + n, 0);
  }
}

/** Finds the weights of vertices (items). */
export function nearestWeights(begin: i32, end: i32, slot: i32, job: NearestJob): void {
  const h = job.bones,
    width = 4 * h;
  const products = job.scratch + <usize>slot * <usize>job.scratchBytes;
  setUp(products + ((<usize>(CHUNK * width)) << 3), h, job.limit);
  for (let from = begin; from < end; from += CHUNK) {
    const to = min(from + CHUNK, end);
    const y = job.trajectories + ((<usize>from * job.stride) << 3);
    product(0, to - from, slot, y, job.stride, 1, job.reduced, width, job.rank, width, products, width);
    for (let i = from; i < to; i++) {
      const v = job.rest + ((<usize>i) << 5);
      const square = loadF64(job.norms, i);
      const mine = products + ((<usize>((i - from) * width)) << 3);
      choose(job, v, square, mine);
      assemble(job, v, square, mine);
      if (job.threshold < 0) solveNonNegative();
      else solveTruncated(job.threshold);
      storeF64(job.errors, i, errorNow(square));
      writeWeights(job, i);
    }
  }
}
