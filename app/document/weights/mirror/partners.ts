import { bonePartners } from "../../../../workers/geometry/mirror/bone-partners";
import type { SurfaceMirror } from "../../../../workers/geometry/mirror/surface-mirror";
import { type Partners, weighedPartners } from "../../../../workers/geometry/mirror/weighed-partners";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { MirrorSettings } from "../../../../workers/model/weights/mirror-settings";

interface Known {
  bones: Rig["bones"];
  mirror: SurfaceMirror;
  byHand: MirrorSettings["pairs"];
  partners: Partners;
}

const known = new WeakMap<SparseWeights, Known>();

/** The partners of a rig's bones: by hand, by names and places, then by what the bones move. */
export function partnersOf(
  { bones, weights }: Pick<Rig, "bones" | "weights">,
  mirror: SurfaceMirror,
  byHand: MirrorSettings["pairs"],
): Partners {
  const before = known.get(weights);
  if (before && before.bones === bones && before.mirror === mirror && before.byHand === byHand)
    return before.partners;
  const named = new Set(byHand.flat());
  const fixed = new Set([...bones.keys()].filter((j) => named.has(bones[j].name)));
  const pairs = bonePartners(bones, mirror.plane, byHand);
  const partners = weighedPartners(weights, mirror, pairs, fixed);
  known.set(weights, { bones, mirror, byHand, partners });
  return partners;
}
