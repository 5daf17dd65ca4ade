/** Our own method with a given weight of gradients, ℓ. */
import { isLarge, sweepsOfAuto, USUAL_TANGENTIAL } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Descent } from "../descent/descent";
import { type Examples, someExamples } from "../measure/examples";
import { startFromWeights } from "./patch-supports";
import {
  candidatePlaces,
  exchanges,
  findMixedCandidates,
  laterExchanges,
  type ReduceProblem,
  startCoarse,
  sweepOften,
  withDescent,
} from "./with-descent";

/** Sweeps of large meshes use this share of the examples at first, and make this share of all sweeps with them. */
const [FEW_EXAMPLES, FEW_SWEEPS] = [1 / 4, 3 / 4];
/** There are at least this many examples, and with fewer than twice as many all are used from the start. */
export const LEAST_FEW = 16;

/** A path to a small ℓ starts at this one, and halves it on the way. The search for ℓ goes down to the last. */
const [FIRST, LAST] = [0.8, 0.00625];
/** Values nearer than this factor to the end of a path are left out. */
const NEAR = 1.2;
/** Sweeps at each value before the last, and at the last before gradients are evened again. */
const SWEEPS_OF_ROUND = 10;

/** All values of the search for ℓ. */
const SEARCHED: readonly number[] = halvings(LAST);

function halvings(end: number): number[] {
  const values: number[] = [];
  for (let value = FIRST; value > NEAR * end; value /= 2) values.push(value);
  return [...values, end];
}

/**
 * The values of ℓ on the way to the one that is wanted. Large values find supports that neighbours share. From these,
 * a small ℓ reaches better minima than from supports that were chosen for positions.
 */
export function pathTo(smoothness: number, vertices: number): readonly number[] {
  // Large meshes have no time for it.
  if (smoothness === 0 || isLarge(vertices)) return [smoothness];
  return halvings(Math.max(smoothness, LAST)).with(-1, smoothness);
}

/**
 * Supports from coarse to fine, then supports and values together over the examples. The objective includes gradients
 * of residuals, because these turn the normals. On a large mesh, most sweeps use some of the examples: each takes less
 * time, and the last sweeps correct what these examples do not tell.
 * @param smoothness ℓ.
 */
export async function autoAt(
  problem: ReduceProblem,
  examples: Examples,
  smoothness: number,
  task: Task,
): Promise<SparseWeights> {
  const { rig, settings } = problem;
  const V = rig.rest.length / 3;
  const total = settings.sweeps ?? sweepsOfAuto(V);
  const isSplit = isLarge(V) && examples.count >= 2 * LEAST_FEW;
  const early = isSplit ? Math.floor(FEW_SWEEPS * total) : total;
  const few = Math.max(LEAST_FEW, Math.ceil(FEW_EXAMPLES * examples.count));
  const used = isSplit ? someExamples(examples, few) : examples;
  const path = pathTo(smoothness, V);
  const { weights: found, shares } = await onPath(problem, used, path, task, async (descent) => {
    await sweepEvenly(descent, smoothness, { sweeps: early, total, isStart: path.length === 1 }, task);
    return { weights: descent.weights(), shares: descent.shares };
  });
  if (!isSplit) return found;
  const input = { objective: objectiveOf(problem, smoothness), shares, ...candidatePlaces(problem) };
  return withDescent(problem, { ...input, examples, patchPlaces: 0 }, task, async (descent) => {
    await findMixedCandidates(descent, task);
    startFromWeights(descent, found);
    await descent.findGrams(task);
    await descent.start(false, task);
    await sweepOften(descent, total - early, laterExchanges, task, { before: early, total });
    return descent.weights();
  });
}

/**
 * Sweeps in rounds, and evens gradients between them.
 * @param sweeps of all rounds, of `total` for the progress.
 * @param isStart whether no sweep was made before.
 */
async function sweepEvenly(
  descent: Descent,
  smoothness: number,
  { sweeps, total, isStart }: { sweeps: number; total: number; isStart: boolean },
  task: Task,
): Promise<void> {
  for (let before = 0; before < sweeps; before += SWEEPS_OF_ROUND) {
    if (before > 0 && smoothness > 0) await descent.evenGradients(smoothness, task);
    const search = isStart && before === 0 ? exchanges : laterExchanges;
    await sweepOften(descent, Math.min(SWEEPS_OF_ROUND, sweeps - before), search, task, { before, total });
  }
}

const objectiveOf = ({ settings }: ReduceProblem, gradients: number) => ({
  position: 1,
  gradients,
  tangential: settings.tangential ?? USUAL_TANGENTIAL,
  laplacians: 0,
});

/** Goes down a path of ℓ. @param atEnd works on the descent at the last value, where no sweep was made yet. */
function onPath<Result>(
  problem: ReduceProblem,
  examples: Examples,
  path: readonly number[],
  task: Task,
  atEnd: (descent: Descent) => Promise<Result>,
): Promise<Result> {
  const input = { objective: objectiveOf(problem, path[0]), ...candidatePlaces(problem), examples };
  return withDescent(problem, input, task, async (descent) => {
    await startCoarse(descent, problem.ring, task);
    for (const [n, value] of path.entries()) {
      if (n === 0) continue;
      await sweepOften(descent, SWEEPS_OF_ROUND, n === 1 ? exchanges : laterExchanges, task);
      await descent.evenGradients(value, task);
    }
    return atEnd(descent);
  });
}

/**
 * The weights at each value of ℓ that the search visits, one after the other.
 * @param visit returns whether the next value shall follow.
 */
export function alongPath(
  problem: ReduceProblem,
  examples: Examples,
  task: Task,
  visit: (smoothness: number, weights: SparseWeights) => Promise<boolean>,
): Promise<void> {
  return onPath(problem, examples, SEARCHED.slice(0, 1), task, async (descent) => {
    for (const [n, value] of SEARCHED.entries()) {
      if (n > 0) await descent.evenGradients(value, task);
      await sweepOften(descent, SWEEPS_OF_ROUND, n === 0 ? exchanges : laterExchanges, task);
      if (!(await visit(value, descent.weights()))) break;
    }
  });
}
