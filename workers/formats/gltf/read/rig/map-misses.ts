import { minus } from "../../../../math/vectors";

type Point = readonly [number, number, number];

/** The mean of points. */
const meanOf = (points: Point[]): Point =>
  [0, 1, 2].map(
    (c) => points.reduce((sum, p) => sum + p[c], 0) / Math.max(1, points.length),
  ) as unknown as Point;

/**
 * The error of affine maps: Σ |m p − h|² over pairs (p, h). It uses their moments about their means, so the time for a
 * map does not depend on the number of pairs.
 * @returns a function of m, a row-major 3x4.
 */
export function missOfMaps(pairs: readonly (readonly [Point, Point])[]): (m: ArrayLike<number>) => number {
  const [from, to] = [meanOf(pairs.map(([p]) => p)), meanOf(pairs.map(([, h]) => h))];
  const squares = new Float64Array(9);
  const products = new Float64Array(9);
  let spread = 0;
  for (const [p, h] of pairs) {
    const [a, b] = [minus(p, from), minus(h, to)];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        squares[3 * r + c] += a[r] * a[c];
        products[3 * r + c] += b[r] * a[c];
      }
      spread += b[r] * b[r];
    }
  }
  return (m) => {
    let miss = spread;
    for (let r = 0; r < 3; r++) {
      let off = m[4 * r + 3] - to[r];
      for (let c = 0; c < 3; c++) {
        const x = m[4 * r + c];
        off += x * from[c];
        miss -= 2 * x * products[3 * r + c];
        for (let d = 0; d < 3; d++) miss += x * m[4 * r + d] * squares[3 * c + d];
      }
      miss += pairs.length * off * off;
    }
    return Math.max(0, miss);
  };
}
