/**
 * Computes every figure of a solve's report from the finished rig (f32) and the sequence's own frames. It uses no
 * figure of the solver. docs/reference/metrics.md defines them.
 */
import { kernels } from "../kernels/kernels.generated";
import type { Parallel } from "../kernels/parallel";
import { type RigArrays, rigArrays, rigArraysBytes, rigAtStage } from "../kernels/rig-arrays";
import { scratchNumbers } from "../kernels/scratch";
import { forEachStage, stageSize, VERTEX_BLOCK } from "../kernels/staged-frames";
import { Patches } from "../mesh/patches";
import { boundsOf, type MeshSequence, restDiagonal } from "../model/mesh/mesh-sequence";
import type { AnySequence } from "../model/mesh/streamed-sequence";
import type { Measures } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import { maxInfluences } from "../model/rig/sparse-weights";
import type { Task } from "../model/task";
import { distanceFigures } from "./distance-figures";
import { strayInfluenceShare } from "./stray-influences";

/** Bytes of frames whose normals are compared together. */
const FRAMES_BYTES = 8e6;
const DEGREES = 180 / Math.PI;

export interface Distances {
  /** For each frame, the sum of the squared distances of its vertices. */
  perFrame: Float64Array;
  /** For each frame, the sum of the distances themselves. */
  lengths: Float64Array;
  /** For each vertex, the sum of its squared distances over the frames. */
  perVertex: Float64Array;
  /** The largest squared distance. */
  largest: number;
  /** Sum of squared changes of the error from frame to frame. */
  jitter: number;
}

/** Angles between the normals of sequence and rig: their sum in radians, and their number. */
interface Angles {
  sum: number;
  count: number;
}

/** Measures a rig against its sequence. Frees its arena memory (`measureBytes`). */
export async function measure(
  parallel: Parallel,
  sequence: MeshSequence,
  rig: Rig,
  task: Task,
): Promise<Measures> {
  const mark = parallel.arena.mark();
  const arrays = rigArrays(parallel.arena, rig, sequence.frameCount);
  const distances = await measureDistances(parallel, sequence, arrays, task);
  const normals = await measureNormals(parallel, sequence, arrays, task);
  parallel.arena.release(mark);
  return measuresOf(sequence, rig, distances, normals);
}

/** Triangles over solver vertices. */
const solverTriangles = ({ triangles, solverIndex }: AnySequence): Uint32Array =>
  triangles.map((d) => solverIndex[d]);

/** The figures of a report. */
export function measuresOf(sequence: AnySequence, rig: Rig, distances: Distances, normals: Angles): Measures {
  const { vertexCount: V, frameCount: F } = sequence;
  const diagonal = restDiagonal(sequence) || 2;
  const total = distances.perFrame.reduce((a, b) => a + b, 0);
  const eRms = (sum: number, count: number) => (1000 * Math.sqrt(sum / (3 * count)) * 2) / diagonal;
  const percent = (sum: number, count: number) => (100 * Math.sqrt(sum / Math.max(1, count))) / diagonal;
  const { offsets, bones, values } = rig.weights;
  const rigBytes = offsets.byteLength + bones.byteLength + values.byteLength + rig.motion.byteLength;
  return {
    eRms: eRms(total, V * F),
    rmsePercent: percent(total, V * F),
    maxErrorPercent: percent(distances.largest, 1),
    normalErrorDegrees: (normals.sum / Math.max(1, normals.count)) * DEGREES,
    jitterPercent: percent(distances.jitter, V * (F - 1)),
    strayInfluenceShare: strayInfluenceShare(
      rig.weights,
      rig.bones.length,
      new Patches(solverTriangles(sequence), V),
    ),
    influences: maxInfluences(rig.weights),
    meanInfluences: values.length / V,
    errorPerFrame: Array.from(distances.perFrame, (sum) => eRms(sum, V)),
    ...distanceFigures(distances.perFrame, distances.lengths, V, diagonal),
    errorPerVertex: Float32Array.from(distances.perVertex, (sum) => Math.sqrt(sum / F)),
    rigBytes,
    bitsPerVertexFrame: (8 * rigBytes) / (V * F),
    sequenceBytes: 12 * V * F,
  };
}

async function measureDistances(
  parallel: Parallel,
  sequence: MeshSequence,
  rig: RigArrays,
  task: Task,
): Promise<Distances> {
  const { vertexCount, frameCount } = sequence;
  const { arena, threads } = parallel;
  const blocks = Math.ceil(vertexCount / VERTEX_BLOCK);
  const vertexSums = arena.f64(vertexCount);
  const blockSums = arena.f64(blocks * frameCount);
  const blockDistances = arena.f64(blocks * frameCount);
  const blockExtra = arena.f64(2 * blocks);
  const scratch = arena.f64(threads * scratchNumbers(kernels.rigErrorsScratch, { block: VERTEX_BLOCK }));
  await forEachStage(parallel, sequence, task, async (staged, first, count) => {
    await parallel.run(task, kernels.rigErrors, count, VERTEX_BLOCK, {
      rig: rigAtStage(rig, staged, first, count),
      block: VERTEX_BLOCK,
      firstBlock: first / VERTEX_BLOCK,
      vertexSums: vertexSums.byteOffset + 8 * first,
      blockSums,
      blockDistances,
      blockExtra,
      scratch,
      before: null,
      continues: 0,
    });
  });
  const all = { ...noDistances(frameCount), perVertex: vertexSums.slice() };
  addBlocks(all, { first: 0, count: frameCount, blockSums, blockDistances, blockExtra });
  return all;
}

/** Distances before any are added, without those of vertices. */
export const noDistances = (frameCount: number): Omit<Distances, "perVertex"> => ({
  perFrame: new Float64Array(frameCount),
  lengths: new Float64Array(frameCount),
  largest: 0,
  jitter: 0,
});

/** What `rigErrors` wrote for the blocks of vertices, in some frames. */
export interface BlockErrors {
  first: number;
  count: number;
  blockSums: Float64Array;
  blockDistances: Float64Array;
  blockExtra: Float64Array;
}

/** Adds the errors of all blocks of vertices to those of their frames. */
export function addBlocks(
  all: Omit<Distances, "perVertex">,
  { first, count, blockSums, blockDistances, blockExtra }: BlockErrors,
): void {
  for (let b = 0; b < blockExtra.length / 2; b++) {
    for (let n = 0; n < count; n++) {
      all.perFrame[first + n] += blockSums[b * count + n];
      all.lengths[first + n] += blockDistances[b * count + n];
    }
    all.largest = Math.max(all.largest, blockExtra[2 * b]);
    all.jitter += blockExtra[2 * b + 1];
  }
}

/** Frames that are measured together. */
function framesAtOnce({ vertexCount, frameCount }: Pick<MeshSequence, "vertexCount" | "frameCount">): number {
  return Math.min(frameCount, Math.max(1, Math.floor(FRAMES_BYTES / (12 * vertexCount))));
}

/** Arena arrays and numbers that `normalAngles` needs for any frames. */
export function normalsJob(parallel: Parallel, sequence: AnySequence) {
  const { vertexCount, frameCount, rest } = sequence;
  const { arena, threads } = parallel;
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rest);
  const triangles = arena.u32(sequence.triangles.length);
  triangles.set(solverTriangles(sequence));
  return {
    triangles,
    triangleCount: triangles.length / 3,
    cx: (x0 + x1) / 2,
    cy: (y0 + y1) / 2,
    cz: (z0 + z1) / 2,
    scale: 2 / (restDiagonal(sequence) || 2),
    sums: arena.f64(frameCount),
    counts: arena.f64(frameCount),
    scratch: arena.f64(threads * scratchNumbers(kernels.normalAnglesScratch, { vertices: vertexCount })),
  };
}

/** Adds the angles of all frames. */
export function measuredAngles({ sums, counts }: { sums: Float64Array; counts: Float64Array }): Angles {
  const add = (a: number, b: number) => a + b;
  return { sum: sums.reduce(add, 0), count: counts.reduce(add, 0) };
}

async function measureNormals(
  parallel: Parallel,
  sequence: MeshSequence,
  rig: RigArrays,
  task: Task,
): Promise<Angles> {
  const { vertexCount, frameCount, frames } = sequence;
  const job = normalsJob(parallel, sequence);
  const atOnce = framesAtOnce(sequence);
  const staged = parallel.arena.f32(3 * vertexCount * atOnce);
  for (let first = 0; first < frameCount; first += atOnce) {
    const count = Math.min(atOnce, frameCount - first);
    staged.set(frames.subarray(3 * vertexCount * first, 3 * vertexCount * (first + count)));
    await parallel.run(task, kernels.normalAngles, count, 1, {
      ...job,
      rig: rigAtStage(rig, staged, 0, vertexCount),
      firstFrame: first,
    });
  }
  return measuredAngles(job);
}

/** The most arena bytes for `measure` (and `correctRestPose`, which needs less). */
export function measureBytes(
  sequence: Pick<MeshSequence, "vertexCount" | "frameCount" | "triangles">,
  bones: number,
  influences: number,
  threads: number,
): number {
  const { vertexCount: V, frameCount: F, triangles } = sequence;
  const sums =
    8 *
    (V +
      Math.ceil(V / VERTEX_BLOCK) * (2 * F + 2) +
      threads * scratchNumbers(kernels.rigErrorsScratch, { block: VERTEX_BLOCK }));
  const stage = 12 * stageSize(sequence) * F;
  const normals =
    4 * triangles.length +
    16 * F +
    8 * threads * scratchNumbers(kernels.normalAnglesScratch, { vertices: V }) +
    12 * V * framesAtOnce(sequence);
  return rigArraysBytes(V, F, bones, influences) + sums + Math.max(stage, normals) + 1024;
}
