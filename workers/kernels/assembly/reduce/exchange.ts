import { f64At, loadF64, storeF64, storeI32 } from "../memory";
import { factorMembers, MINIMUM_NUMBERS, simplexMinimum } from "./simplex-minimum";
import {
  copySupport,
  countOf,
  dropZeros,
  gramAt,
  holds,
  placeOf,
  SUPPORT_BYTES,
  setCount,
  setPlace,
  setWeight,
  tableRow,
  weightOf,
} from "./support";

/** The scratch numbers that `exchangeMembers` needs: three tables, eight vectors, two supports, and a minimum. */
export const EXCHANGE_NUMBERS: i32 = 3 * 256 + 8 * 16 + 2 * 26 + MINIMUM_NUMBERS;

/** A member enters with this weight, because a weight that is held at 0 would stay held. */
const ENTERING: f64 = 0.01;
/** A change is accepted if it lowers the value by more than this share. */
const LEAST_GAIN: f64 = 1e-6;

/** Addresses of the tables and vectors of a search through exchanges. */
@unmanaged
class Exchange {
  gram: usize = 0;
  candidates: i32 = 0;
  b: usize = 0;
  influences: i32 = 0;
  /** Factor, its inverse, and the inverse within Σ = 0. */
  l: usize = 0;
  inverse: usize = 0;
  within: usize = 0;
  /** L⁻¹1, A⁻¹1, L⁻¹a_j, the direction of a new member, and the weights of a trial. */
  q: usize = 0;
  y: usize = 0;
  z: usize = 0;
  p: usize = 0;
  ids: usize = 0;
  trial: usize = 0;
  best: usize = 0;
  work: usize = 0;
  /** |L⁻¹1|². */
  qq: f64 = 0;
  value: f64 = 0;
}

/**
 * Lowers wᵀAw − 2bᵀw by repeatedly making the best exchange of one member: adds one while there is room, otherwise
 * replaces one. Along the direction that adds a member, the value falls by at most r²/σ, where r is the slope and σ the
 * curvature while the other free members balance it. Most exchanges are therefore ruled out, or solved, without a
 * search of their own. Returns the value.
 */
export function exchangeMembers(
  gram: usize,
  candidates: i32,
  b: usize,
  influences: i32,
  support: usize,
  passes: i32,
  work: usize,
): f64 {
  const x = changetype<Exchange>(work);
  let at = work + ((offsetof<Exchange>() + 15) & ~15);
  x.gram = gram;
  x.candidates = candidates;
  x.b = b;
  x.influences = influences;
  x.l = at;
  x.inverse = f64At(at, 256);
  x.within = f64At(at, 512);
  at = f64At(at, 768);
  x.q = at;
  x.y = f64At(at, 16);
  x.z = f64At(at, 32);
  x.p = f64At(at, 48);
  x.ids = f64At(at, 64);
  x.trial = f64At(at, 80);
  x.best = x.trial + SUPPORT_BYTES;
  x.work = x.best + SUPPORT_BYTES;
  x.value = simplexMinimum(gram, candidates, b, support, x.work);
  for (let pass = 0; pass < passes; pass++) {
    dropZeros(support);
    prepare(x, support);
    const before = x.value;
    const asked = before - LEAST_GAIN * Math.abs(before) - 1e-300;
    const found = bestExchange(x, support, asked);
    if (!(found < asked)) break;
    copySupport(support, x.best);
    x.value = simplexMinimum(gram, candidates, b, support, x.work);
  }
  dropZeros(support);
  return x.value;
}

/** Factor and inverses over the members of the support. */
function prepare(x: Exchange, support: usize): void {
  const n = countOf(support);
  for (let a = 0; a < n; a++) storeI32(x.ids, a, a);
  factorMembers(x.gram, x.candidates, support, x.ids, n, x.l);
  // inverse = L⁻¹, lower.
  for (let c = 0; c < n; c++) {
    for (let a = c; a < n; a++) {
      let value: f64 = a === c ? 1 : 0;
      for (let k = c; k < a; k++) value -= loadF64(tableRow(x.l, a), k) * loadF64(tableRow(x.inverse, k), c);
      storeF64(tableRow(x.inverse, a), c, value / loadF64(tableRow(x.l, a), a));
    }
  }
  let qq: f64 = 0;
  for (let a = 0; a < n; a++) {
    let value: f64 = 0;
    for (let k = 0; k <= a; k++) value += loadF64(tableRow(x.inverse, a), k);
    storeF64(x.q, a, value);
    qq += value * value;
  }
  x.qq = qq;
  for (let a = 0; a < n; a++) {
    let value: f64 = 0;
    for (let k = a; k < n; k++) value += loadF64(tableRow(x.inverse, k), a) * loadF64(x.q, k);
    storeF64(x.y, a, value);
  }
  for (let a = 0; a < n; a++) {
    for (let c = 0; c <= a; c++) {
      let value: f64 = (-loadF64(x.y, a) * loadF64(x.y, c)) / qq;
      for (let k = a; k < n; k++)
        value += loadF64(tableRow(x.inverse, k), a) * loadF64(tableRow(x.inverse, k), c);
      storeF64(tableRow(x.within, a), c, value);
      storeF64(tableRow(x.within, c), a, value);
    }
  }
}

/** Σ_l A(j, l) w_l − b_j. */
function slopeAt(x: Exchange, support: usize, place: i32): f64 {
  let slope = -loadF64(x.b, place);
  for (let n = 0; n < countOf(support); n++) {
    slope += gramAt(x.gram, x.candidates, place, placeOf(support, n)) * weightOf(support, n);
  }
  return slope;
}

/** The lowest value below `asked` that one exchange reaches. `best` receives its support. */
function bestExchange(x: Exchange, support: usize, asked: f64): f64 {
  const n = countOf(support);
  let mu: f64 = 0;
  for (let a = 0; a < n; a++) mu += weightOf(support, a) * slopeAt(x, support, placeOf(support, a));
  let lowest = asked;
  for (let j = 0; j < x.candidates; j++) {
    if (holds(support, j)) continue;
    const slope = slopeAt(x, support, j) - mu;
    if (slope >= 0) continue;
    const curvature = direction(x, support, j);
    const step = -slope / curvature;
    const bound = x.value + slope * step;
    if (!(bound < lowest)) continue;
    if (n < x.influences) {
      lowest = tryMember(x, support, j, -1, step, curvature, bound, lowest);
      continue;
    }
    for (let a = 0; a < n; a++) {
      const left = weightOf(support, a) + step * loadF64(x.p, a);
      const spread = loadF64(tableRow(x.within, a), a) + (loadF64(x.p, a) * loadF64(x.p, a)) / curvature;
      const value = bound + (left * left) / spread;
      if (value < lowest) lowest = tryMember(x, support, j, a, step, curvature, value, lowest);
    }
  }
  return lowest;
}

/** Computes the direction that adds member j at a rate of 1 while the other members balance it, and its curvature. */
function direction(x: Exchange, support: usize, j: i32): f64 {
  const n = countOf(support);
  let zz: f64 = 0;
  let zq: f64 = 0;
  for (let a = 0; a < n; a++) {
    let value: f64 = 0;
    for (let k = 0; k <= a; k++) {
      value += loadF64(tableRow(x.inverse, a), k) * gramAt(x.gram, x.candidates, j, placeOf(support, k));
    }
    storeF64(x.z, a, value);
    zz += value * value;
    zq += value * loadF64(x.q, a);
  }
  const nu = (1 - zq) / x.qq;
  for (let a = 0; a < n; a++) {
    let value = -nu * loadF64(x.y, a);
    for (let k = a; k < n; k++) value -= loadF64(tableRow(x.inverse, k), a) * loadF64(x.z, k);
    storeF64(x.p, a, value);
  }
  const own = gramAt(x.gram, x.candidates, j, j);
  return Math.max(own - zz + (1 - zq) * nu, 1e-9 * own + 1e-300);
}

/**
 * Tries member j in place of member `out` (−1: in addition to the others). The value is known if no weight becomes
 * negative; otherwise the active set finds it. Returns the new lowest value.
 */
function tryMember(
  x: Exchange,
  support: usize,
  j: i32,
  out: i32,
  step: f64,
  curvature: f64,
  value: f64,
  lowest: f64,
): f64 {
  const n = countOf(support);
  let factor: f64 = 0;
  if (out >= 0) {
    const own = loadF64(x.p, out);
    const spread = loadF64(tableRow(x.within, out), out) + (own * own) / curvature;
    factor = (weightOf(support, out) + step * own) / spread;
  }
  let feasible = true;
  let count = 0;
  for (let a = 0; a < n; a++) {
    if (a === out) continue;
    let weight = weightOf(support, a) + step * loadF64(x.p, a);
    if (out >= 0) {
      const shared = loadF64(tableRow(x.within, a), out) + (loadF64(x.p, a) * loadF64(x.p, out)) / curvature;
      weight -= factor * shared;
    }
    if (!(weight >= 0)) feasible = false;
    setPlace(x.trial, count, placeOf(support, a));
    setWeight(x.trial, count++, weight);
  }
  let entering = step;
  if (out >= 0) entering -= (factor * loadF64(x.p, out)) / curvature;
  if (!(entering >= 0)) feasible = false;
  setPlace(x.trial, count, j);
  setWeight(x.trial, count++, entering);
  setCount(x.trial, count);
  let reached = value;
  if (!feasible) {
    startWithin(x.trial);
    reached = simplexMinimum(x.gram, x.candidates, x.b, x.trial, x.work);
  }
  if (!(reached < lowest)) return lowest;
  copySupport(x.best, x.trial);
  return reached;
}

/** Makes a trial's weights valid: none negative, with the sum 1. The last, of the entering member, is not 0. */
function startWithin(support: usize): void {
  const n = countOf(support);
  let sum: f64 = 0;
  for (let a = 0; a < n; a++) {
    const weight = weightOf(support, a);
    const kept = a === n - 1 ? Math.max(weight, ENTERING) : Math.max(weight, 0);
    setWeight(support, a, kept);
    sum += kept;
  }
  for (let a = 0; a < n; a++) setWeight(support, a, weightOf(support, a) / sum);
}
