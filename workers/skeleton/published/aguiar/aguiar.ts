/**
 * Skeletons from curvature patches (de Aguiar, Theobalt, Thrun & Seidel, "Automatic conversion of mesh animations into
 * skeleton-based animations", 2008), in a single pass: patches of the rest pose around evenly spread seeds, spectral
 * clusters of the seeds by the change of their distances, a rigid motion for each cluster, weights for these, the tree
 * and its joints.
 */
import { Clusters, rigidClusterBytes } from "../../../decompose/initialisers/clusters";
import {
  curvatureBytes,
  curvatureClusters,
} from "../../../decompose/initialisers/curvature/curvature-clusters";
import type { VertexSets } from "../../../decompose/initialisers/start-context";
import { wholeSample } from "../../../decompose/problem/sample";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import { parametersOf } from "../../../model/skeleton/extract/extract-methods";
import type { AguiarParameters } from "../../../model/skeleton/extract/parameters/aguiar";
import type { FoundSkeleton, MethodTools } from "../../method";
import { weightsOfBones, weightsOfBonesBytes } from "../fixed-bones";
import { inArena, looseRig, type PublishedSize } from "../published-context";
import { withTreeAndJoints } from "../tree-and-joints";

export async function aguiar(input: ExtractInput, tools: MethodTools): Promise<FoundSkeleton> {
  const { seeds } = parametersOf<AguiarParameters>("aguiar", input.settings);
  const room = (size: PublishedSize, threads: number) => aguiarBytes(size, seeds, threads);
  const rig = await inArena(input, tools, room, async (context) => {
    const { sequence, starts, parallel, problem, random, task, bones } = context;
    const { arena } = parallel;
    task.progress({ phase: "Clusters", done: null, detail: "" });
    const { rest, frames } = sequence;
    const asked = { rest, frames, triangles: problem.triangles, bones, percent: seeds };
    const sets = setsOf(await curvatureClusters(parallel, asked, random, task));
    const mark = arena.mark();
    const clusters = new Clusters({ ...starts, sample: wholeSample(starts) }, bones);
    await clusters.fitSets(sets, task);
    await clusters.topUp(bones, task);
    const motion = clusters.motion();
    arena.release(mark);
    return looseRig(context, await weightsOfBones(context, motion, null));
  });
  return withTreeAndJoints(rig, input.settings, "soft", tools.task);
}

function aguiarBytes(size: PublishedSize, percent: number, threads: number): number {
  const { vertices, frames, bones } = size;
  const problem = { vertexCount: vertices, frameCount: frames, rank: 3 * frames };
  const clusters = rigidClusterBytes(problem, bones, threads) + 4 * vertices;
  return (
    Math.max(curvatureBytes(vertices, bones, percent), clusters, weightsOfBonesBytes(size, threads)) + 4096
  );
}

/** Vertices by label, without unused labels. */
function setsOf(labels: Int32Array): VertexSets {
  const lists = new Map<number, number[]>();
  labels.forEach((label, i) => {
    const list = lists.get(label);
    if (list) list.push(i);
    else lists.set(label, [i]);
  });
  const offsets = [0];
  for (const list of lists.values()) offsets.push(offsets[offsets.length - 1] + list.length);
  return { offsets: Int32Array.from(offsets), members: Int32Array.from([...lists.values()].flat()) };
}
