import type { Task } from "../../../model/task";
import type { SavedSkeleton, StrictBench } from "../../strict/strict-bench";
import { overlapsOfStatistics } from "../../tree/bone-overlaps";
import { improveSkeleton, type Reached } from "../improve";
import { areNear, distancesFrom, type JointDistances } from "./distances";
import { Forces } from "./forces";

/** The diagonal in normalised coordinates. */
const DIAGONAL = 2;
/** Outer iterations of a round. With fewer, joints would follow too late, and the force would grow too much. */
const ITERATIONS = 10;
/** The most rounds, and the fewest that follow when joints are near. */
const ROUNDS = 60;
const LEAST_SETTLING = 10;
/** Settling ends when so many rounds in a row gain less than this share of the squared error. */
const PATIENCE = 4;
const SETTLED = 2e-3;

/** Joints come within this share of the distances that they may have, so that rounding takes none beyond. */
const NEAR = 0.995;

export interface DrawnNear {
  reached: Reached;
  /** h: µ of each joint. */
  pulls: Float64Array;
}

export interface DrawingNear {
  /** µ of all joints so far, which each has at least. */
  pull: number;
  /** The squared error at which joints are given up. */
  most: number;
  mayGoOn(): boolean;
  /** Called before each round with the error. */
  progress(error: number): void;
}

/**
 * Pulls the joints of a skeleton harder until they lie near where weights meet, and settles it there. The bench then
 * holds the result, or what it held before.
 * @returns null if joints do not come near for the error that they may cost.
 */
export async function drawNear(
  bench: StrictBench,
  from: Reached,
  { pull, most, mayGoOn, progress }: DrawingNear,
  task: Task,
): Promise<DrawnNear | null> {
  const start = bench.save(from.state);
  let distances = await distancesOn(bench, from, task);
  const forces = new Forces(pull, distances);
  let reached = from;
  let best: (DrawnNear & { saved: SavedSkeleton }) | null = null;
  let [settled, slow] = [0, 0];
  for (let round = 0; round < ROUNDS && mayGoOn(); round++) {
    progress(reached.error);
    const pulls = forces.next(distances, await stiffnessOn(bench, reached, task));
    const options = { iterations: ITERATIONS, pull: pulls, tolerance: 0, after: mayGoOn };
    reached = await improveSkeleton(bench, { ...reached, objective: Infinity }, options, task);
    if (!(reached.error < most)) break;
    distances = await distancesOn(bench, reached, task);
    if (best) settled++;
    if (!areNear(distances, NEAR)) continue;
    const before: number = best?.reached.error ?? Infinity;
    if (reached.error < before) best = { reached, pulls, saved: bench.save(reached.state) };
    slow = reached.error > (1 - SETTLED) * before ? slow + 1 : 0;
    if (settled >= LEAST_SETTLING && slow >= PATIENCE) break;
  }
  const state = await bench.restore(best?.saved ?? start, task);
  return best && { reached: { ...best.reached, state }, pulls: best.pulls };
}

async function distancesOn(
  bench: StrictBench,
  { state: { tree } }: Reached,
  task: Task,
): Promise<JointDistances> {
  const { normal } = await bench.statistics(task);
  const overlaps = overlapsOfStatistics(normal, tree.parents.length);
  return distancesFrom(overlaps, tree.parents, tree.joints, DIAGONAL);
}

/** The stiffness of each pull at µ = 1. */
async function stiffnessOn(bench: StrictBench, { state, error }: Reached, task: Task): Promise<Float64Array> {
  return bench.pullsOn(state, error, { pull: 1 }, await bench.statistics(task)).weights;
}
