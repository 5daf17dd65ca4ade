import type { Adjacency } from "../../../../workers/geometry/adjacency";

/** The path of a stroke since its last touch, and the pose in which it was drawn. */
export interface StrokeWay {
  by: readonly [x: number, y: number, z: number];
  /** 3V. */
  positions: ArrayLike<number>;
}

/** A touch drags weights along at most this many edges. */
const MOST_STEPS = 8;

/**
 * The value that a stroke drags onto a vertex: one step of upwind advection. The value moves towards the mean of the
 * neighbours that the stroke comes from, each weighted by the squared cosine of its angle to the stroke. The longer the
 * step, the further it moves, but never beyond that mean.
 * @param way this step of the stroke, not longer than an edge.
 * @param value returns the value of a vertex.
 */
export function drawnAlong(
  i: number,
  { by: [dx, dy, dz], positions }: StrokeWay,
  { offsets, neighbours }: Adjacency,
  value: (i: number) => number,
): number {
  const own = value(i);
  const length = Math.hypot(dx, dy, dz);
  let [sum, mixed, reach] = [0, 0, 0];
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    const l = neighbours[e];
    const x = positions[3 * i] - positions[3 * l];
    const y = positions[3 * i + 1] - positions[3 * l + 1];
    const z = positions[3 * i + 2] - positions[3 * l + 2];
    const away = Math.hypot(x, y, z);
    const cosine = (x * dx + y * dy + z * dz) / (away * length);
    if (!(cosine > 0)) continue;
    const part = cosine * cosine;
    sum += part;
    mixed += part * value(l);
    reach += part * away * cosine;
  }
  if (sum === 0) return own;
  return own + Math.min(1, (length * sum) / reach) * (mixed / sum - own);
}

/** Splits a stroke's path into steps that are not longer than the edges around a vertex. */
export function stepsOf(way: StrokeWay, i: number, { offsets, neighbours }: Adjacency): StrokeWay[] {
  const { by, positions } = way;
  const length = Math.hypot(...by);
  let edges = 0;
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    const l = neighbours[e];
    edges += Math.hypot(...[0, 1, 2].map((c) => positions[3 * i + c] - positions[3 * l + c]));
  }
  const mean = edges / (offsets[i + 1] - offsets[i]);
  const count = Math.max(1, Math.min(MOST_STEPS, Math.ceil(length / mean) || 1));
  const step = by.map((x) => x / count) as unknown as StrokeWay["by"];
  return Array.from({ length: count }, () => ({ by: step, positions }));
}
