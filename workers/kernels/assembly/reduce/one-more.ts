import { f64At, loadF32, loadF64, loadIndex, loadU32, storeF64, storeU32 } from "../memory";
import { addScaled, column, dotOf } from "./columns";
import { NO_BONE, ReduceJob } from "./reduce-job";

/** The number of bones that are tried: those that lower the error fastest. */
const TRIED: i32 = 4;
/** The most moves of weight between two bones. Nearly singular problems need many. */
const MOST_MOVES: i32 = 400;

/** Bytes of a column. @inline */
function columnBytes(job: ReduceJob): usize {
  return (<usize>job.stride) << 2;
}

/**
 * The scratch numbers that `reduceOneMore` needs: columns of the row and of the tried bones, and two more; the gain of
 * each bone; a Gram matrix; and three vectors.
 * @param most the longest row.
 */
export function reduceOneMoreScratch(stride: i32, bones: i32, most: i32): i32 {
  const n = most + TRIED;
  return (((n + 2) * stride) >> 1) + bones + n * n + 3 * n;
}

/**
 * Gives rows of vertices [begin, end) one more bone, the one that lowers the squared distance over the examples most,
 * and fits their weights (w ≥ 0, Σw = 1). Of `job` it uses the fields for columns.
 * @param rowOffsets the rows: bones[offsets[i] .. offsets[i + 1]], u32, with weights of the sum 1.
 * @param most the longest row.
 * @param found u32: the new bone, or NO_BONE if none lowers the error.
 * @param weights most + 1 f64 a vertex: those of the row, then that of the new bone.
 * @param errors f64: the sum of squared distances.
 */
export function reduceOneMore(
  begin: i32,
  end: i32,
  slot: i32,
  job: ReduceJob,
  rowOffsets: usize,
  rowBones: usize,
  rowValues: usize,
  most: i32,
  found: usize,
  weights: usize,
  errors: usize,
  scratch: usize,
): void {
  const bytes = columnBytes(job);
  const n = most + TRIED;
  const columns = f64At(scratch, slot * reduceOneMoreScratch(job.stride, job.bones, most));
  const residual = columns + <usize>n * bytes;
  const other = residual + bytes;
  const gains = other + bytes;
  const gram = f64At(gains, job.bones);
  const trial = f64At(gram, n * n);
  const gradient = f64At(trial, n);
  const tried = f64At(gradient, n);
  for (let i: usize = begin; i < <usize>end; i++) {
    const first = loadIndex(rowOffsets, i);
    const own = <i32>(loadIndex(rowOffsets, i + 1) - first);
    const bones = rowBones + (first << 2);
    const values = rowValues + (first << 2);
    const best = f64At(weights, i * <usize>(most + 1));
    memory.fill(residual, 0, bytes);
    for (let a = 0; a < own; a++) {
      const one = columns + <usize>a * bytes;
      column(job, i, loadU32(bones, a), one);
      addScaled(residual, one, loadF32(values, a), bytes);
      storeF64(best, a, <f64>loadF32(values, a));
    }
    findGains(job, i, bones, own, residual, other, gains);
    const count = takeTried(job, i, gains, columns + <usize>own * bytes, tried);
    fillProducts(gram, own + count, columns, bytes);
    let least = dotOf(residual, residual, bytes);
    storeU32(found, i, NO_BONE);
    for (let t = 0; t < count; t++) {
      for (let a = 0; a < own; a++) storeF64(trial, a, <f64>loadF32(values, a));
      storeF64(trial, own, 0);
      moveInPairs(gram, own + count, own, own + t, trial, gradient);
      const error = errorOf(columns, own, own + t, trial, other, bytes);
      if (!(error < least)) continue;
      least = error;
      memory.copy(best, trial, (<usize>(own + 1)) << 3);
      storeU32(found, i, loadU32(tried, t));
    }
    storeF64(errors, i, least);
  }
}

/**
 * The most that the squared residual d can fall if bone j joins, (d·e)² / |e|² with e = x_j − y − d, or 0 if it only
 * rises. Bones of the row get 0.
 */
function findGains(
  job: ReduceJob,
  i: usize,
  bones: usize,
  own: i32,
  residual: usize,
  other: usize,
  gains: usize,
): void {
  const bytes = columnBytes(job);
  for (let j = 0; j < job.bones; j++) {
    column(job, i, j, other);
    addScaled(other, residual, -1, bytes);
    const slope = dotOf(residual, other, bytes);
    storeF64(gains, j, slope < 0 ? (slope * slope) / dotOf(other, other, bytes) : 0);
  }
  for (let a = 0; a < own; a++) storeF64(gains, loadIndex(bones, a), 0);
}

/** Writes the columns of the bones with the largest gains, and their numbers. Returns how many have a gain. */
function takeTried(job: ReduceJob, i: usize, gains: usize, columns: usize, tried: usize): i32 {
  let count = 0;
  for (; count < TRIED; count++) {
    let best = -1;
    let most: f64 = 0;
    for (let j = 0; j < job.bones; j++) {
      if (!(loadF64(gains, j) > most)) continue;
      most = loadF64(gains, j);
      best = j;
    }
    if (best < 0) break;
    storeF64(gains, best, 0);
    storeU32(tried, count, best);
    column(job, i, best, columns + <usize>count * columnBytes(job));
  }
  return count;
}

/** The products of n columns, n·n. */
function fillProducts(gram: usize, n: i32, columns: usize, bytes: usize): void {
  for (let a = 0; a < n; a++) {
    for (let c = 0; c <= a; c++) {
      const value = dotOf(columns + <usize>a * bytes, columns + <usize>c * bytes, bytes);
      storeF64(gram, a * n + c, value);
      storeF64(gram, c * n + a, value);
    }
  }
}

/** The place of member a in the products: the row, then the new bone. @inline */
function placeAt(a: i32, own: i32, added: i32): i32 {
  return a < own ? a : added;
}

/**
 * Lowers wᵀGw over w ≥ 0 with the same sum by exact moves of weight between two members, each time those with the
 * largest and the smallest slope.
 */
function moveInPairs(gram: usize, n: i32, own: i32, added: i32, w: usize, gradient: usize): void {
  for (let a = 0; a <= own; a++) {
    let slope: f64 = 0;
    for (let c = 0; c <= own; c++) {
      slope += loadF64(gram, placeAt(a, own, added) * n + placeAt(c, own, added)) * loadF64(w, c);
    }
    storeF64(gradient, a, slope);
  }
  for (let move = 0; move < MOST_MOVES; move++) {
    let from = -1;
    let to = 0;
    for (let a = 0; a <= own; a++) {
      if (loadF64(w, a) > 0 && (from < 0 || loadF64(gradient, a) > loadF64(gradient, from))) from = a;
      if (loadF64(gradient, a) < loadF64(gradient, to)) to = a;
    }
    if (from < 0 || from === to) return;
    const rowFrom = placeAt(from, own, added) * n;
    const rowTo = placeAt(to, own, added) * n;
    const slope = loadF64(gradient, from) - loadF64(gradient, to);
    const size = Math.abs(loadF64(gradient, from)) + Math.abs(loadF64(gradient, to));
    if (!(slope > 1e-9 * size)) return;
    const curvature =
      loadF64(gram, rowFrom + placeAt(from, own, added)) +
      loadF64(gram, rowTo + placeAt(to, own, added)) -
      2 * loadF64(gram, rowFrom + placeAt(to, own, added));
    const all = loadF64(w, from);
    const step = curvature > 0 ? Math.min(all, slope / curvature) : all;
    storeF64(w, from, step === all ? 0 : all - step);
    storeF64(w, to, loadF64(w, to) + step);
    for (let a = 0; a <= own; a++) {
      const place = placeAt(a, own, added);
      const change = loadF64(gram, rowTo + place) - loadF64(gram, rowFrom + place);
      storeF64(gradient, a, loadF64(gradient, a) + step * change);
    }
  }
}

/** The squared length of the residual of trial weights. */
function errorOf(columns: usize, own: i32, added: i32, w: usize, out: usize, bytes: usize): f64 {
  memory.fill(out, 0, bytes);
  for (let a = 0; a <= own; a++) {
    addScaled(out, columns + <usize>placeAt(a, own, added) * bytes, <f32>loadF64(w, a), bytes);
  }
  return dotOf(out, out, bytes);
}
