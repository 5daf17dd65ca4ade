/** Points in the cells of a cubic grid, hashed. A query searches the eight cells around it. */
export class PointGrid {
  readonly count: number;
  private readonly points: ArrayLike<number>;
  private readonly reach: number;
  private readonly size: number;
  private readonly mask: number;
  private readonly heads: Int32Array;
  private readonly next: Int32Array;

  /**
   * @param points 3N.
   * @param reach the largest distance that `nearest` searches; above 0.
   */
  constructor(points: ArrayLike<number>, reach: number) {
    this.count = points.length / 3;
    this.points = points;
    this.reach = reach;
    this.size = 2 * reach;
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * this.count)));
    this.mask = buckets - 1;
    this.heads = new Int32Array(buckets).fill(-1);
    this.next = new Int32Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const [x, y, z] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
      const bucket = this.bucket(this.cell(x), this.cell(y), this.cell(z));
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

  /** The point nearest to a place within reach; the least index if several are equally near; −1 if there is none. */
  nearest(x: number, y: number, z: number): number {
    const { points, reach } = this;
    let best = -1;
    let least = reach * reach;
    const [x0, y0, z0] = [this.cell(x - reach), this.cell(y - reach), this.cell(z - reach)];
    for (let corner = 0; corner < 8; corner++) {
      const bucket = this.bucket(x0 + (corner & 1), y0 + ((corner >> 1) & 1), z0 + (corner >> 2));
      for (let i = this.heads[bucket]; i >= 0; i = this.next[i]) {
        const away = (points[3 * i] - x) ** 2 + (points[3 * i + 1] - y) ** 2 + (points[3 * i + 2] - z) ** 2;
        if (away < least || (away === least && (best < 0 || i < best))) [best, least] = [i, away];
      }
    }
    return best;
  }
}
