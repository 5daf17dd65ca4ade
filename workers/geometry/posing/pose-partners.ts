import type { Bone, Rig } from "../../model/rig/rig";
import type { BonePairs } from "../body/bone-pairs";
import { namedPartners } from "../body/names/named-partners";
import { mirrorAcross } from "../vertex-mirror";

/** Whether each bone has neither a parent nor children. */
export function aloneBones(bones: readonly Bone[]): boolean[] {
  const parents = new Set(bones.map(({ parent }) => parent));
  return bones.map(({ parent }, j) => parent < 0 && !parents.has(j));
}

/**
 * For each bone, the bone whose pose it takes when a pose is mirrored; −1 if there is none. Bones without a hierarchy
 * are often no mirror images of each other, and a solve may place three of them in one leg and two in the other. Each
 * then takes the pose of the bone that moves the mirror image of its vertices, which is no involution.
 */
export function posePartners(rig: Pick<Rig, "bones" | "weights" | "rest">, pairs: BonePairs): Int32Array {
  const axis = pairs.plane.normal.findIndex((x) => Math.abs(x) === 1);
  const found = axis >= 0 && aloneBones(rig.bones).every(Boolean) ? overlapping(rig, axis) : null;
  return namedPartners(rig.bones, found ?? pairs.partner);
}

/** The mesh counts as symmetric if at most this share of its vertices has no mirror image. */
const SYMMETRIC = 0.05;

/** The bone b with the largest Σ w_j(i) w_b(mirror image of i) for each bone j. Null if the mesh is not symmetric. */
function overlapping({ bones, weights, rest }: Pick<Rig, "bones" | "weights" | "rest">, axis: number) {
  const { map, unmatched } = mirrorAcross(rest, axis, 0);
  if (unmatched > SYMMETRIC * map.length) return null;
  const count = bones.length;
  const shared = new Float64Array(count * count);
  const { offsets, bones: ids, values } = weights;
  map.forEach((image, i) => {
    if (image < 0) return;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      for (let f = offsets[image]; f < offsets[image + 1]; f++) {
        shared[count * ids[e] + ids[f]] += values[e] * values[f];
      }
    }
  });
  return Int32Array.from({ length: count }, (_, j) => {
    const row = shared.subarray(count * j, count * (j + 1));
    const most = Math.max(...row);
    return most > 0 ? row.indexOf(most) : -1;
  });
}
