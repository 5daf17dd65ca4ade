// min wᵀAw over w ≥ 0, Σw = 1, for the current vertex's Gram matrix restricted to a list of bones. The problem is
// homogeneous: it equals min ½zᵀAz − 1ᵀz over z ≥ 0 with w = z/Σz. An active set method with a growing and shrinking
// Cholesky factor solves this exactly (Lawson & Hanson 1974, chapter 23).

import { dot } from "../dense/dot";
import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { energyOf, gradient, product, rowOf } from "./residual-gram";

/** The bones in the factor, in its order (i32 indices into the list). */
let chosen: usize = 0;
/** Whether each bone of the list is in the factor (i32, 0 or 1). */
let inside: usize = 0;
/** The Cholesky factor L of the chosen rows and columns of A. */
let factor: usize = 0;
/** L⁻¹1. */
let forward: usize = 0;
/** (LLᵀ)⁻¹1, in the factor's order. */
let trial: usize = 0;
/** z, one number for each bone of the list. */
let current: usize = 0;
let capacity: i32 = 0;
let size: i32 = 0;
let ridge: f64 = 0;
let list: usize = 0;

/** The scratch numbers that lists of up to n bones need. */
export function simplexScratch(n: i32): i32 {
  const even = (n + 1) & ~1;
  return even * even + 5 * even;
}

export function simplexSetUp(n: i32, scratch: usize): void {
  capacity = (n + 1) & ~1;
  const bytes = (<usize>capacity) << 3;
  factor = scratch;
  forward = factor + <usize>capacity * bytes;
  trial = forward + bytes;
  current = trial + bytes;
  chosen = current + bytes;
  inside = chosen + bytes;
}

/** @inline */
function position(p: i32): i32 {
  return loadI32(chosen, p);
}

/** @inline */
function bone(at: i32): i32 {
  return loadI32(list, at);
}

/** Computes rows `from` to `size` of the factor and of the forward solve. */
function refactor(from: i32): void {
  for (let r = from; r < size; r++) {
    const row = factor + ((<usize>(r * capacity)) << 3);
    const a = rowOf(bone(position(r)));
    for (let c = 0; c < r; c++) {
      const other = factor + ((<usize>(c * capacity)) << 3);
      const x = loadF64(a, bone(position(c))) - dot(row, other, c);
      storeF64(row, c, x / loadF64(other, c));
    }
    let pivot = loadF64(a, bone(position(r))) + ridge - dot(row, row, r);
    if (!(pivot > 1e-15)) pivot = 1e-15;
    const d = Math.sqrt(pivot);
    storeF64(row, r, d);
    storeF64(forward, r, (1.0 - dot(row, forward, r)) / d);
  }
}

function backSolve(): void {
  for (let r = 0; r < size; r++) storeF64(trial, r, loadF64(forward, r));
  for (let r = size - 1; r >= 0; r--) {
    const row = factor + ((<usize>(r * capacity)) << 3);
    const x = loadF64(trial, r) / loadF64(row, r);
    storeF64(trial, r, x);
    for (let c = 0; c < r; c++) {
      const at = trial + ((<usize>c) << 3);
      store<f64>(at, load<f64>(at) - x * loadF64(row, c));
    }
  }
}

function remove(p: i32): void {
  storeI32(inside, position(p), 0);
  for (let q = p; q + 1 < size; q++) storeI32(chosen, q, position(q + 1));
  size--;
  refactor(p);
}

/** Drops members until the unconstrained solution is positive, which makes it a feasible start. */
function makeFeasible(): void {
  for (;;) {
    backSolve();
    let worst = -1;
    let least = 0.0;
    for (let p = 0; p < size; p++) {
      const x = loadF64(trial, p);
      if (x <= least) {
        least = x;
        worst = p;
      }
    }
    if (worst < 0 || size === 1) break;
    remove(worst);
  }
  if (size === 1) store<f64>(trial, Math.max(load<f64>(trial), 1e-300));
}

/**
 * Moves `current` towards `trial` as far as z ≥ 0 allows, and drops bones that become 0. Returns false if nothing is
 * left.
 */
function stepInside(): bool {
  for (;;) {
    let step = 1.0;
    let blocking = -1;
    for (let p = 0; p < size; p++) {
      const to = loadF64(trial, p);
      if (to > 0.0) continue;
      const from = loadF64(current, position(p));
      const ratio = from / (from - to + 1e-300);
      if (ratio < step || blocking < 0) {
        step = ratio;
        blocking = p;
      }
    }
    if (blocking < 0) break;
    for (let p = 0; p < size; p++) {
      const at = current + ((<usize>position(p)) << 3);
      store<f64>(at, load<f64>(at) + step * (loadF64(trial, p) - load<f64>(at)));
    }
    storeF64(current, position(blocking), 0.0);
    if (size === 1) return false;
    remove(blocking);
    backSolve();
  }
  for (let p = 0; p < size; p++) {
    storeF64(current, position(p), loadF64(trial, p));
  }
  return true;
}

/** The position outside the set with the largest 1 − (Az) above a tolerance, or −1. */
function mostWanted(n: i32, z: usize): i32 {
  gradient(list, z, n);
  let wanted = -1;
  let most = 1e-8;
  for (let i = 0; i < n; i++) {
    if (loadI32(inside, i)) continue;
    const gain = 1.0 - loadF64(product, bone(i));
    if (gain > most) {
      most = gain;
      wanted = i;
    }
  }
  return wanted;
}

/** A_jj of the bone at a position of the list. */
function ownEnergy(at: i32): f64 {
  return loadF64(rowOf(bone(at)), bone(at));
}

/**
 * The best weights on the n bones of `ids`. Starts from the members with w > 0 if `warm`, otherwise from all members.
 * Writes n weights (0 for unused bones) and returns wᵀAw.
 */
export function simplex(ids: usize, n: i32, w: usize, warm: bool): f64 {
  list = ids;
  size = 0;
  let trace = 0.0;
  for (let i = 0; i < n; i++) {
    const use = !warm || loadF64(w, i) > 0.0;
    storeI32(inside, i, use ? 1 : 0);
    storeF64(current, i, 0.0);
    if (!use) continue;
    trace += loadF64(rowOf(bone(i)), bone(i));
    storeI32(chosen, size, i);
    size++;
  }
  ridge = (1e-11 * trace) / <f64>size + 1e-14;
  refactor(0);
  makeFeasible();
  for (let p = 0; p < size; p++) {
    storeF64(current, position(p), loadF64(trial, p));
  }
  if (size < n) {
    for (let round = 0; round < 3 * n + 10; round++) {
      const wanted = mostWanted(n, current);
      if (wanted < 0) break;
      storeI32(chosen, size, wanted);
      storeI32(inside, wanted, 1);
      size++;
      refactor(size - 1);
      backSolve();
      // Because of rounding, the new bone no longer lowers the error. The answer is as good as f64 allows.
      if (loadF64(trial, size - 1) <= 0.0) {
        remove(size - 1);
        break;
      }
      if (!stepInside()) break;
    }
  }
  let sum = 0.0;
  for (let i = 0; i < n; i++) sum += loadF64(current, i);
  // If bones are equal to the last bit, nothing may be left. The best bone then gets all the weight.
  if (!(sum > 0.0 && sum < Infinity)) {
    let best = 0;
    for (let i = 1; i < n; i++) if (ownEnergy(i) < ownEnergy(best)) best = i;
    for (let i = 0; i < n; i++) storeF64(current, i, i === best ? 1.0 : 0.0);
    sum = 1.0;
  }
  for (let i = 0; i < n; i++) {
    storeF64(w, i, loadF64(current, i) / sum);
  }
  return energyOf(ids, w, n);
}
