/**
 * Random clusterings of the vertices (Thiery & Eisemann 2018, section 4.1): k-means++ seeds with probability Λ_i d²,
 * and every vertex joins its nearest seed. Each exemplar uses one clustering, so no border between clusters affects all
 * exemplars.
 */
import type { Parallel } from "../../../kernels/parallel";
import type { Task } from "../../../model/task";
import { seedClusters } from "../../simple/seed-clusters";
import type { ArapMemory } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";

/** Fills in the owners, members and bones of all clusters. */
export async function makeClusterings(
  parallel: Parallel,
  plan: ArapPlan,
  memory: ArapMemory,
  task: Task,
): Promise<void> {
  const { vertexCount: V, clusters, clusterings } = plan;
  if (clusters === V) memory.owners.set(Uint32Array.from({ length: V }, (_, i) => i));
  else await seed(parallel, plan, memory, task);
  for (let q = 0; q < clusterings; q++) {
    for (let i = 0; i < V; i++) memory.owners[q * V + i] += q * clusters;
  }
  listMembers(plan, memory);
  listBones(plan, memory);
  await task.checkpoint();
}

/** Seeds one clustering after another. Arrays that will list the clusters serve as scratch memory here. */
function seed(
  parallel: Parallel,
  { settings, ...plan }: ArapPlan,
  memory: ArapMemory,
  task: Task,
): Promise<void> {
  const { points, masses, draws, squares, owners, members, boneOffsets, memberOffsets, traces } = memory;
  const room = {
    draws,
    squares,
    owners,
    sums: memory.sumsOfRuns,
    lists: members,
    heads: boneOffsets,
    places: memberOffsets,
    radii: traces,
  };
  const size = { clusters: plan.clusters, clusterings: plan.clusterings, seed: settings.seed };
  return seedClusters(parallel, points, masses, size, room, task);
}

function listMembers({ vertexCount: V, clusters, clusterings }: ArapPlan, memory: ArapMemory): void {
  const { memberOffsets, members, owners } = memory;
  memberOffsets.fill(0);
  for (const owner of owners) memberOffsets[owner + 1]++;
  for (let x = 0; x < clusters * clusterings; x++) memberOffsets[x + 1] += memberOffsets[x];
  const next = memberOffsets.slice(0, clusters * clusterings);
  for (let n = 0; n < owners.length; n++) members[next[owners[n]]++] = n % V;
}

/** The bones of the members of each cluster and of their neighbours. */
function listBones({ clusters, clusterings, pieces, near }: ArapPlan, memory: ArapMemory): void {
  const bones = pieces.count;
  const { memberOffsets, members, boneOffsets, clusterBones } = memory;
  const seen = new Uint8Array(bones);
  let size = 0;
  boneOffsets[0] = 0;
  for (let x = 0; x < clusters * clusterings; x++) {
    seen.fill(0);
    for (let n = memberOffsets[x]; n < memberOffsets[x + 1]; n++) {
      for (let e = near.offsets[members[n]]; e < near.offsets[members[n] + 1]; e++) seen[near.bones[e]] = 1;
    }
    for (let j = 0; j < bones; j++) if (seen[j]) clusterBones[size++] = j;
    boneOffsets[x + 1] = size;
    memory.clusterings[x] = Math.floor(x / clusters);
  }
}
