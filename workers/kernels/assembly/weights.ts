import { product } from "./product";
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

const SWAP = 0;
const TWO_PASS = 1;
const DENSE = 2;
const FIXED = 3;
const EVALUATE = 4;
const REST = 5;

// Scratch of a thread, carved by `setUp`.
let inner: usize = 0;
let gathered: usize = 0;
let pull: usize = 0;
let ids: usize = 0;
let weights: usize = 0;
let savedIds: usize = 0;
let savedWeights: usize = 0;
/** Σ_l |w_l|² over the neighbours of the vertex. */
let neighbourNorm: f64 = 0;
/** What the vertex counts, and what smoothness weighs against its residual. */
let own: f64 = 1;
let smoothness: f64 = 0;

const CHUNK = 32;

/** Numbers of scratch that `weights` needs per thread. */
export function weightsScratch(h: i32, limit: i32, candidates: i32, stride: i32): i32 {
  return (
    gramScratch(h) + simplexScratch(h + 1) + searchScratch(limit, candidates) + CHUNK * 4 * h + CHUNK * stride + 5 * (h + 2)
  );
}

export function setUp(job: WeightsJob, slot: i32): void {
  const h = job.bones;
  let at = job.scratch + <usize>slot * <usize>job.scratchBytes;
  inner = at;
  at += <usize>(CHUNK * 4 * h) << 3;
  gathered = at;
  at += <usize>(CHUNK * job.stride) << 3;
  gramSetUp(h, job.pairs, job.diagonals, at);
  at += <usize>gramScratch(h) << 3;
  simplexSetUp(h + 1, at);
  at += <usize>simplexScratch(h + 1) << 3;
  searchSetUp(job.limit, job.candidates, at);
  at += <usize>searchScratch(job.limit, job.candidates) << 3;
  const bytes = <usize>(h + 2) << 3;
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
  for (let j = 0; j < job.bones; j++) store<f64>(pull + (<usize>j << 3), 0.0);
  neighbourNorm = 0;
  const first = load<i32>(job.neighbourOffsets + (<usize>vertex << 2));
  const last = load<i32>(job.neighbourOffsets + (<usize>(vertex + 1) << 2));
  for (let e = first; e < last; e++) {
    const other = load<i32>(job.neighbours + (<usize>e << 2)) * job.slots;
    for (let s = 0; s < job.slots; s++) {
      const bone = load<i32>(job.ids + (<usize>(other + s) << 2));
      if (bone < 0) break;
      const w = load<f64>(job.values + (<usize>(other + s) << 3));
      neighbourNorm += w * w;
      const at = pull + (<usize>bone << 3);
      store<f64>(at, load<f64>(at) + smoothness * w);
    }
  }
  return last - first;
}

/** c·Σ_l |w − w_l|² of the weights just found. */
function roughness(n: i32, degree: i32): f64 {
  let sum = smoothness * neighbourNorm;
  for (let i = 0; i < n; i++) {
    const w = load<f64>(weights + (<usize>i << 3));
    const mean = load<f64>(pull + (<usize>load<i32>(ids + (<usize>i << 2)) << 3));
    sum += w * (smoothness * <f64>degree * w - 2.0 * mean);
  }
  return sum;
}

function readSlots(job: WeightsJob, vertex: i32): i32 {
  let n = 0;
  for (; n < job.slots; n++) {
    const bone = load<i32>(job.ids + (<usize>(vertex * job.slots + n) << 2));
    if (bone < 0) break;
    store<i32>(ids + (<usize>n << 2), bone);
    store<f64>(weights + (<usize>n << 3), load<f64>(job.values + (<usize>(vertex * job.slots + n) << 3)));
  }
  return n;
}

/** Takes out the influences that are not allowed; those that stay make up for it. Returns how many there are. */
function dropForbidden(n: i32): i32 {
  let kept = 0;
  let sum = 0.0;
  for (let i = 0; i < n; i++) {
    const bone = load<i32>(ids + (<usize>i << 2));
    const w = load<f64>(weights + (<usize>i << 3));
    if (!mayUse(bone)) continue;
    store<i32>(ids + (<usize>kept << 2), bone);
    store<f64>(weights + (<usize>kept << 3), w);
    sum += w;
    kept++;
  }
  if (kept == n) return n;
  if (!(sum > 0.0)) return 0;
  for (let i = 0; i < kept; i++) {
    const at = weights + (<usize>i << 3);
    store<f64>(at, load<f64>(at) / sum);
  }
  return kept;
}

function writeSlots(job: WeightsJob, vertex: i32, n: i32): void {
  for (let s = 0; s < job.slots; s++) {
    const used = s < n;
    store<i32>(job.ids + (<usize>(vertex * job.slots + s) << 2), used ? load<i32>(ids + (<usize>s << 2)) : -1);
    store<f64>(
      job.values + (<usize>(vertex * job.slots + s) << 3),
      used ? load<f64>(weights + (<usize>s << 3)) : 0.0,
    );
  }
}

let reached: f64 = 0;

function save(n: i32): void {
  memory.copy(savedIds, ids, <usize>n << 2);
  memory.copy(savedWeights, weights, <usize>n << 3);
}

function restore(n: i32): void {
  memory.copy(ids, savedIds, <usize>n << 2);
  memory.copy(weights, savedWeights, <usize>n << 3);
}

/** Re-solves the weights on the support there is; keeps the old ones if rounding makes the new ones worse. */
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
  // The list of all bones, members first, so that their weights stay beside them.
  for (let j = 0; j < job.bones; j++) {
    let member = false;
    for (let i = 0; i < kept && !member; i++) member = load<i32>(ids + (<usize>i << 2)) == j;
    if (member || !mayUse(j)) continue;
    store<i32>(ids + (<usize>n << 2), j);
    store<f64>(weights + (<usize>n << 3), 0.0);
    n++;
  }
  reached = simplex(ids, n, weights, true);
  n = trim(ids, weights, n);
  if (job.mode == TWO_PASS) {
    n = keepMostEffect(ids, weights, n, reached);
    reached = searchEnergy;
  }
  if (n > 0 && reached < before) return n;
  restore(kept);
  reached = before;
  return kept;
}

// @ts-ignore: decorator
@inline
function isLocked(job: WeightsJob, vertex: i32): bool {
  return job.locked != 0 && load<u8>(job.locked + <usize>vertex) != 0;
}

/** Solves for a vertex that has n influences so far. */
function solveVertex(job: WeightsJob, vertex: i32, n: i32): i32 {
  if (n > 0 && (isLocked(job, vertex) || job.mode >= EVALUATE)) {
    reached = energyOf(ids, weights, n);
    return n;
  }
  if (job.allowed) n = dropForbidden(n);
  if (n > 0) n = refit(n);
  if (n > 0 && job.mode == FIXED) return n;
  if (n == 0) {
    store<i32>(ids, bestSingle());
    store<f64>(weights, 1.0);
    n = 1;
    reached = energyOf(ids, weights, 1);
  }
  if (reached <= job.noise) return n;
  if (job.mode == TWO_PASS || job.mode == DENSE) return solveAll(job, n);
  n = search(ids, weights, n, reached, job.rounds);
  reached = searchEnergy;
  return n;
}

/** Weights w with at least half on the anchor become w' = 2w − e_anchor. Returns how many, or 0 where w is not so. */
function takeAnchor(anchor: i32, n: i32): i32 {
  let kept = 0;
  let found = false;
  for (let i = 0; i < n; i++) {
    const bone = load<i32>(ids + (<usize>i << 2));
    let w = 2.0 * load<f64>(weights + (<usize>i << 3));
    if (bone == anchor) {
      w -= 1.0;
      if (w < -1e-9) return 0;
      found = true;
    }
    if (!(w > 1e-12)) continue;
    store<i32>(ids + (<usize>kept << 2), bone);
    store<f64>(weights + (<usize>kept << 3), w);
    kept++;
  }
  return found ? kept : 0;
}

/** w = ½ e_anchor + ½ w'. */
function addAnchor(job: WeightsJob, vertex: i32, anchor: i32, n: i32): i32 {
  let place = n;
  for (let i = 0; i < n; i++) {
    const at = weights + (<usize>i << 3);
    store<f64>(at, 0.5 * load<f64>(at));
    if (load<i32>(ids + (<usize>i << 2)) == anchor) place = i;
  }
  const at = weights + (<usize>place << 3);
  store<f64>(at, place < n ? load<f64>(at) + 0.5 : 0.5);
  store<i32>(ids + (<usize>place << 2), anchor);
  if (job.losses) {
    // Without its anchor the vertex is another's: at worst that of the best other bone alone.
    let best = Infinity;
    for (let j = 0; j < job.bones; j++) if (j != anchor) best = Math.min(best, loneEnergy(j));
    store<f64>(job.losses + (<usize>(vertex * job.slots + place) << 3), own * Math.max(best - reached, 0.0));
  }
  return max(n, place + 1);
}

/** Solves for w' of a vertex that an anchor has half of. */
function solveAnchored(job: WeightsJob, vertex: i32, anchor: i32): i32 {
  searchKeeping(anchor);
  const n = solveVertex(job, vertex, takeAnchor(anchor, readSlots(job, vertex)));
  searchKeeping(-1);
  return n;
}

function scale(numbers: usize, count: i32, factor: f64): void {
  for (let i = 0; i < count; i++) {
    const at = numbers + (<usize>i << 3);
    store<f64>(at, factor * load<f64>(at));
  }
}

function writeLosses(job: WeightsJob, vertex: i32, n: i32): void {
  for (let s = 0; s < job.slots; s++) {
    const rise = s < n ? Math.max(energyWithout(ids, n, s) - reached, 0.0) : 0.0;
    store<f64>(job.losses + (<usize>(vertex * job.slots + s) << 3), own * rise);
  }
}

// @ts-ignore: decorator
@inline
function vertexOf(job: WeightsJob, item: i32): i32 {
  return job.order ? load<i32>(job.order + (<usize>item << 2)) : item;
}

/**
 * The weights phase: for each vertex the weights that minimise its residual (and roughness against its neighbours)
 * under the bones as they are. Items are vertices, or entries of `order`.
 */
export function weightsOf(begin: i32, end: i32, slot: i32, job: WeightsJob): void {
  const h = job.bones;
  setUp(job, slot);
  const vectorBytes = <usize>job.stride << 3;
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
    for (let i = from; i < to; i++) solveItem(job, vertexOf(job, i), inner + (<usize>((i - from) * 4 * h) << 3));
  }
}

/** Makes the Gram matrix of a vertex ready. Returns how many neighbours it has, 0 without smoothness. */
export function beginVertex(job: WeightsJob, vertex: i32, products: usize): i32 {
  own = job.importance ? load<f64>(job.importance + (<usize>vertex << 3)) : 1.0;
  smoothness = job.importance ? job.smoothness / own : job.smoothness;
  const smooth = job.smoothness > 0.0;
  const degree = smooth ? pullOf(job, vertex) : 0;
  let norm = load<f64>(job.norms + (<usize>vertex << 3));
  if (smooth) norm += smoothness * neighbourNorm;
  const rest = job.rest + (<usize>vertex << 5);
  gramBegin(rest, products, smooth ? pull : 0, norm, smoothness * <f64>degree);
  return degree;
}

function solveItem(job: WeightsJob, vertex: i32, products: usize): void {
  const h = job.bones;
  const degree = beginVertex(job, vertex, products);
  const words = (h + 31) >> 5;
  searchAmong(job.allowed ? job.allowed + (<usize>(vertex * words) << 2) : 0);
  const anchor = job.anchors ? load<i32>(job.anchors + (<usize>vertex << 2)) : -1;
  if (anchor >= 0) gramAnchor(anchor);
  let n = anchor >= 0 ? solveAnchored(job, vertex, anchor) : solveVertex(job, vertex, readSlots(job, vertex));
  if (job.losses) writeLosses(job, vertex, n);
  if (job.promises) {
    const to = job.promises + (<usize>(vertex * (h - job.newcomers)) << 3);
    promises(ids, weights, n, reached, job.newcomers, to);
    if (job.importance) scale(to, h - job.newcomers, own);
  }
  if (anchor >= 0) n = addAnchor(job, vertex, anchor, n);
  writeSlots(job, vertex, n);
  const error = job.smoothness > 0.0 ? reached - roughness(n, degree) : reached;
  store<f64>(job.errors + (<usize>vertex << 3), own * Math.max(error, 0.0));
  if (job.mode == REST && !isLocked(job, vertex)) {
    const rest = job.rest + (<usize>vertex << 5);
    moveRest(rest, products, job.gram, job.bones, ids, weights, n);
  }
}
