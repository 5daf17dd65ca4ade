import { kernels, records, type StrictJob } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { KernelRecord } from "../../kernels/record";
import { scratchNumbers } from "../../kernels/scratch";
import type { Task } from "../../model/task";
import type { StrictState } from "./strict-state";

/** Number of blocks of frames with separate sums, so that the order of summation does not depend on threads. */
export const FRAME_BLOCKS = 16;

/** The size of a sum over frames: the system of all joints, its right side and the cost. */
const sumNumbers = (h: number) => 9 * h * h + 3 * h + 1;

/** Memory in the arena for Gauss-Newton over a skeleton of h bones. */
export class StrictRoom {
  readonly parallel: Parallel;
  readonly h: number;
  readonly frames: number;
  /** 3F rows of 4h: a pose and its global transforms, and those of a trial step. */
  readonly pose: Float64Array;
  readonly bones: Float64Array;
  readonly trialPose: Float64Array;
  readonly trialBones: Float64Array;
  /** The statistics in the basis of the tree: 4h by 4h, and 3F rows of 4h. */
  readonly normal: Float64Array;
  readonly cross: Float64Array;
  /** 3h: current joints, and those of a trial step. */
  readonly joints: Float64Array;
  readonly trialJoints: Float64Array;
  readonly parents: Int32Array;
  readonly order: Int32Array;
  readonly shifts: Int32Array;
  readonly pivots: Int32Array;
  readonly ridges: Float64Array;
  readonly locked: Uint8Array;
  /** Steps of the joints and of the frames. */
  readonly moves: Float64Array;
  readonly steps: Float64Array;
  readonly sums: Float64Array;
  readonly costs: Float64Array;
  readonly job: KernelRecord<StrictJob>;
  readonly scratch: Float64Array;
  readonly scratchBytes: number;

  constructor(parallel: Parallel, h: number, frames: number) {
    this.parallel = parallel;
    this.h = h;
    this.frames = frames;
    const { arena } = parallel;
    const rows = () => arena.f64(12 * frames * h);
    [this.pose, this.bones, this.trialPose, this.trialBones, this.cross] = [
      rows(),
      rows(),
      rows(),
      rows(),
      rows(),
    ];
    this.normal = arena.f64(16 * h * h);
    [this.joints, this.trialJoints, this.moves] = [arena.f64(3 * h), arena.f64(3 * h), arena.f64(3 * h)];
    this.ridges = arena.f64(h);
    const list = () => arena.i32(h);
    [this.parents, this.order, this.shifts, this.pivots] = [list(), list(), list(), list()];
    this.locked = arena.u8(h);
    this.steps = arena.f64(6 * h * frames);
    this.sums = arena.f64(FRAME_BLOCKS * sumNumbers(h));
    this.costs = arena.f64(frames);
    this.job = KernelRecord.take(arena, records.StrictJob);
    this.scratchBytes = scratchBytes(h);
    this.scratch = arena.f64((this.scratchBytes / 8) * parallel.threads);
  }

  /** The bytes that an instance needs in the arena. */
  static bytes(h: number, frames: number, threads: number): number {
    const numbers = 66 * frames * h + frames + 16 * h * h + 10 * h + FRAME_BLOCKS * sumNumbers(h);
    return 8 * numbers + 17 * h + threads * scratchBytes(h) + 1024;
  }

  /** Copies a state's tree, joints and pose into the room. */
  load({ tree, pose }: StrictState): void {
    this.pose.set(pose);
    this.parents.set(tree.parents);
    this.order.set(tree.order);
    this.joints.set(tree.joints);
  }

  /** Computes the global transforms of the pose. */
  async place(task: Task): Promise<void> {
    const { parallel, pose, h, parents, order, joints, bones } = this;
    const args = { pose, h, parents, order, joints, bones };
    await parallel.run(task, kernels.treeBones, this.frames, 16, args);
  }

  /** Transforms the statistics to the basis of the tree: M = L N Lᵀ and C Lᵀ. */
  async changeBasis(normal: Float64Array, cross: Float64Array, task: Task): Promise<void> {
    const { parallel, h, parents, order, joints } = this;
    const tree = { h, parents, order, joints };
    this.cross.set(cross);
    await parallel.run(task, kernels.treeRows, 3 * this.frames, 64, { rows: this.cross, ...tree });
    this.normal.set(normal);
    for (let side = 0; side < 2; side++) {
      parallel.callBlock(kernels.treeRows, 0, 4 * h, { rows: this.normal, ...tree });
      transpose(this.normal, 4 * h);
    }
  }
}

const scratchBytes = (h: number) =>
  8 * scratchNumbers(kernels.strictScratch, { h, shifts: h, pivots: h }) + 64;

function transpose(matrix: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const x = matrix[i * n + j];
      matrix[i * n + j] = matrix[j * n + i];
      matrix[j * n + i] = x;
    }
  }
}
