/**
 * Finds weights with few influences that strain the mesh least. (Thiery & Eisemann 2018 solve this with all
 * influences.)
 */
import { USUAL_SMOOTHNESS } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { meanStrainOfPoses } from "../../weights/binding/measure/measure-weights";
import { withSingleBones } from "../choose-examples";
import { hasHierarchy, limitPoses } from "../measure/example-poses";
import type { Examples } from "../measure/examples";
import { autoAt } from "../methods/auto-at";
import type { ReduceProblem } from "../methods/with-descent";
import { rigid } from "./rigid";

/** Judging poses have another seed than the poses that weights are fitted to. */
const [JUDGING_SEED, JUDGING_POSES] = [104729, 50];

export interface LeastStrain {
  weights: SparseWeights;
  /** Mean squared strain over the judging poses, as a multiple of the strain with dense weights. */
  strain: number;
  /** The strain of `auto`, which imitates the dense weights, as the same kind of multiple. */
  strainOfAuto: number;
}

/**
 * Runs `rigid` and `auto`, and judges both in unseen poses within the limits of the skeleton, or in the examples if
 * bones have no parents. The better weights win, because it may be enough to imitate dense weights that are already
 * stiff.
 */
export async function leastStrain(
  problem: ReduceProblem,
  examples: Examples,
  task: Task,
): Promise<LeastStrain> {
  const { rig, triangles, settings, makeParallel } = problem;
  const solved = await rigid(problem, examples, task);
  const mixed = await withSingleBones(rig, settings, examples, makeParallel, task);
  // Smaller values favour positions, which do not matter here.
  const smoothness = settings.smoothness ?? USUAL_SMOOTHNESS;
  const imitated = await autoAt(problem, mixed.examples, smoothness, task);
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
