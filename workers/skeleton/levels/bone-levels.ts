import type { MakeParallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { BoneMerger } from "./merge-bones";
import { partOfRig } from "./part-of-rig";

/** A rig with fewer bones. They keep their names, joints and motion. */
export interface FewerBones {
  rig: Rig;
  /** Its bones by their numbers in the full rig, ascending. */
  kept: Int32Array;
}

/**
 * A rig with fewer bones, for any number of them and in any order. The bones that matter least are removed one after
 * the other, and the weights of their vertices are fitted again over all remaining bones. Unlike in a level of detail,
 * a bone without a parent may also go, unless bones hang on it. Call `dispose` when done.
 */
export class BoneLevels {
  private readonly sequence: MeshSequence;
  private readonly rig: Rig;
  private readonly makeParallel: MakeParallel;
  private merger: BoneMerger | null = null;

  constructor(sequence: MeshSequence, rig: Rig, makeParallel: MakeParallel) {
    this.sequence = sequence;
    this.rig = rig;
    this.makeParallel = makeParallel;
  }

  dispose(): void {
    this.merger?.dispose();
    this.merger = null;
  }

  /** @param count 1 or more. The result for a number does not depend on the numbers asked for before. */
  async at(count: number, task: Task): Promise<FewerBones> {
    const { rig } = this;
    if (count >= rig.bones.length) return { rig, kept: Int32Array.from(rig.bones.keys()) };
    this.merger ??= await this.open(task);
    const { merger } = this;
    await merger.goTo(count, task);
    const kept = Int32Array.from(merger.left).sort();
    return { rig: partOfRig(rig, merger.left, await merger.fitted(task)), kept };
  }

  private async open(task: Task): Promise<BoneMerger> {
    const merger = await BoneMerger.open(this.makeParallel, this.sequence, this.rig, task, { rootsGo: true });
    try {
      await merger.fitWeights(task);
      return merger;
    } catch (reason) {
      merger.dispose();
      throw reason;
    }
  }
}
