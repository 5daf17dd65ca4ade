import { DisjointSets } from "../../mesh/disjoint-sets";
import type { Task } from "../../model/task";
import { type BoneOverlaps, isFaint } from "./bone-overlaps";
import { chooseRoots } from "./choose-root";
import { areSeparate, type EdgeOptions, edgeCosts, type JointEdge } from "./edge-costs";
import type { BoneMotion } from "./pair-moments";
import { type SkeletonTree, treeFromLinks } from "./skeleton-tree";
import { spanningForest } from "./spanning-forest";

export interface BuiltTree {
  tree: SkeletonTree;
  /** The links of the tree, each with its joint, gap and cost. */
  links: JointEdge[];
}

/**
 * The minimum spanning tree of the bones, or a forest if nothing joins some of them.
 * @param root a bone, or −1 to choose one.
 */
export async function buildTree(
  motion: BoneMotion,
  overlaps: BoneOverlaps,
  options: EdgeOptions,
  root: number,
  task: Task,
): Promise<BuiltTree> {
  const B = overlaps.count;
  const sets = new DisjointSets(B);
  const edges = await edgeCosts(motion, overlaps, options, task);
  const mass = (j: number) => overlaps.shared[j * B + j];
  const isLink = ({ a, b, gap }: JointEdge) => {
    const share = overlaps.shared[a * B + b] / Math.min(mass(a), mass(b));
    return !areSeparate(share, gap / options.diagonal);
  };
  const faint = Array.from({ length: B }, (_, j) => j).filter((j) => isFaint(overlaps, j));
  const links = options.apart
    ? spanningForest(edges.filter(isLink), sets, new Set(faint))
    : spanningForest(edges, sets);
  const trees = new Map<number, number[]>();
  for (let j = 0; j < B; j++) {
    const set = sets.find(j);
    trees.set(set, [...(trees.get(set) ?? []), j]);
  }
  const roots = chooseRoots([...trees.values()], links, overlaps, root);
  return { tree: treeFromLinks(B, links, roots, overlaps.centroids), links };
}
