/**
 * Finds the plane in which a mesh is symmetric, and the mirror image of each vertex. It tries planes across the three
 * axes, through the middle of the bounding box and through the vertices' mean. Vertices pair if each is the nearest to
 * the other's mirrored position, within a tolerance. Vertices that modelling has moved farther apart pair by their
 * neighbours: i and l pair if the partners of i's neighbours are around l.
 */

import { adjacencyOf } from "../geometry/adjacency";
import { boundsOf } from "../model/mesh/mesh-sequence";

export interface VertexMirror {
  /** Axis across the plane: 0 is x. */
  axis: number;
  /** Position of the plane on that axis. */
  plane: number;
  /** The mirror image of each vertex, V; −1 if there is none. An involution: map[map[i]] = i. */
  map: Int32Array;
  /** Share of the vertices without a mirror image. */
  unmatched: number;
}

/** Distance between a vertex and its image, relative to the bounding box's diagonal. */
const TOLERANCE = 2e-3;
/** The same for vertices that pair by their neighbours. */
const REACH = 0.02;
const ROUNDS = 50;

/**
 * @param rest 3V.
 * @param triangles over the same vertices.
 * @param axes across which planes are tried.
 * @returns the plane with the fewest unmatched vertices, which may still be most of them.
 */
export function findMirror(
  rest: Float32Array,
  triangles: Uint32Array,
  axes: readonly number[] = [0, 1, 2],
): VertexMirror {
  const count = rest.length / 3;
  const box = boundsOf(rest);
  const diagonal = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) || 1;
  const grid = new Grid(rest, TOLERANCE * diagonal);
  let best: VertexMirror | null = null;
  for (const axis of axes) {
    let mean = 0;
    for (let i = 0; i < count; i++) mean += rest[3 * i + axis] / count;
    for (const plane of [(box[axis] + box[axis + 3]) / 2, mean]) {
      const map = grid.pairs(axis, plane);
      const unmatched = map.reduce((sum, l) => sum + (l < 0 ? 1 : 0), 0) / count;
      if (!best || unmatched < best.unmatched) best = { axis, plane, map, unmatched };
    }
  }
  const { axis, plane, map } = best!;
  pairByNeighbours(rest, triangles, best!, REACH * diagonal);
  return { axis, plane, map, unmatched: map.reduce((sum, l) => sum + (l < 0 ? 1 : 0), 0) / count };
}

/** Vertices by cells of a cubic grid. */
class Grid {
  private readonly cells = new Map<string, number[]>();
  private readonly rest: Float32Array;
  private readonly size: number;

  constructor(rest: Float32Array, size: number) {
    this.rest = rest;
    this.size = size;
    for (let i = 0; i < rest.length / 3; i++) {
      const key = this.key(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2], 0, 0, 0);
      const cell = this.cells.get(key);
      if (cell) cell.push(i);
      else this.cells.set(key, [i]);
    }
  }

  private key(x: number, y: number, z: number, dx: number, dy: number, dz: number): string {
    const { size } = this;
    return `${Math.floor(x / size) + dx},${Math.floor(y / size) + dy},${Math.floor(z / size) + dz}`;
  }

  /** Vertices that are nearest to each other's mirrored position, within a cell's size; −1 for others. */
  pairs(axis: number, plane: number): Int32Array {
    const count = this.rest.length / 3;
    const nearest = Int32Array.from({ length: count }, (_, i) =>
      this.nearestTo(mirrored(this.rest, i, axis, plane)),
    );
    return nearest.map((l, i) => (l >= 0 && nearest[l] === i ? l : -1));
  }

  private nearestTo(p: readonly number[]): number {
    let best = -1;
    let least = this.size ** 2;
    for (let cell = 0; cell < 27; cell++) {
      const [dx, dy, dz] = [(cell % 3) - 1, (Math.floor(cell / 3) % 3) - 1, Math.floor(cell / 9) - 1];
      for (const i of this.cells.get(this.key(p[0], p[1], p[2], dx, dy, dz)) ?? []) {
        const square = squareTo(this.rest, i, p);
        if (square <= least && (square < least || best < 0 || i < best)) {
          least = square;
          best = i;
        }
      }
    }
    return best;
  }
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
  const wish = (i: number): number => {
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
    const wishes = map.map((l, i) => (l < 0 ? wish(i) : -1));
    let found = 0;
    wishes.forEach((l, i) => {
      if (l < 0 || wishes[l] !== i) return;
      map[i] = l;
      found++;
    });
    if (found === 0) return;
  }
}
