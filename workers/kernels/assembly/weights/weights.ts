import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import {
  banBone,
  bestSingle,
  mayUse,
  noteBone,
  noteBonesIn,
  permitBones,
  predictGains,
} from "./bone-candidates";
import {
  energyOf,
  gramAnchor,
  gramBegin,
  gramBeginFew,
  gramScratch,
  gramSetUp,
  loneEnergy,
} from "./residual-gram";
import { moveRest } from "./rest-position";
import { simplex, simplexScratch, simplexSetUp } from "./simplex";
import {
  pull,
  roughness,
  smoothness,
  smoothnessBegin,
  smoothnessNorm,
  smoothnessScratch,
  smoothnessSetUp,
} from "./smoothness";
import {
  energyWithout,
  keepMostEffect,
  search,
  searchEnergy,
  searchKeeping,
  searchScratch,
  searchSetUp,
  trim,
} from "./support-search";
import { allProducts, ownProducts, productsOf } from "./vertex-products";
import {
  addAnchor,
  dropForbidden,
  ids,
  readSlots,
  restore,
  save,
  takeAnchor,
  vertexWeightsScratch,
  vertexWeightsSetUp,
  weights,
  writeSlots,
} from "./vertex-weights";
import { WeightsJob } from "./weights-job";

// The modes of `WeightsJob.mode`. Mode 0 searches supports.
const TWO_PASS = 1;
const DENSE = 2;
const FIXED = 3;
const EVALUATE = 4;
const REST = 5;
const SWAP_AND_REST = 6;
const REMOVALS = 7;

/** Vertices whose products with the bones are computed together. */
const CHUNK = 32;

/** Products of the chunk's trajectories with all bones, in the scratch memory of the thread. */
let inner: usize = 0;

/** Trajectories of the chunk, if `order` picks them. */
let gathered: usize = 0;

/** The importance of the current vertex. */
let own: f64 = 1;

/** The squared residual, with smoothness, of the current weights. */
let reached: f64 = 0;

/** The scratch numbers that `weights` needs on each thread. */
export function weightsScratch(h: i32, limit: i32, candidates: i32, stride: i32): i32 {
  return (
    gramScratch(h) +
    simplexScratch(h + 1) +
    searchScratch(limit, candidates) +
    CHUNK * 4 * h +
    CHUNK * stride +
    smoothnessScratch(h) +
    vertexWeightsScratch(h)
  );
}

/** Divides the scratch memory of a thread. */
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
  smoothnessSetUp(at);
  at += (<usize>smoothnessScratch(h)) << 3;
  vertexWeightsSetUp(h, at);
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

/** Finds weights on all bones, started from n members. The two passes then reduce them to the best few. */
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
  if (n > 0 && (reached < before || kept > job.limit)) return n;
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
  if (n > 0 && (isLocked(job, vertex) || job.mode === EVALUATE || job.mode === REST)) {
    reached = energyOf(ids, weights, n);
    return n;
  }
  return solveFree(job, job.allowed ? dropForbidden(n) : n);
}

/** Solves for a vertex that has n influences so far, all of them allowed. */
function solveFree(job: WeightsJob, n: i32): i32 {
  if (n > 0) n = refit(n);
  if (n > 0 && job.mode === FIXED) return n;
  if (n === 0) {
    store<i32>(ids, bestSingle());
    store<f64>(weights, 1.0);
    n = 1;
    reached = energyOf(ids, weights, 1);
  }
  if (reached <= job.noise && n <= job.limit) return n;
  const all = job.mode === TWO_PASS || job.mode === DENSE;
  if (all || (job.mode === REMOVALS && job.limit >= job.bones)) return solveAll(job, n);
  n = search(ids, weights, n, reached, job.rounds);
  reached = searchEnergy;
  return n;
}

/** Solves for w' of a vertex with an anchor. */
function solveAnchored(job: WeightsJob, vertex: i32, anchor: i32): i32 {
  searchKeeping(anchor);
  const n = solveVertex(job, vertex, takeAnchor(anchor, readSlots(job, vertex)));
  searchKeeping(-1);
  return n;
}

/** Puts the anchor back. Returns the number of weights. */
function restoreAnchor(job: WeightsJob, vertex: i32, anchor: i32, n: i32): i32 {
  const place = addAnchor(anchor, n);
  if (job.losses) {
    // Without its anchor, the vertex can start from the best other bone alone.
    let best = Infinity;
    for (let j = 0; j < job.bones; j++) if (j !== anchor) best = Math.min(best, loneEnergy(j));
    storeF64(job.losses, vertex * job.slots + place, own * Math.max(best - reached, 0.0));
  }
  return max(n, place + 1);
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

/**
 * How much the residual rises if each bone of a vertex is removed, and the vertex then searches again. Its weights stay
 * as they are.
 */
function writeRemovals(job: WeightsJob, vertex: i32): void {
  const words = (job.bones + 31) >> 5;
  const bits = job.noted + ((<usize>(vertex * words)) << 2);
  memory.fill(bits, 0, (<usize>words) << 2);
  noteBonesIn(bits);
  const n = readSlots(job, vertex);
  const before = energyOf(ids, weights, n);
  for (let s = 0; s < n; s++) {
    banBone(loadI32(job.ids, vertex * job.slots + s));
    const left = solveFree(job, dropForbidden(readSlots(job, vertex)));
    for (let i = 0; i < left; i++) noteBone(loadI32(ids, i));
    storeF64(job.losses, vertex * job.slots + s, own * (reached - before));
  }
  banBone(-1);
  noteBonesIn(0);
}

/** @inline */
function vertexOf(job: WeightsJob, item: i32): i32 {
  return job.order ? loadI32(job.order, item) : item;
}

/**
 * The weights phase: finds the weights of each vertex that minimise its residual under the current bones, plus its
 * roughness relative to its neighbours. Items are vertices, or entries of `order`.
 */
export function weightsOf(begin: i32, end: i32, slot: i32, job: WeightsJob): void {
  const h = job.bones;
  setUp(job, slot);
  const vectorBytes = (<usize>job.stride) << 3;
  const few = keepsBones(job);
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
    const searches = !few && (from / CHUNK) % job.parts === job.part;
    if (searches) productsOf(job, vectors, to - from, inner);
    for (let i = from; i < to; i++) {
      const vertex = vertexOf(job, i);
      const products = inner + ((<usize>((i - from) * 4 * h)) << 3);
      if (!searches && fewItem(job, vertex, products)) continue;
      if (!searches) allProducts(job, vertex, products);
      solveItem(job, vertex, products);
    }
  }
}

/** Whether vertices keep their bones, and nothing else is asked about other bones. */
function keepsBones(job: WeightsJob): bool {
  const keeps = job.mode === FIXED || job.mode === REST;
  return keeps && job.anchors === 0 && job.losses === 0 && job.predictedGains === 0;
}

/**
 * New weights for the bones that a vertex has, or a new rest position, which need the products of those bones alone.
 * Returns false, with nothing done, if it may keep none of them.
 */
function fewItem(job: WeightsJob, vertex: i32, products: usize): bool {
  const h = job.bones;
  const words = (h + 31) >> 5;
  const moves = job.mode === REST;
  permitBones(job.allowed ? job.allowed + ((<usize>(vertex * words)) << 2) : 0);
  const locked = isLocked(job, vertex);
  let n = readSlots(job, vertex);
  if (!moves && !locked) n = dropForbidden(n);
  if (n === 0) return false;
  for (let i = 0; i < n; i++) ownProducts(job, vertex, loadI32(ids, i), products);
  const degree = beginVertexWith(job, vertex, products, n);
  if (locked || moves) reached = energyOf(ids, weights, n);
  else n = refit(n);
  writeSlots(job, vertex, n);
  let error = job.smoothness > 0.0 ? reached - roughness(n, degree) : reached;
  if (moves && !locked) {
    const rest = job.rest + ((<usize>vertex) << 5);
    error -= moveRest(rest, products, job.gram, h, ids, weights, n);
  }
  storeF64(job.errors, vertex, own * Math.max(error, 0.0));
  return true;
}

/** Prepares the Gram matrix of a vertex. Returns the number of its neighbours, 0 without smoothness. */
export function beginVertex(job: WeightsJob, vertex: i32, products: usize): i32 {
  return beginVertexWith(job, vertex, products, 0);
}

/** The same for the first n bones of `ids` alone: the caller uses no others. 0 means all. */
function beginVertexWith(job: WeightsJob, vertex: i32, products: usize, n: i32): i32 {
  own = job.importance ? loadF64(job.importance, vertex) : 1.0;
  const degree = smoothnessBegin(job, vertex, own);
  const smooth = job.smoothness > 0.0;
  let norm = loadF64(job.norms, vertex);
  if (smooth) norm += smoothnessNorm();
  const rest = job.rest + ((<usize>vertex) << 5);
  const toBones: usize = smooth ? pull : 0;
  if (n > 0) gramBeginFew(ids, n, rest, products, toBones, norm, smoothness * <f64>degree);
  else gramBegin(rest, products, toBones, norm, smoothness * <f64>degree);
  return degree;
}

function solveItem(job: WeightsJob, vertex: i32, products: usize): void {
  const h = job.bones;
  const degree = beginVertex(job, vertex, products);
  const words = (h + 31) >> 5;
  permitBones(job.allowed ? job.allowed + ((<usize>(vertex * words)) << 2) : 0);
  if (job.mode === REMOVALS) {
    writeRemovals(job, vertex);
    return;
  }
  const anchor = job.anchors ? loadI32(job.anchors, vertex) : -1;
  if (anchor >= 0) gramAnchor(anchor);
  let n = anchor >= 0 ? solveAnchored(job, vertex, anchor) : solveVertex(job, vertex, readSlots(job, vertex));
  if (job.losses) writeLosses(job, vertex, n);
  if (job.predictedGains) {
    const to = job.predictedGains + ((<usize>(vertex * (h - job.newcomers))) << 3);
    predictGains(ids, weights, n, reached, job.newcomers, to);
    if (job.importance) scale(to, h - job.newcomers, own);
  }
  if (anchor >= 0) n = restoreAnchor(job, vertex, anchor, n);
  writeSlots(job, vertex, n);
  let error = job.smoothness > 0.0 ? reached - roughness(n, degree) : reached;
  if ((job.mode === REST || job.mode === SWAP_AND_REST) && !isLocked(job, vertex)) {
    const rest = job.rest + ((<usize>vertex) << 5);
    error -= moveRest(rest, products, job.gram, job.bones, ids, weights, n);
  }
  storeF64(job.errors, vertex, own * Math.max(error, 0.0));
}
