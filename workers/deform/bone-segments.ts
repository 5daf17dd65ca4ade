import type { Bone } from "../model/rig";

export type Segment = [head: ArrayLike<number>, tail: ArrayLike<number>];

/** A bone reaches from its head to the heads of its children; without children it goes on as its parent came to it. */
export function boneSegments(bones: Bone[]): Segment[][] {
  const segments = bones.map((): Segment[] => []);
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
  let [dot, squared] = [0, 0];
  for (let c = 0; c < 3; c++) {
    dot += (points[at + c] - head[c]) * (tail[c] - head[c]);
    squared += (tail[c] - head[c]) ** 2;
  }
  const along = squared > 0 ? Math.min(1, Math.max(0, dot / squared)) : 0;
  return Math.hypot(...[0, 1, 2].map((c) => points[at + c] - head[c] - along * (tail[c] - head[c])));
}
