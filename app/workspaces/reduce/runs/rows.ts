import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import { REDUCE_METHODS, type ReduceMethod } from "../../../../workers/model/reduce/reduce-settings";
import { cageOf, LEAST_CAGE_INFLUENCES } from "../../../../workers/model/rig/cage";
import type { Rig } from "../../../../workers/model/rig/rig";
import { maxInfluences } from "../../../../workers/model/rig/sparse-weights";
import type { ReduceRun } from "../../../document/reduce/reduce-state";
import { virtualBonesToTry } from "./compress-job";

/** The numbers of influences that the curves of the plot show. */
const CURVE = [1, 2, 3, 4, 5, 6, 8];
/** Cages need eight or more. */
const CAGE_CURVE = [8, 10, 12, 16];

/** The numbers of influences to reduce to, beginning with that of the budget. */
function influencesToTry(most: number, wanted: number, isCage: boolean): number[] {
  const least = isCage ? LEAST_CAGE_INFLUENCES : 1;
  const first = Math.min(Math.max(least, Math.floor(wanted)), Math.max(least, most - 1));
  return [first, ...(isCage ? CAGE_CURVE : CURVE).filter((k) => k < most && k !== first)];
}

/**
 * The methods for a mesh. Rigid weights are only for still meshes with a skeleton, which they are judged on in poses.
 * With frames, weights should follow those; bones without a skeleton have no poses.
 */
function methodsFor(sequence: OpenedSequence, rig: Rig): ReduceMethod[] {
  const isPosed = sequence.frameCount === 1 && rig.bones.some(({ parent }) => parent >= 0);
  return REDUCE_METHODS.filter((method) => method !== "arap" || isPosed);
}

const waiting = (method: ReduceRun["method"], asked: number): ReduceRun => ({
  id: `${method} ${asked}`,
  ...{ method, asked, state: "waiting", rig: null, report: null, error: null, gpuTime: null },
});

/**
 * The rows of the table, in the order in which they are computed: all methods at the influences of the budget, two
 * layers, then all methods at the other influences of the plot.
 * @param wanted influences of the budget
 */
export function rowsToReduce(sequence: OpenedSequence, rig: Rig, wanted: number): ReduceRun[] {
  const isCage = cageOf(rig) !== null;
  const methods = methodsFor(sequence, rig);
  const counts = influencesToTry(maxInfluences(rig.weights), wanted, isCage);
  const [first, ...others] = counts.map((k) => methods.map((method) => waiting(method, k)));
  // A vertex of a cage that blends only two virtual points would lie on the line between them.
  const layers = isCage ? [] : virtualBonesToTry(sequence, rig);
  return [...first, ...layers.map((count) => waiting("two-layer", count)), ...others.flat()];
}
