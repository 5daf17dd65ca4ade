import type { Random } from "../../../math/random";
import { type SkeletonTree, type TreeLink, treeFromLinks } from "../../tree/skeleton-tree";
import { turnOn } from "../extrapolate";

/** The weights of vertices, V·slots, and the errors of the vertices. */
export interface Blended {
  ids: Int32Array;
  values: Float64Array;
  errors: Float64Array;
}

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
  { ids, values, errors }: Blended,
  random: Random,
  places: Float64Array,
): Inserted | null {
  const slots = ids.length / errors.length;
  const numbers = new Map(links.map(({ a, b }, n) => [keyOf(a, b, h), n]));
  const sums = new Float64Array(links.length);
  const shared: number[][] = links.map(() => []);
  for (let i = 0; i < errors.length; i++) {
    for (let e = i * slots; e < (i + 1) * slots; e++) {
      for (let f = e + 1; f < (i + 1) * slots; f++) {
        if (ids[e] < 0 || ids[f] < 0) continue;
        const n = numbers.get(keyOf(ids[e], ids[f], h));
        if (n === undefined) continue;
        sums[n] += errors[i] * (values[e] + values[f]);
        shared[n].push(i);
      }
    }
  }
  let left = random.next() * sums.reduce((a, b) => a + b, 0);
  const n = sums.findIndex((sum) => {
    left -= sum;
    return sum > 0 && left <= 0;
  });
  if (n < 0) return null;
  const { a, b, joint } = links[n];
  const others = links.filter((_, m) => m !== n);
  const tree = treeFromLinks(h, [...others, { a, b: added, joint }, { a: added, b, joint }], roots, places);
  return { a, b, tree, between: shared[n] };
}

const keyOf = (a: number, b: number, h: number) => Math.min(a, b) * h + Math.max(a, b);

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
