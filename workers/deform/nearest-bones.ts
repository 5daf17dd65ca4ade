import type { Bone } from "../model/rig";
import { boneSegments, distanceToSegment } from "./bone-segments";

/**
 * The bone whose segments come nearest to each vertex, V; the first among equals.
 * @param rest 3V, in the coordinates of the bones' heads.
 */
export function nearestBones(rest: ArrayLike<number>, bones: Bone[]): Uint16Array {
  const segments = boneSegments(bones);
  return Uint16Array.from({ length: rest.length / 3 }, (_, i) => {
    let nearest = 0;
    let least = Infinity;
    segments.forEach((own, j) => {
      for (const [head, tail] of own) {
        const distance = distanceToSegment(rest, 3 * i, head, tail);
        if (distance < least) [nearest, least] = [j, distance];
      }
    });
    return nearest;
  });
}
