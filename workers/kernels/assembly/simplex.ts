import { dot } from "./dot";
import { energyOf, gradient, product, rowOf } from "./residual-gram";

// min wᵀAw over w ≥ 0, Σw = 1, for the current vertex's Gram matrix restricted to a list of bones. The problem is
// homogeneous: it is min ½zᵀAz − 1ᵀz over z ≥ 0 with w = z/Σz, which an active set method with a growing and
// shrinking Cholesky factor solves exactly (Lawson & Hanson 1974, chapter 23).

let chosen: usize = 0; // i32: positions in the list, in the factor's order
let inside: usize = 0; // i32 flags by position
let factor: usize = 0;
let forward: usize = 0; // L⁻¹1
let trial: usize = 0; // (LLᵀ)⁻¹1, in the factor's order
let current: usize = 0; // z by position
let capacity: i32 = 0;
let size: i32 = 0;
let ridge: f64 = 0;
let list: usize = 0;

/** Numbers of scratch for lists of up to n bones. */
export function simplexScratch(n: i32): i32 {
  const even = (n + 1) & ~1;
  return even * even + 5 * even;
}

export function simplexSetUp(n: i32, scratch: usize): void {
  capacity = (n + 1) & ~1;
  const bytes = <usize>capacity << 3;
  factor = scratch;
  forward = factor + <usize>capacity * bytes;
  trial = forward + bytes;
  current = trial + bytes;
  chosen = current + bytes;
  inside = chosen + bytes;
}

// @ts-ignore: decorator
@inline
function position(p: i32): i32 {
  return load<i32>(chosen + (<usize>p << 2));
}

// @ts-ignore: decorator
@inline
function bone(at: i32): i32 {
  return load<i32>(list + (<usize>at << 2));
}

/** Makes rows `from` to `size` of the factor and of the forward solve. */
function refactor(from: i32): void {
  for (let r = from; r < size; r++) {
    const row = factor + (<usize>(r * capacity) << 3);
    const a = rowOf(bone(position(r)));
    for (let c = 0; c < r; c++) {
      const other = factor + (<usize>(c * capacity) << 3);
      const x = load<f64>(a + (<usize>bone(position(c)) << 3)) - dot(row, other, c);
      store<f64>(row + (<usize>c << 3), x / load<f64>(other + (<usize>c << 3)));
    }
    let pivot = load<f64>(a + (<usize>bone(position(r)) << 3)) + ridge - dot(row, row, r);
    if (!(pivot > 1e-15)) pivot = 1e-15;
    const d = Math.sqrt(pivot);
    store<f64>(row + (<usize>r << 3), d);
    store<f64>(forward + (<usize>r << 3), (1.0 - dot(row, forward, r)) / d);
  }
}

function backSolve(): void {
  for (let r = 0; r < size; r++) store<f64>(trial + (<usize>r << 3), load<f64>(forward + (<usize>r << 3)));
  for (let r = size - 1; r >= 0; r--) {
    const row = factor + (<usize>(r * capacity) << 3);
    const x = load<f64>(trial + (<usize>r << 3)) / load<f64>(row + (<usize>r << 3));
    store<f64>(trial + (<usize>r << 3), x);
    for (let c = 0; c < r; c++) {
      const at = trial + (<usize>c << 3);
      store<f64>(at, load<f64>(at) - x * load<f64>(row + (<usize>c << 3)));
    }
  }
}

function remove(p: i32): void {
  store<i32>(inside + (<usize>position(p) << 2), 0);
  for (let q = p; q + 1 < size; q++) store<i32>(chosen + (<usize>q << 2), position(q + 1));
  size--;
  refactor(p);
}

/** Drops members until the unconstrained answer is positive: a feasible start. */
function makeFeasible(): void {
  for (;;) {
    backSolve();
    let worst = -1;
    let least = 0.0;
    for (let p = 0; p < size; p++) {
      const x = load<f64>(trial + (<usize>p << 3));
      if (x <= least) {
        least = x;
        worst = p;
      }
    }
    if (worst < 0 || size == 1) break;
    remove(worst);
  }
  if (size == 1) store<f64>(trial, Math.max(load<f64>(trial), 1e-300));
}

/** Moves `current` towards `trial` as far as z ≥ 0 lets it, dropping what becomes 0. False when nothing is left. */
function stepInside(): bool {
  for (;;) {
    let step = 1.0;
    let blocking = -1;
    for (let p = 0; p < size; p++) {
      const to = load<f64>(trial + (<usize>p << 3));
      if (to > 0.0) continue;
      const from = load<f64>(current + (<usize>position(p) << 3));
      const ratio = from / (from - to + 1e-300);
      if (ratio < step || blocking < 0) {
        step = ratio;
        blocking = p;
      }
    }
    if (blocking < 0) break;
    for (let p = 0; p < size; p++) {
      const at = current + (<usize>position(p) << 3);
      store<f64>(at, load<f64>(at) + step * (load<f64>(trial + (<usize>p << 3)) - load<f64>(at)));
    }
    store<f64>(current + (<usize>position(blocking) << 3), 0.0);
    if (size == 1) return false;
    remove(blocking);
    backSolve();
  }
  for (let p = 0; p < size; p++) {
    store<f64>(current + (<usize>position(p) << 3), load<f64>(trial + (<usize>p << 3)));
  }
  return true;
}

/** The position outside with the largest 1 − (Az) above a tolerance, or −1. */
function mostWanted(n: i32, z: usize): i32 {
  gradient(list, z, n);
  let wanted = -1;
  let most = 1e-8;
  for (let i = 0; i < n; i++) {
    if (load<i32>(inside + (<usize>i << 2))) continue;
    const gain = 1.0 - load<f64>(product + (<usize>bone(i) << 3));
    if (gain > most) {
      most = gain;
      wanted = i;
    }
  }
  return wanted;
}

/** A_jj of the bone at a position of the list. */
function ownEnergy(at: i32): f64 {
  return load<f64>(rowOf(bone(at)) + (<usize>bone(at) << 3));
}

/**
 * The best weights on the n bones of `ids`. Starts from the members with w > 0 where `warm`, else from all of them.
 * Writes n weights (0 where a bone is not used) and returns wᵀAw.
 */
export function simplex(ids: usize, n: i32, w: usize, warm: bool): f64 {
  list = ids;
  size = 0;
  let trace = 0.0;
  for (let i = 0; i < n; i++) {
    const use = !warm || load<f64>(w + (<usize>i << 3)) > 0.0;
    store<i32>(inside + (<usize>i << 2), use ? 1 : 0);
    store<f64>(current + (<usize>i << 3), 0.0);
    if (!use) continue;
    trace += load<f64>(rowOf(bone(i)) + (<usize>bone(i) << 3));
    store<i32>(chosen + (<usize>size << 2), i);
    size++;
  }
  ridge = (1e-11 * trace) / <f64>size + 1e-14;
  refactor(0);
  makeFeasible();
  for (let p = 0; p < size; p++) {
    store<f64>(current + (<usize>position(p) << 3), load<f64>(trial + (<usize>p << 3)));
  }
  if (size < n) {
    for (let round = 0; round < 3 * n + 10; round++) {
      const wanted = mostWanted(n, current);
      if (wanted < 0) break;
      store<i32>(chosen + (<usize>size << 2), wanted);
      store<i32>(inside + (<usize>wanted << 2), 1);
      size++;
      refactor(size - 1);
      backSolve();
      // Rounding: what was wanted is not wanted any more. The answer is as good as f64 allows.
      if (load<f64>(trial + (<usize>(size - 1) << 3)) <= 0.0) {
        remove(size - 1);
        break;
      }
      if (!stepInside()) break;
    }
  }
  let sum = 0.0;
  for (let i = 0; i < n; i++) sum += load<f64>(current + (<usize>i << 3));
  // Bones that are alike to the last bit can leave nothing: then the best one alone.
  if (!(sum > 0.0 && sum < Infinity)) {
    let best = 0;
    for (let i = 1; i < n; i++) if (ownEnergy(i) < ownEnergy(best)) best = i;
    for (let i = 0; i < n; i++) store<f64>(current + (<usize>i << 3), i == best ? 1.0 : 0.0);
    sum = 1.0;
  }
  for (let i = 0; i < n; i++) {
    store<f64>(w + (<usize>i << 3), load<f64>(current + (<usize>i << 3)) / sum);
  }
  return energyOf(ids, w, n);
}
