// Searches for the K bones that move a vertex. It improves a support by adding one bone and, if it is full, removing
// one. The inverse M of A on the support is bordered by the new bone. With z = M·1 the energy is E = 1/Σz. Without
// member d, Σz becomes Σz − z_d²/M_dd, so all removals are judged in O(n).

import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import {
  banBone,
  candidates,
  candidatesScratch,
  candidatesSetUp,
  findCandidates,
  mayUse,
} from "./bone-candidates";
import { bones, diagonal, gradient, product, rowOf } from "./residual-gram";
import { simplex } from "./simplex";

/** Distance between rows of `inverse`: the most members. */
let limit: i32 = 0;
/** The most members for the current vertex. */
let most: i32 = 0;

/** A bone that the vertex keeps, or −1. No swap removes it, and it is one of the members. */
let kept: i32 = -1;

/** M, rows `limit` apart. */
let inverse: usize = 0;
/** M·1. */
let solution: usize = 0;
/** M·a of the new bone. */
let border: usize = 0;
/** z of the support with the new bone. */
let bordered: usize = 0;
/** a of the new bone: the products of the members' residuals with its own. */
let across: usize = 0;

/** The support on trial, i32, and its weights. */
let trialIds: usize = 0;
let trialWeights: usize = 0;

let bestEnergy: f64 = 0;
let bestLost: i32 = 0;
let bestNewcomer: i32 = 0;

/** The scratch numbers of a search. */
export function searchScratch(largest: i32, tries: i32): i32 {
  return largest * largest + 6 * (largest + 2) + candidatesScratch(tries);
}

export function searchSetUp(largest: i32, tries: i32, scratch: usize): void {
  limit = largest;
  most = largest;
  kept = -1;
  const bytes = (<usize>(largest + 2)) << 3;
  inverse = scratch;
  solution = inverse + ((<usize>(largest * largest)) << 3);
  border = solution + bytes;
  bordered = border + bytes;
  across = bordered + bytes;
  trialIds = across + bytes;
  trialWeights = trialIds + bytes;
  candidatesSetUp(tries, trialWeights + bytes);
}

/** Removes members without weight. Returns the number of remaining members. */
export function trim(ids: usize, w: usize, n: i32): i32 {
  let kept = 0;
  for (let i = 0; i < n; i++) {
    if (!(loadF64(w, i) > 1e-9)) continue;
    storeI32(ids, kept, loadI32(ids, i));
    storeF64(w, kept, loadF64(w, i));
    kept++;
  }
  return kept;
}

/** M = (A_S + ridge)⁻¹ by Gauss-Jordan on a positive definite matrix, and z = M·1. Returns Σz. */
function invertSupport(ids: usize, n: i32): f64 {
  let trace = 0.0;
  for (let i = 0; i < n; i++) {
    const row = rowOf(loadI32(ids, i));
    for (let k = 0; k < n; k++) storeF64(inverse, i * limit + k, loadF64(row, loadI32(ids, k)));
    trace += loadF64(row, loadI32(ids, i));
  }
  const ridge = (1e-11 * trace) / <f64>n + 1e-14;
  for (let i = 0; i < n; i++) storeF64(inverse, i * limit + i, loadF64(inverse, i * limit + i) + ridge);
  for (let p = 0; p < n; p++) {
    const row = inverse + ((<usize>(p * limit)) << 3);
    const pivot = Math.max(loadF64(row, p), 1e-15);
    const scale = 1.0 / pivot;
    storeF64(row, p, 1.0);
    for (let k = 0; k < n; k++) storeF64(row, k, loadF64(row, k) * scale);
    for (let i = 0; i < n; i++) {
      if (i === p) continue;
      const other = inverse + ((<usize>(i * limit)) << 3);
      const factor = loadF64(other, p);
      storeF64(other, p, 0.0);
      for (let k = 0; k < n; k++) storeF64(other, k, loadF64(other, k) - factor * loadF64(row, k));
    }
  }
  let sum = 0.0;
  for (let i = 0; i < n; i++) {
    let z = 0.0;
    for (let k = 0; k < n; k++) z += loadF64(inverse, i * limit + k);
    storeF64(solution, i, z);
    sum += z;
  }
  return sum;
}

/** `trialIds` = the support without member `lost` (−1: none), plus the new bone. Returns the count. */
function propose(ids: usize, n: i32, lost: i32, newcomer: i32): i32 {
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (i !== lost) storeI32(trialIds, count++, loadI32(ids, i));
  }
  storeI32(trialIds, count++, newcomer);
  return count;
}

/** Checks whether the support with `newcomer` (and without one member if it is full) beats the best so far. */
function judge(ids: usize, n: i32, newcomer: i32, sum: f64): void {
  let uncorrected = 0.0; // aᵀM·1
  let schur = loadF64(diagonal, newcomer) * (1.0 + 1e-11) + 1e-14;
  for (let i = 0; i < n; i++) storeF64(across, i, loadF64(rowOf(loadI32(ids, i)), newcomer));
  for (let i = 0; i < n; i++) {
    const row = inverse + ((<usize>(i * limit)) << 3);
    let u = 0.0;
    for (let k = 0; k < n; k++) u += loadF64(row, k) * loadF64(across, k);
    storeF64(border, i, u);
    uncorrected += u;
    schur -= u * loadF64(across, i);
  }
  schur = Math.max(schur, 1e-15);
  const own = (1.0 - uncorrected) / schur;
  const total = sum + own * (1.0 - uncorrected);
  let positive = own >= 0.0;
  for (let i = 0; i < n; i++) {
    const z = loadF64(solution, i) - loadF64(border, i) * own;
    storeF64(bordered, i, z);
    if (z < 0.0) positive = false;
  }
  if (n < most) {
    if (1.0 / total >= bestEnergy) return;
    const energy = positive
      ? 1.0 / total
      : simplex(trialIds, propose(ids, n, -1, newcomer), trialWeights, false);
    keepBetter(energy, -1, newcomer);
    return;
  }
  for (let d = 0; d < n; d++) {
    if (kept >= 0 && loadI32(ids, d) === kept) continue;
    const reach = loadF64(border, d) / schur;
    const step = loadF64(bordered, d) / (loadF64(inverse, d * limit + d) + loadF64(border, d) * reach);
    const left = total - loadF64(bordered, d) * step;
    if (!(left > 0.0) || 1.0 / left >= bestEnergy) continue;
    let feasible = own + reach * step >= 0.0;
    for (let i = 0; i < n && feasible; i++) {
      const column = loadF64(inverse, i * limit + d) + loadF64(border, i) * reach;
      if (i !== d && loadF64(bordered, i) - column * step < 0.0) feasible = false;
    }
    const energy = feasible
      ? 1.0 / left
      : simplex(trialIds, propose(ids, n, d, newcomer), trialWeights, false);
    keepBetter(energy, d, newcomer);
  }
}

function keepBetter(energy: f64, lost: i32, newcomer: i32): void {
  if (!(energy < bestEnergy)) return;
  bestEnergy = energy;
  bestLost = lost;
  bestNewcomer = newcomer;
}

/** Makes this bone a member of every support from now on; −1 for none. */
export function searchKeeping(bone: i32): void {
  kept = bone;
  most = limit - (bone >= 0 ? 1 : 0);
}

function isMember(bone: i32, ids: usize, n: i32): bool {
  for (let i = 0; i < n; i++) if (loadI32(ids, i) === bone) return true;
  return false;
}

/** wᵀAw after the last `search`. */
export let searchEnergy: f64 = 0;

/**
 * Improves the support `ids` with its optimal weights `w` (n of them, all positive) of energy `energy`: fills it up to
 * the limit greedily, then swaps for at most `rounds` rounds. A change is kept only if it lowers the energy. If the
 * support has more bones than the limit, as in some files, those with the least effect are removed first. Returns the
 * number of bones; the energy is in `searchEnergy`.
 */
export function search(ids: usize, w: usize, n: i32, energy: f64, rounds: i32): i32 {
  let swaps = 0;
  if (n > limit) {
    n = keepMostEffect(ids, w, n, energy);
    energy = searchEnergy;
  }
  for (let round = 0; round < 2 * limit + rounds && (swaps < rounds || n < most); round++) {
    if (kept >= 0) most = isMember(kept, ids, n) ? limit : limit - 1;
    if (n === most) swaps++;
    const found = findCandidates(ids, w, n, energy);
    if (found === 0) break;
    const sum = invertSupport(ids, n);
    const needed = energy - 1e-6 * Math.abs(energy) - 1e-13;
    bestEnergy = needed;
    bestNewcomer = -1;
    for (let c = 0; c < found; c++) judge(ids, n, loadI32(candidates, c), sum);
    if (bestNewcomer < 0) break;
    const count = propose(ids, n, bestLost, bestNewcomer);
    const reached = simplex(trialIds, count, trialWeights, false);
    if (!(reached < needed)) break;
    energy = reached;
    memory.copy(ids, trialIds, (<usize>count) << 2);
    memory.copy(w, trialWeights, (<usize>count) << 3);
    n = trim(ids, w, count);
  }
  searchEnergy = energy;
  return n;
}

/**
 * Removes bones, each time the one that is missed least, as long as the energy rises by less than `price`. Solves the
 * weights of the others. Returns the number of bones; the energy is in `searchEnergy`.
 */
export function dropCheapest(ids: usize, w: usize, n: i32, price: f64): i32 {
  let energy = simplex(ids, n, w, false);
  n = trim(ids, w, n);
  while (n > 1) {
    let lost = -1;
    let least = energy + price;
    for (let d = 0; d < n; d++) {
      const reached = simplex(trialIds, without(ids, n, d), trialWeights, false);
      if (!(reached < least)) continue;
      least = reached;
      lost = d;
    }
    if (lost < 0) break;
    const count = without(ids, n, lost);
    energy = simplex(trialIds, count, trialWeights, false);
    memory.copy(ids, trialIds, (<usize>count) << 2);
    memory.copy(w, trialWeights, (<usize>count) << 3);
    n = trim(ids, w, count);
  }
  searchEnergy = energy;
  return n;
}

/** `trialIds` = the support without member `lost`. Returns the count. */
function without(ids: usize, n: i32, lost: i32): i32 {
  let count = 0;
  for (let i = 0; i < n; i++) if (i !== lost) storeI32(trialIds, count++, loadI32(ids, i));
  return count;
}

/** The energy of a support without member `lost`, if the best of three substitutes may replace it. */
export function energyWithout(ids: usize, n: i32, lost: i32): f64 {
  banBone(loadI32(ids, lost));
  const energy = n === 1 ? leastAlone() : energyOfOthers(ids, n, lost);
  banBone(-1);
  return energy;
}

function leastAlone(): f64 {
  let energy = Infinity;
  for (let j = 0; j < bones; j++) if (mayUse(j)) energy = Math.min(energy, loadF64(diagonal, j));
  return energy;
}

function energyOfOthers(ids: usize, n: i32, lost: i32): f64 {
  let count = without(ids, n, lost);
  let energy = simplex(trialIds, count, trialWeights, false);
  count = trim(trialIds, trialWeights, count);
  const found = min(findCandidates(trialIds, trialWeights, count, energy), 3);
  for (let c = 0; c < found; c++) {
    storeI32(trialIds, count, loadI32(candidates, c));
    energy = Math.min(energy, simplex(trialIds, count + 1, trialWeights, false));
  }
  return energy;
}

/**
 * The two-pass sparsification (Le & Deng 2012): from optimal weights on all bones, it keeps the `limit` bones with the
 * largest effect and solves again. The effect of bone j is the displacement of the vertex when w_j becomes 0 and the
 * others make up for it: (w_j/(1 − w_j))² ‖p_j − p‖², where p_j is the vertex's position under bone j alone and p the
 * position under all. This does not depend on the origin. ‖w_j p_j‖² (their equation 14) does, and keeps other bones
 * when a character walks away.
 */
export function keepMostEffect(ids: usize, w: usize, n: i32, energy: f64): i32 {
  if (n > most) {
    gradient(ids, w, n);
    for (let i = 0; i < n; i++) {
      const share = loadF64(w, i) / Math.max(1.0 - loadF64(w, i), 1e-12);
      const distance = loadF64(diagonal, loadI32(ids, i)) - 2.0 * loadF64(product, loadI32(ids, i)) + energy;
      storeF64(product, loadI32(ids, i), share * share * Math.max(distance, 0.0));
    }
    while (n > most) {
      let least = 0;
      for (let i = 1; i < n; i++) {
        if (loadF64(product, loadI32(ids, i)) < loadF64(product, loadI32(ids, least))) least = i;
      }
      n--;
      storeI32(ids, least, loadI32(ids, n));
      storeF64(w, least, loadF64(w, n));
    }
  }
  searchEnergy = simplex(ids, n, w, false);
  return trim(ids, w, n);
}
