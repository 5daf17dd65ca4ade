/** A limb with a skeleton whose joints can move, for tests. */

import type { JointInput } from "../../../model/reports/joint-report";
import type { Point, Skeleton } from "../../../model/skeleton/skeleton";
import { UNWATCHED } from "../../../model/task";
import type { Bindable } from "../../../model/weights/bindable";
import { NO_WEIGHT_EDITS } from "../../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../../model/weights/weight-settings";
import { bindableAdjacency } from "../../bindable-mesh";
import { closeSupports } from "../../close-supports";
import { segmentTree } from "../../segment-tree";
import { gatherWeights } from "../../simple/dense-weights";
import { heatWeights } from "../../simple/heat";
import { sparsify } from "../../sparsify";
import { chain, reusedParallel, tube } from "../../testing/bindables";
import { jointGraph } from "../joint-graph";
import { displaced } from "./joints";

export const makeParallel = reusedParallel();
/** A tube along x from 0 to 2. */
export const limb = tube([0, 0, 0], [2, 0, 0], 0.25, 25, 16);
/** Two bones in the limb, end to end. */
export const two = chain([0, 0, 0], [1, 0, 0], [2, 0, 0]);

/** Heat weights of the skeleton on their supports, and ten steps over 20 poses. */
export async function inputOf(
  mesh: Bindable,
  skeleton: Skeleton,
  given: Partial<JointInput> = {},
): Promise<JointInput> {
  const dense = await heatWeights(mesh, skeleton, makeParallel, UNWATCHED);
  const supports = closeSupports(
    await sparsify(dense, bindableAdjacency(mesh), UNWATCHED),
    segmentTree(skeleton),
  );
  return {
    mesh,
    skeleton,
    weights: gatherWeights(dense, supports),
    settings: { ...WEIGHT_DEFAULTS, exemplars: 20, clusters: 100 },
    edits: NO_WEIGHT_EDITS,
    stiffness: new Float32Array(skeleton.segments.length),
    iterations: 10,
    ...given,
  };
}

/** The skeleton with the head of one segment displaced. */
export function moved(skeleton: Skeleton, j: number, by: Point): Skeleton {
  const graph = jointGraph(skeleton);
  const all = new Float64Array(3 * graph.count);
  all.set(by, 3 * graph.head[j]);
  return displaced(skeleton, graph, all);
}
