/** The methods that minimise the objective of `ReduceJob` towards fixed targets. */
import { SWEEPS, sweepsOfAuto } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Objective } from "../descent/descent";
import type { Examples } from "../measure/examples";
import { publishedGeometric } from "./published-geometric";
import {
  candidatePlaces,
  exchanges,
  type ReduceProblem,
  startCoarse,
  sweepOften,
  withDescent,
} from "./with-descent";

/** Supports stay. */
const NOWHERE = () => "nowhere" as const;
const NOTHING: Objective = { position: 0, gradients: 0, tangential: 1, laplacians: 0 };

/**
 * Smooth weights (Eq. 35; Landreneau & Schaefer 2010), on the k largest weights of each vertex. They keep the
 * Laplacians of each bone's weights at all vertices, under w ≥ 0 and Σw = 1. (In the rest pose, Eq. 36 is empty.)
 */
export function smooth(problem: ReduceProblem, task: Task): Promise<SparseWeights> {
  const { rig, settings, influences } = problem;
  const objective = { ...NOTHING, laplacians: 1 };
  const input = { examples: null, objective, candidates: influences, patchPlaces: 0 };
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

/**
 * Our own method: supports from coarse to fine, then supports and values together over the examples. The objective
 * includes gradients of residuals, because these turn the normals.
 */
export function auto(problem: ReduceProblem, examples: Examples, task: Task): Promise<SparseWeights> {
  const { rig, ring, settings } = problem;
  const objective = {
    position: 1,
    gradients: settings.smoothness,
    tangential: settings.tangential,
    laplacians: 0,
  };
  const input = { examples, objective, ...candidatePlaces(problem) };
  return withDescent(problem, input, task, async (descent) => {
    await startCoarse(descent, ring, task);
    await sweepOften(descent, settings.sweeps ?? sweepsOfAuto(rig.rest.length / 3), exchanges, task);
    return descent.weights();
  });
}
