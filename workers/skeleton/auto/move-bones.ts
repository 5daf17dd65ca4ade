import { lossOfBones, vertexByError } from "../../decompose/methods/ssdr/moves";
import { setBoneToPatch } from "../../decompose/methods/ssdr/patch-fit";
import { motionOfRows } from "../../decompose/phases/blend-state";
import type { Random } from "../../math/random";
import type { Task } from "../../model/task";
import type { StrictBench } from "../strict/strict-bench";
import { poseOf } from "../strict/strict-state";
import { type BoneOverlaps, overlapsOfStatistics } from "../tree/bone-overlaps";
import { softJoint } from "../tree/joint-solve";
import { pairMoments } from "../tree/pair-moments";
import { type SkeletonTree, treeFromLinks } from "../tree/skeleton-tree";
import { improve, type Reached } from "./improve";
import { withoutBone } from "./tree-links";

/** The bone to move is one of this many whose removal costs least, chosen at random. */
const LEAST_MISSED = 4;
/** Numbers of vertices in the patches that are tried around the new place. */
const PATCHES = [20, 60, 150];
/** Possible parents move the bone's patch by at least this share of what the bone that moves it most does. */
const LEAST_USE = 0.15;
/** µ of the joint of a bone that has just moved, for each frame. */
const JOINT_PULL = 0.03;
/** Outer iterations after a move, and as many again if the objective is within this factor of the old one. */
const ITERATIONS = 5;
const SLACK = 1.03;

export interface MoveOptions {
  pull: number;
  random: Random;
  /** Moves that failed in a row. The first try takes the bone whose removal costs least. */
  fails: number;
}

/**
 * Removes a bone whose removal costs little, and adds it as a leaf where the error is large. Keeps the move if that
 * lowers the objective. The bench then holds the result.
 */
export async function moveBone(
  bench: StrictBench,
  from: Reached,
  { pull, random, fails }: MoveOptions,
  task: Task,
): Promise<{ reached: Reached; moved: boolean }> {
  const start = bench.save(from.state);
  const { solver, blend } = bench;
  const h = solver.options.bones;
  const losses = await lossOfBones(solver, blend, task);
  const byLoss = Array.from(losses.keys()).sort((a, b) => losses[a] - losses[b]);
  const r = byLoss[fails === 0 ? 0 : random.integer(Math.min(LEAST_MISSED, h))];
  const vertex = vertexByError(blend.errors, random);
  const size = Math.min(
    PATCHES[random.integer(PATCHES.length)],
    Math.max(10, bench.problem.vertexCount / h / 2),
  );
  const patch = Array.from(solver.options.nearest.around(vertex, Math.round(size)));
  const overlaps = overlapsOfStatistics((await bench.statistics(task)).normal, h);
  await setBoneToPatch(solver, blend.bones, h, r, vertex, task);
  const tree = regrown(bench, from.state.tree, r, patch, overlaps);
  if (!tree) return { reached: { ...from, state: await bench.restore(start, task) }, moved: false };
  const state = { tree, pose: poseOf(blend.bones.slice(), tree, true) };
  forget(bench, r, patch);
  await bench.place(state, task);
  await solver.weights.run(blend, task);
  const options = { iterations: ITERATIONS, pull, tolerance: 0 };
  let reached = await improve(bench, { state, error: blend.error, objective: Infinity }, options, task);
  if (reached.objective >= from.objective && reached.objective < SLACK * from.objective) {
    reached = await improve(bench, reached, options, task);
  }
  if (reached.objective < (1 - 1e-4) * from.objective) return { reached, moved: true };
  return { reached: { ...from, state: await bench.restore(start, task) }, moved: false };
}

/** Lets the vertices that bone r moved, or will move, search for their bones again. */
function forget({ blend, solver }: StrictBench, r: number, patch: readonly number[]): void {
  const { slots } = solver.options;
  const near = new Set(patch);
  for (let i = 0; i < blend.errors.length; i++) {
    const row = blend.ids.subarray(i * slots, (i + 1) * slots);
    if (near.has(i) || row.includes(r)) row.fill(-1);
  }
}

/** The tree with bone r as a leaf on the bone of its patch with which it has the best joint; null if it has none. */
function regrown(
  { blend, problem, solver }: StrictBench,
  tree: SkeletonTree,
  r: number,
  patch: readonly number[],
  overlaps: BoneOverlaps,
): SkeletonTree | null {
  const { bones: h, slots } = solver.options;
  const { links, roots } = withoutBone(tree, r, heirOf(tree, r, overlaps));
  const use = new Float64Array(h);
  const centre = [0, 0, 0];
  for (const i of patch) {
    for (let c = 0; c < 3; c++) centre[c] += problem.rest[4 * i + c] / patch.length;
    for (let e = i * slots; e < (i + 1) * slots; e++)
      if (blend.ids[e] >= 0) use[blend.ids[e]] += blend.values[e];
  }
  use[r] = 0;
  const most = use.reduce((a, b) => Math.max(a, b), 0);
  if (most === 0) return null;
  const motion = motionOfRows(blend.bones, problem.frameCount, h);
  const offers = Array.from(use.keys())
    .filter((j) => use[j] >= LEAST_USE * most)
    .map((j) => {
      const { joint, gap } = softJoint(pairMoments(motion, h, r, j, centre), JOINT_PULL * problem.frameCount);
      return { j, joint, cost: gap ** 2 / use[j] };
    });
  const { j, joint } = offers.reduce((best, offer) => (offer.cost < best.cost ? offer : best));
  return treeFromLinks(h, [...links, { a: r, b: j, joint }], roots, tree.joints);
}

/** The neighbour of bone r in the tree that shares most surface with it; −1 if it has none. */
function heirOf({ parents }: SkeletonTree, r: number, { count: B, shared }: BoneOverlaps): number {
  let best = -1;
  for (let j = 0; j < B; j++) {
    if (parents[j] !== r && parents[r] !== j) continue;
    if (best < 0 || shared[r * B + j] > shared[r * B + best]) best = j;
  }
  return best;
}
