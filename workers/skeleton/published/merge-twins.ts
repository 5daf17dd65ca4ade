import { boneNames } from "../../decompose/result/rig-assembly";
import type { Rig } from "../../model/rig/rig";
import { boneMoments, mergedInto, widest } from "../still/merge-still";

/**
 * Two bones are twins if they carry the vertices of both to the same places in every frame: RMS, as a share of the
 * diagonal. This is the rounding of bones that were fitted to the same rigid part.
 */
const SAME = 1e-5;

/**
 * The rig without twins. Of bones that move exactly alike, the first takes over the vertices of the others. Otherwise
 * they might share no vertex, and a rigid part would become several trees.
 * @param rig loose bones, without parents.
 */
export function mergeTwins(rig: Rig, diagonal: number): Rig {
  const moments = boneMoments(rig);
  const limit = (SAME * diagonal) ** 2;
  const stays: number[] = [];
  const parents = moments.map((own, j) => {
    const twin = stays.find((a) => widest(rig, j, a, own) < limit && widest(rig, a, j, moments[a]) < limit);
    if (twin === undefined) stays.push(j);
    return twin ?? -1;
  });
  if (stays.length === parents.length) return rig;
  const gone = new Set([...parents.keys()].filter((j) => parents[j] >= 0));
  const bones = rig.bones.map((bone, j) => ({ ...bone, parent: parents[j] }));
  const merged = mergedInto({ ...rig, bones }, gone);
  const names = boneNames(stays.length);
  return { ...merged, bones: merged.bones.map((bone, j) => ({ ...bone, name: names[j], parent: -1 })) };
}
