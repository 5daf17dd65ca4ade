import { distance } from "../../math/vectors";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { Bone } from "../../model/rig/rig";
import type { Placement } from "../../model/skeleton/fit/fit-alignment";
import { placed } from "../placing";

/** How a bone of the target was found for a bone of the source. */
export type MatchedHow = "name" | "place" | "parent" | "hand";

export interface BoneMatches {
  /** The target's bone for each bone of the source; −1 if the bone is left out. */
  bones: Int32Array;
  /** Null for bones that are left out. */
  how: (MatchedHow | null)[];
}

type Placed = Pick<Bone, "name" | "parent" | "head">;

/** The largest distance between the heads of matched bones, as a share of the target skeleton's largest side. */
const NEAR = 0.03;

/** A name without namespace, spaces, signs and capitals: "mixamorig:Left_Arm" becomes "leftarm". */
export const comparableName = (name: string): string =>
  name
    .replace(/^.*[:|]/, "")
    .replace(/^mixamorig\d*/i, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Finds the target's bone for each bone of the source: by the artist's choice, by the same name, by a name that differs
 * only in signs and capitals, by the position of the head, or by the parent's match. A bone that is matched by its
 * parent gives its weight to the parent's match.
 * @param byHand the target's name for names of the source; null leaves the bone out.
 */
export function bonesAcross(
  source: readonly Placed[],
  target: readonly Placed[],
  placement: Placement,
  byHand: ReadonlyMap<string, string | null> = new Map(),
): BoneMatches {
  const exact = new Map(target.map(({ name }, j) => [name, j]));
  const plain = new Map(target.map(({ name }, j) => [comparableName(name), j]));
  // Names of signs alone have nothing to compare.
  plain.delete("");
  const bones = new Int32Array(source.length).fill(-1);
  const how = new Array<MatchedHow | null>(source.length).fill(null);
  const taken = new Set<number>();
  const take = (k: number, j: number | undefined, why: MatchedHow) => {
    if (j === undefined || bones[k] >= 0) return;
    bones[k] = j;
    how[k] = why;
    taken.add(j);
  };
  const isLeftOut = (name: string) => byHand.get(name) === null;
  const near = NEAR * largestSide(target);
  for (const [k, { name }] of source.entries()) take(k, exact.get(byHand.get(name) ?? ""), "hand");
  const each = (visit: (bone: Placed, k: number) => void) =>
    source.forEach((bone, k) => {
      if (bones[k] < 0 && !isLeftOut(bone.name)) visit(bone, k);
    });
  each(({ name }, k) => take(k, exact.get(name), "name"));
  each(({ name }, k) => take(k, plain.get(comparableName(name)), "name"));
  each(({ head }, k) => take(k, nearest(placed(placement, head), target, taken, near), "place"));
  each(({ parent }, k) => {
    if (parent >= 0 && bones[parent] >= 0) take(k, bones[parent], "parent");
  });
  return { bones, how };
}

/** The longest side of the box around all heads. */
function largestSide(bones: readonly Placed[]): number {
  const box = boundsOf(bones.flatMap(({ head }) => [...head]));
  return Math.max(...[0, 1, 2].map((c) => box[c + 3] - box[c]));
}

/** The free bone whose head is nearest, if its distance is at most `near`. */
function nearest(
  head: readonly number[],
  target: readonly Placed[],
  taken: ReadonlySet<number>,
  near: number,
): number | undefined {
  let best: number | undefined;
  let least = near;
  target.forEach((bone, j) => {
    const away = distance(bone.head, head);
    if (taken.has(j) || !(away <= least)) return;
    best = j;
    least = away;
  });
  return best;
}
