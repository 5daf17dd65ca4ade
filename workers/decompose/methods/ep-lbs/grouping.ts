/**
 * Finds the number of bones from the error (Hopkins 2017, algorithm 4.2). It splits groups of vertices whose error is
 * above the average in two, and groups all vertices again from the new centres. It repeats this until the error of the
 * fitted weights is low enough. It never merges. Choices that the thesis leaves open: it starts with two groups, splits
 * in feature space, takes the mean over a group's vertices as the error of its bone, and keeps the round with the least
 * error.
 */

import { Clusters } from "../../initialisers/clusters";
import { cosineKmeans, type Directions, groupFrom, kmeansBytes } from "../../initialisers/cosine-kmeans";
import { oneRingFeatures } from "../../initialisers/start-one-ring";
import { BlendSolver } from "../../phases/blend-solver";
import type { MethodContext } from "../method";
import { rigidOptions } from "../solver-options";
import { fitEpLbsWeights } from "./published-weights";

const FIRST = 2;
const MOST_ROUNDS = 24;
const ROUNDS = 15;
const SPLIT = { restarts: 1, rounds: 10 };

export interface FoundBones {
  /** F·bones·12. */
  motion: Float64Array;
  bones: number;
  /** Number of rounds that split groups. */
  rounds: number;
  /** Whether the error reached the goal. */
  reached: boolean;
}

/** Arena bytes besides the features and the fit: one group's vectors, and the grouping. */
export const groupingBytes = (count: number, width: number, most: number) =>
  8 * count * width + 2 * kmeansBytes(count, width, most);

/**
 * @param goal sum of squared errors at which splitting ends.
 * @param published fit the weights as in the thesis; `fitEpLbsWeights` explains the difference.
 */
export async function findBones(
  context: MethodContext,
  most: number,
  goal: number,
  published: boolean,
): Promise<FoundBones> {
  const { parallel, task, random, log } = context;
  const { arena } = parallel;
  const mark = arena.mark();
  const features = await oneRingFeatures(context.starts, task);
  let grouping = await cosineKmeans(parallel, features, Math.min(FIRST, most), SPLIT, random, task);
  let best: FoundBones | null = null;
  let least = Infinity;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const fit = await fitGroups(
      context,
      grouping.labels,
      grouping.centres.length / features.width,
      published,
    );
    if (fit.error < least) {
      least = fit.error;
      best = { motion: fit.motion, bones: fit.bones, rounds: round, reached: fit.error <= goal };
    }
    const k = grouping.centres.length / features.width;
    const worst = fit.worst.slice(0, most - k);
    if (fit.error <= goal || worst.length === 0 || !log.mayGoOn) break;
    const centres: Float64Array[] = [];
    for (let j = 0; j < k; j++) {
      const own = grouping.centres.subarray(j * features.width, (j + 1) * features.width);
      if (worst.includes(j)) centres.push(...(await split(context, features, grouping.labels, j, own)));
      else centres.push(own);
    }
    const seeds = new Float64Array(centres.length * features.width);
    centres.forEach((centre, n) => {
      seeds.set(centre, n * features.width);
    });
    grouping = await groupFrom(parallel, features, seeds, ROUNDS, task);
  }
  arena.release(mark);
  return best!;
}

/** Centres of the two halves of group j, or the group's own centre if it has fewer than two vectors. */
async function split(
  { parallel, random, task }: MethodContext,
  { rows, width }: Directions,
  labels: Int32Array,
  j: number,
  own: Float64Array,
): Promise<Float64Array[]> {
  const members: number[] = [];
  for (let n = 0; n < labels.length; n++) if (labels[n] === j) members.push(n);
  if (members.length < 2) return [own];
  const mark = parallel.arena.mark();
  const part = parallel.arena.f64(members.length * width);
  members.forEach((n, to) => {
    part.set(rows.subarray(n * width, (n + 1) * width), to * width);
  });
  const points = { rows: part, count: members.length, width };
  const { centres } = await cosineKmeans(parallel, points, 2, SPLIT, random, task);
  parallel.arena.release(mark);
  return [centres.slice(0, width), centres.slice(width)];
}

interface Fit {
  motion: Float64Array;
  bones: number;
  error: number;
  /** Groups whose error is above the average, worst first. */
  worst: number[];
}

/** Rigid bones of groups, and weights on all of them (algorithm 4.1). */
async function fitGroups(
  context: MethodContext,
  labels: Int32Array,
  k: number,
  published: boolean,
): Promise<Fit> {
  const { parallel, problem, starts, task } = context;
  const { arena } = parallel;
  const mark = arena.mark();
  const clusters = new Clusters(starts, k);
  await clusters.adopt(labels, k, task);
  const bones = clusters.count;
  const motion = clusters.motion();
  arena.release(mark);
  const solver = new BlendSolver(parallel, problem, rigidOptions(context, bones, bones));
  const state = solver.createState();
  await solver.setMotion(state, motion, task);
  await fitEpLbsWeights(context, solver, state, published);
  const sums = new Float64Array(k);
  const sizes = new Float64Array(k);
  labels.forEach((j, n) => {
    sums[j] += state.errors[starts.sample.members[n]];
    sizes[j]++;
  });
  const { error } = state;
  arena.release(mark);
  const means = Array.from(sums, (sum, j) => sum / Math.max(1, sizes[j]));
  const average = means.reduce((a, b) => a + b, 0) / k;
  const worst = [...means.keys()].filter((j) => means[j] > average && sizes[j] > 1);
  worst.sort((a, b) => means[b] - means[a] || a - b);
  return { motion, bones, error, worst };
}
