import { distance } from "../../math/vectors";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { gapOf } from "../report/gap-of";

/** Joints of one place lie within this share of the diagonal, for example on the axis of one hinge. */
const NEAR = 0.02;
/**
 * A joint may open by this share of the diagonal (RMS over the frames) before it is closed at its new place, or by this
 * share of the error if that is more.
 */
const OPENING = 2e-5;
const OF_ERROR = 0.1;

/**
 * Whether two bones meet at a place, and one of them has its joint `own` there.
 * @param error RMS error of the strict rig as a share of the diagonal.
 */
export function meetingsIn(strict: Rig, error: number) {
  const diagonal = restDiagonal(strict) || 2;
  const opening = diagonal * Math.max(OPENING, OF_ERROR * error);
  return (a: number, b: number, own: ArrayLike<number>, place: ArrayLike<number>): boolean =>
    distance(own, place) <= NEAR * diagonal && gapOf(strict, a, b, place) <= opening;
}

/**
 * Lists, for each bone, which other bones could be its parent: a sibling, or the parent's parent, whose joint is at the
 * same place. Whichever it hangs on, the motion is the same.
 */
export function otherCarriers(strict: Rig, error: number): number[][] {
  const { bones } = strict;
  const meet = meetingsIn(strict, error);
  const could = (j: number, other: number, at: number) => meet(j, other, bones[j].head, bones[at].head);
  return bones.map(({ parent }, j) => {
    if (parent < 0) return [];
    const above = bones[parent].parent;
    const siblings = [...bones.keys()].filter((k) => k !== j && bones[k].parent === parent && could(j, k, k));
    return above >= 0 && could(j, above, parent) ? [above, ...siblings] : siblings;
  });
}
