/**
 * How a bone shares its weights among k helpers: by the barycentric coordinates of its vertices in a simplex of k
 * corners that contains them all.
 *
 * Rigid helpers that turn alike and move by d_h each take a vertex x to R·x + Σ s_h(x)·d_h. Barycentric coordinates are
 * affine in x, so the sum can be any affine function of the k − 1 coordinates of the simplex: four helpers reproduce an
 * affine bone exactly, fewer reproduce its stretch along k − 1 directions. With A(k) the linear part of the bone in
 * frame k, R(k) the rotation and C the second moments of the vertices, the remaining error outside the directions E is
 * Σ_k |(A − R)·C^½·(I − E·Eᵀ)|², least for the leading eigenvectors of Σ_k C^½·(A − R)ᵀ·(A − R)·C^½, and for the
 * rotations nearest to A·C^½·(I − E·Eᵀ)·C^½. The two alternate.
 */
import { nearestQuaternion } from "../../math/best-rotation";
import { product3 } from "../../math/matrix3";
import { symmetricEigen } from "../../math/symmetric-eigen";
import { quaternionMatrix } from "../bones/stretch";

/** Extents below this share of the largest are raised to it. */
const FLAT = 1e-5;
const ALTERNATIONS = 4;
/** The weight of the simplex's directions in the fit of the rotations, which would be free about them otherwise. */
const FOLLOWED = 1e-3;

/** Unit normals of the faces of a regular simplex in k − 1 dimensions; they sum to 0. */
const NORMALS: Record<number, readonly (readonly number[])[]> = {
  1: [[]],
  2: [[1], [-1]],
  3: [
    [1, 0],
    [-0.5, Math.sqrt(0.75)],
    [-0.5, -Math.sqrt(0.75)],
  ],
  4: [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ].map((normal) => normal.map((x) => x / Math.sqrt(3))),
};

export interface Simplex {
  /** n·k: the shares of each vertex, not negative, sum 1. */
  shares: Float64Array;
  /** 3k: the corners. */
  corners: Float64Array;
  /** The rotation from which each frame starts, a quaternion for each. */
  turns: Float64Array[];
}

const transposed = (m: ArrayLike<number>) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((e) => m[e]);

/** Second moments of points, 3x3. */
function momentsOf(points: Float64Array, masses: Float64Array): Float64Array {
  const moments = new Float64Array(9);
  masses.forEach((mass, i) => {
    for (let e = 0; e < 9; e++)
      moments[e] += mass * points[3 * i + Math.floor(e / 3)] * points[3 * i + (e % 3)];
  });
  return moments;
}

/** C^p for a symmetric C of 3x3, whose small extents are widened. */
function powerOf(moments: ArrayLike<number>, p: number): number[] {
  const { values, vectors } = symmetricEigen(moments, 3);
  const floor = FLAT * FLAT * Math.max(...values) || 1;
  const powers = Array.from(values, (x) => Math.max(x, floor) ** p);
  return Array.from({ length: 9 }, (_, e) =>
    powers.reduce((sum, x, n) => sum + x * vectors[3 * n + Math.floor(e / 3)] * vectors[3 * n + (e % 3)], 0),
  );
}

/** The k − 1 directions along which helpers follow the bone best, as rows of three in the space of C^−½·x. */
function directionsOf(
  linear: readonly number[][],
  turns: Float64Array[],
  root: number[],
  k: number,
): number[][] {
  const gram = new Float64Array(9);
  linear.forEach((a, f) => {
    const left = quaternionMatrix(turns[f]).map((x, e) => a[e] - x);
    const spread = product3(left, root);
    product3(transposed(spread), spread).forEach((x, e) => {
      gram[e] += x;
    });
  });
  const { vectors } = symmetricEigen(gram, 3);
  return [0, 1, 2].slice(0, k - 1).map((n) => [...vectors.subarray(3 * n, 3 * n + 3)]);
}

/** C^½·(I − (1 − ε)·E·Eᵀ)·C^½. */
function momentsBeside(root: number[], directions: readonly number[][]): number[] {
  const beside = Array.from({ length: 9 }, (_, e) => {
    const [r, c] = [Math.floor(e / 3), e % 3];
    const along = directions.reduce((sum, direction) => sum + direction[r] * direction[c], 0);
    return (r === c ? 1 : 0) - (1 - FOLLOWED) * along;
  });
  return product3(product3(root, beside), root);
}

/** Solves the rotations of all frames and the directions of the simplex in turn. */
function turnsAndDirections(
  linear: readonly number[][],
  moments: ArrayLike<number>,
  root: number[],
  k: number,
) {
  const nearest = (spread: ArrayLike<number>) => linear.map((a) => nearestQuaternion(product3(a, spread)));
  let turns = nearest(moments);
  let directions = directionsOf(linear, turns, root, k);
  for (let n = 0; n < ALTERNATIONS && k > 1; n++) {
    turns = nearest(momentsBeside(root, directions));
    directions = directionsOf(linear, turns, root, k);
  }
  return { turns, directions };
}

const apply = (m: readonly number[], [x, y, z]: readonly number[]) =>
  [0, 3, 6].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z);

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, c) => sum + x * b[c], 0);

/**
 * @param points of the bone's vertices about their centre, 3n
 * @param masses the weight of each, n
 * @param linear the bone's linear part in each frame, 3x3 row-major
 * @param k 1 to 4
 */
export function simplexShares(
  points: Float64Array,
  masses: Float64Array,
  linear: readonly number[][],
  k: number,
): Simplex {
  const moments = momentsOf(points, masses);
  const [root, inverse] = [powerOf(moments, 0.5), powerOf(moments, -0.5)];
  const spread = masses.length > 0 ? moments : [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const { turns, directions } = turnsAndDirections(linear, spread, root, k);
  const places = Array.from(masses, (_, i) => {
    const flat = apply(inverse, [...points.subarray(3 * i, 3 * i + 3)]);
    return directions.map((direction) => dot(direction, flat));
  });
  const normals = NORMALS[k];
  // The centre is inside, at height 0.
  const heights = normals.map((normal) =>
    places.reduce((most, place) => Math.max(most, dot(normal, place)), 0),
  );
  const sum = heights.reduce((total, x) => total + x, 0);
  const shares = new Float64Array(k * masses.length);
  places.forEach((place, i) => {
    normals.forEach((normal, h) => {
      shares[k * i + h] = sum > 0 ? (heights[h] - dot(normal, place)) / sum : 1 / k;
    });
  });
  const corners = normals.flatMap((normal) => {
    const place = directions.map(
      (_, r) =>
        ((k - 1) / k) *
        (normals.reduce((total, other, b) => total + heights[b] * other[r], 0) - sum * normal[r]),
    );
    return apply(
      root,
      [0, 1, 2].map((c) => directions.reduce((total, direction, r) => total + place[r] * direction[c], 0)),
    );
  });
  return { shares, corners: Float64Array.from(corners), turns };
}
