// The weights of the current vertex: n bones and their weights are read from its slots, changed, and written back. Each
// instance of the module handles one vertex at a time, so they are in globals.

import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { mayUse } from "./bone-candidates";
import { WeightsJob } from "./weights-job";

/** Bones of the current vertex, i32. */
export let ids: usize = 0;

/** Their weights. */
export let weights: usize = 0;

let savedIds: usize = 0;
let savedWeights: usize = 0;

/** The scratch numbers that `vertexWeightsSetUp` needs. */
export function vertexWeightsScratch(h: i32): i32 {
  return 4 * (h + 2);
}

export function vertexWeightsSetUp(h: i32, scratch: usize): void {
  const bytes = (<usize>(h + 2)) << 3;
  ids = scratch;
  weights = ids + bytes;
  savedIds = weights + bytes;
  savedWeights = savedIds + bytes;
}

/** Reads the present weights of the vertex. Returns their number. */
export function readSlots(job: WeightsJob, vertex: i32): i32 {
  let n = 0;
  for (; n < job.slots; n++) {
    const bone = loadI32(job.ids, vertex * job.slots + n);
    if (bone < 0) break;
    storeI32(ids, n, bone);
    storeF64(weights, n, loadF64(job.values, vertex * job.slots + n));
  }
  return n;
}

/** Writes the n weights. The remaining slots get bone −1. */
export function writeSlots(job: WeightsJob, vertex: i32, n: i32): void {
  for (let s = 0; s < job.slots; s++) {
    const used = s < n;
    storeI32(job.ids, vertex * job.slots + s, used ? loadI32(ids, s) : -1);
    storeF64(job.values, vertex * job.slots + s, used ? loadF64(weights, s) : 0.0);
  }
}

/** Keeps a copy of the n weights for `restore`. */
export function save(n: i32): void {
  memory.copy(savedIds, ids, (<usize>n) << 2);
  memory.copy(savedWeights, weights, (<usize>n) << 3);
}

/** Restores the first n weights of the copy. */
export function restore(n: i32): void {
  memory.copy(ids, savedIds, (<usize>n) << 2);
  memory.copy(weights, savedWeights, (<usize>n) << 3);
}

/** Removes forbidden influences and scales the others to the sum 1. Returns their number, 0 if none is left. */
export function dropForbidden(n: i32): i32 {
  let kept = 0;
  let sum = 0.0;
  for (let i = 0; i < n; i++) {
    const bone = loadI32(ids, i);
    const w = loadF64(weights, i);
    if (!mayUse(bone)) continue;
    storeI32(ids, kept, bone);
    storeF64(weights, kept, w);
    sum += w;
    kept++;
  }
  if (kept === n) return n;
  if (!(sum > 0.0)) return 0;
  for (let i = 0; i < kept; i++) {
    const at = weights + ((<usize>i) << 3);
    store<f64>(at, load<f64>(at) / sum);
  }
  return kept;
}

/**
 * Replaces weights w by w' = 2w − e_anchor, if at least half of w is on the anchor. Returns the number of weights, 0
 * otherwise.
 */
export function takeAnchor(anchor: i32, n: i32): i32 {
  let kept = 0;
  let found = false;
  for (let i = 0; i < n; i++) {
    const bone = loadI32(ids, i);
    let w = 2.0 * loadF64(weights, i);
    if (bone === anchor) {
      w -= 1.0;
      if (w < -1e-9) return 0;
      found = true;
    }
    if (!(w > 1e-12)) continue;
    storeI32(ids, kept, bone);
    storeF64(weights, kept, w);
    kept++;
  }
  return found ? kept : 0;
}

/** w = ½ e_anchor + ½ w'. Returns the place of the anchor, which is n if it had none. */
export function addAnchor(anchor: i32, n: i32): i32 {
  let place = n;
  for (let i = 0; i < n; i++) {
    const at = weights + ((<usize>i) << 3);
    store<f64>(at, 0.5 * load<f64>(at));
    if (loadI32(ids, i) === anchor) place = i;
  }
  const at = weights + ((<usize>place) << 3);
  store<f64>(at, place < n ? load<f64>(at) + 0.5 : 0.5);
  storeI32(ids, place, anchor);
  return place;
}
