import { IDENTITY } from "../../../../../workers/math/affine";
import { type Pose, poseMatrices, poseOfMatrices } from "../../../../../workers/model/rig/pose";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import type { AddedExemplar, WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import type { WeightSettings } from "../../../../../workers/model/weights/weight-settings";

/** Where an exemplar comes from: the number of a random one, or the index of one that the artist added. */
export type ExemplarOrigin = { random: number } | { added: number };

/**
 * Origin of a shown exemplar.
 * @param shown index among the fitted exemplars: first the random ones that are kept, then the added ones.
 */
export function exemplarOrigin(
  { exemplars }: Pick<WeightSettings, "exemplars">,
  { droppedExemplars, addedExemplars }: Pick<WeightEdits, "droppedExemplars" | "addedExemplars">,
  shown: number,
): ExemplarOrigin {
  const dropped = new Set(droppedExemplars);
  const kept = Array.from({ length: exemplars }, (_, k) => k).filter((k) => !dropped.has(k));
  // If all are left out and none is added, the first random one is fitted anyway.
  if (kept.length === 0 && addedExemplars.length === 0) return { random: 0 };
  return shown < kept.length ? { random: kept[shown] } : { added: shown - kept.length };
}

/** The edits without this exemplar. */
export function withoutExemplar(edits: WeightEdits, origin: ExemplarOrigin): WeightEdits {
  if ("random" in origin) {
    const dropped = new Set([...edits.droppedExemplars, origin.random]);
    return { ...edits, droppedExemplars: [...dropped].sort((a, b) => a - b) };
  }
  return { ...edits, addedExemplars: edits.addedExemplars.filter((_, n) => n !== origin.added) };
}

/**
 * Converts a pose of the rig's bones to the skeleton's segments. Each segment moves like its first bone; one without
 * bones moves with its parent. The bend of a spine is lost.
 */
export function segmentPose(
  { segments }: Skeleton,
  rig: Rig,
  segmentOfBone: ArrayLike<number>,
  pose: Pose,
): Pose {
  const matrices = poseMatrices(rig.bones, pose);
  const motions = new Float32Array(12 * segments.length);
  const firstBone = new Map<number, number>();
  for (let b = rig.bones.length - 1; b >= 0; b--) firstBone.set(segmentOfBone[b], b);
  segments.forEach(({ parent }, j) => {
    const bone = firstBone.get(j);
    if (bone !== undefined) motions.set(matrices.subarray(12 * bone, 12 * bone + 12), 12 * j);
    else if (parent >= 0) motions.copyWithin(12 * j, 12 * parent, 12 * parent + 12);
    else motions.set(IDENTITY, 12 * j);
  });
  return poseOfMatrices(segments, motions, pose.name);
}

/** The edits with one more exemplar at the end. */
export const withExemplar = (edits: WeightEdits, added: AddedExemplar): WeightEdits => ({
  ...edits,
  addedExemplars: [...edits.addedExemplars, added],
});
