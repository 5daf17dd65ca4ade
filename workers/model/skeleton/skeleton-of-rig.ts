import { length, minus, plus } from "../../math/vectors";
import { boundsOf } from "../mesh/mesh-sequence";
import type { Rig } from "../rig/rig";
import { DEFAULT_LIMITS, type Point, type Segment, type Skeleton } from "./skeleton";

/** A tail nearer to its head than this, relative to the bounding box's diagonal, gives no direction. */
const NEAR = 1e-4;
/** Length of a bone whose length is unknown, relative to the bounding box's diagonal. */
const SHORT = 0.05;
/** A vertex belongs to a bone if it has at least this share of the bone's largest weight. */
const OWN = 0.5;

/**
 * The skeleton that a rig's bones suggest. A tail is the mean of the children's heads. Without children, it is where
 * the bone's file has it. Otherwise, or if that is the head itself, the bone reaches as far as its vertices in the
 * parent's direction (for a root: towards their middle). Segments are rigid, with the default limits. Bones without
 * vertices only connect others (roots, targets, tips) and become virtual. Otherwise they would take vertices from the
 * bones that move them. End joints have no length.
 */
export function skeletonOfRig(rig: Rig): Skeleton {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rig.rest);
  const diagonal = Math.hypot(x1 - x0, y1 - y0, z1 - z0) || 1;
  const own = movedBy(rig);
  const hasWeights = own.some((moved) => moved.length > 0);
  const heads = rig.bones.map((): Point[] => []);
  for (const { parent, head } of rig.bones) if (parent >= 0) heads[parent].push(head);
  const segments: Segment[] = [];
  rig.bones.forEach(({ name, parent, head, axes, limits: joint, end, tip }, j) => {
    let tail = end ? head : (middle(heads[j]) ?? (tip ? plus(head, tip) : null));
    if (!end && (!tail || length(minus(tail, head)) < NEAR * diagonal)) {
      const along = parent < 0 ? null : minus(head, segments[parent].head);
      const towards = along && length(along) >= NEAR * diagonal ? along : minus(middle(own[j]) ?? head, head);
      tail = leafTail(head, towards, own[j], diagonal);
    }
    const limits = {
      ...DEFAULT_LIMITS,
      twist: [...DEFAULT_LIMITS.twist],
      stretch: [...DEFAULT_LIMITS.stretch],
      ...joint,
    };
    segments.push({
      name,
      parent,
      kind: hasWeights && own[j].length === 0 ? "virtual" : "rigid",
      head: [...head],
      tail: [...tail!],
      ...(axes && { axes }),
      limits: limits as Segment["limits"],
      ...(end && { end }),
    });
  });
  return { version: 1, segments };
}

function middle(points: Point[]): Point | null {
  if (points.length === 0) return null;
  const sum: Point = [0, 0, 0];
  for (const point of points) for (let c = 0; c < 3; c++) sum[c] += point[c] / points.length;
  return sum;
}

/** For each bone, the rest positions of its own vertices, which it moves most. */
function movedBy({ bones, weights, rest }: Rig): Point[][] {
  const largest = new Float64Array(bones.length);
  weights.bones.forEach((j, e) => {
    largest[j] = Math.max(largest[j], weights.values[e]);
  });
  const out = bones.map((): Point[] => []);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      if (weights.values[e] > 0 && weights.values[e] >= OWN * largest[j]) {
        out[j].push([rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]);
      }
    }
  }
  return out;
}

function leafTail(head: Point, towards: Point, moved: Point[], diagonal: number): Point {
  const size = length(towards);
  const way = size > 0 ? towards.map((x) => x / size) : [0, 1, 0];
  let reach = 0;
  for (const point of moved) {
    const from = minus(point, head);
    reach = Math.max(reach, from[0] * way[0] + from[1] * way[1] + from[2] * way[2]);
  }
  if (reach < NEAR * diagonal) reach = SHORT * diagonal;
  return head.map((x, c) => x + reach * way[c]) as Point;
}
