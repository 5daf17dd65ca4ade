/** Where lines along the axes cross a cage. */
import type { CageShape } from "../../../model/reduce/reduce-report";

/** A crossing of a line with a triangle of the cage. */
export interface CageCrossing {
  /** The coordinate along the line's axis. */
  at: number;
  /** First of the triangle's three corners. */
  corner: number;
  /** The crossing in the triangle, sum 1. */
  shares: [number, number, number];
  /** 1 where the line enters the cage, −1 where it leaves it, if faces point outwards. */
  turn: 1 | -1;
}

/** Cells of a bucket grid along each axis. */
const BUCKETS = 32;

/**
 * Finds the crossings of axis-parallel lines with the triangles of a closed mesh. A line that meets an edge or a corner
 * counts as shifted by an infinitely small step, the same for all triangles: it never slips through between two of
 * them, and never meets both.
 */
export class CageLines {
  readonly cage: CageShape;
  /** Lowest corner, and size, of the bounding box. */
  readonly low: Float64Array;
  readonly size: Float64Array;
  /** For each axis the triangles of each bucket of lines. */
  private readonly buckets: number[][][];

  constructor(cage: CageShape) {
    this.cage = cage;
    this.low = new Float64Array(3).fill(Infinity);
    const high = new Float64Array(3).fill(-Infinity);
    cage.positions.forEach((x, n) => {
      this.low[n % 3] = Math.min(this.low[n % 3], x);
      high[n % 3] = Math.max(high[n % 3], x);
    });
    this.size = high.map((x, c) => x - this.low[c]);
    this.buckets = [0, 1, 2].map((axis) => this.sortInto(axis));
  }

  private bucketOf(c: number, x: number): number {
    const n = Math.floor((BUCKETS * (x - this.low[c])) / (this.size[c] || 1));
    return Math.min(BUCKETS - 1, Math.max(0, n));
  }

  private sortInto(axis: number): number[][] {
    const { positions, triangles } = this.cage;
    const lists: number[][] = Array.from({ length: BUCKETS * BUCKETS }, () => []);
    const range = (t: number, c: number) => {
      const all = [0, 1, 2].map((n) => positions[3 * triangles[t + n] + c]);
      return [this.bucketOf(c, Math.min(...all)), this.bucketOf(c, Math.max(...all))];
    };
    for (let t = 0; t < triangles.length; t += 3) {
      const [u0, u1] = range(t, (axis + 1) % 3);
      const [v0, v1] = range(t, (axis + 2) % 3);
      for (let u = u0; u <= u1; u++) for (let v = v0; v <= v1; v++) lists[u * BUCKETS + v].push(t);
    }
    return lists;
  }

  /**
   * All crossings of the line along an axis through a point, ascending.
   * @param point x, y, z; its coordinate along the axis does not count.
   */
  crossings(axis: number, point: ArrayLike<number>): CageCrossing[] {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const list = this.buckets[axis][this.bucketOf(u, point[u]) * BUCKETS + this.bucketOf(v, point[v])];
    const found: CageCrossing[] = [];
    for (const t of list) {
      const crossing = this.crossing(axis, point[u], point[v], t);
      if (crossing) found.push(crossing);
    }
    return found.sort((a, b) => a.at - b.at);
  }

  private crossing(axis: number, pu: number, pv: number, t: number): CageCrossing | null {
    const { positions, triangles } = this.cage;
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const sides = [0, 1, 2].map((n) => this.side(axis, corners[(n + 1) % 3], corners[(n + 2) % 3], pu, pv));
    const isLeft = sides[0].sign > 0;
    if (sides.some(({ sign }) => sign > 0 !== isLeft)) return null;
    const area = sides[0].value + sides[1].value + sides[2].value;
    if (area === 0) return null;
    const shares = sides.map(({ value }) => value / area) as [number, number, number];
    const at = shares.reduce((sum, share, n) => sum + share * positions[3 * corners[n] + axis], 0);
    return { at, corner: t, shares, turn: isLeft ? -1 : 1 };
  }

  /** The side of an edge that a line passes on: twice the area of their triangle, with a sign that is never 0. */
  private side(axis: number, from: number, to: number, pu: number, pv: number) {
    const { positions } = this.cage;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    // The same numbers for both triangles of an edge.
    const [a, b, turned] = from < to ? [from, to, 1] : [to, from, -1];
    const du = positions[3 * b + u] - positions[3 * a + u];
    const dv = positions[3 * b + v] - positions[3 * a + v];
    const value = du * (pv - positions[3 * a + v]) - dv * (pu - positions[3 * a + u]);
    const sign = Math.sign(value) || Math.sign(-dv) || Math.sign(du) || 1;
    return { value: turned * value, sign: turned * sign };
  }

  /** Whether a point is inside. */
  isInside(point: ArrayLike<number>): boolean {
    return windingBelow(this.crossings(0, point), point[0]) !== 0;
  }

  /** Whether the cage is within a distance of a point, along one of the axes. */
  isNear(point: ArrayLike<number>, distance: number): boolean {
    return [0, 1, 2].some((axis) =>
      this.crossings(axis, point).some(({ at }) => Math.abs(at - point[axis]) <= distance),
    );
  }
}

/** How often a line has entered the cage, less how often it has left it, before a coordinate. */
export function windingBelow(crossings: readonly CageCrossing[], at: number): number {
  let sum = 0;
  for (const { at: x, turn } of crossings) if (x < at) sum += turn;
  return sum;
}
