/** Weights with few influences that strain the mesh least (Thiery & Eisemann 2018 solve the same with all influences). */
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { meanStrainOfPoses } from "../../weights/binding/measure/measure-weights";
import { withSingleBones } from "../choose-examples";
import { hasHierarchy, limitPoses } from "../measure/example-poses";
import type { Examples } from "../measure/examples";
import { auto } from "../methods/descents";
import type { ReduceProblem } from "../methods/with-descent";
import { rigid } from "./rigid";

/** Poses that judge have another seed than poses that weights are fitted to. */
const [JUDGING_SEED, JUDGING_POSES] = [104729, 50];

export interface LeastStrain {
  weights: SparseWeights;
  /** Mean squared strain over the judging poses, as a multiple of that of the dense weights. */
  strain: number;
  /** The same of `auto`, which imitates the dense weights. */
  strainOfAuto: number;
}

/**
 * Both `rigid` and `auto`, judged in unseen poses within the limits of the skeleton, or in the examples where bones have
 * no parents. The better weights win: dense weights that are stiff already are imitated well enough.
 */
export async function leastStrain(
  problem: ReduceProblem,
  examples: Examples,
  task: Task,
): Promise<LeastStrain> {
  const { rig, triangles, settings, makeParallel } = problem;
  const solved = await rigid(problem, examples, task);
  const imitated = await auto(problem, withSingleBones(rig, settings, examples).examples, task);
  const motions = hasHierarchy(rig)
    ? limitPoses(rig, JUDGING_POSES, settings.seed + JUDGING_SEED)
    : examples.motion;
  const mesh = { positions: rig.rest, triangles, tets: null, wires: null };
  const strainOf = (weights: SparseWeights) =>
    meanStrainOfPoses({ mesh, weights, bones: rig.bones.length, motions }, makeParallel, task);
  const dense = await strainOf(rig.weights);
  const multiple = async (weights: SparseWeights) => (await strainOf(weights)) / (dense || 1);
  const [strain, strainOfAuto] = [await multiple(solved), await multiple(imitated)];
  return strain <= strainOfAuto
    ? { weights: solved, strain, strainOfAuto }
    : { weights: imitated, strain: strainOfAuto, strainOfAuto };
}
