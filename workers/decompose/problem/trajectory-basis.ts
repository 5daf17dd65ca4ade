/**
 * A basis of the trajectories: Y (3F x V, normalised positions) is nearly U (UᵀY) with few columns.
 *
 * Frames are streamed, so Y is never whole in f64 unless it is small. U is orthonormal, so the squared norm of the tail
 * outside the basis is exactly |Y|² − |UᵀY|². The rank is cut where the tail meets its bound. If Y is small or has few
 * rows, its own Gram matrix is diagonalised instead. Kernels reduce in an order that depends on the sequence only.
 *
 * The bound: B bones span at most 4B columns, so the tail of the best 4B columns is smaller than the error of any rig.
 * A tail that is small relative to that does not show in the result.
 */
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { scratchNumbers } from "../../kernels/scratch";
import { forEachStage, type SequenceSize, VERTEX_BLOCK } from "../../kernels/staged-frames";
import { strideFor } from "../../kernels/stride-for";
import { type Eigen, eigenInSteps } from "../../math/symmetric-eigen";
import type { Task } from "../../model/task";
import { missingColumns } from "./flat-frames";
import { type MovingSurface, normalColumns } from "./normal-columns";
import {
  type BasisSource,
  type Estimate,
  findRange,
  type Projection,
  packPanels,
  rangeBytes,
  stageBytes,
  stageOf,
} from "./range-finder";

/** With so few rows, a basis gains nothing. */
const FEW_ROWS = 32;
/** The fewest columns for a reliable sketch. */
const FEW_COLUMNS = 12;
/** With up to this many rows, an exact eigen-solve takes less time than a sketch. */
const DIRECT_ROWS = 200;
/** It needs all of Y in memory, so a Y with more numbers than this (268 MB) is sketched all the same. */
const DIRECT_NUMBERS = 2 ** 25;
/** A basis that keeps a larger share of the rows costs more than it saves. */
const WORTHWHILE = 0.6;
/** The tail may be this share of the least possible error of the requested bones … */
const TAIL_SHARE = 0.1;
/** … or of this share of one affine bone's error, whichever is larger. */
const DETAIL_SHARE = 0.003;
/** Limits of the bound in E_RMS: the visible error, and the rounding of f32 positions. */
const MOST_TAIL = 0.25;
const LEAST_TAIL = 1e-4;

export interface BasisOptions {
  /** B if it is known. */
  bones: number | null;
  /** Bound of the tail's E_RMS, or null for one that adapts to the motion. */
  tailERms: number | null;
  /** Divides an adaptive bound. It is above 1 if some of the remainder would weigh more than the rest. */
  finer?: number;
  /** The rest pose, 4V, and its triangles, if bones are affine: their normals may need columns. */
  surface?: Pick<MovingSurface, "rest" | "triangles">;
}

/** The results that stay in the arena, in this order. `Problem` documents the fields. */
export interface TrajectoryBasis {
  rank: number;
  stride: number;
  trajectories: Float64Array;
  basis: Float64Array;
  tail: number;
}

/** Milliseconds of work between checkpoints of an eigen-solve. */
const CHECKPOINT_MS = 15;

/** Whether Y is small enough to be copied to memory as a whole. Otherwise it is sketched. */
export function isGathered({ vertexCount, frameCount }: SequenceSize): boolean {
  const rows = 3 * frameCount;
  return rows <= FEW_ROWS || (rows <= DIRECT_ROWS && rows * vertexCount <= DIRECT_NUMBERS);
}

const sum = (numbers: Float64Array) => numbers.reduce((a, b) => a + b, 0);
const gramSegment = (vertexCount: number) => Math.max(1024, Math.ceil(vertexCount / 16));

/**
 * Computes the basis at the top of the arena.
 * @param norms V numbers, filled with the squared lengths of the reduced trajectories.
 */
export async function trajectoryBasis(
  parallel: Parallel,
  source: BasisSource,
  options: BasisOptions,
  norms: Float64Array,
  task: Task,
): Promise<TrajectoryBasis> {
  const rows = 3 * source.frameCount;
  const mark = parallel.arena.mark();
  if (!isGathered(source)) {
    const numbers = source.vertexCount * rows;
    const eRms = (square: number) => 1000 * Math.sqrt(square / numbers);
    const enough = (n: number, left: Estimate) =>
      n > FEW_COLUMNS && eRms(left(n)) <= tailBound(options, (m) => eRms(left(m)));
    const width = Math.min(source.vertexCount, Math.floor(WORTHWHILE * rows));
    const range = await findRange(parallel, source, width, norms, enough, task);
    if (range) return truncate(parallel, source, range, options, norms, task);
    parallel.arena.release(mark);
  }
  if (rows > FEW_ROWS && rows <= DIRECT_ROWS) {
    const whole = await gather(parallel, source, strideFor(rows), norms, task);
    return truncate(parallel, source, whole, options, norms, task);
  }
  const { q, projected, stride } = await gather(parallel, source, rows + (rows & 1), norms, task);
  return { rank: rows, stride, trajectories: projected, basis: q, tail: 0 };
}

/** Y itself, with the identity as its basis. */
async function gather(
  parallel: Parallel,
  source: BasisSource,
  stride: number,
  norms: Float64Array,
  task: Task,
): Promise<Projection> {
  const { vertexCount, frameCount } = source;
  const rows = 3 * frameCount;
  const projected = parallel.arena.f64(vertexCount * stride);
  const q = parallel.arena.f64(rows * stride).fill(0);
  for (let row = 0; row < rows; row++) q[row * stride + row] = 1;
  await forEachStage(parallel, source, task, async (staged, first, count) => {
    await parallel.run(task, kernels.gatherTrajectories, count, VERTEX_BLOCK, {
      ...stageOf(source, staged, count),
      frames: frameCount,
      out: projected.subarray(first * stride),
      stride,
      norms: norms.subarray(first),
    });
  });
  return { width: rows, stride, q, projected };
}

/** PᵀP of the projected trajectories, n x n with n the stride; the lower triangle is the mirror of the upper. */
export async function gramOf(
  parallel: Parallel,
  { projected, stride: n }: Pick<Projection, "projected" | "stride">,
  vertexCount: number,
  task: Task,
): Promise<Float64Array> {
  const segment = gramSegment(vertexCount);
  const segments = Math.ceil(vertexCount / segment);
  const mark = parallel.arena.mark();
  const grams = parallel.arena.f64(segments * n * n);
  await parallel.run(task, kernels.gramPanels, (segments * n) / 4, 1, {
    p: projected,
    count: vertexCount,
    columns: n,
    stride: n,
    segment,
    grams,
  });
  const gram = new Float64Array(n * n);
  for (let r = 0; r < n; r++) {
    for (let c = r; c < n; c++) {
      for (let s = 0; s < segments; s++) gram[r * n + c] += grams[(s * n + r) * n + c];
      gram[c * n + r] = gram[r * n + c];
    }
  }
  parallel.arena.release(mark);
  return gram;
}

/** An eigen-solve of some hundred rows takes longer than a cancel may wait, so it has checkpoints. */
export async function eigenOf(matrix: Float64Array, n: number, task: Task): Promise<Eigen> {
  const work = eigenInSteps(matrix, n);
  for (let last = performance.now(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - last < CHECKPOINT_MS) continue;
    await task.checkpoint();
    last = performance.now();
  }
}

/** Bound of the E_RMS outside the basis, given the remainder of n columns. */
export function tailBound(options: BasisOptions, left: (n: number) => number): number {
  if (options.tailERms !== null) return options.tailERms;
  const expected = Math.max(options.bones === null ? 0 : left(4 * options.bones), DETAIL_SHARE * left(4));
  return Math.min(Math.max(TAIL_SHARE * expected, LEAST_TAIL), MOST_TAIL) / (options.finer ?? 1);
}

/** The least rank whose tail is within the bound, or all columns. */
function chooseRank(
  values: Float64Array,
  width: number,
  outside: number,
  numbers: number,
  options: BasisOptions,
) {
  const left = new Float64Array(width + 1);
  left[width] = outside;
  for (let n = width - 1; n >= 0; n--) left[n] = left[n + 1] + Math.max(0, values[n]);
  const eRms = (n: number) => 1000 * Math.sqrt(left[Math.min(n, width)] / numbers);
  const bound = tailBound(options, eRms);
  let rank = 1;
  while (rank < width && eRms(rank) > bound) rank++;
  return rank;
}

/**
 * Rotates a projection to its principal axes and drops the axes that are not needed. Columns for normals and for flat
 * frames follow, as far as the projection's rows have room. The result replaces the projection in place.
 */
export async function truncate(
  parallel: Parallel,
  source: SequenceSize,
  projection: Projection,
  options: BasisOptions,
  norms: Float64Array,
  task: Task,
): Promise<TrajectoryBasis> {
  const { vertexCount, frameCount } = source;
  const { width, stride, projected, q } = projection;
  const { arena } = parallel;
  const rows = 3 * frameCount;
  const total = sum(norms);
  const gram = await gramOf(parallel, projection, vertexCount, task);
  const { values, vectors } = await eigenOf(gram, stride, task);
  const outside = Math.max(0, total - sum(values));
  const kept = chooseRank(values, width, outside, vertexCount * rows, options);
  const mark = arena.mark();
  const columns = 4 * Math.ceil(kept / 4);
  const packed = arena.f64(stride * columns);
  packPanels(packed, stride, columns, (k, c) => (c < kept ? vectors[c * stride + k] : 0));
  const scratch = arena.f64(parallel.threads * scratchNumbers(kernels.rotateScratch, { columns }));
  const unused = arena.f64(rows);
  const turn = (matrix: Float64Array, count: number, squares: Float64Array) => {
    return parallel.run(task, kernels.rotateRows, count, VERTEX_BLOCK, {
      p: matrix,
      stride,
      depth: stride,
      packed,
      columns,
      scratch,
      norms: squares,
    });
  };
  await turn(projected, vertexCount, norms);
  await turn(q, rows, unused);
  arena.release(mark);
  const { surface } = options;
  const normals = surface ? normalColumns({ ...surface, projected, basis: q, rank: kept, stride }) : [];
  const missing = missingColumns({ basis: q, rank: kept, stride }, normals).slice(0, stride - kept);
  const rank = kept + missing.length;
  const narrow = rank + (rank & 1);
  compact(projected, vertexCount, stride, narrow, kept);
  compact(q, rows, stride, narrow, kept);
  const basis = q.slice(0, rows * narrow);
  for (const [n, column] of missing.entries()) {
    for (let row = 0; row < rows; row++) basis[row * narrow + kept + n] = column[row];
  }
  const trajectories = new Float64Array(arena.memory.buffer, projected.byteOffset, vertexCount * narrow);
  arena.release(projected.byteOffset + trajectories.byteLength);
  const moved = arena.f64(rows * narrow);
  moved.set(basis);
  return { rank, stride: narrow, trajectories, basis: moved, tail: Math.max(0, total - sum(norms)) };
}

/** Moves rows closer together, in place, and clears the gaps. */
function compact(matrix: Float64Array, count: number, from: number, to: number, used: number): void {
  for (let i = 0; i < count; i++) {
    matrix.copyWithin(i * to, i * from, i * from + used);
    matrix.fill(0, i * to + used, (i + 1) * to);
  }
}

/** Arena bytes of the Gram matrix of `count` rows. */
export const gramBytes = (count: number, width: number): number =>
  8 * Math.ceil(count / gramSegment(count)) * width * width + 64;

/** Arena bytes for `truncate`, besides the projection. */
export const turningBytes = (source: SequenceSize, width: number, threads: number): number =>
  gramBytes(source.vertexCount, width) +
  8 *
    (width * width +
      threads * scratchNumbers(kernels.rotateScratch, { columns: width }) +
      3 * source.frameCount);

/** The most arena bytes for `trajectoryBasis`. */
export function basisBytes(source: SequenceSize, threads: number): number {
  const { vertexCount, frameCount } = source;
  const rows = 3 * frameCount;
  const direct = 8 * (vertexCount + rows) * strideFor(rows);
  const sketched = Math.min(vertexCount, Math.floor(WORTHWHILE * rows));
  const most = rows <= DIRECT_ROWS ? rows : sketched;
  const width = strideFor(most);
  const turning = turningBytes(source, width, threads);
  const sketch = isGathered(source) ? 0 : rangeBytes(source, sketched, threads);
  return Math.max(direct, sketch) + Math.max(turning, stageBytes(source)) + 1024;
}
