import { budgetFor, clipEars } from "./clip-ears";

/** Positions by corner: x, y, z of point p are positions[3p .. 3p + 3]. */
type Positions = ArrayLike<number>;

/**
 * Cuts polygons into triangles: quads along the better diagonal, larger polygons by ear clipping in the plane of
 * Newell's normal. A polygon of n corners gives exactly n − 2 triangles, degenerate ones included, with the
 * polygon's winding, in polygon order.
 * @param offsets the start of each polygon's corners, and one past the last. Every polygon has at least three.
 * @param corners the vertex of each corner.
 * @param point the point of each vertex, which has its position.
 * @param out three vertices per triangle; its length is 3 (corners − 2 polygons).
 * @param budget the remaining tests. Used tests are subtracted.
 */
export function triangulate(
  offsets: ArrayLike<number>,
  corners: ArrayLike<number>,
  point: ArrayLike<number>,
  positions: Positions,
  out: Uint32Array,
  budget = budgetFor(corners.length),
): void {
  let at = 0;
  for (let p = 0; p + 1 < offsets.length; p++) {
    const begin = offsets[p];
    const size = offsets[p + 1] - begin;
    if (size === 3) {
      for (let c = 0; c < 3; c++) out[at + c] = corners[begin + c];
    } else {
      const points = new Uint32Array(size);
      for (let c = 0; c < size; c++) points[c] = point[corners[begin + c]];
      const cut = new Uint32Array(3 * (size - 2));
      if (size === 4) cut.set(cutQuad(points, positions));
      else clipEars(flatten(points, positions), cut, budget);
      for (let t = 0; t < cut.length; t++) out[at + t] = corners[begin + cut[t]];
    }
    at += 3 * (size - 2);
  }
}

/** Newell's normal of a polygon; its length is twice the area. It also suits concave and bent polygons. */
function newell(points: Uint32Array, positions: Positions): [number, number, number] {
  // Relative to the first point, for precision.
  const [ox, oy, oz] = [positions[3 * points[0]], positions[3 * points[0] + 1], positions[3 * points[0] + 2]];
  const normal: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < points.length; i++) {
    const a = 3 * points[i];
    const b = 3 * points[(i + 1) % points.length];
    const [ax, ay, az] = [positions[a] - ox, positions[a + 1] - oy, positions[a + 2] - oz];
    const [bx, by, bz] = [positions[b] - ox, positions[b + 1] - oy, positions[b + 2] - oz];
    normal[0] += ay * bz - az * by;
    normal[1] += az * bx - ax * bz;
    normal[2] += ax * by - ay * bx;
  }
  return normal;
}

/** Twice the area of the triangle, as seen along `normal` (which is of any length). */
function areaAlong(normal: number[], positions: Positions, p: number, q: number, r: number): number {
  const [a, b, c] = [3 * p, 3 * q, 3 * r];
  const [ux, uy, uz] = [
    positions[b] - positions[a],
    positions[b + 1] - positions[a + 1],
    positions[b + 2] - positions[a + 2],
  ];
  const [vx, vy, vz] = [
    positions[c] - positions[a],
    positions[c + 1] - positions[a + 1],
    positions[c + 2] - positions[a + 2],
  ];
  return normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx);
}

function squaredDistance(positions: Positions, p: number, q: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += (positions[3 * p + c] - positions[3 * q + c]) ** 2;
  return sum;
}

/**
 * Cuts along the diagonal that reverses no triangle. If both qualify, along the shorter; if they are equal, along the
 * first.
 */
function cutQuad(points: Uint32Array, positions: Positions): number[] {
  const normal = newell(points, positions);
  const [a, b, c, d] = points;
  const worst02 = Math.min(areaAlong(normal, positions, a, b, c), areaAlong(normal, positions, a, c, d));
  const worst13 = Math.min(areaAlong(normal, positions, a, b, d), areaAlong(normal, positions, b, c, d));
  const first = [0, 1, 2, 0, 2, 3];
  const second = [0, 1, 3, 1, 2, 3];
  if (worst02 > 0 && worst13 > 0) {
    // The first is slightly preferred, so rounding does not decide in a grid of squares.
    return squaredDistance(positions, b, d) < squaredDistance(positions, a, c) * (1 - 1e-6) ? second : first;
  }
  return worst13 > worst02 ? second : first;
}

/** The polygon in the plane of its normal: x, y of each corner, wound counter-clockwise. */
function flatten(points: Uint32Array, positions: Positions): Float64Array {
  const normal = newell(points, positions);
  const size = normal.map(Math.abs);
  // Dropping the normal's largest axis keeps the signs of all areas and needs no square roots.
  const drop = size[0] > size[1] ? (size[0] > size[2] ? 0 : 2) : size[1] > size[2] ? 1 : 2;
  let [u, v] = [(drop + 1) % 3, (drop + 2) % 3];
  if (normal[drop] < 0) [u, v] = [v, u];
  const flat = new Float64Array(2 * points.length);
  for (let i = 0; i < points.length; i++) {
    flat[2 * i] = positions[3 * points[i] + u] - positions[3 * points[0] + u];
    flat[2 * i + 1] = positions[3 * points[i] + v] - positions[3 * points[0] + v];
  }
  return flat;
}
