/**
 * Finds the mirror image of each vertex. Vertices pair if each is the nearest to the other's mirrored position, within
 * a tolerance.
 */

import { boundsOf, diagonalOfBox } from "../model/mesh/mesh-sequence";
import { adjacencyOf } from "./adjacency";
import { PointGrid } from "./point-grid";

export interface VertexMirror {
  /** Axis across the plane: 0 is x. */
  axis: number;
  /** Position of the plane on that axis. */
  plane: number;
  /** The mirror image of each vertex, V: itself in the plane, −1 if there is none. An involution: map[map[i]] = i. */
  map: Int32Array;
  /** The number of vertices without a mirror image. */
  unmatched: number;
}

/**
 * The largest distance between a vertex and the mirrored position of its partner, relative to the bounding box's
 * diagonal.
 */
const TOLERANCE = 2e-3;
/** The same for vertices that pair by their neighbours. */
const REACH = 0.02;
const ROUNDS = 50;
/** Planes nearer to each other than this part of the diagonal are the same. */
const SAME_PLANE = 1e-9;

/**
 * Tries two planes across one axis: through the middle of the bounding box, and at the given position.
 * @param rest 3V. O(V).
 * @returns the plane that leaves fewer vertices without a partner; the middle if both are equal.
 */
export function mirrorAcross(rest: Float32Array, axis: number, given: number): VertexMirror {
  const { box, diagonal } = extentOf(rest);
  const grid = new PointGrid(rest, TOLERANCE * diagonal);
  const middle = (box[axis] + box[axis + 3]) / 2;
  const central = pairs(rest, grid, axis, middle);
  if (central.unmatched === 0 || Math.abs(middle - given) < SAME_PLANE * diagonal) return central;
  const own = pairs(rest, grid, axis, given);
  return own.unmatched < central.unmatched ? own : central;
}

/**
 * Tries planes across the axes, through the middle of the bounding box and through the vertices' mean. Vertices that
 * modelling has moved farther apart then pair by their neighbours: i and l pair if the partners of i's neighbours are
 * around l.
 * @param rest 3V.
 * @param triangles over the same vertices.
 * @param axes the axes across which planes are tried.
 * @returns the plane with the fewest unmatched vertices, which may still be most of them.
 */
export function findMirror(
  rest: Float32Array,
  triangles: Uint32Array,
  axes: readonly number[] = [0, 1, 2],
): VertexMirror {
  const count = rest.length / 3;
  const { box, diagonal } = extentOf(rest);
  const grid = new PointGrid(rest, TOLERANCE * diagonal);
  let best: VertexMirror | null = null;
  for (const axis of axes) {
    let mean = 0;
    for (let i = 0; i < count; i++) mean += rest[3 * i + axis] / count;
    for (const plane of [(box[axis] + box[axis + 3]) / 2, mean]) {
      const found = pairs(rest, grid, axis, plane);
      if (!best || found.unmatched < best.unmatched) best = found;
    }
  }
  const { axis, plane, map } = best!;
  pairByNeighbours(rest, triangles, best!, REACH * diagonal);
  return { axis, plane, map, unmatched: unmatchedIn(map) };
}

function extentOf(rest: Float32Array): { box: ArrayLike<number>; diagonal: number } {
  const box = boundsOf(rest);
  return { box, diagonal: diagonalOfBox(box) || 1 };
}

const unmatchedIn = (map: Int32Array): number => map.reduce((sum, l) => sum + (l < 0 ? 1 : 0), 0);

/** Pairs vertices that are nearest to each other's mirrored position, within the grid's reach. */
function pairs(rest: Float32Array, grid: PointGrid, axis: number, plane: number): VertexMirror {
  const nearest = Int32Array.from({ length: grid.count }, (_, i) => {
    const [x, y, z] = mirrored(rest, i, axis, plane);
    return grid.nearest(x, y, z);
  });
  const map = nearest.map((l, i) => (l >= 0 && nearest[l] === i ? l : -1));
  return { axis, plane, map, unmatched: unmatchedIn(map) };
}

/** The position of vertex i on the other side of the plane. */
export function mirrored(rest: ArrayLike<number>, i: number, axis: number, plane: number): number[] {
  const p = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
  p[axis] = 2 * plane - p[axis];
  return p;
}

const squareTo = (rest: ArrayLike<number>, i: number, p: readonly number[]): number =>
  (rest[3 * i] - p[0]) ** 2 + (rest[3 * i + 1] - p[1]) ** 2 + (rest[3 * i + 2] - p[2]) ** 2;

/** Extends the pairs along edges, nearest first among those that agree with the most neighbours. */
function pairByNeighbours(
  rest: Float32Array,
  triangles: Uint32Array,
  { axis, plane, map }: VertexMirror,
  reach: number,
): void {
  const { offsets, neighbours } = adjacencyOf(triangles, map.length);
  const around = (i: number) => neighbours.subarray(offsets[i], offsets[i + 1]);
  /** The vertex without a partner that most of i's paired neighbours point to. */
  const choiceOf = (i: number): number => {
    const votes = new Map<number, number>();
    for (const n of around(i)) {
      if (map[n] < 0) continue;
      for (const l of around(map[n])) if (map[l] < 0) votes.set(l, (votes.get(l) ?? 0) + 1);
    }
    const image = mirrored(rest, i, axis, plane);
    let best = -1;
    let most = [0, Infinity];
    for (const [l, count] of votes) {
      const square = squareTo(rest, l, image);
      if (square > reach * reach || count < most[0]) continue;
      if (count > most[0] || square < most[1] || (square === most[1] && l < best)) {
        best = l;
        most = [count, square];
      }
    }
    return best;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const choices = map.map((l, i) => (l < 0 ? choiceOf(i) : -1));
    let found = 0;
    choices.forEach((l, i) => {
      if (l < 0 || choices[l] !== i) return;
      map[i] = l;
      found++;
    });
    if (found === 0) return;
  }
}
