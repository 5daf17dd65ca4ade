import type { Patches } from "../mesh/patches";
import type { SparseWeights } from "../model/rig/sparse-weights";

/**
 * The share of influences (by count) that are on islands: patches of a bone's influence that are small relative to its
 * largest patch on the same shell. An artist would have to find and clean them. Weights of 0 are ignored.
 */
export function strayInfluenceShare(weights: SparseWeights, boneCount: number, patches: Patches): number {
  let all = 0;
  let kept = 0;
  for (const mine of membersByBone(weights, boneCount)) {
    all += mine.length;
    kept += patches.withoutIslands(mine).length;
  }
  return all > 0 ? (all - kept) / all : 0;
}

function membersByBone({ offsets, bones, values }: SparseWeights, boneCount: number): number[][] {
  const members: number[][] = Array.from({ length: boneCount }, () => []);
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (values[e] > 0) members[bones[e]].push(i);
  }
  return members;
}
