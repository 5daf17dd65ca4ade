// Finds the best blend of a few virtual bones at one vertex (Le & Deng 2013, equation 57, with shares of 0 to 1). The
// candidates, their squared errors Q_rr and their products Q_rs stay in scratch memory until the next vertex begins.

import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { crossAt, productWith } from "./forms";
import { TwoLayerJob } from "./job";

/** The most candidates, which are virtual bones of the vertex and of its neighbours. Further ones are not tried. */
const MOST_CANDIDATES = 16;

/** The scratch numbers of a thread. */
export function twoLayerScratch(): i32 {
  return MOST_CANDIDATES * MOST_CANDIDATES + 8 * MOST_CANDIDATES;
}

/** Q of the candidates, MOST_CANDIDATES numbers a row. */
let squares: usize = 0;
/** The candidates, i32. */
let candidates: usize = 0;
/** b_r of each candidate. */
let inner: usize = 0;
/** Shares of the candidates, and the derivative of the error by each share. */
let trial: usize = 0;
let slope: usize = 0;
let count: i32 = 0;

let vertex: i32 = 0;
let monomials: usize = 0;
let products: usize = 0;
let norm: f64 = 0;

export function blendSetUp(job: TwoLayerJob, slot: i32): void {
  squares = job.scratch + <usize>slot * <usize>job.scratchBytes;
  candidates = squares + 8 * MOST_CANDIDATES * MOST_CANDIDATES;
  inner = candidates + 8 * MOST_CANDIDATES;
  trial = inner + 8 * MOST_CANDIDATES;
  slope = trial + 8 * MOST_CANDIDATES;
}

/** Begins a vertex, without candidates. */
export function blendBegin(job: TwoLayerJob, i: i32): void {
  vertex = i;
  monomials = job.monomials + <usize>(80 * i);
  products = job.products + ((<usize>i * <usize>job.bones) << 3);
  norm = loadF64(job.norms, i);
  count = 0;
}

/** Adds a candidate, if it is new and there is room. Returns whether it was added. */
export function addCandidate(job: TwoLayerJob, r: i32): bool {
  for (let n = 0; n < count; n++) if (loadI32(candidates, n) === r) return false;
  if (count === MOST_CANDIDATES) return false;
  storeI32(candidates, count, r);
  storeF64(inner, count, productWith(job, products, r));
  const row = count * MOST_CANDIDATES;
  for (let n = 0; n <= count; n++) {
    const q =
      crossAt(job, loadI32(candidates, n), r, monomials) - loadF64(inner, n) - loadF64(inner, count) + norm;
    storeF64(squares, row + n, q);
    storeF64(squares, n * MOST_CANDIDATES + count, q);
  }
  count++;
  return true;
}

/** @inline */
function square(a: i32, b: i32): f64 {
  return loadF64(squares, a * MOST_CANDIDATES + b);
}

/** The share of a in the best blend of candidates a and b, 0 to 1. */
function shareOf(a: i32, b: i32): f64 {
  const qa = square(a, a);
  const qb = square(b, b);
  const q = square(a, b);
  const length = qa + qb - 2.0 * q;
  if (!(length > 1e-14 * (qa + qb))) return qa <= qb ? 1.0 : 0.0;
  return Math.min(1.0, Math.max(0.0, (qb - q) / length));
}

/** The squared error of a blend of two candidates: `share` of a, and the rest of b. @inline */
function errorOf(a: i32, b: i32, share: f64): f64 {
  const other = 1.0 - share;
  return share * share * square(a, a) + 2.0 * share * other * square(a, b) + other * other * square(b, b);
}

/** The best blend of two candidates: its error, the two, and the share of the first. */
let pairError: f64 = 0;
let pairFirst: i32 = 0;
let pairSecond: i32 = 0;
let pairShare: f64 = 0;

/** Finds the best pair whose second candidate has the number `from` or a higher one. */
function bestPair(from: i32): void {
  pairError = Infinity;
  for (let b = from; b < count; b++) {
    for (let a = 0; a <= b; a++) {
      if (a === b && count > 1) continue;
      const share = a === b ? 1.0 : shareOf(a, b);
      const error = errorOf(a, b, share);
      if (error < pairError) {
        pairError = error;
        pairFirst = a;
        pairSecond = b;
        pairShare = share;
      }
    }
  }
}

/**
 * Minimises the error over the shares in `trial`, by exact moves between pairs. A negative share marks an excluded
 * candidate.
 */
function solveShares(): f64 {
  for (let move = 0; move < 60; move++) {
    let high = -1;
    let low = -1;
    for (let a = 0; a < count; a++) {
      if (loadF64(trial, a) < 0.0) continue;
      let g = 0.0;
      for (let b = 0; b < count; b++) if (loadF64(trial, b) > 0.0) g += loadF64(trial, b) * square(a, b);
      storeF64(slope, a, g);
      if (loadF64(trial, a) > 0.0 && (high < 0 || g > loadF64(slope, high))) high = a;
      if (low < 0 || g < loadF64(slope, low)) low = a;
    }
    if (high < 0 || low < 0 || high === low) break;
    const fall = loadF64(slope, high) - loadF64(slope, low);
    if (!(fall > 1e-10 * Math.abs(loadF64(slope, high)))) break;
    const length = square(high, high) + square(low, low) - 2.0 * square(high, low);
    const most = loadF64(trial, high);
    const step = length > 0.0 ? Math.min(most, fall / length) : most;
    storeF64(trial, high, step === most ? 0.0 : most - step);
    storeF64(trial, low, loadF64(trial, low) + step);
  }
  let error = 0.0;
  for (let a = 0; a < count; a++) {
    const x = loadF64(trial, a);
    if (!(x > 0.0)) continue;
    for (let b = 0; b < count; b++)
      if (loadF64(trial, b) > 0.0) error += x * loadF64(trial, b) * square(a, b);
  }
  return error;
}

/** Excludes the candidate with the least share, if more than `most` have one. Returns whether it did. */
function dropLeast(most: i32): bool {
  let used = 0;
  let least = -1;
  for (let a = 0; a < count; a++) {
    const x = loadF64(trial, a);
    if (!(x > 0.0)) continue;
    used++;
    if (least < 0 || x < loadF64(trial, least)) least = a;
  }
  if (used <= most) return false;
  const left = 1.0 - loadF64(trial, least);
  for (let a = 0; a < count; a++) {
    const x = loadF64(trial, a);
    if (x > 0.0) storeF64(trial, a, x / left);
  }
  // A negative share excludes it.
  storeF64(trial, least, -1.0);
  return true;
}

/**
 * Finds a good blend of at most `most` candidates: solves for all, then repeatedly drops the least share and solves
 * again. Writes into `trial`.
 */
function bestFew(most: i32): f64 {
  for (let a = 0; a < count; a++) storeF64(trial, a, 1.0 / <f64>count);
  let error = solveShares();
  while (dropLeast(most)) error = solveShares();
  return error;
}

/**
 * Gives the vertex the best blend of its candidates if that is sufficiently better than its own, or if `anyway` is set.
 * @param from the number of the first candidate that is not the vertex's own.
 * @returns whether the blend changed.
 */
export function takeBest(job: TwoLayerJob, from: i32, anyway: bool): bool {
  const most = job.blends;
  const before = loadF64(job.errors, vertex);
  const needed = anyway ? Infinity : before - job.leastGain * Math.abs(before) - job.noise;
  if (most === 2) {
    bestPair(from);
    if (!(pairError < needed)) return false;
    storeBlend(job, 0, pairFirst, pairShare);
    storeBlend(job, 1, pairSecond, 1.0 - pairShare);
    storeF64(job.errors, vertex, Math.max(pairError, 0.0));
    return true;
  }
  const error = bestFew(most);
  if (!(error < needed)) return false;
  let n = 0;
  for (let a = 0; a < count; a++) if (loadF64(trial, a) > 0.0) storeBlend(job, n++, a, loadF64(trial, a));
  for (; n < most; n++) storeBlend(job, n, -1, 0.0);
  storeF64(job.errors, vertex, Math.max(error, 0.0));
  return true;
}

/** @inline */
function storeBlend(job: TwoLayerJob, n: i32, a: i32, share: f64): void {
  const at = vertex * job.blends + n;
  storeI32(job.ids, at, a >= 0 ? loadI32(candidates, a) : -1);
  storeF64(job.shares, at, share);
}

/** Adds the vertex's own virtual bones as candidates. Returns their number. */
export function playOwn(job: TwoLayerJob): i32 {
  return playFrom(job, job.ids, vertex);
}

/** Adds the virtual bones that vertex k has in `ids` as candidates. Returns how many there are then. */
export function playFrom(job: TwoLayerJob, ids: usize, k: i32): i32 {
  for (let n = 0; n < job.blends; n++) {
    const r = loadI32(ids, k * job.blends + n);
    if (r >= 0) addCandidate(job, r);
  }
  return count;
}

/** The squared error of virtual bone r alone at the vertex. */
export function errorAlone(job: TwoLayerJob, r: i32): f64 {
  return crossAt(job, r, r, monomials) - 2.0 * productWith(job, products, r) + norm;
}
