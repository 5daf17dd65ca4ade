import { distance } from "../../math/vectors";
import type { Bone } from "../../model/rig/rig";
import type { Placement } from "../../model/skeleton/fit/fit-alignment";
import { placed } from "../placing";

/** Why a bone of the source goes to a bone of the target. */
export type MatchedHow = "name" | "place" | "parent" | "hand";

export interface BoneMatches {
  /** The target's bone for each bone of the source, −1 if it is left out. */
  bones: Int32Array;
  /** Null for bones that are left out. */
  how: (MatchedHow | null)[];
}

type Placed = Pick<Bone, "name" | "parent" | "head">;

/** The largest distance of two heads that are the same bone, as a share of the skeleton's extent. */
const NEAR = 0.03;

/** A name without its namespace, spaces, signs and capitals: "mixamorig:Left_Arm" and "leftarm" are the same. */
export const comparableName = (name: string): string =>
  name
    .replace(/^.*[:|]/, "")
    .replace(/^mixamorig\d*/i, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Finds the target's bone for each bone of the source: as the artist says, by its name, by a name that differs only in
 * signs and capitals, by the place of its head, or else that of its nearest ancestor with a match. A bone that takes
 * its ancestor's match gives its weight there.
 * @param byHand names of the source's bones with names of the target's; null leaves the bone out.
 */
export function bonesAcross(
  source: readonly Placed[],
  target: readonly Placed[],
  placement: Placement,
  byHand: ReadonlyMap<string, string | null> = new Map(),
): BoneMatches {
  const exact = new Map(target.map(({ name }, j) => [name, j]));
  const plain = new Map(target.map(({ name }, j) => [comparableName(name), j]));
  const bones = new Int32Array(source.length).fill(-1);
  const how = new Array<MatchedHow | null>(source.length).fill(null);
  const taken = new Set<number>();
  const take = (k: number, j: number | undefined, why: MatchedHow) => {
    if (j === undefined || bones[k] >= 0) return;
    bones[k] = j;
    how[k] = why;
    taken.add(j);
  };
  const isLeft = (name: string) => byHand.get(name) === null;
  for (const [k, { name }] of source.entries()) take(k, exact.get(byHand.get(name) ?? ""), "hand");
  const each = (visit: (bone: Placed, k: number) => void) =>
    source.forEach((bone, k) => {
      if (bones[k] < 0 && !isLeft(bone.name)) visit(bone, k);
    });
  each(({ name }, k) => take(k, exact.get(name), "name"));
  each(({ name }, k) => take(k, plain.get(comparableName(name)), "name"));
  each(({ head }, k) => take(k, nearest(placed(placement, head), target, taken), "place"));
  each(({ parent }, k) => {
    if (parent >= 0 && bones[parent] >= 0) take(k, bones[parent], "parent");
  });
  return { bones, how };
}

/** The free bone whose head is nearest, if it is near enough. */
function nearest(head: readonly number[], target: readonly Placed[], taken: ReadonlySet<number>) {
  const extent = Math.max(
    ...[0, 1, 2].map((c) => {
      const at = target.map((bone) => bone.head[c]);
      return Math.max(...at) - Math.min(...at);
    }),
  );
  let best: number | undefined;
  let least = NEAR * extent;
  target.forEach((bone, j) => {
    const away = distance(bone.head, head);
    if (taken.has(j) || !(away <= least)) return;
    best = j;
    least = away;
  });
  return best;
}
