/**
 * An orthonormal basis Q of nearly the whole range of Y (3F x V), from a sparse sign sketch and one power iteration
 * (Halko, Martinsson & Tropp 2011, algorithm 4.4; Tropp, Yurtsever, Udell & Cevher 2019 for the test matrix).
 */
import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { scratchNumbers } from "../../kernels/scratch";
import {
  type Frames,
  forEachStage,
  type SequenceSize,
  stageSize,
  VERTEX_BLOCK,
} from "../../kernels/staged-frames";
import { strideFor } from "../../kernels/stride-for";
import { createRandom } from "../../math/random";
import type { Task } from "../../model/task";

/** Entries of the test matrix for each vertex. */
export const SIGNS = 4;
const FRAME_BLOCK = 8;
/** The number of columns that are made orthonormal between two estimates of the remainder. */
const GROUP = 8;

/** How positions are normalised: (position − centre) · scale. */
export interface Normalisation {
  centre: readonly [number, number, number];
  scale: number;
}

/** A sequence, and how its positions are normalised. */
export interface BasisSource extends Frames, Normalisation {}

/** Y projected on the columns of Q, in the arena. */
export interface Projection {
  /** Columns of Q. The numbers between them and the stride are 0. */
  width: number;
  /** Distance between rows of `q` and of `projected`, a multiple of 4. */
  stride: number;
  /** 3F rows. */
  q: Float64Array;
  /** QᵀY, V rows. */
  projected: Float64Array;
}

/** Packs a row-major matrix in panels of four columns: packed[(panel·depth + k)·4 + column]. */
export function packPanels(
  packed: Float64Array,
  depth: number,
  columns: number,
  at: (k: number, column: number) => number,
): void {
  for (let c = 0; c < columns; c++) {
    const panel = (c >> 2) * depth;
    for (let k = 0; k < depth; k++) packed[4 * (panel + k) + (c & 3)] = at(k, c);
  }
}

/** Squared norm outside the first n columns, estimated from the columns after them. */
export type Estimate = (n: number) => number;

/** The arguments of kernels for a stage of frames: pointer, count and normalisation. */
export function stageOf({ centre, scale }: Normalisation, staged: number, count: number) {
  const [cx, cy, cz] = centre;
  return { staged, count, cx, cy, cz, scale };
}

/**
 * Y S, 3F x stride, with a sparse S: each vertex has `perVertex` entries ±1 in columns drawn at random. With one entry,
 * S is the identity.
 */
async function sketch(
  parallel: Parallel,
  source: BasisSource,
  width: number,
  perVertex: number,
  task: Task,
): Promise<Float64Array> {
  const { arena } = parallel;
  const random = createRandom(width);
  const out = arena.f64(3 * source.frameCount * width).fill(0);
  const mark = arena.mark();
  const signs = arena.i32(source.vertexCount * perVertex);
  for (let n = 0; n < signs.length; n++) signs[n] = perVertex === 1 ? 2 * n : random.integer(2 * width);
  await forEachStage(parallel, source, task, async (staged, first, count) => {
    await parallel.run(task, kernels.sketchFrames, source.frameCount, FRAME_BLOCK, {
      ...stageOf(source, staged, count),
      signs: signs.subarray(first * perVertex),
      perVertex,
      sketch: out,
      stride: width,
    });
  });
  arena.release(mark);
  return out;
}

/**
 * Orthonormal columns with the same span as the columns of a row-major matrix of 3F rows. They are returned as rows of
 * `length` (3F made even) in a new array. Continues until `enough` returns true.
 * @param perColumn the squared norm of Y for each unit of squared length that a column has outside the span.
 * @returns null if `enough` never returned true.
 */
export async function orthonormalColumns(
  parallel: Parallel,
  matrix: Float64Array,
  stride: number,
  width: number,
  perColumn: number,
  enough: (n: number, left: Estimate) => boolean,
  task: Task,
): Promise<Float64Array | null> {
  const rows = matrix.length / stride;
  const length = rows + (rows & 1);
  const mark = parallel.arena.mark();
  const columns = parallel.arena.f64(width * length).fill(0);
  const residuals = parallel.arena.f64(width);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < width; c++) columns[c * length + r] = matrix[r * stride + c];
  let kept = 0;
  let done = 0;
  let content = false;
  const left: Estimate = (n) => {
    const from = Math.max(0, Math.min(n, done - GROUP));
    const group = residuals.subarray(from, Math.min(from + GROUP, done));
    return (perColumn * group.reduce((a, b) => a + b, 0)) / group.length;
  };
  while (done < width && !content) {
    await task.checkpoint();
    const [begin, end] = [done, Math.min(width, done + GROUP)];
    kept = parallel.call(kernels.orthonormalise, { rows: columns, kept, begin, end, length, residuals });
    done = end;
    content = enough(done, left);
  }
  const found = columns.slice(0, kept * length);
  parallel.arena.release(mark);
  return content ? found : null;
}

/** Writes columns (rows of `length`) into a row-major matrix. */
function setColumns(matrix: Float64Array, stride: number, columns: Float64Array): void {
  const rows = matrix.length / stride;
  const length = rows + (rows & 1);
  matrix.fill(0);
  if (columns.length === 0) matrix[0] = 1;
  for (let c = 0; c * length < columns.length; c++) {
    for (let r = 0; r < rows; r++) matrix[r * stride + c] = columns[c * length + r];
  }
}

/**
 * @param most columns of the sketch, at most min(3F, V); V columns span the range of Y exactly.
 * @param norms V numbers, filled with the squared lengths of the trajectories.
 * @param enough whether n columns are enough, given a (pessimistic) estimate of the remainder.
 * @returns null if `most` columns, fewer than V, are not enough.
 */
export async function findRange(
  parallel: Parallel,
  source: BasisSource,
  most: number,
  norms: Float64Array,
  enough: (n: number, left: Estimate) => boolean,
  task: Task,
): Promise<Projection | null> {
  const { arena } = parallel;
  const { vertexCount, frameCount } = source;
  const rows = 3 * frameCount;
  const length = rows + (rows & 1);
  const exact = most === vertexCount;
  const all = (n: number) => n === most;
  const mark = arena.mark();
  const wide = await sketch(parallel, source, most, exact ? 1 : SIGNS, task);
  const until = exact ? all : enough;
  let columns = await orthonormalColumns(parallel, wide, most, most, most / SIGNS, until, task);
  arena.release(mark);
  if (!columns) return null;

  const width = Math.max(1, columns.length / length);
  const stride = strideFor(width);
  const projected = arena.f64(vertexCount * stride);
  const q = arena.f64(rows * stride);
  const scratchMark = arena.mark();
  const packed = arena.f64(rows * stride);
  const scratch = arena.f64(parallel.threads * scratchNumbers(kernels.projectScratch, { rowStride: rows }));
  const tiles = arena.f64(parallel.threads * scratchNumbers(kernels.accumulateScratch, {}));
  const project = async (staged: number, first: number, count: number) => {
    await parallel.run(task, kernels.projectTrajectories, count, VERTEX_BLOCK, {
      ...stageOf(source, staged, count),
      frames: frameCount,
      packed,
      columns: stride,
      out: projected.subarray(first * stride),
      stride,
      norms: norms.subarray(first),
      scratch,
      rowStride: rows,
      adds: 0,
    });
  };
  const use = (found: Float64Array) => {
    setColumns(q, stride, found);
    packPanels(packed, rows, stride, (k, c) => q[k * stride + c]);
  };
  use(columns);
  if (!exact) {
    q.fill(0);
    await forEachStage(parallel, source, task, async (staged, first, count) => {
      await project(staged, first, count);
      await parallel.run(task, kernels.accumulateFrames, frameCount, FRAME_BLOCK, {
        ...stageOf(source, staged, count),
        w: projected.subarray(first * stride),
        columns: stride,
        stride,
        sketch: q,
        scratch: tiles,
      });
    });
    columns = (await orthonormalColumns(parallel, q, stride, width, 1, (n) => n === width, task))!;
    use(columns);
  }
  await forEachStage(parallel, source, task, project);
  arena.release(scratchMark);
  return { width: Math.max(1, columns.length / length), stride, q, projected };
}

/** The most arena bytes for `findRange`, including its result but not the stage. */
export function rangeBytes({ vertexCount, frameCount }: SequenceSize, most: number, threads: number): number {
  const rows = 3 * frameCount + 1;
  const stride = strideFor(most);
  const sketching = 8 * (2 * rows * most + most) + 4 * SIGNS * vertexCount;
  const scratch =
    threads *
    (scratchNumbers(kernels.projectScratch, { rowStride: rows }) +
      scratchNumbers(kernels.accumulateScratch, {}));
  const projecting = 8 * (vertexCount * stride + 3 * rows * stride + stride + scratch);
  return Math.max(sketching, projecting) + 1024;
}

/** Bytes of the stage. */
export const stageBytes = (source: SequenceSize) => 12 * stageSize(source) * source.frameCount + 64;
