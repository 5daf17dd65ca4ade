/**
 * Targets that keep the mesh as rigid as possible (Sorkine & Alexa 2007) in every example, computed from the current
 * places of the vertices. Sweeps towards them change weights and supports to lower the rigid energy.
 */
import { kernels } from "../../kernels/kernels.generated";
import { scratchNumbers } from "../../kernels/scratch";
import { VERTEX_BLOCK } from "../../kernels/staged-frames";
import type { Task } from "../../model/task";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import type { Descent } from "../descent/descent";
import type { RigidEnergy } from "./rigid-energy";

/** The number of examples that kernels process together, and of columns of their system. */
const GROUP = 4;
const COLUMNS = 3 * GROUP;
/** Targets go beyond the solution, because sweeps follow only part of the way. */
const STEP = 1.4;

const scratchOn = (threads: number) => threads * scratchNumbers(kernels.reduceRotationsScratch, {});

export class RigidTargets {
  private readonly descent: Descent;
  private readonly examples: number;
  private readonly system: SparseLdlt;
  private readonly pull: number;
  private readonly own: Float64Array;
  private readonly other: Float64Array;
  /** The targets of the descent when this was created: the dense rig. */
  private readonly anchors: Float32Array;
  /** 9·4V and 12V: the rotations of four examples, and their right sides. */
  private readonly rotations: Float32Array;
  private readonly sides: Float64Array;
  private readonly scratch: Float64Array;

  private constructor(descent: Descent, examples: number, energy: RigidEnergy, system: SparseLdlt) {
    const { arena, threads } = descent.parallel;
    const V = descent.size.vertices;
    this.descent = descent;
    this.examples = examples;
    this.system = system;
    this.pull = energy.pull;
    this.own = arena.f64(energy.own.length);
    this.own.set(energy.own);
    this.other = arena.f64(energy.other.length);
    this.other.set(energy.other);
    this.anchors = arena.f32(descent.arrays.targets.length);
    this.anchors.set(descent.arrays.targets);
    this.rotations = arena.f32(9 * GROUP * V);
    this.sides = arena.f64(COLUMNS * V);
    this.scratch = arena.f64(scratchOn(threads));
  }

  /** Arena bytes for an instance. */
  static bytes({ own, ring, symbolic }: RigidEnergy, examples: number, threads: number): number {
    const V = ring.offsets.length - 1;
    const stride = COLUMNS * Math.ceil(examples / GROUP);
    const numbers = 2 * own.length + COLUMNS * V + scratchOn(threads);
    return SparseLdlt.bytes(symbolic, threads, COLUMNS) + 8 * numbers + 4 * (stride + 9 * GROUP) * V + 256;
  }

  /**
   * Creates targets in the memory of a descent, which must have been opened with that many more bytes.
   * @param examples the number of examples. Each has the strength 1.
   */
  static async create(
    descent: Descent,
    examples: number,
    energy: RigidEnergy,
    task: Task,
  ): Promise<RigidTargets> {
    const system = await SparseLdlt.create(descent.parallel, energy.matrix, task, energy.symbolic);
    return new RigidTargets(descent, examples, energy, system);
  }

  /** Sets the targets of all examples. The weights do not change. */
  async renew(task: Task): Promise<void> {
    const { descent, examples, own, other, pull, anchors, rotations, sides, scratch } = this;
    const { parallel } = descent;
    const { vertices } = descent.size;
    const job = descent.arrays.record;
    for (let group = 0; group < Math.ceil(examples / GROUP); group++) {
      const all = { job, own, group, rotations };
      await parallel.run(task, kernels.reduceRotations, vertices, VERTEX_BLOCK, { ...all, scratch });
      const more = { ...all, other, anchors, pull, sides };
      await parallel.run(task, kernels.reduceRigidSides, vertices, VERTEX_BLOCK, more);
      await this.system.solve(sides, COLUMNS, task);
      const last = { job, examples, solved: sides, group, step: STEP };
      await parallel.run(task, kernels.reduceRetarget, vertices, VERTEX_BLOCK, last);
    }
    await descent.findGrams(task);
    descent.wake();
  }
}
