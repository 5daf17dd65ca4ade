/** One more influence for some vertices of a reduced rig, on the kernels. */
import type { Arena } from "../../kernels/arena";
import { kernels, type ReduceJob, records } from "../../kernels/kernels.generated";
import { type MakeParallel, threadsToReserve } from "../../kernels/parallel";
import { KernelRecord } from "../../kernels/record";
import { scratchNumbers } from "../../kernels/scratch";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { placeExamples, scaleOf } from "../descent/scene";
import type { Examples } from "./examples";

/** Bytes of targets that are in the arena together. */
const TARGET_BYTES = 24e6;
const BLOCK = 16;
/** Marks vertices that no other bone helps. */
const NO_BONE = 0xffff;

/** A row of weights, and its sum of squared distances over the examples. */
export interface FittedRow {
  bones: number[];
  values: Float64Array;
  error: number;
}

interface ChunkSize {
  /** The number of vertices, and of their influences together. */
  vertices: number;
  entries: number;
  bones: number;
  /** The number of examples, rounded up to a multiple of 4. */
  lanes: number;
  hasRests: boolean;
  /** The influences of the longest row. */
  most: number;
  threads: number;
}

/** The arrays of a chunk. Of the job, the kernel reads only the fields for columns. */
function takeChunk(arena: Arena, size: ChunkSize) {
  const { vertices, bones, lanes, most } = size;
  return {
    rest: arena.f32(3 * vertices),
    rests: size.hasRests ? arena.f32(3 * lanes * vertices) : null,
    targets: arena.f32(3 * lanes * vertices),
    motion: arena.f32(12 * bones * lanes),
    rowOffsets: arena.u32(vertices + 1),
    rowBones: arena.u32(size.entries),
    rowValues: arena.f32(size.entries),
    found: arena.u32(vertices),
    weights: arena.f64(vertices * (most + 1)),
    errors: arena.f64(vertices),
    scratch: arena.f64(size.threads * scratchOf(size)),
    record: KernelRecord.take<ReduceJob>(arena, records.ReduceJob),
  };
}

const scratchOf = ({ lanes, bones, most }: ChunkSize) =>
  scratchNumbers(kernels.reduceOneMoreScratch, { stride: 3 * lanes, bones, most });

function chunkBytes(size: ChunkSize): number {
  const { vertices, entries, bones, lanes, hasRests, most, threads } = size;
  const singles =
    3 * vertices +
    3 * lanes * vertices * (hasRests ? 2 : 1) +
    12 * bones * lanes +
    2 * vertices +
    1 +
    2 * entries;
  const doubles = vertices * (most + 2) + threads * scratchOf(size);
  return 4 * singles + 8 * doubles + records.ReduceJob.bytes + 16 * 13;
}

/**
 * The best row with one more influence for each of some vertices, among the bones that lower its error fastest. If none
 * does, the row stays as it is.
 * @param rig the bones. Its own weights are not used.
 * @param weights the rows before.
 * @throws CancelledError if the task is cancelled.
 */
export async function oneMoreRows(
  rig: Rig,
  examples: Examples,
  weights: SparseWeights,
  vertices: Uint32Array,
  makeParallel: MakeParallel,
  task: Task,
): Promise<FittedRow[]> {
  const lanes = 4 * Math.ceil(examples.count / 4);
  const atOnce = Math.max(BLOCK, Math.floor(TARGET_BYTES / (12 * lanes)));
  const rows: FittedRow[] = [];
  for (let begin = 0; begin < vertices.length; begin += atOnce) {
    task.progress({ phase: "One more influence", done: begin / vertices.length, detail: "" });
    const chunk = vertices.subarray(begin, begin + atOnce);
    rows.push(...(await rowsOfChunk(rig, examples, weights, chunk, makeParallel, task)));
  }
  return rows;
}

async function rowsOfChunk(
  rig: Rig,
  examples: Examples,
  { offsets, bones, values }: SparseWeights,
  vertices: Uint32Array,
  makeParallel: MakeParallel,
  task: Task,
): Promise<FittedRow[]> {
  const lengths = Array.from(vertices, (i) => offsets[i + 1] - offsets[i]);
  const most = lengths.reduce((longest, length) => Math.max(longest, length), 0);
  const lanes = 4 * Math.ceil(examples.count / 4);
  const size: ChunkSize = {
    vertices: vertices.length,
    entries: lengths.reduce((sum, length) => sum + length, 0),
    bones: rig.bones.length,
    lanes,
    hasRests: examples.rests !== null,
    most,
    threads: threadsToReserve(makeParallel),
  };
  const parallel = await makeParallel(chunkBytes(size));
  try {
    const arrays = takeChunk(parallel.arena, size);
    const { rowOffsets, rowBones, rowValues, found, errors, scratch, record } = arrays;
    const rest = pointsAt(rig.rest, vertices);
    placeExamples(arrays, { ...rig, rest }, examplesAt(examples, vertices), lanes);
    vertices.forEach((i, n) => {
      rowOffsets[n + 1] = rowOffsets[n] + lengths[n];
      rowBones.set(bones.subarray(offsets[i], offsets[i + 1]), rowOffsets[n]);
      rowValues.set(values.subarray(offsets[i], offsets[i + 1]), rowOffsets[n]);
    });
    record.change({
      ...arrays,
      rest: arrays.rests ? null : arrays.rest,
      points: null,
      ...{ bones: size.bones, stride: 3 * lanes, lanes },
    });
    const args = { job: record, rowOffsets, rowBones, rowValues, most, found, errors, scratch };
    await parallel.run(task, kernels.reduceOneMore, vertices.length, BLOCK, {
      ...args,
      weights: arrays.weights,
    });
    const unit = scaleOf(rest) ** -2;
    return Array.from(vertices, (i, n) => {
      const own = Array.from(bones.subarray(offsets[i], offsets[i + 1]));
      const all = found[n] === NO_BONE ? own : [...own, found[n]];
      const first = n * (most + 1);
      return { bones: all, values: arrays.weights.slice(first, first + all.length), error: errors[n] * unit };
    });
  } finally {
    parallel.dispose();
  }
}

/** The points of some vertices, three numbers each. */
function pointsAt(points: Float32Array, vertices: Uint32Array): Float32Array {
  const out = new Float32Array(3 * vertices.length);
  vertices.forEach((i, n) => {
    out.set(points.subarray(3 * i, 3 * i + 3), 3 * n);
  });
  return out;
}

/** The examples of some vertices alone. */
function examplesAt(examples: Examples, vertices: Uint32Array): Examples {
  const size = 3 * vertices.length;
  const part = (all: Float32Array) => {
    const out = new Float32Array(size * examples.count);
    const own = all.length / examples.count;
    for (let p = 0; p < examples.count; p++) {
      out.set(pointsAt(all.subarray(p * own, (p + 1) * own), vertices), p * size);
    }
    return out;
  };
  return { ...examples, targets: part(examples.targets), rests: examples.rests && part(examples.rests) };
}
