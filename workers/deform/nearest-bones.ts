import { SegmentSet } from "../mesh/segment-set";
import type { Bone } from "../model/rig/rig";
import { boneSegments } from "./bone-segments";

/**
 * The bone whose segments come nearest to each vertex, V; the first one if several are equal.
 * @param rest 3V, in the coordinates of the bones' heads.
 */
export function nearestBones(rest: ArrayLike<number>, bones: Bone[]): Uint16Array {
  const own = boneSegments(bones);
  const owner = own.flatMap((segments, j) => segments.map(() => j));
  const set = new SegmentSet(own.flat());
  return Uint16Array.from(
    { length: rest.length / 3 },
    (_, i) => owner[set.nearest(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2])] ?? 0,
  );
}
