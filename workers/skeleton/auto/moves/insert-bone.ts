import type { Random } from "../../../math/random";
import { type SkeletonTree, type TreeLink, treeFromLinks } from "../../tree/skeleton-tree";
import { turnOn } from "../extrapolate";
import { type Blended, pairOf, sharedErrors } from "../trees/shared-errors";

export interface Inserted {
  a: number;
  b: number;
  tree: SkeletonTree;
  /** The vertices that both bones of the link move. */
  between: number[];
}

/**
 * Chooses a random link and inserts a new bone between its two bones. Links with more error are more likely. Where a
 * surface blends slowly from one bone to the next, a small bone may be missing that no vertex follows alone.
 * @returns null if the bones of no link share a vertex.
 */
export function insertBone(
  h: number,
  { links, roots }: { links: readonly TreeLink[]; roots: readonly number[] },
  added: number,
  blended: Blended,
  random: Random,
  places: Float64Array,
): Inserted | null {
  const wrong = sharedErrors(blended, h);
  const sums = links.map(({ a, b }) => wrong[pairOf(a, b, h)]);
  let left = random.next() * sums.reduce((a, b) => a + b, 0);
  const n = sums.findIndex((sum) => {
    left -= sum;
    return sum > 0 && left <= 0;
  });
  if (n < 0) return null;
  const { a, b, joint } = links[n];
  const others = links.filter((_, m) => m !== n);
  const tree = treeFromLinks(h, [...others, { a, b: added, joint }, { a: added, b, joint }], roots, places);
  return { a, b, tree, between: verticesOfBoth(blended, a, b) };
}

function verticesOfBoth({ ids, errors }: Blended, a: number, b: number): number[] {
  const slots = ids.length / errors.length;
  return Array.from(errors.keys()).filter((i) => {
    const row = ids.subarray(i * slots, (i + 1) * slots);
    return row.includes(a) && row.includes(b);
  });
}

/**
 * Sets the rotation of a bone in every frame to the middle between the rotations of two others.
 * @param bones 3F rows of 4h.
 */
export function turnMidway(
  bones: Float64Array,
  h: number,
  [a, b, added]: readonly [number, number, number],
): void {
  const width = 4 * h;
  for (let frame = 0; frame < bones.length; frame += 3 * width) {
    turnOn(bones, bones, bones, [frame + 4 * a, frame + 4 * b, frame + 4 * added], width, -0.5);
  }
}
