import type { Bone } from "../model/rig/rig";

export type LineSegment = [head: ArrayLike<number>, tail: ArrayLike<number>];

/** A bone reaches from its head to the heads of its children. Without children it continues its parent's direction. */
export function boneSegments(bones: Bone[]): LineSegment[][] {
  const segments = bones.map((): LineSegment[] => []);
  for (const { parent, head } of bones) if (parent >= 0) segments[parent].push([bones[parent].head, head]);
  bones.forEach(({ parent, head }, j) => {
    if (segments[j].length > 0) return;
    const from = parent >= 0 ? bones[parent].head : head;
    segments[j].push([head, head.map((x, c) => 2 * x - from[c])]);
  });
  return segments;
}

export function distanceToSegment(
  points: ArrayLike<number>,
  at: number,
  head: ArrayLike<number>,
  tail: ArrayLike<number>,
): number {
  const x = points[at] - head[0];
  const y = points[at + 1] - head[1];
  const z = points[at + 2] - head[2];
  const [u, v, w] = [tail[0] - head[0], tail[1] - head[1], tail[2] - head[2]];
  const squared = u * u + v * v + w * w;
  const along = squared > 0 ? Math.min(1, Math.max(0, (x * u + y * v + z * w) / squared)) : 0;
  return Math.sqrt((x - along * u) ** 2 + (y - along * v) ** 2 + (z - along * w) ** 2);
}
