import { distance } from "../../math/vectors";
import type { Bone } from "../../model/rig/rig";
import { otherSide, sideOf } from "../../model/side-names";
import type { Point } from "../../model/skeleton/skeleton";
import { type Plane, reflected, side } from "../body/body-plane";

/**
 * The largest distance of a bone's head from the mirror image of its partner's, as a fraction of the skeleton's extent.
 */
const REACH = 0.03;

type Named = Pick<Bone, "name" | "parent" | "head">;

/**
 * The partner of each bone on the other side of a plane: as the artist paired them, then by names that tell sides, then
 * by the positions of heads, then by the tree: children of two partners pair across, however far apart. A bone without
 * a partner, for example in the spine, is its own. An involution.
 * @param byHand pairs of names; a bone paired with itself stays alone. Names that no bone has are ignored.
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
  pairNearest([...free], [...free], REACH * extentOf(bones));
  for (const [p] of bones.entries()) {
    if (pairs[p] <= p) continue;
    pairNearest(childrenOf(p), childrenOf(pairs[p]), Infinity);
  }
  return pairs;

  /** Pairs two bones if each is the nearest to the other's mirror image. */
  function pairNearest(some: readonly number[], others: readonly number[], reach: number): void {
    const nearest = new Map(some.map((j) => [j, nearestHead(bones, others, j, plane, reach)]));
    const back = new Map(others.map((l) => [l, nearestHead(bones, some, l, plane, reach)]));
    for (const [j, l] of nearest) if (l !== j && back.get(l) === j) pair(j, l);
  }

  function childrenOf(p: number): number[] {
    return [...free].filter((j) => bones[j].parent === p);
  }
}

/** The bone whose head is nearest to the mirror image of j's, or −1. */
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

function extentOf(bones: readonly Named[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { head } of bones) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], head[c]);
      high[c] = Math.max(high[c], head[c]);
    }
  }
  return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/** The side of the plane on which the bones called left lie: 1 where its normal points; null if no name tells. */
export function leftSide(bones: readonly Named[], plane: Plane): 1 | -1 | null {
  let sum = 0;
  for (const { name, head } of bones) {
    const called = sideOf(name);
    if (called) sum += (called === "L" ? 1 : -1) * side(plane, [...head] as Point);
  }
  return sum > 0 ? 1 : sum < 0 ? -1 : null;
}
