/** Values between the nodes of a lattice, up to the cage. */
import type { CageCrossing } from "./cage-lines";
import type { Lattice } from "./lattice";

/**
 * A value as a sum: of values at nodes, and of values at the cage's vertices. All shares are 0 or more, their sum is 1.
 */
export interface Mixture {
  nodes: Map<number, number>;
  vertices: Map<number, number>;
}

/** The orders in which axes are cut. */
const ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
];

const add = (sums: Map<number, number>, key: number, share: number) => {
  if (share > 0) sums.set(key, (sums.get(key) ?? 0) + share);
};

/**
 * The value at a point inside as a mixture. Along the first axis it is linear between the two nearest lattice planes,
 * or the cage where that is nearer; values on the planes are found in the same way along the second axis, then the
 * third. Away from the cage that is trilinear interpolation. Linear functions are exact, and nothing goes above or
 * below what it mixes. The three orders of the axes are averaged.
 */
export function mixtureAt(lattice: Lattice, point: ArrayLike<number>): Mixture {
  const mixture: Mixture = { nodes: new Map(), vertices: new Map() };
  for (const order of ORDERS)
    mixAlong(lattice, order, 0, [point[0], point[1], point[2]], 1 / ORDERS.length, mixture);
  return mixture;
}

/** Adds the cage's values at a crossing. */
function addCrossing({ lines }: Lattice, { corner, shares }: CageCrossing, share: number, to: Mixture): void {
  shares.forEach((own, n) => {
    add(to.vertices, lines.cage.triangles[corner + n], share * own);
  });
}

function mixAlong(
  lattice: Lattice,
  order: readonly number[],
  level: number,
  point: number[],
  share: number,
  to: Mixture,
): void {
  const axis = order[level];
  const { lines, origin, step } = lattice;
  const at = point[axis];
  const cell = Math.floor((at - origin[axis]) / step);
  const planes = [origin[axis] + step * cell, origin[axis] + step * (cell + 1)];
  let below: CageCrossing | null = null;
  let above: CageCrossing | null = null;
  for (const crossing of lines.crossings(axis, point)) {
    if (crossing.at <= at && crossing.at >= planes[0]) below = crossing;
    if (crossing.at > at && crossing.at < planes[1]) above ??= crossing;
  }
  const ends = [below?.at ?? planes[0], above?.at ?? planes[1]];
  const length = ends[1] - ends[0];
  const high = length > 0 ? Math.min(1, Math.max(0, (at - ends[0]) / length)) : 0;
  const sides: [CageCrossing | null, number, number][] = [
    [below, planes[0], 1 - high],
    [above, planes[1], high],
  ];
  for (const [crossing, plane, part] of sides) {
    if (!(part > 0)) continue;
    if (crossing) addCrossing(lattice, crossing, share * part, to);
    else if (level < 2) {
      const moved = [...point];
      moved[axis] = plane;
      mixAlong(lattice, order, level + 1, moved, share * part, to);
    } else add(to.nodes, nodeAt(lattice, point, axis, plane), share * part);
  }
}

/** The number of the node in line with a point whose other coordinates are those of lattice lines. */
function nodeAt(
  { origin, step, counts, inside }: Lattice,
  point: number[],
  axis: number,
  at: number,
): number {
  const place = point.map((x, c) => Math.round(((c === axis ? at : x) - origin[c]) / step));
  if (place.some((n, c) => n < 0 || n >= counts[c])) return -1;
  return inside[(place[2] * counts[1] + place[1]) * counts[0] + place[0]];
}
