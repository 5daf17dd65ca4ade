/** The methods that minimise the objective of `ReduceJob`. */
import type { MakeParallel } from "../../kernels/parallel";
import { type ReduceSettings, SWEEPS, sweepsOfAuto } from "../../model/reduce/reduce-settings";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { Descent, type DescentInput, type Objective } from "../descent/descent";
import { densityOf, type WeightedRings } from "../descent/edge-weights";
import { scaleOf } from "../descent/scene";
import type { Examples } from "../measure/examples";
import { startFromPatches } from "./patch-supports";
import { publishedGeometric } from "./published-geometric";
import { RigidEnergy, RigidTargets } from "./rigid-targets";

/** A rig with what its methods share. */
export interface ReduceProblem {
  rig: Rig;
  /** Vertices, 3T. */
  triangles: Uint32Array;
  ring: WeightedRings;
  settings: ReduceSettings;
  /** k, no more than there are bones. */
  influences: number;
  makeParallel: MakeParallel;
}

/** Members are exchanged in the first sweeps and in every third; the others only move weights, which costs a third. */
const exchanges = (sweep: number): boolean => sweep < 3 || sweep % 3 === 0;

/** Candidates of a vertex beside its influences; all bones where there are few. */
const [FEW_BONES, SPARE] = [20, 12];
/** Bones in the list of a patch beside the candidates of a vertex. */
const PATCH_SPARE = 6;
/**
 * How strongly rigid weights are drawn to the dense rig, beside edges that weigh about 2 together. Without it the energy
 * would be least if one bone moved all.
 */
const PULL = 0.02;
/** Sweeps before the first rigid targets, and sweeps for each targets, of which the first exchanges members. */
const [FIRST_SWEEPS, SWEEPS_OF_TARGETS] = [14, 3];
/** The threads to allocate for, if their number is not known yet. */
const MOST_THREADS = 32;
const NOTHING: Objective = { position: 0, gradients: 0, tangential: 1, laplacians: 0 };

async function descend<Result>(
  { rig, triangles, ring, influences, makeParallel }: ReduceProblem,
  input: Pick<DescentInput, "examples" | "objective" | "candidates" | "patchPlaces" | "moreBytes">,
  task: Task,
  work: (descent: Descent) => Promise<Result>,
): Promise<Result> {
  const descent = await Descent.open({ rig, triangles, ring, influences, ...input }, makeParallel, task);
  try {
    return await work(descent);
  } finally {
    descent.dispose();
  }
}

async function sweepOften(
  descent: Descent,
  sweeps: number,
  search: (sweep: number) => boolean,
  task: Task,
): Promise<void> {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    task.progress({ phase: "Fitting weights", done: sweep / sweeps, detail: `sweep ${sweep + 1}` });
    const left = await descent.sweep(search(sweep), sweep % 2 === 1, task);
    if (left === 0) break;
  }
}

/**
 * Smooth weights (Eq. 35; Landreneau & Schaefer 2010), on the k largest of each vertex: the Laplacians of the weights
 * of each bone stay as they were, at all vertices, with w ≥ 0 and Σw = 1. Eq. 36 says nothing in the rest pose.
 */
export function smooth(problem: ReduceProblem, task: Task): Promise<SparseWeights> {
  const { rig, settings, influences } = problem;
  const objective = { ...NOTHING, laplacians: 1 };
  const input = { examples: null, objective, candidates: influences, patchPlaces: 0 };
  return descend(problem, input, task, async (descent) => {
    await descent.findCandidates(influences, true, task);
    descent.startFromLists(rig.weights);
    await descent.findGrams(task);
    await descent.start(false, task);
    await sweepOften(descent, settings.sweeps ?? SWEEPS.smooth, () => false, task);
    return descent.weights();
  });
}

/** Geometric weights (Eqs 37-40; James & Twigg 2005) on the k bones that alone come nearest. */
export async function geometric(
  problem: ReduceProblem,
  examples: Examples,
  task: Task,
): Promise<SparseWeights> {
  const { rig, settings, influences } = problem;
  const objective = { ...NOTHING, position: 1 };
  const input = { examples, objective, candidates: influences, patchPlaces: 0 };
  const found = await descend(problem, input, task, async (descent) => {
    await descent.findCandidates(0, false, task);
    descent.startFromLists(null);
    await descent.findGrams(task);
    await descent.start(settings.geometric === "exact", task);
    return descent.weights();
  });
  return settings.geometric === "exact" ? found : publishedGeometric(rig, examples, found, task);
}

/**
 * Poisson weights (Eqs 41-43; Landreneau & Schaefer 2010): the Laplacians of the posed mesh are those of the examples.
 * It starts from geometric weights on its supports. Nothing holds slow drift, so the number of sweeps is fixed.
 */
export function poisson(problem: ReduceProblem, examples: Examples, task: Task): Promise<SparseWeights> {
  const { settings, influences } = problem;
  const objective = { ...NOTHING, laplacians: 1 };
  const byWeight = settings.supports === "k-largest";
  const input = { examples, objective, candidates: influences, patchPlaces: 0 };
  return descend(problem, input, task, async (descent) => {
    await descent.findCandidates(byWeight ? influences : 0, byWeight, task);
    descent.startFromLists(null);
    await descent.findGrams(task);
    await descent.start(true, task);
    await sweepOften(descent, settings.sweeps ?? SWEEPS.poisson, () => false, task);
    return descent.weights();
  });
}

/**
 * Our own: supports from coarse to fine, then supports and values together over the examples. Gradients of residuals
 * count too, because they are what turns the normals.
 */
export function auto(problem: ReduceProblem, examples: Examples, task: Task): Promise<SparseWeights> {
  const { rig, ring, settings } = problem;
  const objective = {
    position: 1,
    gradients: settings.smoothness,
    tangential: settings.tangential,
    laplacians: 0,
  };
  const input = { examples, objective, ...placesOf(problem) };
  return descend(problem, input, task, async (descent) => {
    await startCoarse(descent, ring, task);
    await sweepOften(descent, settings.sweeps ?? sweepsOfAuto(rig.rest.length / 3), exchanges, task);
    return descent.weights();
  });
}

/**
 * Weights that keep the mesh as rigid as possible in the examples, on supports that are chosen for it. It starts as
 * `auto`, and then follows targets that keep every ring rigid instead of those of the dense rig.
 */
export async function rigid(problem: ReduceProblem, examples: Examples, task: Task): Promise<SparseWeights> {
  const { rig, triangles, settings, makeParallel } = problem;
  const energy = await RigidEnergy.create(rig, triangles, PULL, task);
  const moreBytes = energy.bytes(makeParallel.threads ?? MOST_THREADS, 12 * Math.ceil(examples.count / 4));
  // So that edges count as they do in the energy.
  const gradients = 1 / Math.sqrt(densityOf(rig.rest, triangles, scaleOf(rig.rest)) || 1);
  const objective = { position: PULL, gradients, tangential: 1, laplacians: 0 };
  const input = { examples, objective, moreBytes, ...placesOf(problem) };
  const rounds = settings.sweeps ?? SWEEPS.arap;
  return descend({ ...problem, ring: energy.ring }, input, task, async (descent) => {
    await startCoarse(descent, energy.ring, task);
    await sweepOften(descent, FIRST_SWEEPS, exchanges, task);
    const targets = await RigidTargets.create(descent, energy, task);
    for (let round = 0; round < rounds; round++) {
      task.progress({ phase: "Keeping rings rigid", done: round / rounds, detail: `round ${round + 1}` });
      await targets.renew(task);
      for (let s = 0; s < SWEEPS_OF_TARGETS; s++) await descent.sweep(s === 0, s % 2 === 1, task);
    }
    return descent.weights();
  });
}

/** Candidates of a vertex, and the places in the lists of patches. */
function placesOf({ rig, influences }: ReduceProblem): Pick<DescentInput, "candidates" | "patchPlaces"> {
  const B = rig.bones.length;
  const candidates = B <= FEW_BONES ? B : Math.min(B, influences + SPARE);
  return { candidates, patchPlaces: Math.min(B, candidates + PATCH_SPARE) };
}

/** Supports from coarse to fine, and the best weights on them. */
async function startCoarse(descent: Descent, ring: WeightedRings, task: Task): Promise<void> {
  await descent.findCandidates(Math.ceil(descent.size.candidates / 2), false, task);
  await startFromPatches(descent, ring, task);
  await descent.findGrams(task);
  await descent.start(true, task);
}
