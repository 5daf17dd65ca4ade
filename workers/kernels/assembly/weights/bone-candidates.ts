// Finds bones that could move the current vertex better than the bones that it has.

import { loadF64, loadI32, loadU32, storeF64, storeI32, storeU32 } from "../memory";
import { bones, diagonal, gradient, product } from "./residual-gram";

/** Bits of the bones that may move the vertex; 0 allows all. */
let permitted: usize = 0;

/** The bone that is forbidden at the moment, or −1. */
let banned: i32 = -1;

/** The address of a bit for each bone, which `noteBone` sets; 0 to note nothing. */
let noted: usize = 0;

/** The most candidates at a time. */
let capacity: i32 = 0;

/** The bones that `findCandidates` found, i32, the largest gain first. */
export let candidates: usize = 0;

let gains: usize = 0;

/** The scratch numbers that `candidatesSetUp` needs. */
export function candidatesScratch(count: i32): i32 {
  return 2 * (count + 1);
}

export function candidatesSetUp(count: i32, scratch: usize): void {
  capacity = count;
  candidates = scratch;
  gains = candidates + ((<usize>(count + 1)) << 3);
}

/** Sets the bones that may move the vertex: the address of a bit for each bone, or 0 for all. */
export function permitBones(bits: usize): void {
  permitted = bits;
}

/** Forbids a bone, until the next call; −1 for none. */
export function banBone(j: i32): void {
  banned = j;
}

/** Sets where candidates are noted: the address of a bit for each bone, or 0 for nowhere. */
export function noteBonesIn(bits: usize): void {
  noted = bits;
}

export function noteBone(j: i32): void {
  storeU32(noted, j >> 5, loadU32(noted, j >> 5) | (1 << (j & 31)));
}

/** Whether bone j may move the vertex. @inline */
export function mayUse(j: i32): bool {
  if (j === banned) return false;
  return permitted === 0 || ((loadU32(permitted, j >> 5) >> (j & 31)) & 1) !== 0;
}

/** Finds the bones with the largest predicted gain, which is the exact gain of moving weight to bone j alone. */
export function findCandidates(ids: usize, w: usize, n: i32, energy: f64): i32 {
  gradient(ids, w, n);
  for (let i = 0; i < n; i++) storeF64(product, loadI32(ids, i), Infinity);
  let found = 0;
  for (let j = 0; j < bones; j++) {
    const g = loadF64(product, j);
    if (!(g < energy) || !mayUse(j)) continue;
    const gain = ((energy - g) * (energy - g)) / Math.max(energy - 2.0 * g + loadF64(diagonal, j), 1e-30);
    if (found === capacity && gain <= loadF64(gains, found - 1)) continue;
    let at = found < capacity ? found++ : found - 1;
    while (at > 0 && loadF64(gains, at - 1) < gain) {
      storeF64(gains, at, loadF64(gains, at - 1));
      storeI32(candidates, at, loadI32(candidates, at - 1));
      at--;
    }
    storeF64(gains, at, gain);
    storeI32(candidates, at, j);
  }
  if (noted) for (let c = 0; c < found; c++) noteBone(loadI32(candidates, c));
  return found;
}

/** The single bone that explains the vertex best. */
export function bestSingle(): i32 {
  let best = -1;
  for (let j = 0; j < bones; j++) {
    if (mayUse(j) && (best < 0 || loadF64(diagonal, j) < loadF64(diagonal, best))) best = j;
  }
  return max(best, 0);
}

/**
 * The predicted gain of each bone from `first` on for this vertex: the exact gain of moving weight to it alone, or 0 if
 * it would not help. Writes bones − first numbers.
 */
export function predictGains(ids: usize, w: usize, n: i32, energy: f64, first: i32, out: usize): void {
  gradient(ids, w, n);
  for (let j = first; j < bones; j++) {
    const g = loadF64(product, j);
    const length = Math.max(energy - 2.0 * g + loadF64(diagonal, j), 1e-30);
    const share = Math.min((energy - g) / length, 1.0);
    storeF64(out, j - first, g < energy ? share * (2.0 * (energy - g) - share * length) : 0.0);
  }
}
