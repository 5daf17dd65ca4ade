import { rootsOf, type SkeletonTree, type TreeLink } from "../tree/skeleton-tree";

/** The joints of a tree as links of a child (a) and its parent (b), parents before children. */
export function linksOfTree({ parents, order, joints }: SkeletonTree): TreeLink[] {
  return Array.from(order)
    .filter((j) => parents[j] >= 0)
    .map((j) => ({ a: j, b: parents[j], joint: Array.from(joints.subarray(3 * j, 3 * j + 3)) }));
}

/**
 * The links and roots that remain when bone r is taken out. `heir` takes over its other neighbours, with their joints.
 */
export function withoutBone(
  tree: SkeletonTree,
  r: number,
  heir: number,
): { links: TreeLink[]; roots: number[] } {
  const links = linksOfTree(tree).flatMap(({ a, b, joint }) => {
    const ends = [a, b].map((j) => (j === r ? heir : j));
    return ends[0] === ends[1] ? [] : [{ a: ends[0], b: ends[1], joint }];
  });
  return { links, roots: rootsOf(tree).flatMap((root) => (root !== r ? [root] : heir >= 0 ? [heir] : [])) };
}

/** The bones below j, with j. */
export function subtreeOf({ parents, order }: SkeletonTree, j: number): Set<number> {
  const found = new Set([j]);
  for (const k of order) if (found.has(parents[k])) found.add(k);
  return found;
}
