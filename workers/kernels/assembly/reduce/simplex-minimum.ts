import { f64At, loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { MOST_INFLUENCES } from "./reduce-job";
import { countOf, gramAt, placeOf, setWeight, tableRow, weightOf } from "./support";

/** The scratch numbers that `simplexMinimum` needs: a factor and five vectors. */
export const MINIMUM_NUMBERS: i32 = 16 * 16 + 5 * 16;

/**
 * Factor of A over m members, L·Lᵀ, with rows as long as the largest support. Pivots stay above a share of the
 * diagonal, because rounding makes Gram matrices of f32 indefinite.
 */
export function factorMembers(
  gram: usize,
  candidates: i32,
  support: usize,
  ids: usize,
  m: i32,
  l: usize,
): void {
  for (let a = 0; a < m; a++) {
    const rowA = tableRow(l, a);
    const place = placeOf(support, loadI32(ids, a));
    for (let c = 0; c <= a; c++) {
      const rowC = tableRow(l, c);
      let x = gramAt(gram, candidates, place, placeOf(support, loadI32(ids, c)));
      const own = x;
      for (let k = 0; k < c; k++) x -= loadF64(rowA, k) * loadF64(rowC, k);
      if (a === c) storeF64(rowA, a, Math.sqrt(Math.max(x, 1e-9 * own + 1e-300)));
      else storeF64(rowA, c, x / loadF64(rowC, c));
    }
  }
}

/** x ← (L·Lᵀ)⁻¹x. */
export function solveMembers(l: usize, m: i32, x: usize): void {
  for (let a = 0; a < m; a++) {
    const row = tableRow(l, a);
    let value = loadF64(x, a);
    for (let k = 0; k < a; k++) value -= loadF64(row, k) * loadF64(x, k);
    storeF64(x, a, value / loadF64(row, a));
  }
  for (let a = m - 1; a >= 0; a--) {
    let value = loadF64(x, a);
    for (let k = a + 1; k < m; k++) value -= loadF64(tableRow(l, k), a) * loadF64(x, k);
    storeF64(x, a, value / loadF64(tableRow(l, a), a));
  }
}

/** wᵀAw − 2bᵀw of a support. */
export function costOf(gram: usize, candidates: i32, b: usize, support: usize): f64 {
  const n = countOf(support);
  let sum: f64 = 0;
  for (let a = 0; a < n; a++) {
    const weight = weightOf(support, a);
    if (weight === 0) continue;
    const place = placeOf(support, a);
    let slope = -2 * loadF64(b, place);
    for (let c = 0; c < n; c++) {
      slope += gramAt(gram, candidates, place, placeOf(support, c)) * weightOf(support, c);
    }
    sum += weight * slope;
  }
  return sum;
}

/**
 * min wᵀAw − 2bᵀw over w ≥ 0, Σw = 1 on the members of a support, by an active set that starts from the support's
 * weights (sum 1). Returns the value.
 */
export function simplexMinimum(gram: usize, candidates: i32, b: usize, support: usize, work: usize): f64 {
  const n = countOf(support);
  if (n === 1) {
    setWeight(support, 0, 1);
    return costOf(gram, candidates, b, support);
  }
  const l = work;
  const u = f64At(l, MOST_INFLUENCES * MOST_INFLUENCES);
  const v = f64At(u, MOST_INFLUENCES);
  const ids = f64At(v, MOST_INFLUENCES);
  const isFree = f64At(ids, MOST_INFLUENCES);
  let trace: f64 = 0;
  for (let a = 0; a < n; a++) {
    trace += gramAt(gram, candidates, placeOf(support, a), placeOf(support, a));
    storeI32(isFree, a, weightOf(support, a) > 0 ? 1 : 0);
  }
  const least = (-1e-10 * trace) / <f64>n;
  for (let round = 0; round < 4 * n + 8; round++) {
    let m = 0;
    for (let a = 0; a < n; a++) if (loadI32(isFree, a)) storeI32(ids, m++, a);
    factorMembers(gram, candidates, support, ids, m, l);
    for (let a = 0; a < m; a++) {
      storeF64(u, a, loadF64(b, placeOf(support, loadI32(ids, a))));
      storeF64(v, a, 1);
    }
    solveMembers(l, m, u);
    solveMembers(l, m, v);
    let sumU: f64 = 0;
    let sumV: f64 = 0;
    for (let a = 0; a < m; a++) {
      sumU += loadF64(u, a);
      sumV += loadF64(v, a);
    }
    const mu = (sumU - 1) / sumV;
    if (stepTowards(support, ids, m, u, v, mu, isFree)) continue;
    const enter = mostWanted(gram, candidates, b, support, isFree, mu, least);
    if (enter < 0) break;
    storeI32(isFree, enter, 1);
  }
  return costOf(gram, candidates, b, support);
}

/** Moves the free weights to their minimum u − μv, or until the first of them becomes 0, which is then held. */
function stepTowards(support: usize, ids: usize, m: i32, u: usize, v: usize, mu: f64, isFree: usize): bool {
  let step: f64 = 1;
  let block = -1;
  let sum: f64 = 0;
  for (let a = 0; a < m; a++) {
    const aim = loadF64(u, a) - mu * loadF64(v, a);
    storeF64(u, a, aim);
    sum += aim;
    if (aim >= 0) continue;
    const now = weightOf(support, loadI32(ids, a));
    const reach = now / (now - aim);
    if (reach < step) {
      step = reach;
      block = loadI32(ids, a);
    }
  }
  for (let a = 0; a < m; a++) {
    const id = loadI32(ids, a);
    const now = weightOf(support, id);
    setWeight(support, id, block < 0 ? loadF64(u, a) / sum : now + step * (loadF64(u, a) - now));
  }
  if (block < 0) return false;
  setWeight(support, block, 0);
  storeI32(isFree, block, 0);
  return true;
}

/** The held weight along which the value falls fastest, or −1. */
function mostWanted(
  gram: usize,
  candidates: i32,
  b: usize,
  support: usize,
  isFree: usize,
  mu: f64,
  least: f64,
): i32 {
  let enter = -1;
  let worst = least;
  for (let a = 0; a < countOf(support); a++) {
    if (loadI32(isFree, a)) continue;
    const place = placeOf(support, a);
    let slope = mu - loadF64(b, place);
    for (let c = 0; c < countOf(support); c++) {
      if (loadI32(isFree, c))
        slope += gramAt(gram, candidates, place, placeOf(support, c)) * weightOf(support, c);
    }
    if (slope < worst) {
      worst = slope;
      enter = a;
    }
  }
  return enter;
}
