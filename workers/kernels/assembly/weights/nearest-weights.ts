// Weights of James & Twigg 2005: the bones that each bring a vertex nearest to its motion on their own, and weights on
// them by least squares of [cA; 1…1] w = (cb; 1), c = 1/|b|, with w ≥ 0 or with small singular values left out.

import { product } from "../dense/product";
import { loadF64, loadI32, storeF64, storeI32 } from "../memory";

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

/** Numbers of scratch memory per thread. */
export function nearestScratch(h: i32, limit: i32): i32 {
  return CHUNK * 4 * h + h + 4 * limit * limit + 9 * limit + 16;
}

let size: i32 = 0;
let distances: usize = 0;
let chosen: usize = 0; // i32
// i32
let normal: usize = 0; // c²AᵀA + 11ᵀ
// c²AᵀA + 11ᵀ
let plain: usize = 0; // AᵀA
// AᵀA
let factor: usize = 0;
let vectors: usize = 0;
let right: usize = 0;
let inner: usize = 0; // Aᵀb
// Aᵀb
let w: usize = 0;
let trial: usize = 0;
let passive: usize = 0; // i32
// i32
let inside: usize = 0; // i32 flags

// i32 flags

function setUp(at: usize, h: i32, limit: i32): void {
  const square = (<usize>(limit * limit)) << 3,
    line = (<usize>limit) << 3;
  distances = at;
  at += (<usize>h) << 3;
  normal = at;
  plain = normal + square;
  factor = plain + square;
  vectors = factor + square;
  right = vectors + square;
  inner = right + line;
  w = inner + line;
  trial = w + line;
  chosen = trial + line;
  passive = chosen + line;
  inside = passive + line;
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
  size = 0;
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
}

/** The normal equations of the chosen bones. */
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

/** Solves the normal equations on the n passive bones into `trial`, by Cholesky with a ridge at the rounding. */
function solvePassive(n: i32): void {
  for (let r = 0; r < n; r++) {
    const i = loadI32(passive, r);
    for (let s = 0; s <= r; s++) {
      let x = loadF64(normal, i * size + loadI32(passive, s));
      for (let k = 0; k < s; k++) x -= loadF64(factor, r * size + k) * loadF64(factor, s * size + k);
      if (r === s)
        storeF64(factor, r * size + r, Math.sqrt(Math.max(x + 1e-13 * loadF64(normal, i * size + i), 1e-26)));
      else storeF64(factor, r * size + s, x / loadF64(factor, s * size + s));
    }
  }
  for (let r = 0; r < n; r++) {
    let x = loadF64(right, loadI32(passive, r));
    for (let k = 0; k < r; k++) x -= loadF64(factor, r * size + k) * loadF64(trial, k);
    storeF64(trial, r, x / loadF64(factor, r * size + r));
  }
  for (let r = n - 1; r >= 0; r--) {
    let x = loadF64(trial, r);
    for (let k = r + 1; k < n; k++) x -= loadF64(factor, k * size + r) * loadF64(trial, k);
    storeF64(trial, r, x / loadF64(factor, r * size + r));
  }
}

/** The bone outside whose weight would lower the error most, or −1. */
function mostWanted(): i32 {
  let wanted = -1;
  let most: f64 = 1e-9;
  for (let r = 0; r < size; r++) {
    if (loadI32(inside, r)) continue;
    let gain = loadF64(right, r);
    for (let s = 0; s < size; s++) gain -= loadF64(normal, r * size + s) * loadF64(w, s);
    if (gain > most) {
      most = gain;
      wanted = r;
    }
  }
  return wanted;
}

/** Lawson & Hanson 1974, chapter 23, on the normal equations. */
function solveNonNegative(): void {
  let n = 0;
  for (let r = 0; r < size; r++) {
    storeF64(w, r, 0);
    storeI32(inside, r, 0);
  }
  for (let round = 0; round < 3 * size + 3; round++) {
    const wanted = mostWanted();
    if (wanted < 0) return;
    storeI32(passive, n++, wanted);
    storeI32(inside, wanted, 1);
    for (;;) {
      solvePassive(n);
      let step: f64 = 1;
      let blocking = -1;
      for (let r = 0; r < n; r++) {
        if (loadF64(trial, r) > 0) continue;
        const now = loadF64(w, loadI32(passive, r));
        const ratio = now / Math.max(now - loadF64(trial, r), 1e-300);
        if (blocking < 0 || ratio < step) {
          step = ratio;
          blocking = r;
        }
      }
      for (let r = 0; r < n; r++) {
        const i = loadI32(passive, r);
        storeF64(w, i, loadF64(w, i) + step * (loadF64(trial, r) - loadF64(w, i)));
      }
      if (blocking < 0) break;
      const out = loadI32(passive, blocking);
      storeF64(w, out, 0);
      storeI32(inside, out, 0);
      n--;
      for (let r = blocking; r < n; r++) storeI32(passive, r, loadI32(passive, r + 1));
      if (out === wanted && step === 0) return;
    }
  }
}

/** w = Σ over eigenvectors q with √λ above the threshold's share of the largest: q (q·right) / λ, by cyclic Jacobi. */
function solveTruncated(threshold: f64): void {
  memory.copy(factor, normal, (<usize>(size * size)) << 3);
  for (let r = 0; r < size; r++) {
    storeF64(w, r, 0);
    for (let s = 0; s < size; s++) storeF64(vectors, r * size + s, r === s ? 1 : 0);
  }
  for (let sweep = 0; sweep < 30; sweep++) {
    let off: f64 = 0,
      on: f64 = 0;
    for (let r = 0; r < size; r++) {
      on += loadF64(factor, r * size + r) * loadF64(factor, r * size + r);
      for (let s = 0; s < r; s++) off += loadF64(factor, r * size + s) * loadF64(factor, r * size + s);
    }
    if (off <= 1e-30 * on) break;
    for (let p = 0; p + 1 < size; p++) for (let q = p + 1; q < size; q++) turn(p, q);
  }
  let largest: f64 = 0;
  for (let r = 0; r < size; r++) largest = Math.max(largest, loadF64(factor, r * size + r));
  const least = Math.max(threshold * threshold, 1e-14) * largest;
  for (let q = 0; q < size; q++) {
    const lambda = loadF64(factor, q * size + q);
    if (lambda < least) continue;
    let along: f64 = 0;
    for (let r = 0; r < size; r++) along += loadF64(vectors, r * size + q) * loadF64(right, r);
    for (let r = 0; r < size; r++)
      storeF64(w, r, loadF64(w, r) + (loadF64(vectors, r * size + q) * along) / lambda);
  }
}

function turn(p: i32, q: i32): void {
  const pq = loadF64(factor, p * size + q);
  if (pq === 0) return;
  const theta = (loadF64(factor, q * size + q) - loadF64(factor, p * size + p)) / (2 * pq);
  const t = (theta >= 0 ? <f64>1 : <f64>-1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1),
    s = t * c;
  for (let k = 0; k < size; k++) {
    const x = loadF64(factor, k * size + p),
      y = loadF64(factor, k * size + q);
    storeF64(factor, k * size + p, c * x - s * y);
    storeF64(factor, k * size + q, s * x + c * y);
    const e = loadF64(vectors, k * size + p),
      f = loadF64(vectors, k * size + q);
    storeF64(vectors, k * size + p, c * e - s * f);
    storeF64(vectors, k * size + q, s * e + c * f);
  }
  for (let k = 0; k < size; k++) {
    const x = loadF64(factor, p * size + k),
      y = loadF64(factor, q * size + k);
    storeF64(factor, p * size + k, c * x - s * y);
    storeF64(factor, q * size + k, s * x + c * y);
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

/** Items are vertices. */
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
