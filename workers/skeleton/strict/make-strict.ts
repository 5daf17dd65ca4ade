import type { MakeParallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { percentOf, residualsOf } from "../report/residuals";
import type { SkeletonTree } from "../tree/skeleton-tree";
import { StrictBench } from "./strict-bench";

export interface MakeStrictOptions {
  /** µ, as in the settings. */
  pull: number;
  /** Whether joints move too, or only rotations and roots. */
  refitJoints: boolean;
  /** The most Gauss-Newton steps; 0 only closes the joints. */
  steps: number;
}

/**
 * Makes a skeleton strict: bones keep their lengths and only turn below the roots. It closes the joints, and then
 * optimises all rotations, the motion of the roots and the joints over all frames at once. Weights and rest pose stay.
 * @param rig rigid bones whose joints may open.
 * @param tree of its bones, in the sequence's coordinates.
 * @returns the strict rig, its tree, and its error, measured vertex by vertex.
 */
export async function makeStrict(
  makeParallel: MakeParallel,
  task: Task,
  sequence: MeshSequence,
  rig: Rig,
  tree: SkeletonTree,
  { pull, refitJoints, steps }: MakeStrictOptions,
): Promise<{ rig: Rig; tree: SkeletonTree; rmsePercent: number }> {
  const influences = Math.max(1, maxInfluences(rig.weights));
  const bench = await StrictBench.open(makeParallel, sequence, rig, influences, task);
  try {
    const state = bench.stateOf(tree, true);
    const movable = refitJoints ? null : new Uint8Array(rig.bones.length);
    await bench.fit(state, { steps, pull, movable }, task);
    const strict = { ...bench.rigOf(state, true), weights: rig.weights, rest: rig.rest };
    const { error } = await residualsOf(sequence, strict, task);
    return { rig: strict, tree: bench.treeOf(state), rmsePercent: percentOf(error, sequence) };
  } finally {
    bench.parallel.dispose();
  }
}
