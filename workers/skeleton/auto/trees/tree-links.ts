import type { SkeletonTree, TreeLink } from "../../tree/skeleton-tree";

/** The joints of a tree as links between a child (a) and its parent (b), parents before children. */
export function linksOfTree({ parents, order, joints }: SkeletonTree): TreeLink[] {
  return Array.from(order)
    .filter((j) => parents[j] >= 0)
    .map((j) => ({ a: j, b: parents[j], joint: Array.from(joints.subarray(3 * j, 3 * j + 3)) }));
}

/** Whether a link joins two bones. */
export const isLink = (link: { a: number; b: number }, a: number, b: number): boolean =>
  (link.a === a && link.b === b) || (link.a === b && link.b === a);

/**
 * The links on the way between two bones, which a new link would close to a cycle; none if they are in different trees.
 */
export function cycleOf(
  { parents }: Pick<SkeletonTree, "parents">,
  { a, b }: { a: number; b: number },
): { a: number; b: number }[] {
  const upwards = (j: number): number[] => (j < 0 ? [] : [j, ...upwards(parents[j])]);
  const [left, right] = [upwards(a), upwards(b)];
  const top = left.find((j) => right.includes(j));
  if (top === undefined) return [];
  return [left, right].flatMap((path) =>
    path.slice(0, path.indexOf(top)).map((j) => ({ a: j, b: parents[j] })),
  );
}

/** Bone j and all bones below it. */
export function subtreeOf({ parents, order }: SkeletonTree, j: number): Set<number> {
  const found = new Set([j]);
  for (const k of order) if (found.has(parents[k])) found.add(k);
  return found;
}
