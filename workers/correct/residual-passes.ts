import type { BlockKernel, Pointer } from "../kernels/kernel";
import type { StagedRig } from "../kernels/kernels.generated";
import type { Parallel } from "../kernels/parallel";
import type { KernelRecord } from "../kernels/record";
import { type RigArrays, rigArrays, rigArraysBytes, rigAtStage } from "../kernels/rig-arrays";
import { forEachStage, stageSize, VERTEX_BLOCK } from "../kernels/staged-frames";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";

/** The most bytes for the sums of all blocks of one stage. */
const SUMS_BYTES = 24e6;

type Size = Pick<MeshSequence, "vertexCount" | "frameCount">;

/**
 * The number of vertices in a block, given how many numbers its sums have. It depends only on the sequence, never on
 * threads.
 */
function blockFor(size: Size, numbers: number): number {
  const blocks = Math.ceil(stageSize(size) / VERTEX_BLOCK);
  return VERTEX_BLOCK * Math.max(1, Math.ceil((8 * blocks * numbers) / SUMS_BYTES));
}

const sumsOf = (size: Size, numbers: number) =>
  numbers * Math.ceil(stageSize(size) / blockFor(size, numbers));

/** Arguments of all kernels of these passes. */
export interface RigPass {
  rig: KernelRecord<StagedRig>;
  block: number;
  sums: Pointer;
  scratch: Pointer;
}

/**
 * Kernels over the errors of a rig. Every pass computes the errors again, because they would take as much room as the
 * frames.
 */
export class ResidualPasses {
  readonly parallel: Parallel;
  readonly vertexCount: number;
  readonly frameCount: number;
  private readonly sequence: MeshSequence;
  private readonly rig: RigArrays;
  private readonly task: Task;

  constructor(parallel: Parallel, sequence: MeshSequence, rig: Rig, task: Task) {
    this.parallel = parallel;
    this.sequence = sequence;
    this.vertexCount = sequence.vertexCount;
    this.frameCount = sequence.frameCount;
    this.rig = rigArrays(parallel.arena, rig, sequence.frameCount);
    this.task = task;
  }

  /**
   * Runs a kernel of kernels/assembly/rig/ over all vertices, and adds up the results of its blocks in order.
   * @param numbers the numbers in the sums of a block and in the scratch memory of a thread.
   * @param complete adds the kernel's own arguments to the shared ones, for a stage that starts at a vertex.
   */
  async sum<Arguments>(
    kernel: BlockKernel<Arguments>,
    numbers: { sums: number; scratch: number },
    complete: (pass: RigPass, first: number) => NoInfer<Arguments>,
  ): Promise<Float64Array> {
    const { parallel, rig, sequence, task } = this;
    const { arena, threads } = parallel;
    const mark = arena.mark();
    const total = new Float64Array(numbers.sums);
    const block = blockFor(sequence, numbers.sums);
    const sums = arena.f64(sumsOf(sequence, numbers.sums));
    const scratch = arena.f64(threads * numbers.scratch);
    await forEachStage(parallel, sequence, task, async (staged, first, count) => {
      const pass = { rig: rigAtStage(rig, staged, first, count), block, sums, scratch };
      await parallel.run(task, kernel, count, block, complete(pass, first));
      for (let b = 0; b < Math.ceil(count / block); b++) {
        for (let n = 0; n < total.length; n++) total[n] += sums[b * total.length + n];
      }
    });
    arena.release(mark);
    return total;
  }

  /** The most arena bytes for passes with such sums and scratch memory, including the rig. */
  static bytes(
    size: Size,
    bones: number,
    influences: number,
    numbers: { sums: number; scratch: number },
    threads: number,
  ): number {
    const { vertexCount: V, frameCount: F } = size;
    const work = sumsOf(size, numbers.sums) + threads * numbers.scratch;
    return rigArraysBytes(V, F, bones, influences) + 12 * stageSize(size) * F + 8 * work + 1024;
  }
}
