/** The problem of a sequence that is larger than memory: its frames are projected on known directions as they come. */
import { chunkBytes, chunkSize, forEachChunk } from "../../../kernels/frame-chunks";
import { kernels } from "../../../kernels/kernels.generated";
import type { Parallel } from "../../../kernels/parallel";
import { scratchNumbers } from "../../../kernels/scratch";
import { type SequenceSize, VERTEX_BLOCK } from "../../../kernels/staged-frames";
import { strideFor } from "../../../kernels/stride-for";
import type { Task } from "../../../model/task";
import { type Projection, packPanels, stageOf } from "../range-finder";
import { sampleBytes } from "../sample";
import { type BasisOptions, type TrajectoryBasis, truncate, turningBytes } from "../trajectory-basis";
import type { MotionRange, StreamedSource } from "./motion-range";

/**
 * Projects a sequence on a range in one pass, turns the result to its principal axes, and keeps as many of them as the
 * bound asks for. The tail is exact: |Y|² − |UᵀY|².
 * @param norms V numbers, filled with the squared lengths of the reduced trajectories.
 */
export async function streamedBasis(
  parallel: Parallel,
  source: StreamedSource,
  range: MotionRange,
  options: BasisOptions,
  norms: Float64Array,
  task: Task,
): Promise<TrajectoryBasis> {
  const projection = await project(parallel, source, range, norms, task);
  return truncate(parallel, source, projection, options, norms, task);
}

async function project(
  parallel: Parallel,
  source: StreamedSource,
  range: MotionRange,
  norms: Float64Array,
  task: Task,
): Promise<Projection> {
  const { arena, threads } = parallel;
  const { vertexCount, frameCount } = source;
  const rows = 3 * frameCount;
  const stride = strideFor(range.width);
  const projected = arena.f64(vertexCount * stride);
  const q = arena.f64(rows * stride).fill(0);
  setRange(q, stride, rows, range);
  const mark = arena.mark();
  const rowStride = 3 * chunkSize(source);
  const packed = arena.f64(rowStride * stride);
  const squares = arena.f64(vertexCount);
  const scratch = arena.f64(threads * scratchNumbers(kernels.projectScratch, { rowStride }));
  norms.fill(0);
  await forEachChunk(parallel, source.frames, "Projecting motion", task, async (staged, first, count) => {
    packPanels(packed, 3 * count, stride, (k, c) => q[(3 * first + k) * stride + c]);
    await parallel.run(task, kernels.projectTrajectories, vertexCount, VERTEX_BLOCK, {
      ...stageOf(source, staged.byteOffset, vertexCount),
      ...{ frames: count, packed, columns: stride, out: projected, stride },
      ...{ norms: squares, scratch, rowStride },
      adds: first > 0 ? 1 : 0,
    });
    for (let i = 0; i < vertexCount; i++) norms[i] += squares[i];
  });
  arena.release(mark);
  return { width: range.width, stride, q, projected };
}

/** Writes the columns of a range into a row-major matrix of zeros. */
function setRange(q: Float64Array, stride: number, rows: number, { columns, width }: MotionRange): void {
  const length = rows + (rows & 1);
  for (let c = 0; c < width; c++) {
    if (!columns) q[c * stride + c] = 1;
    else for (let r = 0; r < rows; r++) q[r * stride + c] = columns[c * length + r];
  }
}

/** The most arena bytes for the problem of a streamed sequence, including the sample for the starts. */
export function streamedProblemBytes(size: SequenceSize, width: number, threads: number): number {
  const { vertexCount, frameCount } = size;
  const stride = strideFor(width);
  const rowStride = 3 * chunkSize(size);
  const reading =
    chunkBytes(size) +
    8 * (rowStride * stride + vertexCount + threads * scratchNumbers(kernels.projectScratch, { rowStride }));
  return (
    8 * (5 * vertexCount + (vertexCount + 3 * frameCount) * stride) +
    Math.max(reading, turningBytes(size, stride, threads)) +
    sampleBytes(vertexCount, width) +
    2048
  );
}
