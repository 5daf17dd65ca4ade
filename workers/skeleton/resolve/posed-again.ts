import type { MakeParallel } from "../../kernels/parallel";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ResolveInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { subtreeOf } from "../auto/trees/tree-links";
import { gapOf } from "../report/gap-of";
import { closeJoints } from "../strict/cut";
import type { StrictOptions } from "../strict/gauss-newton";
import { StrictBench } from "../strict/strict-bench";
import type { StrictState } from "../strict/strict-state";
import { centreOf, overlapsOf, touch } from "../tree/bone-overlaps";
import { rootsOf, type SkeletonTree } from "../tree/skeleton-tree";
import type { EditedSkeleton } from "./edited";

/** Gauss-Newton steps after an edit. */
const STEPS = 12;
/** A joint is open if its ends are farther apart than this, relative to the mesh's diagonal. */
const OPEN = 1e-4;
/**
 * The largest distance of a joint that is found again from where it belongs: 10 percent of the diagonal, which is 2.
 */
const FARTHEST = 0.2;
/**
 * A joint then moves nearer in these steps, as long as the squared error is at most `MOST_COST` times the first one.
 * That is a fifth more error.
 */
const NEARER = [0.12, 0.06];
const MOST_COST = 1.44;

/**
 * The edited rig, posed to follow the sequence. Joints that the edit affects are closed. Other joints stay as open as
 * before, and other trees keep their motion. The joints of `edited.tree` are updated.
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
  const homes = homesOf(rig, tree, loose);
  const bench = await StrictBench.open(makeParallel, sequence, rig, most, task);
  try {
    const { joints: near } = bench.stateOf({ ...tree, joints: homes }, false).tree;
    const state = bench.stateOf(tree, false);
    for (let at = 3; at < state.pose.length; at += 4) {
      const j = ((at - 3) / 4) % B;
      if (tree.parents[j] >= 0 && !open[j]) state.pose[at] = 0;
    }
    const openings = Float64Array.from(open, (isOpen) => (isOpen ? 0 : Infinity));
    const options = { steps: STEPS, pull: settings.pull, places: near, openings, locked };
    const settled = await fittedNear(bench, state, loose, options, task);
    const { joints } = bench.treeOf(settled);
    // Only these are copied: the others would lose their last bits in the normalised coordinates.
    for (const j of loose) tree.joints.set(joints.subarray(3 * j, 3 * j + 3), 3 * j);
    const posed = withMotionOf(rig, bench.rigOf(settled, false), kept);
    const stays = open.map((isOpen, j) => isOpen | kept[j]);
    return { ...closeJoints(posed, tree, stays), weights: rig.weights, rest: rig.rest };
  } finally {
    bench.parallel.dispose();
  }
}

/**
 * 3B: the joints. Those of `loose` are where they belong: where the weights of the two bones meet, or if the bones
 * share no surface where the child's joint was, at the end of its surface.
 */
function homesOf(rig: Rig, { joints, parents }: SkeletonTree, loose: readonly number[]): Float64Array {
  const overlaps = overlapsOf(rig);
  const homes = joints.slice();
  for (const j of loose) {
    const p = parents[j];
    homes.set(touch(overlaps, j, p) ? centreOf(overlaps, j, p) : rig.bones[j].head, 3 * j);
  }
  return homes;
}

/**
 * Fits the pose of a state, with its loose joints near where they belong. Bones that do not touch or hardly turn
 * relative to each other have a distant centre of rotation. A joint there would lower the error a little, but no artist
 * could pose it. So no joint is farther away than `FARTHEST`, and each moves nearer as long as that costs little.
 */
async function fittedNear(
  bench: StrictBench,
  from: StrictState,
  loose: readonly number[],
  options: StrictOptions & { places: Float64Array },
  task: Task,
): Promise<StrictState> {
  const statistics = await bench.statistics(task);
  const fitted = async ({ tree, pose }: StrictState, fixed: readonly number[], joints: Float64Array) => {
    const state = { tree: { ...tree, joints }, pose: pose.slice() };
    const movable = Uint8Array.from(tree.parents, (_, j) =>
      loose.includes(j) && !fixed.includes(j) ? 1 : 0,
    );
    return { state, error: await bench.fitTo(state, statistics, { ...options, movable }, task) };
  };
  const start = drawnIn(from.tree.joints, options.places, loose, FARTHEST);
  let best = await fitted(from, [], start.joints);
  let dearest = Infinity;
  for (const most of [FARTHEST, ...NEARER]) {
    const { joints, far } = drawnIn(best.state.tree.joints, options.places, loose, most);
    const nearer = far.length > 0 ? await fitted(best.state, far, joints) : best;
    if (nearer.error > dearest) break;
    best = nearer;
    if (most === FARTHEST) dearest = MOST_COST * best.error;
  }
  await bench.place(best.state, task);
  return best.state;
}

/**
 * 3B: the joints, with those of `loose` moved to at most a given distance from where they belong, and the list of those
 * that were farther away. All is normalised.
 */
function drawnIn(
  from: Float64Array,
  homes: Float64Array,
  loose: readonly number[],
  most: number,
): { joints: Float64Array; far: number[] } {
  const joints = from.slice();
  const far = loose.filter((j) => {
    const home = homes.subarray(3 * j, 3 * j + 3);
    const away = Array.from(home, (x, c) => from[3 * j + c] - x);
    const length = Math.hypot(...away);
    if (length <= most) return false;
    joints.set(
      away.map((d, c) => home[c] + (most / length) * d),
      3 * j,
    );
    return true;
  });
  return { joints, far };
}

/** B flags: the bones of trees that contain no touched bone. */
function untouchedTrees(tree: SkeletonTree, touched: readonly number[]): Uint8Array {
  const locked = new Uint8Array(tree.parents.length);
  for (const root of rootsOf(tree)) {
    const all = subtreeOf(tree, root);
    if (!touched.some((j) => all.has(j))) for (const j of all) locked[j] = 1;
  }
  return locked;
}

/** B flags: the bones whose joints are open and not affected by the edit. */
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

/** `posed` with the bones of `rig`, and with the motion of `rig` for bones whose flag is set. */
function withMotionOf(rig: Rig, posed: Rig, stays: Uint8Array): Rig {
  const B = rig.bones.length;
  const motion = posed.motion.slice();
  for (let at = 0; at < motion.length; at += 12) {
    if (stays[(at / 12) % B]) motion.set(rig.motion.subarray(at, at + 12), at);
  }
  return { ...posed, bones: rig.bones, motion };
}
