/**
 * Compares optimised weights with those that need no optimisation, in poses that neither was fitted to. On bodies whose
 * bones are thin beside their edges, an optimisation may lose to its own start, or to another one.
 */
import type { MakeParallel } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { WeightEdits } from "../../model/weights/weight-edits";
import type { WeightMethod } from "../../model/weights/weight-settings";
import type { WeightsInput } from "../../model/weights/weights-input";
import { exemplars } from "../exemplars";
import { gatherWeights, withoutZeros } from "../simple/dense-weights";
import { type BindingPrecompute, settledSupports } from "./binding-precompute";
import { firstWeights } from "./first-weights";
import { strainOverPoses } from "./measure/measure-weights";

/** Weights and the method that found them. */
export interface Candidate {
  method: WeightMethod;
  weights: SparseWeights;
}

/** The number of poses for the comparison, and what makes their seed differ from the exemplars'. */
const POSES = 40;
const CHOOSING = 0x27d4eb2f;
/** Optimised weights with less than this share of the start's strain need no further comparison. */
const CLEARLY = 0.9;

/** Whether the artist has set nothing by hand. Weights of another method would not respect such edits. */
export function asksNothing({ kept, from }: WeightsInput, edits: WeightEdits): boolean {
  const { holds, influences, attach, neumann, smooth, wires, importance } = edits;
  const pairs = [holds, influences, attach, neumann, smooth].every(({ vertices }) => vertices.length === 0);
  const poses = edits.addedExemplars.length + edits.droppedExemplars.length;
  const rows = edits.painted.length + edits.locked.length;
  return pairs && poses + rows + wires.length === 0 && !kept && !from && !importance;
}

/**
 * The weights that strain the mesh least in poses of their own: optimised weights, their start, or, if the optimisation
 * gained little, those of one other method: geodesic voxels, for a solid bounded biharmonic weights, or heat weights if
 * these were the start.
 */
export async function bestOf(
  optimised: Candidate,
  start: Candidate,
  { mesh, skeleton, adjacency, tree }: BindingPrecompute,
  { settings }: Pick<WeightsInput, "settings">,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Candidate> {
  const poses = exemplars(skeleton, POSES, createRandom(settings.seed ^ CHOOSING));
  const strainOf = ({ weights }: Candidate) =>
    strainOverPoses(mesh, skeleton, withoutZeros(weights), poses, makeParallel, task);
  const [own, first] = [await strainOf(optimised), await strainOf(start)];
  if (own < CLEARLY * first) return optimised;
  const usual = mesh.tets ? "biharmonic" : "voxel";
  const method = usual === start.method ? "heat" : usual;
  const dense = await firstWeights(method, mesh, skeleton, settings, makeParallel, task);
  const weights = gatherWeights(dense, await settledSupports(dense, adjacency, tree, settings, task));
  const other: Candidate = { method, weights: withoutZeros(weights) };
  const least = Math.min(own, first, await strainOf(other));
  if (least === own) return optimised;
  return least === first ? start : other;
}
