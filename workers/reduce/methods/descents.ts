/** The methods that minimise the objective of `ReduceJob` towards fixed targets. */
import { SWEEPS } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Objective } from "../descent/descent";
import type { Examples } from "../measure/examples";
import { publishedGeometric } from "./published-geometric";
import { type ReduceProblem, sweepOften, withDescent } from "./with-descent";

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
