import { f64At, loadF32, loadIndex, loadU32, storeF64 } from "../memory";
import { addScaled, column, dotOf, laneSum } from "./columns";
import { EXCHANGE_NUMBERS, exchangeMembers } from "./exchange";
import { boneAt, NO_PLACE, ReduceJob, rowOf } from "./reduce-job";
import { rightSide } from "./right-side";
import { simplexMinimum } from "./simplex-minimum";
import {
  copySupport,
  countOf,
  holds,
  placeOf,
  SUPPORT_BYTES,
  setCount,
  setPlace,
  setWeight,
  weightOf,
} from "./support";
import { normalise, readSupport, writeSupport } from "./support-rows";

/** Where a sweep searches for other supports. */
const EVERYWHERE: i32 = 1;
const WHERE_MOVED: i32 = 2;

/** A vertex and its ring are visited again if the square of its residual changes by this share. */
const STILL: f32 = 1e-4;
/** They are searched again if it changes by this share. */
const FAR: f32 = 2.5e-3;
/** When a vertex tries a neighbour's support, each weight starts with at least this. */
const LEAST_BORROWED: f64 = 0.01;

/** The scratch numbers that a sweep needs: columns of all candidates, two rows, right sides, supports, a search. */
export function reduceSweepScratch(stride: i32, candidates: i32): i32 {
  return ((candidates * stride) >> 1) + stride + 2 * candidates + 2 * 26 + EXCHANGE_NUMBERS + 64;
}

/** The parts of a thread's scratch memory. */
@unmanaged
class Scratch {
  columns: usize = 0;
  /** u, then the new residual. */
  side: usize = 0;
  fresh: usize = 0;
  b: usize = 0;
  support: usize = 0;
  other: usize = 0;
  work: usize = 0;
}

function scratchOf(job: ReduceJob, slot: i32, scratch: usize): Scratch {
  const bytes = (<usize>job.stride) << 2;
  const at = f64At(scratch, slot * reduceSweepScratch(job.stride, job.candidates));
  const s = changetype<Scratch>(at);
  s.columns = at + ((offsetof<Scratch>() + 15) & ~15);
  s.side = s.columns + <usize>job.candidates * bytes;
  s.fresh = s.side + bytes;
  s.b = s.fresh + bytes;
  s.support = f64At(s.b, job.candidates);
  s.other = s.support + SUPPORT_BYTES;
  s.work = s.other + SUPPORT_BYTES;
  return s;
}

function gramOf(job: ReduceJob, i: usize): usize {
  return job.grams + ((i * <usize>(job.candidates * job.candidates)) << 2);
}

/** out = Σ w_j x_ij − y_i. */
function blendColumns(job: ReduceJob, i: usize, support: usize, one: usize, out: usize): void {
  const bytes = (<usize>job.stride) << 2;
  memory.fill(out, 0, bytes);
  for (let n = 0; n < countOf(support); n++) {
    column(job, i, boneAt(job, i, placeOf(support, n)), one);
    addScaled(out, one, <f32>weightOf(support, n), bytes);
  }
}

/**
 * Starts vertices [begin, end) with the weights of their supports. With `solve`, finds the weights that are best if the
 * ring has no residuals (geometric: Eqs 39-40). Writes the residuals.
 */
export function reduceStart(
  begin: i32,
  end: i32,
  slot: i32,
  job: ReduceJob,
  solve: i32,
  scratch: usize,
): void {
  const s = scratchOf(job, slot, scratch);
  for (let n = 0; n < job.candidates; n++) storeF64(s.b, n, 0);
  for (let i: usize = begin; i < <usize>end; i++) {
    readSupport(job, i, s.support);
    normalise(s.support);
    if (solve !== 0) simplexMinimum(gramOf(job, i), job.candidates, s.b, s.support, s.work);
    writeSupport(job, i, s.support);
    blendColumns(job, i, s.support, s.columns, rowOf(job, job.residuals, i));
  }
}

/** r = Ld of vertices [begin, end). */
export function reduceLaplacians(begin: i32, end: i32, _slot: i32, job: ReduceJob): void {
  const bytes = (<usize>job.stride) << 2;
  for (let i: usize = begin; i < <usize>end; i++) {
    const out = rowOf(job, job.laplacians, i);
    memory.copy(out, rowOf(job, job.residuals, i), bytes);
    const last = loadIndex(job.offsets, i + 1);
    for (let e = loadIndex(job.offsets, i); e < last; e++) {
      const other = rowOf(job, job.residuals, loadIndex(job.neighbours, e));
      addScaled(out, other, -loadF32(job.lambdas, e), bytes);
    }
  }
}

/**
 * Visits the vertices order[begin .. end), in any order, and finds their best weights while all others stay. No edge
 * joins two of them, and with Laplacians no path of two edges. A search also exchanges members and tries the supports
 * of the ring: `search` is 0 for no vertex, 1 for all, 2 for those whose ring has moved much since their last search.
 */
export function reduceSweep(
  begin: i32,
  end: i32,
  slot: i32,
  job: ReduceJob,
  order: usize,
  search: i32,
  scratch: usize,
): void {
  const s = scratchOf(job, slot, scratch);
  for (let n = begin; n < end; n++) {
    const i = <usize>loadU32(order, n);
    if (load<u8>(job.active + i) === 0) continue;
    const hasMoved = load<u8>(job.active + <usize>job.vertices + i) !== 0;
    visit(job, i, search === EVERYWHERE || (search === WHERE_MOVED && hasMoved), s);
  }
}

function visit(job: ReduceJob, i: usize, search: bool, s: Scratch): void {
  const bytes = (<usize>job.stride) << 2;
  rightSide(job, i, s.side);
  readSupport(job, i, s.support);
  normalise(s.support);
  const gram = gramOf(job, i);
  if (!search) {
    for (let n = 0; n < countOf(s.support); n++) slopeOf(job, i, placeOf(s.support, n), s);
    simplexMinimum(gram, job.candidates, s.b, s.support, s.work);
  } else {
    for (let place = 0; place < job.candidates; place++) slopeOf(job, i, place, s);
    const value = exchangeMembers(gram, job.candidates, s.b, job.influences, s.support, 4, s.work);
    tryRing(job, i, value, s);
  }
  memory.fill(s.fresh, 0, bytes);
  for (let n = 0; n < countOf(s.support); n++) {
    const one = s.columns + <usize>placeOf(s.support, n) * bytes;
    addScaled(s.fresh, one, <f32>weightOf(s.support, n), bytes);
  }
  writeSupport(job, i, s.support);
  settle(job, i, s);
}

/** b at a place: x·u, and the column itself. */
function slopeOf(job: ReduceJob, i: usize, place: i32, s: Scratch): void {
  const bytes = (<usize>job.stride) << 2;
  const one = s.columns + <usize>place * bytes;
  column(job, i, boneAt(job, i, place), one);
  storeF64(s.b, place, dotOf(one, s.side, bytes));
}

/** Tries the whole support of each neighbour, and keeps it if it is better than the vertex's own. */
function tryRing(job: ReduceJob, i: usize, value: f64, s: Scratch): void {
  const gram = gramOf(job, i);
  const last = loadIndex(job.offsets, i + 1);
  let least = value;
  for (let e = loadIndex(job.offsets, i); e < last; e++) {
    if (!borrow(job, i, loadIndex(job.neighbours, e), s)) continue;
    const plain = simplexMinimum(gram, job.candidates, s.b, s.other, s.work);
    if (!(plain < least - 1e-5 * Math.abs(least))) continue;
    least = exchangeMembers(gram, job.candidates, s.b, job.influences, s.other, 2, s.work);
    copySupport(s.support, s.other);
  }
}

/**
 * Translates a neighbour's support to the places of vertex i. Returns false if the vertex already has it, or if none of
 * its bones are in the vertex's list.
 */
function borrow(job: ReduceJob, i: usize, k: usize, s: Scratch): bool {
  const first = k * <usize>job.influences;
  let count = 0;
  let sum: f64 = 0;
  let isNew = false;
  for (let slot = 0; slot < job.influences; slot++) {
    const foreign = <u32>load<u8>(job.slots + first + slot);
    if (foreign === NO_PLACE) continue;
    const place = placeOfBone(job, i, boneAt(job, k, foreign));
    if (place < 0) continue;
    const weight = Math.max(LEAST_BORROWED, <f64>loadF32(job.values, first + slot));
    setPlace(s.other, count, place);
    setWeight(s.other, count++, weight);
    sum += weight;
    if (!holds(s.support, place)) isNew = true;
  }
  setCount(s.other, count);
  for (let n = 0; n < count; n++) setWeight(s.other, n, weightOf(s.other, n) / sum);
  return isNew;
}

function placeOfBone(job: ReduceJob, i: usize, bone: u32): i32 {
  for (let place = 0; place < job.candidates; place++) if (boneAt(job, i, place) === bone) return place;
  return -1;
}

/** Replaces the residual. If it changed enough, the vertex and its ring are visited again. */
function settle(job: ReduceJob, i: usize, s: Scratch): void {
  const bytes = (<usize>job.stride) << 2;
  const old = rowOf(job, job.residuals, i);
  let moved = f32x4.splat(0);
  let size = f32x4.splat(1e-13);
  for (let f: usize = 0; f < bytes; f += 16) {
    const now = v128.load(s.fresh + f);
    const step = f32x4.sub(now, v128.load(old + f));
    moved = f32x4.add(moved, f32x4.mul(step, step));
    size = f32x4.add(size, f32x4.mul(now, now));
    v128.store(old + f, now);
    v128.store(s.fresh + f, step);
  }
  const last = loadIndex(job.offsets, i + 1);
  if (job.lambdas !== 0) {
    addScaled(rowOf(job, job.laplacians, i), s.fresh, 1, bytes);
    for (let e = loadIndex(job.offsets, i); e < last; e++) {
      addScaled(
        rowOf(job, job.laplacians, loadIndex(job.neighbours, e)),
        s.fresh,
        -loadF32(job.backward, e),
        bytes,
      );
    }
  }
  if (!(laneSum(moved) > STILL * laneSum(size))) return;
  const isFar = laneSum(moved) > FAR * laneSum(size);
  wake(job, i, isFar);
  for (let e = loadIndex(job.offsets, i); e < last; e++) wake(job, loadIndex(job.neighbours, e), isFar);
}

/** Visits a vertex in the next sweep. Threads may do so for one vertex at the same time: all write 1. @inline */
function wake(job: ReduceJob, i: usize, isFar: bool): void {
  store<u8>(job.next + i, 1);
  if (isFar) store<u8>(job.next + <usize>job.vertices + i, 1);
}
