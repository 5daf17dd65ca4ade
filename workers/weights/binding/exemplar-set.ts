/** The poses that weights are fitted to, and the poses that judge them. */
import { createRandom } from "../../math/random";
import { poseMatrices } from "../../model/rig/pose";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { WeightEdits } from "../../model/weights/weight-edits";
import { BEND } from "../bend";
import { type Exemplars, exemplars } from "../exemplars";

/** The number of judging poses. Another hundred would give the same energy within a few percent. */
const UNSEEN = 100;
/** Turns a seed into the seed of other poses. */
const SEED_CHANGE = 0x5bd1e995;

/**
 * Random poses without those that the artist excluded, then the artist's own poses.
 * @param count the number of random poses before any are excluded. If all are excluded, one stays.
 */
export function exemplarSet(
  skeleton: Skeleton,
  { exemplars: count, seed }: { exemplars: number; seed: number },
  { droppedExemplars, addedExemplars }: Pick<WeightEdits, "droppedExemplars" | "addedExemplars">,
): Exemplars {
  const drawn = exemplars(skeleton, count, createRandom(seed));
  const dropped = new Set(droppedExemplars);
  const kept = Array.from({ length: count }, (_, k) => k).filter((k) => !dropped.has(k));
  if (kept.length + addedExemplars.length === 0) kept.push(0);
  const bones = skeleton.segments.length;
  const total = kept.length + addedExemplars.length;
  const [size, bend] = [12 * bones, BEND * bones];
  const motions = new Float64Array(size * total);
  const bends = new Float64Array(bend * total);
  kept.forEach((k, n) => {
    motions.set(drawn.motions.subarray(size * k, size * (k + 1)), size * n);
    bends.set(drawn.bends.subarray(bend * k, bend * (k + 1)), bend * n);
  });
  addedExemplars.forEach(({ pose }, n) => {
    motions.set(poseMatrices(skeleton.segments, pose), size * (kept.length + n));
    for (let j = 0; j < bones; j++) bends.set([1, 0, 0, 0, 1], bend * (kept.length + n) + BEND * j);
  });
  return { count: total, motions, bends };
}

/** A hundred poses to which no weights with this seed are fitted. */
export const unseenPoses = (skeleton: Skeleton, seed: number): Exemplars =>
  exemplars(skeleton, UNSEEN, createRandom(seed ^ SEED_CHANGE));
