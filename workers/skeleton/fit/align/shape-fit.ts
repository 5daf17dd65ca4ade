/**
 * Places a skeleton in a mesh only by its shape: first by its bounding box, then by the distance of each vertex to the
 * nearest point of a bone.
 */
import { FLAT, placed } from "../../../geometry/placing";
import { SegmentSet } from "../../../mesh/segment-set";
import { boundsOf, diagonalOfBox } from "../../../model/mesh/mesh-sequence";
import type { Placement } from "../../../model/skeleton/fit/fit-alignment";
import type { Point } from "../../../model/skeleton/skeleton";

export interface ShapeFit extends Placement {
  /** Mean squared distance of a vertex to the nearest bone, over the squared diagonal of the mesh. */
  cost: number;
}

export type HeadsAndTails = readonly (readonly [head: Point, tail: Point])[];

const ROUNDS = 10;
/** At first the skeleton fills this share of the mesh's box, because joints lie inside limbs. */
const FILLED = 0.9;

/** @param points 3N: some vertices of the mesh at rest. */
export function fitShape(ends: HeadsAndTails, turn: readonly number[], points: Float64Array): ShapeFit {
  const box = boundsOf(points);
  const diagonal = diagonalOfBox(box) || 1;
  let best: ShapeFit = { ...intoBox(ends, turn, box, diagonal), cost: Infinity };
  let current: Placement = best;
  for (let round = 0; round < ROUNDS; round++) {
    const { next, cost } = nearer(ends, current, points);
    const relative = cost / diagonal ** 2;
    if (relative >= best.cost) break;
    best = { ...current, cost: relative };
    current = next;
  }
  return best;
}

/**
 * The mean squared distance of points to the nearest bone of a placed skeleton, over the squared diagonal of their box.
 */
export function shapeCost(ends: HeadsAndTails, placement: Placement, points: Float64Array): number {
  const box = boundsOf(points);
  const diagonal = diagonalOfBox(box) || 1;
  return nearer(ends, placement, points).cost / diagonal ** 2;
}

function intoBox(
  ends: HeadsAndTails,
  turn: readonly number[],
  box: readonly number[],
  diagonal: number,
): Placement {
  const still: Placement = { scale: 1, turn, shift: [0, 0, 0] };
  const own = boundsOf(ends.flatMap(([head, tail]) => [...placed(still, head), ...placed(still, tail)]));
  const size = diagonalOfBox(own);
  const ratios = [0, 1, 2]
    .filter((c) => own[c + 3] - own[c] > FLAT * size)
    .map((c) => Math.max(box[c + 3] - box[c], FLAT * diagonal) / (own[c + 3] - own[c]));
  const scale = ratios.length > 0 ? FILLED * Math.min(...ratios) : 1;
  const shift = [0, 1, 2].map(
    (c) => (box[c] + box[c + 3]) / 2 - (scale * (own[c] + own[c + 3])) / 2,
  ) as Point;
  return { scale, turn, shift };
}

/** The scale and shift that move the nearest points on bones to the given points, and the cost before. */
function nearer(
  ends: HeadsAndTails,
  placement: Placement,
  points: Float64Array,
): { next: Placement; cost: number } {
  const { scale, turn, shift } = placement;
  const segments = new SegmentSet(
    ends.map(([head, tail]) => [placed(placement, head), placed(placement, tail)]),
  );
  const N = points.length / 3;
  const near = new Float64Array(3 * N);
  const [from, to] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let cost = 0;
  for (let i = 0; i < N; i++) {
    const [x, y, z] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
    const s = segments.nearest(x, y, z);
    segments.nearestPoint(s, x, y, z, near.subarray(3 * i, 3 * i + 3));
    for (let c = 0; c < 3; c++) {
      cost += (points[3 * i + c] - near[3 * i + c]) ** 2 / N;
      from[c] += near[3 * i + c] / N;
      to[c] += points[3 * i + c] / N;
    }
  }
  let [along, square] = [0, 0];
  for (let at = 0; at < near.length; at++) {
    const d = near[at] - from[at % 3];
    along += d * (points[at] - to[at % 3]);
    square += d * d;
  }
  const grow = square > 0 && along > 0 ? along / square : 1;
  const next = [0, 1, 2].map((c) => to[c] + grow * (shift[c] - from[c])) as Point;
  return { next: { scale: grow * scale, turn, shift: next }, cost };
}
