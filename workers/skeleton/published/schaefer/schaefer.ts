/**
 * Skeletons from edge collapse (Schaefer & Yuksel, "Example-based skeleton extraction", 2007), in a single pass:
 * triangles merge into clusters that move rigidly, each cluster gives a bone, and the bones keep their motion. Then
 * come local weights, the tree, and joints by the pseudo-inverse.
 */
import { rigidClusterBytes } from "../../../decompose/initialisers/clusters";
import {
  edgeCollapseBones,
  edgeCollapseBytes,
} from "../../../decompose/initialisers/edge-collapse/start-edge-collapse";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import { parametersOf } from "../../../model/skeleton/extract/extract-methods";
import type { SchaeferParameters } from "../../../model/skeleton/extract/parameters/schaefer";
import type { FoundSkeleton, MethodTools } from "../../method";
import { weightsOfBones, weightsOfBonesBytes } from "../fixed-bones";
import { inArena, looseRig, type PublishedSize } from "../published-context";
import { withTreeAndJoints } from "../tree-and-joints";
import { localBones } from "./local-bones";

export async function schaefer(input: ExtractInput, tools: MethodTools): Promise<FoundSkeleton> {
  const { local } = parametersOf<SchaeferParameters>("schaefer", input.settings);
  const rig = await inArena(input, tools, schaeferBytes, async (context) => {
    const { starts, problem, task, bones } = context;
    task.progress({ phase: "Clusters", done: null, detail: "" });
    const { motion, sets } = await edgeCollapseBones(starts, bones, task);
    const surface = { ...problem, nearest: starts.nearest };
    const allowed = sets && local ? localBones(sets, surface, bones) : null;
    return looseRig(context, await weightsOfBones(context, motion, allowed));
  });
  return withTreeAndJoints(rig, input.settings, "subspace", tools.task);
}

function schaeferBytes(size: PublishedSize, threads: number): number {
  const { vertices, frames, corners, bones } = size;
  const problem = { vertexCount: vertices, frameCount: frames, rank: 3 * frames };
  // A vertex may be in several clusters, at most one for each corner.
  const clusters = rigidClusterBytes(problem, bones, threads) + 4 * corners;
  return Math.max(edgeCollapseBytes(vertices, frames, corners), clusters, weightsOfBonesBytes(size, threads));
}
