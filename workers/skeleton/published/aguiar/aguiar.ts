/**
 * Skeletons from curvature patches (de Aguiar, Theobalt, Thrun & Seidel, "Automatic conversion of mesh animations into
 * skeleton-based animations", 2008), in a single pass: patches of the rest pose around evenly spread seeds, spectral
 * clusters of the seeds by the change of their distances, a rigid motion for each cluster, weights for these, the tree
 * and its joints.
 */
import { Clusters, rigidClusterBytes } from "../../../decompose/initialisers/clusters";
import { spectralBytes, spectralGroups } from "../../../decompose/initialisers/spectral/spectral-groups";
import type { VertexSets } from "../../../decompose/initialisers/start-context";
import { wholeSample } from "../../../decompose/problem/sample";
import type { ExtractInput } from "../../../model/reports/skeleton-report";
import { parametersOf } from "../../../model/skeleton/extract/extract-methods";
import type { AguiarParameters } from "../../../model/skeleton/extract/parameters/aguiar";
import type { FoundSkeleton, MethodTools } from "../../method";
import { weightsOfBones, weightsOfBonesBytes } from "../fixed-bones";
import { inArena, looseRig, type PublishedContext, type PublishedSize } from "../published-context";
import { withTreeAndJoints } from "../tree-and-joints";
import { seedDistances } from "./seed-distances";
import { evenSeeds, patchesAround } from "./surface-patches";

/** The most seeds, because of the memory for the matrix of pairs. */
const MOST_SEEDS = 1500;
/** The fewest seeds for each bone. */
const SEEDS_A_BONE = 4;

/**
 * The number of seeds.
 * @param percent of the vertices.
 */
export const seedCount = (vertices: number, bones: number, percent: number) =>
  Math.min(
    vertices,
    Math.max(Math.min(Math.round((percent / 100) * vertices), MOST_SEEDS), SEEDS_A_BONE * bones),
  );

export async function aguiar(input: ExtractInput, tools: MethodTools): Promise<FoundSkeleton> {
  const { seeds } = parametersOf<AguiarParameters>("aguiar", input.settings);
  const room = (size: PublishedSize, threads: number) => aguiarBytes(size, seeds, threads);
  const rig = await inArena(input, tools, room, async (context) => {
    const { starts, parallel, task, bones } = context;
    const { arena } = parallel;
    task.progress({ phase: "Clusters", done: null, detail: "" });
    const sets = await clustersOf(context, seeds);
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
  const n = seedCount(vertices, bones, percent);
  const problem = { vertexCount: vertices, frameCount: frames, rank: 3 * frames };
  const clusters = rigidClusterBytes(problem, bones, threads) + 4 * vertices;
  return Math.max(8 * n * n + spectralBytes(n, bones), clusters, weightsOfBonesBytes(size, threads)) + 4096;
}

/** The vertices of each cluster, which consists of all patches whose seeds are in one group. */
async function clustersOf(
  { sequence, parallel, problem, random, task, bones }: PublishedContext,
  percent: number,
): Promise<VertexSets> {
  const { rest, frames, vertexCount } = sequence;
  const seeds = await evenSeeds(rest, seedCount(vertexCount, bones, percent), task);
  const patches = await patchesAround(rest, problem.triangles, seeds, task);
  const { arena } = parallel;
  const mark = arena.mark();
  const squares = arena.f64(seeds.length ** 2);
  await seedDistances(frames, vertexCount, seeds, squares, task);
  const groups = await spectralGroups(
    parallel,
    squares,
    seeds.length,
    Math.min(bones, seeds.length),
    random,
    task,
  );
  arena.release(mark);
  return setsOf(patches.map((patch) => groups[patch]));
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
