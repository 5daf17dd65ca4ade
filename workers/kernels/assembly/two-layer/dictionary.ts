// Fits one virtual bone to its vertices while all others stay. The summed error of the vertices is a quadratic form of
// the virtual bone's weights, just as the error of one vertex is of its own weights. The same search therefore solves
// it.

import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { permitBones } from "../weights/bone-candidates";
import { energyOf, gramBeginForm, gramScratch, gramSetUp } from "../weights/residual-gram";
import { simplex, simplexScratch, simplexSetUp } from "../weights/simplex";
import {
  dropCheapest,
  keepMostEffect,
  search,
  searchEnergy,
  searchScratch,
  searchSetUp,
  trim,
} from "../weights/support-search";
import { crossAt, formAt, formOf } from "./forms";
import { TwoLayerJob } from "./job";

/** New bones tried for a virtual bone in each round, and the rounds. */
const CANDIDATES = 4;
const ROUNDS = 4;

let form: usize = 0;
let linear: usize = 0;
let ids: usize = 0;
let weights: usize = 0;
let otherIds: usize = 0;
let otherWeights: usize = 0;
let constant: f64 = 0;
let total: f64 = 0;

/** The scratch numbers of a thread. */
export function twoLayerAtomsScratch(h: i32, slots: i32): i32 {
  const list = h + 2;
  return (
    gramScratch(h) + simplexScratch(h + 1) + searchScratch(slots, CANDIDATES) + 10 + h + (h & 1) + 4 * list
  );
}

function setUp(job: TwoLayerJob, at: usize, diagonals: usize): void {
  const h = job.bones;
  gramSetUp(h, job.pairs, diagonals, at);
  at += (<usize>gramScratch(h)) << 3;
  simplexSetUp(h + 1, at);
  at += (<usize>simplexScratch(h + 1)) << 3;
  searchSetUp(job.atomSlots, CANDIDATES, at);
  at += (<usize>searchScratch(job.atomSlots, CANDIDATES)) << 3;
  form = at;
  linear = form + 80;
  ids = linear + ((<usize>(h + (h & 1))) << 3);
  const list = (<usize>(h + 2)) << 3;
  weights = ids + list;
  otherIds = weights + list;
  otherWeights = otherIds + list;
}

/** Adds the error of vertex i to the form. Slot `mine` of the vertex has the share of virtual bone r. */
function addVertex(job: TwoLayerJob, i: i32, mine: i32): void {
  const first = i * job.blends;
  const share = loadF64(job.shares, first + mine);
  if (!(share > 0.0)) return;
  const monomials = job.monomials + <usize>(80 * i);
  const products = job.products + ((<usize>i * <usize>job.bones) << 3);
  for (let m = 0; m < 10; m++) {
    storeF64(form, m, loadF64(form, m) + share * share * loadF64(monomials, m));
  }
  for (let j = 0; j < job.bones; j++) {
    storeF64(linear, j, loadF64(linear, j) + share * loadF64(products, j));
  }
  total += share * share;
  constant += loadF64(job.norms, i);
  for (let n = 0; n < job.blends; n++) {
    const s = loadI32(job.ids, first + n);
    const other = loadF64(job.shares, first + n);
    if (n === mine || s < 0 || !(other > 0.0)) continue;
    addOther(job, s, share * other, monomials);
    for (let d = s * job.atomSlots; d < (s + 1) * job.atomSlots; d++) {
      const j = loadI32(job.atomIds, d);
      if (j < 0) break;
      constant -= 2.0 * other * loadF64(job.atomValues, d) * loadF64(products, j);
    }
    for (let k = 0; k < job.blends; k++) {
      const t = loadI32(job.ids, first + k);
      const third = loadF64(job.shares, first + k);
      if (k === mine || t < 0 || !(third > 0.0)) continue;
      constant += other * third * crossAt(job, s, t, monomials);
    }
  }
}

/** Subtracts factor · T d_s at a vertex from `linear`. */
function addOther(job: TwoLayerJob, s: i32, factor: f64, monomials: usize): void {
  const forms = job.forms + ((<usize>s * <usize>job.bones * 10) << 3);
  for (let j = 0; j < job.bones; j++) {
    storeF64(linear, j, loadF64(linear, j) - factor * formAt(forms + <usize>(80 * j), monomials));
  }
}

function readAtom(job: TwoLayerJob, r: i32): i32 {
  let n = 0;
  for (; n < job.atomSlots; n++) {
    const j = loadI32(job.atomIds, r * job.atomSlots + n);
    if (j < 0) break;
    storeI32(ids, n, j);
    storeF64(weights, n, loadF64(job.atomValues, r * job.atomSlots + n));
  }
  return n;
}

/** Searches from the current bones. Returns the number of bones found, or 0 if they are no better. */
function improve(n: i32, before: f64): i32 {
  let energy = simplex(ids, n, weights, false);
  n = trim(ids, weights, n);
  n = search(ids, weights, n, energy, ROUNDS);
  energy = searchEnergy;
  reached = energy;
  return energy < before ? n : 0;
}

let reached: f64 = 0;

/** Searches from the best weights on all bones, reduced to the bones with the most effect. Writes into `otherIds`. */
function improveFromAll(job: TwoLayerJob, n: i32): i32 {
  for (let d = 0; d < n; d++) {
    storeI32(otherIds, d, loadI32(ids, d));
    storeF64(otherWeights, d, loadF64(weights, d));
  }
  let all = n;
  for (let j = 0; j < job.bones; j++) {
    let isMember = false;
    for (let d = 0; d < n && !isMember; d++) isMember = loadI32(ids, d) === j;
    if (isMember) continue;
    storeI32(otherIds, all, j);
    storeF64(otherWeights, all++, 0.0);
  }
  const energy = simplex(otherIds, all, otherWeights, true);
  all = trim(otherIds, otherWeights, all);
  all = keepMostEffect(otherIds, otherWeights, all, energy);
  return search(otherIds, otherWeights, all, searchEnergy, ROUNDS);
}

/** @param price what a bone has to lower the energy by; 0 keeps all. */
function writeAtom(job: TwoLayerJob, r: i32, from: usize, values: usize, n: i32, price: f64): void {
  if (price > 0) n = dropCheapest(from, values, n, price);
  for (let d = 0; d < job.atomSlots; d++) {
    storeI32(job.atomIds, r * job.atomSlots + d, d < n ? loadI32(from, d) : -1);
    storeF64(job.atomValues, r * job.atomSlots + d, d < n ? loadF64(values, d) : 0.0);
  }
  formOf(job, r);
}

/**
 * Fits the virtual bones at [begin, end) of `order` to the errors of their vertices. No two of them share a vertex.
 * @param diagonals the forms of each bone with itself (`pairTable`).
 * @param offsets, members: entries i·blends + slot of each virtual bone (`listMembers`).
 * @param fromAll 1: also starts from the best weights on all bones.
 * @param price what each bone of a virtual bone has to lower the squared error by; 0 keeps all.
 */
export function twoLayerAtoms(
  begin: i32,
  end: i32,
  slot: i32,
  job: TwoLayerJob,
  diagonals: usize,
  order: usize,
  offsets: usize,
  members: usize,
  fromAll: i32,
  price: f64,
  scratch: usize,
  scratchBytes: i32,
): void {
  setUp(job, scratch + <usize>slot * <usize>scratchBytes, diagonals);
  permitBones(0);
  for (let item = begin; item < end; item++) {
    const r = loadI32(order, item);
    memory.fill(form, 0, 80);
    memory.fill(linear, 0, (<usize>job.bones) << 3);
    constant = 0.0;
    total = 0.0;
    for (let e = loadI32(offsets, r); e < loadI32(offsets, r + 1); e++) {
      const entry = loadI32(members, e);
      addVertex(job, entry / job.blends, entry % job.blends);
    }
    if (!(total > 1e-9)) continue;
    const scale = 1.0 / total;
    for (let m = 0; m < 10; m++) storeF64(form, m, scale * loadF64(form, m));
    for (let j = 0; j < job.bones; j++) storeF64(linear, j, scale * loadF64(linear, j));
    gramBeginForm(form, linear, scale * constant);
    let n = readAtom(job, r);
    const before = energyOf(ids, weights, n);
    const better = improve(n, before);
    if (fromAll !== 0) {
      const kept = reached;
      n = better > 0 ? better : readAtom(job, r);
      const other = improveFromAll(job, n);
      if (searchEnergy < Math.min(kept, before)) {
        writeAtom(job, r, otherIds, otherWeights, other, price * scale);
        continue;
      }
    }
    if (better > 0) writeAtom(job, r, ids, weights, better, price * scale);
    else if (price > 0) writeAtom(job, r, ids, weights, readAtom(job, r), price * scale);
  }
}
