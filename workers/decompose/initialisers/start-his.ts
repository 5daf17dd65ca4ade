/**
 * Starts at the purest vertices of an optimised flat: stages 1 and 2 of hyperspectral inverse skinning (Liu, Tan, Deng
 * & Gingold 2020), then the smallest simplex around the sample's points. One of the nearest vertices of each corner is
 * drawn at random, so other seeds give other starts. Each drawn vertex starts a rigid bone.
 */
import type { Random } from "../../math/random";
import type { Task } from "../../model/task";
import { Flat } from "../methods/his/flat/flat";
import { guess, guessedBytes } from "../methods/his/flat/flat-search";
import { GUESS_DEFAULTS } from "../methods/his/flat/guesses";
import { purestVertices } from "../methods/his/purest";
import { enclosingSimplex, SIMPLEX_DEFAULTS, simplexBytes } from "../methods/his/simplex/enclosing-simplex";
import type { MethodSize } from "../methods/method";
import { Clusters } from "./clusters";
import type { Start, StartContext } from "./start-context";

const ROUNDS = 5;
/** Iterations of the flat. More iterations hardly move the bones. */
const FLAT_ITERATIONS = 4;
/** The number of vertices from which one is drawn for each corner. */
const PUREST = 10;

export const startHis: Start = async (context, bones, random, task) => {
  const { arena } = context.parallel;
  const mark = arena.mark();
  const seeds = await corners(context, bones, random, task);
  arena.release(mark);
  const clusters = new Clusters(context, bones);
  await clusters.addPatches(seeds, task);
  while (clusters.count < bones) await clusters.addPatch(clusters.drawByError(random), task);
  await clusters.refine(ROUNDS, task);
  const motion = clusters.motion();
  arena.release(mark);
  return motion;
};

/** The most arena bytes for finding the vertices. */
export function hisStartBytes({ vertices, rank, bones }: MethodSize, threads: number): number {
  const flat = Flat.bytes(vertices, rank, bones, threads);
  return guessedBytes({ vertices, rank, bones }, threads) + flat + simplexBytes(vertices, bones, threads);
}

/** A vertex of the sample for each corner of the simplex around its points: at most `bones`, all different. */
async function corners(context: StartContext, bones: number, random: Random, task: Task): Promise<number[]> {
  const { parallel, problem, sample } = context;
  const guessed = await guess(context, bones, GUESS_DEFAULTS, random, task);
  const flat = new Flat(parallel, problem, bones);
  flat.place(guessed, random);
  await flat.solveWeights(false, task);
  for (let it = 0; it < FLAT_ITERATIONS; it++) {
    await flat.solveHandles(false, task);
    await flat.solveWeights(false, task);
  }
  const points = new Float64Array(sample.members.length * bones);
  sample.members.forEach((i, n) => {
    points.set(flat.weights.subarray(i * flat.weightStride, i * flat.weightStride + bones), n * bones);
  });
  const options = { ...SIMPLEX_DEFAULTS, iterations: 0 };
  const count = sample.members.length;
  const { weights } = await enclosingSimplex(parallel, points, count, bones, options, task);
  const seeds = new Set<number>();
  for (const found of purestVertices(weights, weights.length / count, PUREST)) {
    const free = found.filter((i) => !seeds.has(i));
    if (free.length > 0) seeds.add(free[random.integer(free.length)]);
  }
  return [...seeds];
}
