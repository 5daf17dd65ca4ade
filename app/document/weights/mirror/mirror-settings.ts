import { leftSide } from "../../../../workers/geometry/mirror/bone-partners";
import type { SurfaceMirror } from "../../../../workers/geometry/mirror/surface-mirror";
import type { Bone } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { MirrorSettings, MirrorTowards } from "../../../../workers/model/weights/mirror-settings";
import type { Command } from "../../history/history";
import { patch } from "../../patch";
import type { Stores } from "../../stores";

/** The direction of a mirrored copy: left to right, right to left, or the mean of both sides. */
export type MirrorCopy = "forward" | "back" | "mean";

/** The side that a copy writes. If no names tell the sides, left is where the plane's normal points. */
export function towardsOf(copy: MirrorCopy, bones: readonly Bone[], { plane }: SurfaceMirror): MirrorTowards {
  if (copy === "mean") return "mean";
  const left = leftSide(bones, plane) ?? 1;
  return copy === "forward" ? (-left as 1 | -1) : left;
}

/** Changes settings of mirroring. */
export const setMirroring = (stores: Stores, label: string, change: Partial<MirrorSettings>): Command => {
  const { mirroring } = stores.document.getState();
  return patch(stores, label, "sym", { mirroring: { ...mirroring, ...change } });
};

/** Pairs two bones, and removes their other pairs. A bone that is paired with itself has no partner. */
export function pairByHand(stores: Stores, a: string, b: string): Command {
  const { pairs } = stores.document.getState().mirroring;
  const others = pairs.filter(([p, q]) => ![p, q].includes(a) && ![p, q].includes(b));
  const label = a === b ? `${a} mirrors onto itself` : `Pair ${a} with ${b}`;
  return setMirroring(stores, label, { pairs: [...others, [a, b]] });
}

/** Vertices without a mirror image, and the bone that moves them most. */
export interface LoneVertices {
  bone: number;
  vertices: Uint32Array;
}

/** The vertices without a mirror image by bone, the longest list first. */
export function loneByBone(
  unmatched: Uint32Array,
  { offsets, bones, values }: SparseWeights,
): LoneVertices[] {
  const lists = new Map<number, number[]>();
  for (const i of unmatched) {
    let best = offsets[i];
    for (let e = best + 1; e < offsets[i + 1]; e++) if (values[e] > values[best]) best = e;
    if (best === offsets[i + 1]) continue;
    lists.set(bones[best], [...(lists.get(bones[best]) ?? []), i]);
  }
  return [...lists]
    .map(([bone, vertices]) => ({ bone, vertices: Uint32Array.from(vertices) }))
    .sort((a, b) => b.vertices.length - a.vertices.length || a.bone - b.bone);
}
