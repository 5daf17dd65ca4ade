import { product } from "../dense/product";
import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { energyOf, gramAnchor, gramBegin, gramScratch, gramSetUp, loneEnergy } from "./residual-gram";
import { moveRest } from "./rest-position";
import { simplex, simplexScratch, simplexSetUp } from "./simplex";
import {
  bestSingle,
  energyWithout,
  keepMostEffect,
  mayUse,
  promises,
  search,
  searchAmong,
  searchEnergy,
  searchKeeping,
  searchScratch,
  searchSetUp,
  trim,
} from "./support-search";
import { WeightsJob } from "./weights-job";

const TWO_PASS = 1;
const DENSE = 2;
const FIXED = 3;
const EVALUATE = 4;
const REST = 5;
// Scratch memory of a thread, divided up by `setUp`.
let inner: usize = 0;
let gathered: usize = 0;
let pull: usize = 0;
let ids: usize = 0;
let weights: usize = 0;
let savedIds: usize = 0;
let savedWeights: usize = 0;

/** Σ_l |w_l|² over the neighbours of the vertex. */
let neighbourNorm: f64 = 0;

/** The importance of the vertex, and the weight of smoothness relative to its residual. */
let own: f64 = 1;

let smoothness: f64 = 0;
const CHUNK = 32;

/** Numbers of scratch memory for `weights` on each thread. */
export function weightsScratch(h: i32, limit: i32, candidates: i32, stride: i32): i32 {
  return (
    gramScratch(h) +
    simplexScratch(h + 1) +
    searchScratch(limit, candidates) +
    CHUNK * 4 * h +
    CHUNK * stride +
    5 * (h + 2)
  );
}

export function setUp(job: WeightsJob, slot: i32): void {
  const h = job.bones;
  let at = job.scratch + <usize>slot * <usize>job.scratchBytes;
  inner = at;
  at += (<usize>(CHUNK * 4 * h)) << 3;
  gathered = at;
  at += (<usize>(CHUNK * job.stride)) << 3;
  gramSetUp(h, job.pairs, job.diagonals, at);
  at += (<usize>gramScratch(h)) << 3;
  simplexSetUp(h + 1, at);
  at += (<usize>simplexScratch(h + 1)) << 3;
  searchSetUp(job.limit, job.candidates, at);
  at += (<usize>searchScratch(job.limit, job.candidates)) << 3;
  const bytes = (<usize>(h + 2)) << 3;
  pull = at;
  ids = pull + bytes;
  weights = ids + bytes;
  savedIds = weights + bytes;
  savedWeights = savedIds + bytes;
}

/**
 * Smoothness as part of the Gram matrix: c·Σ_l |w − w_l|² = wᵀ(c Σ_l (e_j − w_l)·(e_k − w_l))w because Σw = 1. Fills
 * `pull` with c·Σ_l w_l and returns the number of neighbours.
 */
function pullOf(job: WeightsJob, vertex: i32): i32 {
  for (let j = 0; j < job.bones; j++) storeF64(pull, j, 0.0);
  neighbourNorm = 0;
  const first = loadI32(job.neighbourOffsets, vertex);
  const last = loadI32(job.neighbourOffsets, vertex + 1);
  for (let e = first; e < last; e++) {
    const other = loadI32(job.neighbours, e) * job.slots;
    for (let s = 0; s < job.slots; s++) {
      const bone = loadI32(job.ids, other + s);
      if (bone < 0) break;
      const w = loadF64(job.values, other + s);
      neighbourNorm += w * w;
      const at = pull + ((<usize>bone) << 3);
      store<f64>(at, load<f64>(at) + smoothness * w);
    }
  }
  return last - first;
}

/** c·Σ_l |w − w_l|² of the current weights. */
function roughness(n: i32, degree: i32): f64 {
  let sum = smoothness * neighbourNorm;
  for (let i = 0; i < n; i++) {
    const w = loadF64(weights, i);
    const mean = loadF64(pull, loadI32(ids, i));
    sum += w * (smoothness * <f64>degree * w - 2.0 * mean);
  }
  return sum;
}

function readSlots(job: WeightsJob, vertex: i32): i32 {
  let n = 0;
  for (; n < job.slots; n++) {
    const bone = loadI32(job.ids, vertex * job.slots + n);
    if (bone < 0) break;
    storeI32(ids, n, bone);
    storeF64(weights, n, loadF64(job.values, vertex * job.slots + n));
  }
  return n;
}

/** Removes forbidden influences; the rest makes up for it. Returns their number. */
function dropForbidden(n: i32): i32 {
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

function writeSlots(job: WeightsJob, vertex: i32, n: i32): void {
  for (let s = 0; s < job.slots; s++) {
    const used = s < n;
    storeI32(job.ids, vertex * job.slots + s, used ? loadI32(ids, s) : -1);
    storeF64(job.values, vertex * job.slots + s, used ? loadF64(weights, s) : 0.0);
  }
}

let reached: f64 = 0;

function save(n: i32): void {
  memory.copy(savedIds, ids, (<usize>n) << 2);
  memory.copy(savedWeights, weights, (<usize>n) << 3);
}

function restore(n: i32): void {
  memory.copy(ids, savedIds, (<usize>n) << 2);
  memory.copy(weights, savedWeights, (<usize>n) << 3);
}

/** Solves the weights again on the existing support; keeps the old ones if rounding makes the new ones worse. */
function refit(n: i32): i32 {
  const before = energyOf(ids, weights, n);
  save(n);
  reached = simplex(ids, n, weights, false);
  if (reached <= before) return trim(ids, weights, n);
  restore(n);
  reached = before;
  return n;
}

/** Weights on all bones (or, for the two passes, on the best few of all), warm-started from n members. */
function solveAll(job: WeightsJob, n: i32): i32 {
  const kept = n;
  const before = reached;
  save(n);
  // The list of all bones, members first, so that their weights stay next to them.
  for (let j = 0; j < job.bones; j++) {
    let member = false;
    for (let i = 0; i < kept && !member; i++) member = loadI32(ids, i) === j;
    if (member || !mayUse(j)) continue;
    storeI32(ids, n, j);
    storeF64(weights, n, 0.0);
    n++;
  }
  reached = simplex(ids, n, weights, true);
  n = trim(ids, weights, n);
  if (job.mode === TWO_PASS) {
    n = keepMostEffect(ids, weights, n, reached);
    reached = searchEnergy;
  }
  if (n > 0 && reached < before) return n;
  restore(kept);
  reached = before;
  return kept;
}

/** @inline */
function isLocked(job: WeightsJob, vertex: i32): bool {
  return job.locked !== 0 && load<u8>(job.locked + <usize>vertex) !== 0;
}

/** Solves for a vertex that has n influences so far. */
function solveVertex(job: WeightsJob, vertex: i32, n: i32): i32 {
  if (n > 0 && (isLocked(job, vertex) || job.mode >= EVALUATE)) {
    reached = energyOf(ids, weights, n);
    return n;
  }
  if (job.allowed) n = dropForbidden(n);
  if (n > 0) n = refit(n);
  if (n > 0 && job.mode === FIXED) return n;
  if (n === 0) {
    store<i32>(ids, bestSingle());
    store<f64>(weights, 1.0);
    n = 1;
    reached = energyOf(ids, weights, 1);
  }
  if (reached <= job.noise) return n;
  if (job.mode === TWO_PASS || job.mode === DENSE) return solveAll(job, n);
  n = search(ids, weights, n, reached, job.rounds);
  reached = searchEnergy;
  return n;
}

/**
 * Weights w with at least half on the anchor become w' = 2w − e_anchor. Returns their number, or 0 if w is not like
 * that.
 */
function takeAnchor(anchor: i32, n: i32): i32 {
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

/** w = ½ e_anchor + ½ w'. */
function addAnchor(job: WeightsJob, vertex: i32, anchor: i32, n: i32): i32 {
  let place = n;
  for (let i = 0; i < n; i++) {
    const at = weights + ((<usize>i) << 3);
    store<f64>(at, 0.5 * load<f64>(at));
    if (loadI32(ids, i) === anchor) place = i;
  }
  const at = weights + ((<usize>place) << 3);
  store<f64>(at, place < n ? load<f64>(at) + 0.5 : 0.5);
  storeI32(ids, place, anchor);
  if (job.losses) {
    // Without its anchor, the vertex starts from the best other bone alone at worst.
    let best = Infinity;
    for (let j = 0; j < job.bones; j++) if (j !== anchor) best = Math.min(best, loneEnergy(j));
    storeF64(job.losses, vertex * job.slots + place, own * Math.max(best - reached, 0.0));
  }
  return max(n, place + 1);
}

/** Solves for w' of a vertex with an anchor. */
function solveAnchored(job: WeightsJob, vertex: i32, anchor: i32): i32 {
  searchKeeping(anchor);
  const n = solveVertex(job, vertex, takeAnchor(anchor, readSlots(job, vertex)));
  searchKeeping(-1);
  return n;
}

function scale(numbers: usize, count: i32, factor: f64): void {
  for (let i = 0; i < count; i++) {
    const at = numbers + ((<usize>i) << 3);
    store<f64>(at, factor * load<f64>(at));
  }
}

function writeLosses(job: WeightsJob, vertex: i32, n: i32): void {
  for (let s = 0; s < job.slots; s++) {
    const rise = s < n ? Math.max(energyWithout(ids, n, s) - reached, 0.0) : 0.0;
    storeF64(job.losses, vertex * job.slots + s, own * rise);
  }
}

/** @inline */
function vertexOf(job: WeightsJob, item: i32): i32 {
  return job.order ? loadI32(job.order, item) : item;
}

/**
 * The weights phase: for each vertex the weights that minimise its residual (and roughness against its neighbours)
 * under the current bones. Items are vertices, or entries of `order`.
 */
export function weightsOf(begin: i32, end: i32, slot: i32, job: WeightsJob): void {
  const h = job.bones;
  setUp(job, slot);
  const vectorBytes = (<usize>job.stride) << 3;
  for (let from = begin; from < end; from += CHUNK) {
    const to = min(from + CHUNK, end);
    let vectors = job.trajectories + <usize>from * vectorBytes;
    if (job.order) {
      vectors = gathered;
      for (let i = from; i < to; i++) {
        const source = job.trajectories + <usize>vertexOf(job, i) * vectorBytes;
        memory.copy(gathered + <usize>(i - from) * vectorBytes, source, vectorBytes);
      }
    }
    product(0, to - from, slot, vectors, job.stride, 1, job.reduced, 4 * h, job.rank, 4 * h, inner, 4 * h);
    for (let i = from; i < to; i++)
      solveItem(job, vertexOf(job, i), inner + ((<usize>((i - from) * 4 * h)) << 3));
  }
}

/** Prepares the Gram matrix of a vertex. Returns the number of its neighbours, 0 without smoothness. */
export function beginVertex(job: WeightsJob, vertex: i32, products: usize): i32 {
  own = job.importance ? loadF64(job.importance, vertex) : 1.0;
  smoothness = job.importance ? job.smoothness / own : job.smoothness;
  const smooth = job.smoothness > 0.0;
  const degree = smooth ? pullOf(job, vertex) : 0;
  let norm = loadF64(job.norms, vertex);
  if (smooth) norm += smoothness * neighbourNorm;
  const rest = job.rest + ((<usize>vertex) << 5);
  gramBegin(rest, products, smooth ? pull : 0, norm, smoothness * <f64>degree);
  return degree;
}

function solveItem(job: WeightsJob, vertex: i32, products: usize): void {
  const h = job.bones;
  const degree = beginVertex(job, vertex, products);
  const words = (h + 31) >> 5;
  searchAmong(job.allowed ? job.allowed + ((<usize>(vertex * words)) << 2) : 0);
  const anchor = job.anchors ? loadI32(job.anchors, vertex) : -1;
  if (anchor >= 0) gramAnchor(anchor);
  let n = anchor >= 0 ? solveAnchored(job, vertex, anchor) : solveVertex(job, vertex, readSlots(job, vertex));
  if (job.losses) writeLosses(job, vertex, n);
  if (job.promises) {
    const to = job.promises + ((<usize>(vertex * (h - job.newcomers))) << 3);
    promises(ids, weights, n, reached, job.newcomers, to);
    if (job.importance) scale(to, h - job.newcomers, own);
  }
  if (anchor >= 0) n = addAnchor(job, vertex, anchor, n);
  writeSlots(job, vertex, n);
  const error = job.smoothness > 0.0 ? reached - roughness(n, degree) : reached;
  storeF64(job.errors, vertex, own * Math.max(error, 0.0));
  if (job.mode === REST && !isLocked(job, vertex)) {
    const rest = job.rest + ((<usize>vertex) << 5);
    moveRest(rest, products, job.gram, job.bones, ids, weights, n);
  }
}
