import { symmetricEigen } from "../../../math/symmetric-eigen";
import { type SkeletonTree, type TreeLink, treeFromLinks } from "../../tree/skeleton-tree";

/** A bone is divided only if it moves at least this many vertices on each side. */
const FEWEST = 6;
/** The joint of the two halves is the mean of the vertices within this share of the bone's length from the cut. */
const NEAR = 0.15;

export interface Divided {
  tree: SkeletonTree;
  /** The vertices of the new bone. */
  far: number[];
}

/**
 * Divides a bone across its length, because it may have two centres of rotation. The new bone gets the far half of its
 * vertices and the joints there. The two halves meet in a joint at the cut.
 * @param members vertices that the bone moves most.
 * @param rest 4V.
 * @returns null if the bone has too few vertices.
 */
export function divideBone(
  h: number,
  { links, roots }: { links: readonly TreeLink[]; roots: readonly number[] },
  [bone, added]: readonly [bone: number, added: number],
  members: readonly number[],
  rest: Float64Array,
  places: Float64Array,
): Divided | null {
  if (members.length < 2 * FEWEST) return null;
  const { mean, axis } = lengthOf(members, rest);
  const along = (p: ArrayLike<number>, at = 0) =>
    axis.reduce((sum, x, c) => sum + x * (p[at + c] - mean[c]), 0);
  const sorted = members.map((i) => along(rest, 4 * i)).sort((a, b) => a - b);
  const cut = sorted[sorted.length >> 1];
  const length = sorted[sorted.length - 1] - sorted[0];
  const far = members.filter((i) => along(rest, 4 * i) > cut);
  const near = members.filter((i) => Math.abs(along(rest, 4 * i) - cut) <= NEAR * length);
  if (far.length < FEWEST || members.length - far.length < FEWEST || near.length === 0) return null;
  const joint = [0, 1, 2].map((c) => near.reduce((sum, i) => sum + rest[4 * i + c], 0) / near.length);
  const moved = links.map((link) => {
    if ((link.a !== bone && link.b !== bone) || along(link.joint) <= cut) return link;
    return { ...link, a: link.a === bone ? added : link.a, b: link.b === bone ? added : link.b };
  });
  return { tree: treeFromLinks(h, [...moved, { a: added, b: bone, joint }], roots, places), far };
}

/** The mean of some vertices, and the direction in which they extend most. */
function lengthOf(members: readonly number[], rest: Float64Array): { mean: number[]; axis: number[] } {
  const mean = [0, 1, 2].map((c) => members.reduce((sum, i) => sum + rest[4 * i + c], 0) / members.length);
  const spread = new Float64Array(9);
  for (const i of members) {
    const d = mean.map((x, c) => rest[4 * i + c] - x);
    for (let at = 0; at < 9; at++) spread[at] += d[Math.floor(at / 3)] * d[at % 3];
  }
  return { mean, axis: Array.from(symmetricEigen(Array.from(spread), 3).vectors.subarray(0, 3)) };
}
