/**
 * The directions that hold the motion of a sequence that is larger than memory, from one pass over its frames.
 *
 * Y (3F x V) is compressed to B = Y S with a sparse sign matrix S of L columns (Tropp, Yurtsever, Udell & Cevher 2019).
 * The rows of a frame depend on that frame alone, so frames come and go. The leading left singular vectors of B span
 * nearly what those of Y span, and better the wider B is: this takes the place of a power iteration, which would be two
 * more passes. L doubles until half of it is enough, because L columns do not tell much about L directions.
 */
import { chunkBytes, forEachChunk } from "../../../kernels/frame-chunks";
import { kernels } from "../../../kernels/kernels.generated";
import type { MakeParallel, Parallel } from "../../../kernels/parallel";
import { scratchNumbers } from "../../../kernels/scratch";
import type { SequenceSize } from "../../../kernels/staged-frames";
import { strideFor } from "../../../kernels/stride-for";
import { createRandom } from "../../../math/random";
import type { FrameSource } from "../../../model/mesh/streamed-sequence";
import type { Task } from "../../../model/task";
import { type Normalisation, orthonormalColumns, packPanels, SIGNS, stageOf } from "../range-finder";
import { type BasisOptions, eigenOf, gramBytes, gramOf, isGathered, tailBound } from "../trajectory-basis";

/** Frames that are read when they are needed, and how they are normalised. */
export interface StreamedSource extends SequenceSize, Normalisation {
  frames: FrameSource;
}

/** Orthonormal columns that nearly span a motion, outside the arena. */
export interface MotionRange {
  /** The number of columns. */
  width: number;
  /** Each column is a row of 3F numbers, padded to an even length. Null is the identity, with 3F columns. */
  columns: Float64Array | null;
  /** Whether more directions are needed, by the sketch's estimate, but there is no room for them. */
  isCut: boolean;
}

/** The first width of the sketch. */
const FIRST_WIDTH = 512;
/** At most this share of a sketch's columns is taken as directions. */
const USABLE = 0.5;
/**
 * The estimate of the tail may be this part of the bound, because the exact tail is known only after the projection.
 */
const CAUTION = 0.7;

/** The widest sketch that fits into `bytes` of arena, and at least one that finds a few directions. */
function widestSketch(size: SequenceSize, bytes: number, threads: number): number {
  let width = 64;
  while (width < 16 * FIRST_WIDTH && sketchBytes(size, 2 * width, threads) <= bytes) width *= 2;
  return width;
}

/** Arena bytes for a sketch of `width` columns and its directions. */
function sketchBytes(size: SequenceSize, width: number, threads: number): number {
  const rows = 3 * size.frameCount + 1;
  const stride = strideFor(width);
  const turning =
    8 * (stride * stride + threads * scratchNumbers(kernels.rotateScratch, { columns: stride }) + rows) +
    8 * (width * rows + width);
  const reading = chunkBytes(size) + 4 * SIGNS * size.vertexCount;
  return 8 * rows * stride + Math.max(reading, gramBytes(rows, stride), turning) + 1024;
}

/**
 * Finds the columns in memory of its own, which is free again afterwards.
 * @param limits the most columns that the caller has room for, and the most bytes of this memory.
 */
export async function findMotionRange(
  makeParallel: MakeParallel,
  source: StreamedSource,
  options: BasisOptions,
  limits: { columns: number; bytes: number },
  task: Task,
): Promise<MotionRange> {
  const rows = 3 * source.frameCount;
  if (isGathered(source) && rows <= limits.columns) return { width: rows, columns: null, isCut: false };
  const threads = makeParallel.threads ?? 1;
  const most = Math.min(widestSketch(source, limits.bytes, threads), rows);
  for (let width = Math.min(FIRST_WIDTH, most); ; width = Math.min(2 * width, most)) {
    const parallel = await makeParallel(sketchBytes(source, width, threads));
    try {
      const found = await directions(
        parallel,
        source,
        options,
        { ...limits, width, isLast: width === most },
        task,
      );
      if (found) return found;
    } finally {
      parallel.dispose();
    }
    if (width === rows && rows <= limits.columns) return { width: rows, columns: null, isCut: false };
  }
}

/** Returns null if more directions are needed and a wider sketch may find them. */
async function directions(
  parallel: Parallel,
  source: StreamedSource,
  options: BasisOptions,
  { columns: most, width, isLast }: { columns: number; width: number; isLast: boolean },
  task: Task,
): Promise<MotionRange | null> {
  const { vertexCount, frameCount } = source;
  const rows = 3 * frameCount;
  const stride = strideFor(width);
  const isExact = vertexCount <= width;
  const wide = await sketch(parallel, source, isExact ? vertexCount : width, stride, isExact, task);
  const gram = await gramOf(parallel, { projected: wide, stride }, rows, task);
  const { values, vectors } = await eigenOf(gram, stride, task);
  const left = isExact ? exactTail(values) : sketchedTail(values, width);
  const eRms = (n: number) => 1000 * Math.sqrt(left(n) / (vertexCount * rows));
  const bound = CAUTION * tailBound(options, eRms);
  const usable = Math.min(most, isExact ? vertexCount : Math.floor(USABLE * width));
  let count = 1;
  while (count < usable && eRms(count) > bound) count++;
  if (eRms(count) > bound && count < most && !isExact) {
    if (!isLast) return null;
    if (width === rows && rows <= most) return { width: rows, columns: null, isCut: false };
  }
  const columns = await leading(parallel, wide, { rows, stride, count, vectors }, task);
  const length = rows + (rows & 1);
  return { width: Math.max(1, columns.length / length), columns, isCut: eRms(count) > bound };
}

/** B = Y S, 3F rows of `stride`. */
async function sketch(
  parallel: Parallel,
  source: StreamedSource,
  width: number,
  stride: number,
  isExact: boolean,
  task: Task,
): Promise<Float64Array> {
  const { arena } = parallel;
  const out = arena.f64(3 * source.frameCount * stride).fill(0);
  const mark = arena.mark();
  const perVertex = isExact ? 1 : SIGNS;
  const signs = arena.i32(source.vertexCount * perVertex);
  const random = createRandom(width);
  for (let n = 0; n < signs.length; n++) signs[n] = isExact ? 2 * n : random.integer(2 * width);
  await forEachChunk(
    parallel,
    source.frames,
    "Looking for directions of motion",
    task,
    async (staged, first, count) => {
      await parallel.run(task, kernels.sketchFrames, count, 1, {
        ...stageOf(source, staged.byteOffset, source.vertexCount),
        signs,
        perVertex,
        sketch: out.subarray(3 * first * stride),
        stride,
      });
    },
  );
  arena.release(mark);
  return out;
}

const exactTail = (values: Float64Array) => (n: number) => sumFrom(values, n);

/**
 * The squared norm of Y outside the first n directions of its sketch. The sketch has SIGNS times the squared norm of Y.
 * Its first n singular values take the share n/L of the remainder with them, and the directions are turned by as much
 * noise again.
 */
const sketchedTail = (values: Float64Array, width: number) => (n: number) =>
  (sumFrom(values, n) / SIGNS) * (width / Math.max(1, width - n)) ** 2;

function sumFrom(values: Float64Array, n: number): number {
  let sum = 0;
  for (let c = values.length - 1; c >= n; c--) sum += Math.max(0, values[c]);
  return sum;
}

/** The first left singular vectors of a sketch. Overwrites it. */
async function leading(
  parallel: Parallel,
  wide: Float64Array,
  { rows, stride, count, vectors }: { rows: number; stride: number; count: number; vectors: Float64Array },
  task: Task,
): Promise<Float64Array> {
  const { arena } = parallel;
  const mark = arena.mark();
  const columns = 4 * Math.ceil(count / 4);
  const packed = arena.f64(stride * columns);
  packPanels(packed, stride, columns, (k, c) => (c < count ? vectors[c * stride + k] : 0));
  const scratch = arena.f64(parallel.threads * scratchNumbers(kernels.rotateScratch, { columns }));
  await parallel.run(task, kernels.rotateRows, rows, 64, {
    ...{ p: wide, stride, depth: stride, packed, columns, scratch },
    norms: arena.f64(rows),
  });
  arena.release(mark);
  // It never returns null: all columns are wanted.
  return (await orthonormalColumns(parallel, wide, stride, count, 1, (n) => n === count, task))!;
}
