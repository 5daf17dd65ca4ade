import { distance } from "../../math/vectors";
import { boundsOf, diagonalOfBox } from "../../model/mesh/mesh-sequence";
import type { Bone } from "../../model/rig/rig";
import { otherSide, sideOf } from "../../model/side-names";
import type { Point } from "../../model/skeleton/skeleton";
import { type Plane, reflected, side } from "../body/body-plane";

/**
 * The largest distance between a bone's head and the mirror image of its partner's head, as a fraction of the diagonal
 * of the box around all heads.
 */
const REACH = 0.03;

type Named = Pick<Bone, "name" | "parent" | "head">;

/**
 * The partner of each bone on the other side of a plane. The artist's pairs come first, then names with sides, then the
 * positions of heads, then the tree: parents of two partners pair if their heads meet in the plane, as those of two
 * collar bones, and children of two partners pair across the plane, however far apart they are. A bone without a
 * partner, such as one in the spine, is its own partner. An involution.
 * @param byHand pairs of names; a bone that is paired with itself stays alone. Names that no bone has are ignored.
 */
export function bonePartners(
  bones: readonly Named[],
  plane: Plane,
  byHand: readonly (readonly [string, string])[] = [],
): Int32Array {
  const pairs = Int32Array.from(bones, (_, j) => j);
  const byName = new Map(bones.map(({ name }, j) => [name, j]));
  const free = new Set(pairs);
  const pair = (j: number | undefined, l: number | undefined) => {
    if (j === undefined || l === undefined || !free.has(j) || !free.has(l)) return;
    [pairs[j], pairs[l]] = [l, j];
    free.delete(j);
    free.delete(l);
  };
  for (const [a, b] of byHand) pair(byName.get(a), byName.get(b));
  for (const [j, { name }] of bones.entries()) {
    const partner = byName.get(otherSide(name) ?? "");
    if (partner !== j) pair(j, partner);
  }
  const reach = REACH * diagonalOfBox(boundsOf(bones.flatMap(({ head }) => [...head])));
  pairNearest([...free], [...free], reach);
  for (const j of bones.keys()) pairParents(j, reach);
  for (const [p] of bones.entries()) {
    if (pairs[p] <= p) continue;
    pairNearest(childrenOf(p), childrenOf(pairs[p]), Infinity);
  }
  return pairs;

  /** Pairs two bones if each is the one nearest to the other's mirror image. */
  function pairNearest(some: readonly number[], others: readonly number[], reach: number): void {
    const nearest = new Map(some.map((j) => [j, nearestHead(bones, others, j, plane, reach)]));
    const back = new Map(others.map((l) => [l, nearestHead(bones, some, l, plane, reach)]));
    for (const [j, l] of nearest) if (l !== j && back.get(l) === j) pair(j, l);
  }

  /** Pairs the parents of two partners, and theirs, as far as they are beside each other in the tree. */
  function pairParents(j: number, reach: number): void {
    let [a, b] = [j, pairs[j]];
    while (a !== b) {
      [a, b] = [bones[a].parent, bones[b].parent];
      if (a < 0 || b < 0 || isAbove(bones, a, b) || isAbove(bones, b, a)) return;
      if (nearestHead(bones, [b], a, plane, reach) < 0) return;
      pair(a, b);
      if (pairs[a] !== b) return;
    }
  }

  function childrenOf(p: number): number[] {
    return [...free].filter((j) => bones[j].parent === p);
  }
}

/** Whether a bone is an ancestor of another one, or the same. */
function isAbove(bones: readonly Named[], above: number, j: number): boolean {
  let at = j;
  while (at >= 0 && at !== above) at = bones[at].parent;
  return at === above;
}

/** The bone whose head is nearest to the mirror image of the head of j; −1 if none is within `reach`. */
function nearestHead(
  bones: readonly Named[],
  among: readonly number[],
  j: number,
  plane: Plane,
  reach: number,
): number {
  const image = reflected(plane, [...bones[j].head] as Point);
  let best = -1;
  let least = reach;
  for (const l of among) {
    const away = distance(bones[l].head, image);
    if (away < least) [best, least] = [l, away];
  }
  return best;
}

/** The side of the plane with the bones that are named left: 1 where its normal points; null if no name has a side. */
export function leftSide(bones: readonly Named[], plane: Plane): 1 | -1 | null {
  let sum = 0;
  for (const { name, head } of bones) {
    const called = sideOf(name);
    if (called) sum += (called === "L" ? 1 : -1) * side(plane, [...head] as Point);
  }
  return sum > 0 ? 1 : sum < 0 ? -1 : null;
}
