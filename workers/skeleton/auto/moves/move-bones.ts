import { lossOfBones } from "../../../decompose/methods/ssdr/moves";
import { setBoneToPatch, setBoneToVertices } from "../../../decompose/methods/ssdr/patch-fit";
import { motionOfRows } from "../../../decompose/phases/blend-state";
import { drawWeighted, type Random } from "../../../math/random";
import type { Task } from "../../../model/task";
import type { StrictBench } from "../../strict/strict-bench";
import { poseOf } from "../../strict/strict-state";
import { overlapsOfStatistics } from "../../tree/bone-overlaps";
import { softJoint } from "../../tree/joint-solve";
import { pairMoments } from "../../tree/pair-moments";
import { type SkeletonTree, treeFromLinks } from "../../tree/skeleton-tree";
import { improveSkeleton, JOINTS_EVERY, type Reached } from "../improve";
import { divideBone } from "./divide-bone";
import { insertBone, turnMidway } from "./insert-bone";
import { findMerges, type Merge } from "./merges";

/** The bone to move is chosen at random among this many bones with the cheapest merges. */
const LEAST_MISSED = 4;
/** The sizes of the patches around the new place that are tried, in vertices. */
const PATCHES = [20, 60, 150];
/** A bone may become the parent if it moves the patch by at least this share of what the strongest bone there does. */
const LEAST_USE = 0.15;
/** µ for each frame, for the joint of a bone that has just moved. */
const JOINT_PULL = 0.03;
/**
 * The shares of moves that divide a bone or insert one into a link (the others add a leaf), and when to give up. A move
 * has at most `most` outer iterations and is judged after every few. It is given up if at its recent pace it would not
 * win within `horizon` more, or if its objective is still `hopeless` times the old one.
 */
const HASTY = { divided: 0.3, inserted: 0, most: 21, horizon: 8, hopeless: 1.25 };
/** On a small mesh iterations are fast, and a small bone that was missing needs many to find its place. */
const PATIENT = { divided: 0.2, inserted: 0.4, most: 48, horizon: 20, hopeless: 6 };
const STRIDE = 3;
/** A move must gain this share of the objective. */
const LEAST_GAIN = 1e-4;

export interface BoneMoveOptions {
  pull: number;
  random: Random;
  /** Whether a move may take many iterations. */
  patient: boolean;
  /** The number of moves that failed in a row. The first try takes the bone with the cheapest merge. */
  fails: number;
}

/**
 * Merges a bone of little use with a neighbour, and adds it where the error is large: as a leaf, as one half of a
 * divided bone, or between two bones. Keeps the move if it lowers the objective. The bench then holds the result.
 */
export async function moveBone(
  bench: StrictBench,
  from: Reached,
  { pull, random, patient, fails }: BoneMoveOptions,
  task: Task,
): Promise<{ reached: Reached; moved: boolean }> {
  const start = bench.save(from.state);
  const { solver, blend } = bench;
  const h = solver.options.bones;
  const losses = await lossOfBones(solver, blend, task);
  const overlaps = overlapsOfStatistics((await bench.statistics(task)).normal, h);
  const motion = motionOfRows(blend.bones, bench.problem.frameCount, h);
  const merges = findMerges(from.state.tree, motion, overlaps, losses);
  const merge = merges[fails === 0 ? 0 : random.integer(Math.min(LEAST_MISSED, h))];
  const r = merge.bone;
  const vertex = drawWeighted(blend.errors, random);
  const style = patient ? PATIENT : HASTY;
  const draw = random.next();
  const size = Math.min(
    PATCHES[random.integer(PATCHES.length)],
    Math.max(10, bench.problem.vertexCount / h / 2),
  );
  const { tree: old } = from.state;
  const placed =
    draw < style.divided
      ? await divided(bench, old, merge, vertex, task)
      : draw < style.divided + style.inserted
        ? inserted(bench, old, merge, random)
        : await asLeaf(bench, old, merge, { vertex, size: Math.round(size) }, task);
  if (!placed) return { reached: { ...from, state: await bench.restore(start, task) }, moved: false };
  const { tree, searching } = placed;
  const state = { tree, pose: poseOf(blend.bones.slice(), tree, true) };
  forget(bench, r, searching);
  await bench.place(state, task);
  await solver.weights.run(blend, task);
  const { most, horizon, hopeless } = style;
  const goal = (1 - LEAST_GAIN) * from.objective;
  const options = { iterations: STRIDE, pull, tolerance: 0, jointsEvery: JOINTS_EVERY };
  let reached: Reached = { state, error: blend.error, objective: Infinity };
  for (let it = 0; it < most; it += STRIDE) {
    const before = reached.objective;
    reached = await improveSkeleton(bench, reached, options, task);
    if (reached.objective < goal) return { reached, moved: true };
    const pace = (before - reached.objective) / STRIDE;
    if (reached.objective - goal > horizon * pace) break;
    if (reached.objective > hopeless * goal) break;
  }
  return { reached: { ...from, state: await bench.restore(start, task) }, moved: false };
}
/** Makes the vertices that bone r moved, or will move, search for their bones again. */
function forget({ blend, solver }: StrictBench, r: number, patch: readonly number[]): void {
  const { slots } = solver.options;
  const near = new Set(patch);
  for (let i = 0; i < blend.errors.length; i++) {
    const row = blend.ids.subarray(i * slots, (i + 1) * slots);
    if (near.has(i) || row.includes(r)) row.fill(-1);
  }
}

interface Placed {
  tree: SkeletonTree;
  /** Vertices that search for their bones again. */
  searching: readonly number[];
}

/** The vertices that bone j moves most. */
function membersOf({ blend, solver }: StrictBench, j: number): number[] {
  const { slots } = solver.options;
  return Array.from(blend.errors.keys()).filter((i) => {
    const row = blend.values.subarray(i * slots, (i + 1) * slots);
    const most = row.reduce((best, w, e) => (w > row[best] && blend.ids[i * slots + e] >= 0 ? e : best), 0);
    return blend.ids[i * slots + most] === j;
  });
}

/** Makes bone r the far half of the bone that moves `vertex` most. */
async function divided(
  bench: StrictBench,
  { joints }: SkeletonTree,
  merge: Merge,
  vertex: number,
  task: Task,
): Promise<Placed | null> {
  const { blend, solver, problem } = bench;
  const { slots, bones: h } = solver.options;
  let [bone, most] = [-1, 0];
  for (let e = vertex * slots; e < (vertex + 1) * slots; e++) {
    const own = blend.ids[e] === merge.bone ? merge.heir : blend.ids[e];
    if (own >= 0 && blend.values[e] > most) [bone, most] = [own, blend.values[e]];
  }
  if (bone < 0) return null;
  const found = divideBone(h, merge, [bone, merge.bone], membersOf(bench, bone), problem.rest, joints);
  if (!found) return null;
  await setBoneToVertices(solver, blend.bones, h, merge.bone, found.far, task);
  return { tree: found.tree, searching: found.far };
}

/** Puts bone r between two bones that meet in a joint. */
function inserted(
  { blend, solver }: StrictBench,
  { joints }: SkeletonTree,
  merge: Merge,
  random: Random,
): Placed | null {
  const { bones: h } = solver.options;
  const found = insertBone(h, merge, merge.bone, blend, random, joints);
  if (!found) return null;
  turnMidway(blend.bones, h, [found.a, found.b, merge.bone]);
  return { tree: found.tree, searching: found.between };
}

/** Makes bone r a leaf in the patch around a vertex. Its parent is the bone with which it has the best joint. */
async function asLeaf(
  bench: StrictBench,
  tree: SkeletonTree,
  { bone: r, links, roots }: Merge,
  { vertex, size }: { vertex: number; size: number },
  task: Task,
): Promise<Placed | null> {
  const { blend, problem, solver } = bench;
  const { bones: h, slots } = solver.options;
  const patch = Array.from(solver.options.nearest.around(vertex, size));
  await setBoneToPatch(solver, blend.bones, h, r, vertex, task);
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
  return { tree: treeFromLinks(h, [...links, { a: r, b: j, joint }], roots, tree.joints), searching: patch };
}
