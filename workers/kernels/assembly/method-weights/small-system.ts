// Solves the normal equations of a few unknowns w: with w ≥ 0, or without the small singular values. Each instance of
// the module solves one system at a time, so globals hold it.

import { loadF64, loadI32, storeF64, storeI32 } from "../memory";

/** The number of unknowns. */
export let size: i32 = 0;

/** The matrix: `size` rows, which the caller fills. */
export let normal: usize = 0;

/** The right side, which the caller fills. */
export let right: usize = 0;

/** The solution. */
export let w: usize = 0;

/** The Cholesky factor of the passive unknowns, or the matrix while Jacobi rotations turn it diagonal. */
let factor: usize = 0;

/** Eigenvectors, in columns. */
let vectors: usize = 0;

/** The solution on the passive unknowns, before it is clipped to w ≥ 0. */
let trial: usize = 0;

/** The unknowns that are not held at 0, i32. */
let passive: usize = 0;

/** A flag for each unknown that is passive, i32. */
let inside: usize = 0;

/** The scratch numbers, given the most unknowns of a system. */
export function smallSystemScratch(most: i32): i32 {
  return 3 * most * most + 5 * most;
}

export function smallSystemSetUp(most: i32, scratch: usize): void {
  const square = (<usize>(most * most)) << 3,
    line = (<usize>most) << 3;
  normal = scratch;
  factor = normal + square;
  vectors = factor + square;
  right = vectors + square;
  w = right + line;
  trial = w + line;
  passive = trial + line;
  inside = passive + line;
}

/** Sets the number of unknowns of the next system. */
export function smallSystemBegin(unknowns: i32): void {
  size = unknowns;
}

/** Solves the equations on the n passive bones into `trial`, by Cholesky with a ridge at the rounding. */
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

/** The unknown at 0 that would lower the error most, or −1. */
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

/** Solves for w ≥ 0 (Lawson & Hanson 1974, chapter 23). */
export function solveNonNegative(): void {
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

/** A Jacobi rotation of `factor` that zeroes its entry (p, q). */
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

/** w = Σ q (q·right) / λ over the eigenvectors q whose √λ is above `threshold` times the largest, by cyclic Jacobi. */
export function solveTruncated(threshold: f64): void {
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
