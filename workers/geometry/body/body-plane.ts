/** Vertical planes in which a body may be symmetric. */

import { dot, minus, plus, scaled, unit } from "../../math/vectors";
import type { Point } from "../../model/skeleton/skeleton";
import { mirrorAcross } from "../vertex-mirror";
import { type BodyShape, branch } from "./body-shape";

/** The points p with normal · p = offset. */
export interface Plane {
  /** Unit vector. */
  normal: Point;
  offset: number;
}

/** The mesh gives the plane if at most this share of its vertices has no mirror image. */
const SYMMETRIC = 0.05;
/** The most pairs of branches to try, largest first. */
const MOST_PAIRS = 24;

export const side = ({ normal, offset }: Plane, p: Point): number => dot(normal, p) - offset;

export const reflected = (plane: Plane, p: Point): Point =>
  minus(p, scaled(plane.normal, 2 * side(plane, p)));

export const reflectedDirection = ({ normal }: Pick<Plane, "normal">, v: Point): Point =>
  minus(v, scaled(normal, 2 * dot(normal, v)));

const horizontalAxes = ({ up }: BodyShape): number[] => [0, 1, 2].filter((axis) => up[axis] === 0);

/** The plane across an axis, 0 to 2. */
export const axisPlane = (axis: number, offset: number): Plane => ({
  normal: [0, 1, 2].map((c) => (c === axis ? 1 : 0)) as Point,
  offset,
});

/** The plane in which the mesh is symmetric at rest; null if it is not. O(V). */
export function meshPlane(shape: BodyShape): Plane | null {
  const count = shape.rest.length / 3;
  if (count === 0) return null;
  const found = horizontalAxes(shape)
    .map((axis) => mirrorAcross(shape.rest, axis, 0))
    .sort((a, b) => a.unmatched - b.unmatched)[0];
  return found.unmatched <= SYMMETRIC * count ? axisPlane(found.axis, found.plane) : null;
}

/**
 * The planes to try for a body whose mesh is not symmetric at rest, such as one in a stride. They lie across the level
 * axes, through the roots and the middle of all heads, and half-way between branches of equal size.
 */
export function candidatePlanes(shape: BodyShape): Plane[] {
  const { bones, roots, children } = shape;
  const planes = horizontalAxes(shape).flatMap((axis) => {
    const at = bones.map(({ head }) => head[axis]).sort((a, b) => a - b);
    const through = [
      at[at.length >> 1],
      (at[0] + at[at.length - 1]) / 2,
      ...roots.map((j) => bones[j].head[axis]),
    ];
    return through.map((offset) => axisPlane(axis, offset));
  });
  const sizes = bones.map((_, j) => branch(shape, j).length);
  const pairs = [roots, ...children]
    .flatMap((all) => all.flatMap((a, n) => all.slice(n + 1).map((b) => [a, b])))
    .filter(([a, b]) => Math.abs(sizes[a] - sizes[b]) <= 1)
    .sort(([a, b], [c, d]) => sizes[c] + sizes[d] - sizes[a] - sizes[b])
    .slice(0, MOST_PAIRS);
  for (const [a, b] of pairs) {
    for (const [p, q] of [
      [bones[a].head, bones[b].head],
      [shape.middles[a], shape.middles[b]],
    ]) {
      const apart = minus(q, p);
      const normal = unit(minus(apart, scaled(shape.up, dot(apart, shape.up))), 0.02 * shape.size);
      if (normal) planes.push({ normal, offset: dot(normal, scaled(plus(p, q), 0.5)) });
    }
  }
  return planes;
}
