import type { Adjacency } from "../mesh/adjacency";
import type { SparseWeights } from "../model/sparse-weights";

/**
 * Share of the influences (by count) that lie outside their bone's largest connected patch: vertices that a bone
 * moves far from where it belongs, which an artist has to clean. Zero weights do not count.
 */
export function strayInfluenceShare(weights: SparseWeights, boneCount: number, mesh: Adjacency): number {
  const members = membersByBone(weights, boneCount);
  const bone = new Int32Array(weights.offsets.length - 1).fill(-1);
  const queue = new Uint32Array(bone.length);
  let all = 0;
  let stray = 0;
  members.forEach((mine, j) => {
    for (const i of mine) bone[i] = j;
    let largest = 0;
    for (const seed of mine) {
      if (bone[seed] === j) largest = Math.max(largest, flood(seed, j, bone, queue, mesh));
    }
    all += mine.length;
    stray += mine.length - largest;
  });
  return all > 0 ? stray / all : 0;
}

function membersByBone({ offsets, bones, values }: SparseWeights, boneCount: number): number[][] {
  const members: number[][] = Array.from({ length: boneCount }, () => []);
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (values[e] > 0) members[bones[e]].push(i);
  }
  return members;
}

/** Unmarks the patch of vertices marked `j` around `seed`; returns its size. */
function flood(seed: number, j: number, bone: Int32Array, queue: Uint32Array, mesh: Adjacency): number {
  let size = 1;
  queue[0] = seed;
  bone[seed] = -1;
  for (let at = 0; at < size; at++) {
    const i = queue[at];
    for (let e = mesh.offsets[i]; e < mesh.offsets[i + 1]; e++) {
      const neighbour = mesh.neighbours[e];
      if (bone[neighbour] !== j) continue;
      bone[neighbour] = -1;
      queue[size++] = neighbour;
    }
  }
  return size;
}
