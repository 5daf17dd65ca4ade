/** Numbers of a segment: the head, the vector to the tail, and that vector divided by its squared length. */
const SEGMENT = 9;

/** Straight segments, packed for nearest-point queries. */
export class SegmentSet {
  readonly count: number;
  private readonly numbers: Float64Array;

  /** @param ends the head and tail of each. They may coincide. */
  constructor(ends: readonly (readonly [head: ArrayLike<number>, tail: ArrayLike<number>])[]) {
    this.count = ends.length;
    this.numbers = new Float64Array(SEGMENT * ends.length);
    ends.forEach(([head, tail], s) => {
      const way = [0, 1, 2].map((c) => tail[c] - head[c]);
      const square = way.reduce((sum, x) => sum + x * x, 0);
      const parts = way.map((x) => (square > 0 ? x / square : 0));
      this.numbers.set([head[0], head[1], head[2], ...way, ...parts], SEGMENT * s);
    });
  }

  /** Position of the point nearest to (x, y, z) along segment s, 0..1. */
  along(s: number, x: number, y: number, z: number): number {
    const { numbers } = this;
    const at = SEGMENT * s;
    const dx = x - numbers[at];
    const dy = y - numbers[at + 1];
    const dz = z - numbers[at + 2];
    const part = dx * numbers[at + 6] + dy * numbers[at + 7] + dz * numbers[at + 8];
    return part < 0 ? 0 : part > 1 ? 1 : part;
  }

  /** The squared distance of (x, y, z) from segment s. */
  squaredDistance(s: number, x: number, y: number, z: number): number {
    const { numbers } = this;
    const at = SEGMENT * s;
    const along = this.along(s, x, y, z);
    const u = x - numbers[at] - along * numbers[at + 3];
    const v = y - numbers[at + 1] - along * numbers[at + 4];
    const w = z - numbers[at + 2] - along * numbers[at + 5];
    return u * u + v * v + w * w;
  }

  /** The segment nearest to (x, y, z), the first of equally near ones; −1 if there is none. */
  nearest(x: number, y: number, z: number): number {
    let least = Infinity;
    let best = -1;
    for (let s = 0; s < this.count; s++) {
      const square = this.squaredDistance(s, x, y, z);
      if (!(square < least)) continue;
      least = square;
      best = s;
    }
    return best;
  }

  /** Writes the point of segment s that is nearest to (x, y, z). */
  nearestPoint(s: number, x: number, y: number, z: number, out: Float64Array): void {
    const { numbers } = this;
    const along = this.along(s, x, y, z);
    for (let c = 0; c < 3; c++) out[c] = numbers[SEGMENT * s + c] + along * numbers[SEGMENT * s + 3 + c];
  }
}
