/** Which vertex is the mirror image of which, across a plane at right angles to the x axis. */
export interface VertexMirror {
  /** x of the plane, in the coordinates of the positions. */
  plane: number;
  /** The image of each vertex, V; its own number in the plane; −1 where there is none. An involution. */
  map: Int32Array;
  /** Vertices without an image. */
  unmatched: number;
}

/** Farthest that a vertex may lie from the image of its partner, as a part of the bounding box's diagonal. */
export const MIRROR_TOLERANCE = 2e-3;

/**
 * Pairs vertices that are each the nearest to the other's mirror image within the tolerance. A plane that is given, as
 * the file's own 0, and the one through the middle of the bounding box are tried; the one that leaves fewer without a
 * partner is taken.
 * @param rest 3V. O(V).
 */
export function mirrorVertices(rest: Float32Array, given = 0, tolerance = MIRROR_TOLERANCE): VertexMirror {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < rest.length; n++) {
    low[n % 3] = Math.min(low[n % 3], rest[n]);
    high[n % 3] = Math.max(high[n % 3], rest[n]);
  }
  const diagonal = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) || 1;
  const cells = new Cells(rest, tolerance * diagonal);
  const middle = (low[0] + high[0]) / 2;
  const central = cells.mirror(middle);
  if (central.unmatched === 0 || Math.abs(middle - given) < 1e-9 * diagonal) return central;
  const own = cells.mirror(given);
  return own.unmatched < central.unmatched ? own : central;
}

/** Vertices in the cells of a cubic grid, hashed; a query of a cell's size looks at the eight nearest cells. */
class Cells {
  private readonly rest: Float32Array;
  private readonly reach: number;
  private readonly size: number;
  private readonly mask: number;
  private readonly heads: Int32Array;
  private readonly next: Int32Array;

  constructor(rest: Float32Array, reach: number) {
    const count = rest.length / 3;
    this.rest = rest;
    this.reach = reach;
    this.size = 2 * reach;
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * count)));
    this.mask = buckets - 1;
    this.heads = new Int32Array(buckets).fill(-1);
    this.next = new Int32Array(count);
    // From the last, so that chains are in ascending order: of equals the first is found.
    for (let i = count - 1; i >= 0; i--) {
      const bucket = this.bucket(
        this.cell(rest[3 * i]),
        this.cell(rest[3 * i + 1]),
        this.cell(rest[3 * i + 2]),
      );
      this.next[i] = this.heads[bucket];
      this.heads[bucket] = i;
    }
  }

  private cell(x: number): number {
    return Math.floor(x / this.size);
  }

  private bucket(x: number, y: number, z: number): number {
    return (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & this.mask;
  }

  mirror(plane: number): VertexMirror {
    const { rest } = this;
    const count = rest.length / 3;
    const nearest = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      nearest[i] = this.nearest(2 * plane - rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
    }
    let unmatched = 0;
    const map = nearest.map((l, i) => (l >= 0 && nearest[l] === i ? l : -1));
    for (const l of map) if (l < 0) unmatched++;
    return { plane, map, unmatched };
  }

  /** The vertex nearest to a point, no farther than the reach; −1 where there is none. */
  private nearest(x: number, y: number, z: number): number {
    const { rest, reach } = this;
    let best = -1;
    let least = reach * reach;
    const [x0, y0, z0] = [this.cell(x - reach), this.cell(y - reach), this.cell(z - reach)];
    for (let corner = 0; corner < 8; corner++) {
      const bucket = this.bucket(x0 + (corner & 1), y0 + ((corner >> 1) & 1), z0 + (corner >> 2));
      for (let i = this.heads[bucket]; i >= 0; i = this.next[i]) {
        const away = (rest[3 * i] - x) ** 2 + (rest[3 * i + 1] - y) ** 2 + (rest[3 * i + 2] - z) ** 2;
        if (away < least || (away === least && (best < 0 || i < best))) [best, least] = [i, away];
      }
    }
    return best;
  }
}
