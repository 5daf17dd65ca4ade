import { SegmentSet } from "../../../mesh/segment-set";
import { boundsOf } from "../../../model/mesh/mesh-sequence";
import type { Bone } from "../../../model/rig/rig";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { Point } from "../../../model/skeleton/skeleton";

/** The length of a bone at the end of a chain, relative to the bone before it. */
const LAST_LENGTH = 0.5;
/** Distances below this share of the diagonal count as equal. */
const NEAR = 1e-3;

/**
 * Segments from each joint to the middle of its children. A bone at the end of a chain continues the bone before it.
 */
export function boneLines(bones: readonly Bone[]): [head: Point, tail: Point][] {
  return bones.map(({ head, parent }, j): [Point, Point] => {
    const children = bones.filter((bone) => bone.parent === j);
    if (children.length > 0) {
      return [head, middleOf(children.map((child) => child.head))];
    }
    if (parent < 0) return [head, head];
    const before = bones[parent].head;
    return [head, head.map((x, c) => x + LAST_LENGTH * (x - before[c])) as Point];
  });
}

const middleOf = (points: readonly Point[]): Point =>
  [0, 1, 2].map((c) => points.reduce((sum, p) => sum + p[c], 0) / points.length) as Point;

/**
 * Weights by distance for a skeleton without weights. The nearest bones share each vertex in proportion to 1 / d⁴. They
 * are only a start for the solver. End joints get none.
 * @param rest 3V, in the bind pose.
 */
export function startWeights(bones: readonly Bone[], rest: Float32Array, influences: number): SparseWeights {
  const V = rest.length / 3;
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rest);
  const least = (NEAR * Math.hypot(x1 - x0, y1 - y0, z1 - z0)) ** 2 || 1;
  const segments = new SegmentSet(boneLines(bones));
  const movers = [...bones.keys()].filter((j) => !bones[j].end);
  const offsets = new Uint32Array(V + 1);
  const ids: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < V; i++) {
    const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
    const distances = new Float64Array(bones.length);
    for (const j of movers) distances[j] = segments.squaredDistance(j, x, y, z) + least;
    const nearest = [...movers]
      .sort((a, b) => distances[a] - distances[b] || a - b)
      .slice(0, influences)
      .sort((a, b) => a - b);
    const shares = nearest.map((j) => 1 / distances[j] ** 2);
    const sum = shares.reduce((a, b) => a + b, 0);
    ids.push(...nearest);
    values.push(...shares.map((w) => w / sum));
    offsets[i + 1] = ids.length;
  }
  return { version: 1, offsets, bones: Uint16Array.from(ids), values: Float32Array.from(values) };
}
