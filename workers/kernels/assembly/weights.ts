import { product } from "./product";
import { energyOf, gramAnchor, gramBegin, gramScratch, gramSetUp, loneEnergy } from "./residual-gram";
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

/** Field order is that of WeightsJob in weights-phase.ts. */
@unmanaged
export class Job {
  /** Weight of |w_i − w_l|² for neighbours i and l in the objective. */
  smoothness!: f64;
  /** A residual below this is the rounding of the input: no more bones are looked for. */
  noise!: f64;
  /** i32 list of vertices that items number, or 0: items are vertices. */
  order!: i32;
  /** V·4; moved in mode REST. */
  rest!: i32;
  trajectories!: i32;
  stride!: i32;
  rank!: i32;
  norms!: i32;
  /** UᵀB, rank rows of 4h. */
  reduced!: i32;
  pairs!: i32;
  diagonals!: i32;
  bones!: i32;
  /** Room for influences a vertex, and how many it may use. */
  slots!: i32;
  limit!: i32;
  candidates!: i32;
  rounds!: i32;
  mode!: i32;
  /** In and out: V·slots; unused slots have bone −1. */
  ids!: i32;
  values!: i32;
  /** Out: squared residual of each vertex. */
  errors!: i32;
  /** V flags or 0: weights that stay. */
  locked!: i32;
  /** V·slots or 0: out, what losing each influence costs. */
  losses!: i32;
  /** V·(bones − newcomers) or 0: out, what each bone from number `newcomers` on promises. */
  promises!: i32;
  newcomers!: i32;
  /** BᵀB, 4h by 4h. */
  gram!: i32;
  /** Neighbours of each vertex (CSR, i32), for smoothness; 0 without. */
  neighbourOffsets!: i32;
  neighbours!: i32;
  /** V rows of ⌈bones / 32⌉ words or 0: a bit for each bone that may move the vertex, at least one a row. */
  allowed!: i32;
  scratch!: i32;
  scratchBytes!: i32;
  /** V or 0: how much each vertex counts; errors, losses and promises are times that. */
  importance!: i32;
  /** V i32 or 0: a bone that has at least half of the vertex, or −1. Only where `limit` is 2 or more. */
  anchors!: i32;
}

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

export function setUp(job: Job, slot: i32): void {
  const h = job.bones;
  let at = <usize>job.scratch + <usize>slot * <usize>job.scratchBytes;
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
function pullOf(job: Job, vertex: i32): i32 {
  for (let j = 0; j < job.bones; j++) store<f64>(pull + (<usize>j << 3), 0.0);
  neighbourNorm = 0;
  const first = load<i32>(<usize>job.neighbourOffsets + (<usize>vertex << 2));
  const last = load<i32>(<usize>job.neighbourOffsets + (<usize>(vertex + 1) << 2));
  for (let e = first; e < last; e++) {
    const other = load<i32>(<usize>job.neighbours + (<usize>e << 2)) * job.slots;
    for (let s = 0; s < job.slots; s++) {
      const bone = load<i32>(<usize>job.ids + (<usize>(other + s) << 2));
      if (bone < 0) break;
      const w = load<f64>(<usize>job.values + (<usize>(other + s) << 3));
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

function readSlots(job: Job, vertex: i32): i32 {
  let n = 0;
  for (; n < job.slots; n++) {
    const bone = load<i32>(<usize>job.ids + (<usize>(vertex * job.slots + n) << 2));
    if (bone < 0) break;
    store<i32>(ids + (<usize>n << 2), bone);
    store<f64>(weights + (<usize>n << 3), load<f64>(<usize>job.values + (<usize>(vertex * job.slots + n) << 3)));
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

function writeSlots(job: Job, vertex: i32, n: i32): void {
  for (let s = 0; s < job.slots; s++) {
    const used = s < n;
    store<i32>(<usize>job.ids + (<usize>(vertex * job.slots + s) << 2), used ? load<i32>(ids + (<usize>s << 2)) : -1);
    store<f64>(
      <usize>job.values + (<usize>(vertex * job.slots + s) << 3),
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
function solveAll(job: Job, n: i32): i32 {
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
function isLocked(job: Job, vertex: i32): bool {
  return job.locked != 0 && load<u8>(<usize>job.locked + <usize>vertex) != 0;
}

/** Solves for a vertex that has n influences so far. */
function solveVertex(job: Job, vertex: i32, n: i32): i32 {
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
function addAnchor(job: Job, vertex: i32, anchor: i32, n: i32): i32 {
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
    store<f64>(<usize>job.losses + (<usize>(vertex * job.slots + place) << 3), own * Math.max(best - reached, 0.0));
  }
  return max(n, place + 1);
}

/** Solves for w' of a vertex that an anchor has half of. */
function solveAnchored(job: Job, vertex: i32, anchor: i32): i32 {
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

function writeLosses(job: Job, vertex: i32, n: i32): void {
  for (let s = 0; s < job.slots; s++) {
    const rise = s < n ? Math.max(energyWithout(ids, n, s) - reached, 0.0) : 0.0;
    store<f64>(<usize>job.losses + (<usize>(vertex * job.slots + s) << 3), own * rise);
  }
}

// @ts-ignore: decorator
@inline
function vertexOf(job: Job, item: i32): i32 {
  return job.order ? load<i32>(<usize>job.order + (<usize>item << 2)) : item;
}

/**
 * The weights phase: for each vertex the weights that minimise its residual (and roughness against its neighbours)
 * under the bones as they are. Items are vertices, or entries of `order`.
 */
export function weightsOf(begin: i32, end: i32, slot: i32, jobAt: usize): void {
  const job = changetype<Job>(jobAt);
  const h = job.bones;
  setUp(job, slot);
  const vectorBytes = <usize>job.stride << 3;
  for (let from = begin; from < end; from += CHUNK) {
    const to = min(from + CHUNK, end);
    let vectors = <usize>job.trajectories + <usize>from * vectorBytes;
    if (job.order) {
      vectors = gathered;
      for (let i = from; i < to; i++) {
        const source = <usize>job.trajectories + <usize>vertexOf(job, i) * vectorBytes;
        memory.copy(gathered + <usize>(i - from) * vectorBytes, source, vectorBytes);
      }
    }
    product(0, to - from, slot, vectors, job.stride, 1, job.reduced, 4 * h, job.rank, 4 * h, inner, 4 * h);
    for (let i = from; i < to; i++) solveItem(job, vertexOf(job, i), inner + (<usize>((i - from) * 4 * h) << 3));
  }
}

/** A rest position that the motion fixes less well than this (pivot over largest diagonal) stays. */
const LEAST_PIVOT = 1e-4;

/**
 * The rest position that suits bones and weights best (Le & Deng 2014, algorithm 3, last step): with M = Σ w_j B_j,
 * the least squares solution of M [v; 1] = y, from MᵀM = Σ w_j w_k G_jk and Mᵀy = Σ w_j B_jᵀy.
 */
function moveRest(job: Job, rest: usize, products: usize, n: i32): void {
  const width = 4 * job.bones;
  let a00 = 0.0;
  let a01 = 0.0;
  let a02 = 0.0;
  let a11 = 0.0;
  let a12 = 0.0;
  let a22 = 0.0;
  let r0 = 0.0;
  let r1 = 0.0;
  let r2 = 0.0;
  for (let i = 0; i < n; i++) {
    const j = load<i32>(ids + (<usize>i << 2));
    const wj = load<f64>(weights + (<usize>i << 3));
    const q = products + (<usize>j << 5);
    r0 += wj * load<f64>(q);
    r1 += wj * load<f64>(q, 8);
    r2 += wj * load<f64>(q, 16);
    for (let e = 0; e < n; e++) {
      const k = load<i32>(ids + (<usize>e << 2));
      const w = wj * load<f64>(weights + (<usize>e << 3));
      const row = <usize>job.gram + (<usize>(4 * j * width + 4 * k) << 3);
      const row1 = row + (<usize>width << 3);
      const row2 = row1 + (<usize>width << 3);
      a00 += w * load<f64>(row);
      a01 += w * load<f64>(row, 8);
      a02 += w * load<f64>(row, 16);
      r0 -= w * load<f64>(row, 24);
      a11 += w * load<f64>(row1, 8);
      a12 += w * load<f64>(row1, 16);
      r1 -= w * load<f64>(row1, 24);
      a22 += w * load<f64>(row2, 16);
      r2 -= w * load<f64>(row2, 24);
    }
  }
  const least = LEAST_PIVOT * Math.max(a00, Math.max(a11, a22));
  if (!(a00 > least)) return;
  const l10 = a01 / a00;
  const l20 = a02 / a00;
  const d1 = a11 - l10 * a01;
  if (!(d1 > least)) return;
  const e21 = a12 - l20 * a01;
  const l21 = e21 / d1;
  const d2 = a22 - l20 * a02 - l21 * e21;
  if (!(d2 > least)) return;
  const y1 = r1 - l10 * r0;
  const z = (r2 - l20 * r0 - l21 * y1) / d2;
  const y = y1 / d1 - l21 * z;
  store<f64>(rest, r0 / a00 - l10 * y - l20 * z);
  store<f64>(rest, y, 8);
  store<f64>(rest, z, 16);
}

/** Makes the Gram matrix of a vertex ready. Returns how many neighbours it has, 0 without smoothness. */
export function beginVertex(job: Job, vertex: i32, products: usize): i32 {
  own = job.importance ? load<f64>(<usize>job.importance + (<usize>vertex << 3)) : 1.0;
  smoothness = job.importance ? job.smoothness / own : job.smoothness;
  const smooth = job.smoothness > 0.0;
  const degree = smooth ? pullOf(job, vertex) : 0;
  let norm = load<f64>(<usize>job.norms + (<usize>vertex << 3));
  if (smooth) norm += smoothness * neighbourNorm;
  const rest = <usize>job.rest + (<usize>vertex << 5);
  gramBegin(rest, products, smooth ? pull : 0, norm, smoothness * <f64>degree);
  return degree;
}

function solveItem(job: Job, vertex: i32, products: usize): void {
  const h = job.bones;
  const degree = beginVertex(job, vertex, products);
  const words = (h + 31) >> 5;
  searchAmong(job.allowed ? <usize>job.allowed + (<usize>(vertex * words) << 2) : 0);
  const anchor = job.anchors ? load<i32>(<usize>job.anchors + (<usize>vertex << 2)) : -1;
  if (anchor >= 0) gramAnchor(anchor);
  let n = anchor >= 0 ? solveAnchored(job, vertex, anchor) : solveVertex(job, vertex, readSlots(job, vertex));
  if (job.losses) writeLosses(job, vertex, n);
  if (job.promises) {
    const to = <usize>job.promises + (<usize>(vertex * (h - job.newcomers)) << 3);
    promises(ids, weights, n, reached, job.newcomers, to);
    if (job.importance) scale(to, h - job.newcomers, own);
  }
  if (anchor >= 0) n = addAnchor(job, vertex, anchor, n);
  writeSlots(job, vertex, n);
  const error = job.smoothness > 0.0 ? reached - roughness(n, degree) : reached;
  store<f64>(<usize>job.errors + (<usize>vertex << 3), own * Math.max(error, 0.0));
  if (job.mode == REST && !isLocked(job, vertex)) {
    moveRest(job, <usize>job.rest + (<usize>vertex << 5), products, n);
  }
}
