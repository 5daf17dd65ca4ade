/** Figures of two rigs in all frames of a sequence, on the kernels: each is posed once. */
import { type FiguresJob, kernels, records } from "../../kernels/kernels.generated";
import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import { KernelRecord } from "../../kernels/record";
import { type RigArrays, rigArrays, rigArraysBytes, rigAtStage } from "../../kernels/rig-arrays";
import { scratchNumbers } from "../../kernels/scratch";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import { boundsOf, type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";

/** Bytes of frames that are measured together. */
const FRAMES_BYTES = 24e6;
/** This share of all edges and frames changes less than `mostChange`. */
const SHARE = 0.999;
/** Numbers of a frame in the kernel's sums. */
const OF_FRAME = 6;

/** Sums over frames. Lengths are in half diagonals of the rest pose. */
export interface FrameSums {
  /** F: the sum of squared distances of the vertices from the source. */
  squares: Float64Array;
  /** V: the sum of squared distances over the frames. */
  vertexSquares: Float64Array;
  /** The largest squared distance. */
  largest: number;
  /** The mean angle between normals, radians. */
  angle: number;
  /** The largest change of an edge, and the one that 99.9 % of edges and frames stay below, exact to 0.4 %. */
  largestChange: number;
  mostChange: number;
  /** The sum of squared distances from the first rig. */
  squaresToFirst: number;
}

/** The frames that rigs are measured in. */
export type MeasuredFrames = Pick<MeshSequence, "vertexCount" | "frameCount" | "rest" | "frames">;

export interface FramesInput {
  sequence: MeasuredFrames;
  /** Vertices of the triangles, 3T. */
  triangles: Uint32Array;
  /** Pairs of vertices, 2E, and one over each length in half diagonals; 0 leaves an edge out. */
  edges: Uint32Array;
  inverses: Float32Array;
}

const framesAtOnce = ({ vertexCount, frameCount }: MeasuredFrames): number =>
  Math.min(frameCount, Math.max(1, Math.floor(FRAMES_BYTES / (12 * vertexCount))));

const binCount = () => scratchNumbers(kernels.changeBins, {});

/** A rig in the arena, with room for its results. */
class Measured {
  private readonly parallel: Parallel;
  private readonly arrays: RigArrays;
  private readonly job: KernelRecord<FiguresJob>;
  private readonly sums: Float64Array;
  private readonly vertexSums: Float64Array;
  private readonly histogram: Uint32Array;
  readonly positions: Float32Array;

  constructor(
    parallel: Parallel,
    rig: Rig,
    { vertexCount: V, frameCount: F }: MeasuredFrames,
    atOnce: number,
  ) {
    const { arena, threads } = parallel;
    this.parallel = parallel;
    this.arrays = rigArrays(arena, rig, F);
    this.job = KernelRecord.take<FiguresJob>(arena, records.FiguresJob);
    this.sums = arena.f64(OF_FRAME * F);
    this.vertexSums = arena.f64(V);
    this.histogram = arena.u32(threads * binCount());
    this.positions = arena.f32(4 * V * atOnce);
  }

  static bytes(
    rig: Rig,
    { vertexCount: V, frameCount: F }: MeasuredFrames,
    atOnce: number,
    threads: number,
  ): number {
    const results = 8 * (OF_FRAME * F + V) + 4 * threads * binCount() + 16 * V * atOnce;
    const influences = maxInfluences(rig.weights);
    return rigArraysBytes(V, F, rig.bones.length, influences) + results + records.FiguresJob.bytes + 128;
  }

  /** @param shared the fields of the job that both rigs have. */
  share(shared: Omit<FiguresJob, "firstFrame" | "frames" | "positions" | "sums" | "histogram">): void {
    const { positions, sums, histogram } = this;
    this.job.write({ ...shared, positions, sums, histogram, firstFrame: 0, frames: 0 });
  }

  async measure(staged: Float32Array, firstFrame: number, frames: number, scratch: Float64Array, task: Task) {
    const { parallel, job, vertexSums } = this;
    const V = vertexSums.length;
    job.change({ firstFrame, frames });
    const rig = rigAtStage(this.arrays, staged, 0, V);
    await parallel.run(task, kernels.frameFigures, frames, 1, { rig, job, scratch });
    await parallel.run(task, kernels.vertexSquares, V, VERTEX_BLOCK, { rig, job, vertexSums });
  }

  results(): FrameSums {
    const F = this.sums.length / OF_FRAME;
    const column = (n: number) => Float64Array.from({ length: F }, (_, k) => this.sums[OF_FRAME * k + n]);
    const add = (a: number, b: number) => a + b;
    const [squares, largest, angles, counts, changes, others] = [0, 1, 2, 3, 4, 5].map(column);
    const histogram = new Uint32Array(binCount());
    this.histogram.forEach((count, n) => {
      histogram[n % histogram.length] += count;
    });
    return {
      squares,
      vertexSquares: this.vertexSums.slice(),
      largest: largest.reduce((a, b) => Math.max(a, b), 0),
      angle: angles.reduce(add, 0) / Math.max(1, counts.reduce(add, 0)),
      largestChange: changes.reduce((a, b) => Math.max(a, b), 0),
      mostChange: this.quantile(histogram),
      squaresToFirst: others.reduce(add, 0),
    };
  }

  /** The upper end of the bin below which `SHARE` of the changes lie. */
  private quantile(histogram: Uint32Array): number {
    const below = SHARE * histogram.reduce((sum, count) => sum + count, 0);
    let seen = 0;
    for (let bin = 0; bin < histogram.length; bin++) {
      seen += histogram[bin];
      if (seen >= below) return bin === 0 ? 0 : this.parallel.call(kernels.changeOfBin, { bin });
    }
    return 0;
  }
}

/**
 * Measures a rig, and another one if it is given, in all frames of the sequence. Positions are rounded to f32 in half
 * diagonals of the rest pose, around its middle.
 * @throws CancelledError if the task is cancelled.
 */
export async function frameFigures(
  { sequence, triangles, edges, inverses }: FramesInput,
  first: Rig,
  second: Rig | null,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ first: FrameSums; second: FrameSums | null }> {
  const { vertexCount: V, frameCount: F, frames } = sequence;
  const threads = threadsToReserve(makeParallel);
  const atOnce = framesAtOnce(sequence);
  const rigs = second ? [first, second] : [first];
  const scratchSize = scratchNumbers(kernels.frameFiguresScratch, { vertices: V });
  const ofMesh = 4 * (triangles.length + edges.length + inverses.length) + 12 * V * atOnce;
  const bytes =
    rigs.reduce((sum, rig) => sum + Measured.bytes(rig, sequence, atOnce, threads), 0) +
    (ofMesh + 8 * threads * scratchSize + 256);
  const parallel = await makeParallel(bytes);
  try {
    const { arena } = parallel;
    const measured = rigs.map((rig) => new Measured(parallel, rig, sequence, atOnce));
    const [corners, ends] = [arena.u32(triangles.length), arena.u32(edges.length)];
    corners.set(triangles);
    ends.set(edges);
    const lengths = arena.f32(inverses.length);
    lengths.set(inverses);
    const staged = arena.f32(3 * V * atOnce);
    const scratch = arena.f64(parallel.threads * scratchSize);
    const [x0, y0, z0, x1, y1, z1] = boundsOf(sequence.rest);
    measured.forEach((each, n) => {
      each.share({
        ...{ triangles: corners, triangleCount: triangles.length / 3 },
        ...{ edges: ends, edgeCount: edges.length / 2, inverses: lengths },
        ...{ cx: (x0 + x1) / 2, cy: (y0 + y1) / 2, cz: (z0 + z1) / 2 },
        scale: 2 / (restDiagonal(sequence) || 2),
        other: n > 0 ? measured[0].positions : null,
      });
    });
    for (let begin = 0; begin < F; begin += atOnce) {
      task.progress({ phase: "Report", done: begin / F, detail: "" });
      const count = Math.min(atOnce, F - begin);
      staged.set(frames.subarray(3 * V * begin, 3 * V * (begin + count)));
      for (const each of measured) await each.measure(staged, begin, count, scratch, task);
    }
    const [ofFirst, ofSecond] = measured.map((each) => each.results());
    return { first: ofFirst, second: ofSecond ?? null };
  } finally {
    parallel.dispose();
  }
}
