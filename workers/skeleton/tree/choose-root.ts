import { SinewError } from "../../model/errors";
import type { Rig } from "../../model/rig/rig";
import { type BoneOverlaps, centroidOf } from "./bone-overlaps";
import type { TreeLink } from "./skeleton-tree";

/**
 * The number of the bone with this name, or −1 for null.
 * @throws SinewError if there is none.
 */
export function boneNamed({ bones }: Pick<Rig, "bones">, name: string | null): number {
  if (name === null) return -1;
  const found = bones.findIndex((bone) => bone.name === name);
  if (found >= 0) return found;
  throw new SinewError({
    title: "The root bone does not exist",
    body: `No bone is called “${name}”. Leave the root empty to let Sinew choose, or name one of these: ${bones
      .slice(0, 8)
      .map((bone) => bone.name)
      .join(", ")}${bones.length > 8 ? " …" : ""}.`,
  });
}

const squared = (p: readonly number[], q: readonly number[]) =>
  p.reduce((sum, x, c) => sum + (x - q[c]) ** 2, 0);

/**
 * The root of each tree. In the tree of `wanted` it is `wanted`. In the others it is a bone at the joint nearest to the
 * centroid of the tree's vertices (Le & Deng 2014, section 2.2.1): of the joint's two bones, the one nearer to the
 * centroid.
 * @param trees the bones of each tree.
 * @param wanted a bone, or −1.
 * @returns the roots: `wanted` first, then by the mass of their trees.
 */
export function chooseRoots(
  trees: readonly (readonly number[])[],
  links: readonly TreeLink[],
  overlaps: BoneOverlaps,
  wanted: number,
): number[] {
  const { count: B, shared } = overlaps;
  const found = trees.map((tree) => {
    const sums = tree.map((j) => shared.subarray(j * B, (j + 1) * B).reduce((sum, x) => sum + x, 0));
    const mass = sums.reduce((sum, x) => sum + x, 0);
    const centroid = [0, 1, 2].map((c) =>
      tree.reduce((sum, j, n) => sum + (sums[n] / (mass || 1)) * overlaps.centroids[3 * j + c], 0),
    );
    const root = tree.includes(wanted) ? wanted : nearestRoot(tree, links, overlaps, centroid);
    return { root, mass };
  });
  const first = (root: number) => (root === wanted ? 1 : 0);
  return found
    .sort((p, q) => first(q.root) - first(p.root) || q.mass - p.mass || p.root - q.root)
    .map(({ root }) => root);
}

function nearestRoot(
  tree: readonly number[],
  links: readonly TreeLink[],
  overlaps: BoneOverlaps,
  centroid: readonly number[],
): number {
  const inside = new Set(tree);
  const own = links.filter(({ a }) => inside.has(a));
  if (own.length === 0) return tree[0];
  const { a, b } = own.reduce((best, link) =>
    squared(link.joint, centroid) < squared(best.joint, centroid) ? link : best,
  );
  const away = (j: number) => squared(centroidOf(overlaps, j), centroid);
  return away(b) < away(a) ? b : a;
}
