import type { MakeParallel } from "../../kernels/parallel";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ResolveInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { subtreeOf } from "../auto/tree-links";
import { gapOf } from "../report/measure-joints";
import { closeJoints } from "../strict/cut";
import { StrictBench } from "../strict/strict-bench";
import { rootsOf, type SkeletonTree } from "../tree/skeleton-tree";
import type { EditedSkeleton } from "./edited";

/** Gauss-Newton steps after an edit. */
const STEPS = 12;
/** A joint whose ends are farther apart than this, over the mesh's diagonal, is open. */
const OPEN = 1e-4;

/**
 * The edited rig, posed to follow the sequence. The joints that the edit touches are closed, others stay as open as they
 * were; trees that it does not touch keep their motion. The joints of `edited.tree` are updated.
 */
export async function posedAgain(
  { sequence, settings, locks }: ResolveInput,
  { rig, tree, origin, touched, loose }: EditedSkeleton,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Rig> {
  const B = rig.bones.length;
  const kept = untouchedTrees(tree, touched);
  const locked = kept.map((isKept, j) => isKept | (locks?.bones[origin[j]] ?? 0));
  const open = openJoints(sequence, rig, tree, touched);
  const most = Math.max(1, maxInfluences(rig.weights));
  const bench = await StrictBench.open(makeParallel, sequence, rig, most, task);
  try {
    const state = bench.stateOf(tree, false);
    for (let at = 3; at < state.pose.length; at += 4) {
      const j = ((at - 3) / 4) % B;
      if (tree.parents[j] >= 0 && !open[j]) state.pose[at] = 0;
    }
    const movable = new Uint8Array(B);
    for (const j of loose) movable[j] = 1;
    const openings = Float64Array.from(open, (isOpen) => (isOpen ? 0 : Infinity));
    await bench.fit(state, { steps: STEPS, pull: settings.pull, movable, openings, locked }, task);
    const { joints } = bench.treeOf(state);
    // Only those: the others would lose their last bits in the normalised coordinates.
    for (const j of loose) tree.joints.set(joints.subarray(3 * j, 3 * j + 3), 3 * j);
    const posed = withMotionOf(rig, bench.rigOf(state, false), kept);
    const stays = open.map((isOpen, j) => isOpen | kept[j]);
    return { ...closeJoints(posed, tree, stays), weights: rig.weights, rest: rig.rest };
  } finally {
    bench.parallel.dispose();
  }
}

/** B flags: the bones of trees without any of these bones. */
function untouchedTrees(tree: SkeletonTree, touched: readonly number[]): Uint8Array {
  const locked = new Uint8Array(tree.parents.length);
  for (const root of rootsOf(tree)) {
    const all = subtreeOf(tree, root);
    if (!touched.some((j) => all.has(j))) for (const j of all) locked[j] = 1;
  }
  return locked;
}

/** B flags: the bones whose joints are open and that the edit does not touch. */
function openJoints(
  sequence: MeshSequence,
  rig: Rig,
  { parents, joints }: SkeletonTree,
  touched: readonly number[],
): Uint8Array {
  const widest = OPEN * (restDiagonal(sequence) || 2);
  return Uint8Array.from(rig.bones, (_, j) => {
    if (parents[j] < 0 || touched.includes(j)) return 0;
    return gapOf(rig, j, parents[j], joints.subarray(3 * j, 3 * j + 3)) > widest ? 1 : 0;
  });
}

/** `posed` with the bones of `rig`, and its motion where a flag is set. */
function withMotionOf(rig: Rig, posed: Rig, stays: Uint8Array): Rig {
  const B = rig.bones.length;
  const motion = posed.motion.slice();
  for (let at = 0; at < motion.length; at += 12) {
    if (stays[(at / 12) % B]) motion.set(rig.motion.subarray(at, at + 12), at);
  }
  return { ...posed, bones: rig.bones, motion };
}
