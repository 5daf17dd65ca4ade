import type { Bone } from "../../../model/rig/rig";
import { otherSide } from "../../../model/side-names";

/**
 * The partners of bones: by their names if these tell sides, otherwise as found by shape.
 * @param found the mirror image of each bone by shape, itself in the middle; −1 if there is none.
 */
export function namedPartners(bones: readonly Bone[], found: ArrayLike<number>): Int32Array {
  const partner = Int32Array.from(found);
  const at = new Map(bones.map(({ name }, j) => [name, j]));
  bones.forEach(({ name }, j) => {
    const other = at.get(otherSide(name) ?? "") ?? -1;
    if (other < 0 || other === j || partner[j] === other) return;
    for (const each of [partner[j], partner[other]]) if (each >= 0) partner[each] = -1;
    partner[j] = other;
    partner[other] = j;
  });
  return partner;
}
