// The best blend of a few virtual bones at one vertex (Le & Deng 2013, equation 57, with shares in 0 to 1). The virtual
// bones in play, their squared errors Q_rr and their products are kept while the vertex is at hand.

import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { crossAt, productWith } from "./forms";
import { TwoLayerJob } from "./job";

/** The most virtual bones in play: those of the vertex and of its neighbours. */
const MOST_IN_PLAY = 16;

/** Numbers of scratch memory of a thread. */
export function twoLayerScratch(): i32 {
  return MOST_IN_PLAY * MOST_IN_PLAY + 8 * MOST_IN_PLAY;
}

/** Q of the virtual bones in play, MOST_IN_PLAY numbers a row. */
let squares: usize = 0;
/** The virtual bones in play, i32. */
let inPlay: usize = 0;
/** b_r of each. */
let inner: usize = 0;
/** Weights of the candidate virtual bones, and the derivative of the error by each weight. */
let trial: usize = 0;
let slope: usize = 0;
let count: i32 = 0;

let vertex: i32 = 0;
let monomials: usize = 0;
let products: usize = 0;
let norm: f64 = 0;

export function blendSetUp(job: TwoLayerJob, slot: i32): void {
  squares = job.scratch + <usize>slot * <usize>job.scratchBytes;
  inPlay = squares + 8 * MOST_IN_PLAY * MOST_IN_PLAY;
  inner = inPlay + 8 * MOST_IN_PLAY;
  trial = inner + 8 * MOST_IN_PLAY;
  slope = trial + 8 * MOST_IN_PLAY;
}

/** A vertex is at hand, with no virtual bone in play. */
export function blendBegin(job: TwoLayerJob, i: i32): void {
  vertex = i;
  monomials = job.monomials + <usize>(80 * i);
  products = job.products + ((<usize>i * <usize>job.bones) << 3);
  norm = loadF64(job.norms, i);
  count = 0;
}

/** Puts a virtual bone into play, if it is not yet. Returns whether it is new. */
export function bringIntoPlay(job: TwoLayerJob, r: i32): bool {
  for (let n = 0; n < count; n++) if (loadI32(inPlay, n) === r) return false;
  if (count === MOST_IN_PLAY) return false;
  storeI32(inPlay, count, r);
  storeF64(inner, count, productWith(job, products, r));
  const row = count * MOST_IN_PLAY;
  for (let n = 0; n <= count; n++) {
    const q =
      crossAt(job, loadI32(inPlay, n), r, monomials) - loadF64(inner, n) - loadF64(inner, count) + norm;
    storeF64(squares, row + n, q);
    storeF64(squares, n * MOST_IN_PLAY + count, q);
  }
  count++;
  return true;
}

/** @inline */
function square(a: i32, b: i32): f64 {
  return loadF64(squares, a * MOST_IN_PLAY + b);
}

/** The share of a in the best blend of two in play, 0 to 1. */
function shareOf(a: i32, b: i32): f64 {
  const qa = square(a, a);
  const qb = square(b, b);
  const q = square(a, b);
  const length = qa + qb - 2.0 * q;
  if (!(length > 1e-14 * (qa + qb))) return qa <= qb ? 1.0 : 0.0;
  return Math.min(1.0, Math.max(0.0, (qb - q) / length));
}

/** The squared error of a share of a, the rest of b. @inline */
function errorOf(a: i32, b: i32, share: f64): f64 {
  const other = 1.0 - share;
  return share * share * square(a, a) + 2.0 * share * other * square(a, b) + other * other * square(b, b);
}

/** The best blend of two in play: its error, and the two with the share of the first. */
let pairError: f64 = 0;
let pairFirst: i32 = 0;
let pairSecond: i32 = 0;
let pairShare: f64 = 0;

/** The best pair of which the second is number `from` or later. */
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

/** Shares of all in play that minimise the error, by exact moves between pairs, into `trial`. Those below 0 stay 0. */
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

/** Takes the least share from all in play, if more than so many have one. Returns whether it did. */
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
  // Below 0 it can take no share any more.
  storeF64(trial, least, -1.0);
  return true;
}

/** The best blend of all in play with at most so many, dropping the least share in turn, into `trial`. */
function bestFew(most: i32): f64 {
  for (let a = 0; a < count; a++) storeF64(trial, a, 1.0 / <f64>count);
  let error = solveShares();
  while (dropLeast(most)) error = solveShares();
  return error;
}

/**
 * Takes the best blend of those in play for the vertex, if it is better than its own by enough; always, if `anyway`.
 * @param from the number of the first one in play that is not the vertex's own. Returns whether it was taken.
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
  storeI32(job.ids, at, a >= 0 ? loadI32(inPlay, a) : -1);
  storeF64(job.shares, at, share);
}

/** Puts the vertex's own virtual bones into play. Returns their number. */
export function playOwn(job: TwoLayerJob): i32 {
  return playFrom(job, job.ids, vertex);
}

/** Puts those of vertex k into play, as `ids` has them. Returns how many are in play. */
export function playFrom(job: TwoLayerJob, ids: usize, k: i32): i32 {
  for (let n = 0; n < job.blends; n++) {
    const r = loadI32(ids, k * job.blends + n);
    if (r >= 0) bringIntoPlay(job, r);
  }
  return count;
}

/** The squared error of virtual bone r alone at the vertex. */
export function errorAlone(job: TwoLayerJob, r: i32): f64 {
  return crossAt(job, r, r, monomials) - 2.0 * productWith(job, products, r) + norm;
}
