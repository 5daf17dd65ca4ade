/** The poses that weights are fitted to, and those that they are judged by. */
import { createRandom } from "../../math/random";
import { poseMatrices } from "../../model/rig/pose";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { WeightEdits } from "../../model/weights/weight-edits";
import { BEND } from "../bend";
import { type Exemplars, exemplars } from "../exemplars";

/** Poses that judge: enough that another hundred gives the same energy to a few percent. */
const UNSEEN = 100;
/** Turns a seed into one of other poses. */
const OTHERWISE = 0x5bd1e995;

/**
 * Random poses but those that the artist left out, then those that the artist added.
 * @param count random poses before any is left out; one is kept where all are.
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

/** A hundred poses that no weights with this seed were fitted to. */
export const unseenPoses = (skeleton: Skeleton, seed: number): Exemplars =>
  exemplars(skeleton, UNSEEN, createRandom(seed ^ OTHERWISE));
