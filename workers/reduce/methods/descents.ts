/** The methods that minimise the objective of `ReduceJob` towards fixed targets. */
import { isLarge, SWEEPS, sweepsOfAuto } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Objective } from "../descent/descent";
import { type Examples, someExamples } from "../measure/examples";
import { startFromWeights } from "./patch-supports";
import { publishedGeometric } from "./published-geometric";
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

/** When weights of a cage are smoothed, the error in the rest pose counts so many times as much as their roughness. */
const HOLD = 1e4;

/** Supports stay. */
const NOWHERE = () => "nowhere" as const;
const NOTHING: Objective = { position: 0, gradients: 0, tangential: 1, laplacians: 0 };

/**
 * Smooth weights (Eq. 35; Landreneau & Schaefer 2010), on the k largest weights of each vertex. They keep the
 * Laplacians of each bone's weights at all vertices, under w ≥ 0 and Σw = 1. (In the rest pose, Eq. 36 is empty.)
 * @param corners of a cage at rest, 3B: Σ w c = v (Eq. 35c) is a heavy penalty, because few weights ≥ 0 cannot always
 * reach it. Null for bones, which hold the rest pose with any weights.
 */
export function smooth(
  problem: ReduceProblem,
  task: Task,
  corners: Float32Array | null = null,
): Promise<SparseWeights> {
  const { rig, settings, influences } = problem;
  const objective = { ...NOTHING, position: corners ? HOLD : 0, laplacians: 1 };
  const input = { examples: null, corners, objective, candidates: influences, patchPlaces: 0 };
  return withDescent(problem, input, task, async (descent) => {
    await descent.findCandidates(influences, true, task);
    descent.startFromLists(rig.weights);
    await descent.findGrams(task);
    await descent.start(false, task);
    await sweepOften(descent, settings.sweeps ?? SWEEPS.smooth, NOWHERE, task);
    return descent.weights();
  });
}

/** Geometric weights (Eqs 37-40; James & Twigg 2005) on the k bones that fit best alone. */
export async function geometric(
  problem: ReduceProblem,
  examples: Examples,
  task: Task,
): Promise<SparseWeights> {
  const { rig, settings, influences } = problem;
  const objective = { ...NOTHING, position: 1 };
  const input = { examples, objective, candidates: influences, patchPlaces: 0 };
  const found = await withDescent(problem, input, task, async (descent) => {
    await descent.findCandidates(0, false, task);
    descent.startFromLists(null);
    await descent.findGrams(task);
    await descent.start(settings.geometric === "exact", task);
    return descent.weights();
  });
  return settings.geometric === "exact" ? found : publishedGeometric(rig, examples, found, task);
}

/**
 * Poisson weights (Eqs 41-43; Landreneau & Schaefer 2010): the posed mesh keeps the Laplacians of the examples. It
 * starts from geometric weights on its supports. Nothing prevents slow drift, so the number of sweeps is fixed.
 */
export function poisson(problem: ReduceProblem, examples: Examples, task: Task): Promise<SparseWeights> {
  const { settings, influences } = problem;
  const objective = { ...NOTHING, laplacians: 1 };
  const byWeight = settings.supports === "k-largest";
  const input = { examples, objective, candidates: influences, patchPlaces: 0 };
  return withDescent(problem, input, task, async (descent) => {
    await descent.findCandidates(byWeight ? influences : 0, byWeight, task);
    descent.startFromLists(null);
    await descent.findGrams(task);
    await descent.start(true, task);
    await sweepOften(descent, settings.sweeps ?? SWEEPS.poisson, NOWHERE, task);
    return descent.weights();
  });
}

/** Sweeps of large meshes use this share of the examples at first, and make this share of all sweeps with them. */
const [FEW_EXAMPLES, FEW_SWEEPS] = [1 / 4, 3 / 4];
/** There are at least this many examples, and with fewer than twice as many all are used from the start. */
export const LEAST_FEW = 16;

/**
 * Our own method: supports from coarse to fine, then supports and values together over the examples. The objective
 * includes gradients of residuals, because these turn the normals. On a large mesh, most sweeps use some of the
 * examples: each takes less time, and the last sweeps correct what these examples do not tell.
 * @param smoothness ℓ.
 */
export async function autoAt(
  problem: ReduceProblem,
  examples: Examples,
  smoothness: number,
  task: Task,
): Promise<SparseWeights> {
  const { rig, ring, settings } = problem;
  const objective = { position: 1, gradients: smoothness, tangential: settings.tangential, laplacians: 0 };
  const V = rig.rest.length / 3;
  const total = settings.sweeps ?? sweepsOfAuto(V);
  const isSplit = isLarge(V) && examples.count >= 2 * LEAST_FEW;
  const early = isSplit ? Math.floor(FEW_SWEEPS * total) : total;
  const few = Math.max(LEAST_FEW, Math.ceil(FEW_EXAMPLES * examples.count));
  const input = { objective, ...candidatePlaces(problem) };
  const used = isSplit ? someExamples(examples, few) : examples;
  const found = await withDescent(problem, { ...input, examples: used }, task, async (descent) => {
    await startCoarse(descent, ring, task);
    await sweepOften(descent, early, exchanges, task, { before: 0, total });
    return descent.weights();
  });
  if (!isSplit) return found;
  return withDescent(problem, { ...input, examples, patchPlaces: 0 }, task, async (descent) => {
    await findMixedCandidates(descent, task);
    startFromWeights(descent, found);
    await descent.findGrams(task);
    await descent.start(false, task);
    await sweepOften(descent, total - early, laterExchanges, task, { before: early, total });
    return descent.weights();
  });
}
