/** Mean value coordinates of points in a closed triangle mesh (Ju, Schaefer & Warren 2005, section 3 and figure 4). */

import type { CageShape } from "../../model/reduce/reduce-report";

/** Distances below this share of the cage's size are treated as 0. */
const NEAR = 1e-9;

export interface MeanValues {
  /** N weights that sum to 1 and reproduce the point. They may be negative if the cage is not convex. */
  weights: Float64Array;
  /** How often the cage goes around the point: 1 inside, 0 outside. */
  winding: number;
}

/** @param size the cage's diagonal. */
export function meanValues(
  { positions, triangles }: CageShape,
  point: ArrayLike<number>,
  size: number,
): MeanValues {
  const N = positions.length / 3;
  const weights = new Float64Array(N);
  const unit = new Float64Array(3 * N);
  const distance = new Float64Array(N);
  for (let j = 0; j < N; j++) {
    const away = [0, 1, 2].map((c) => positions[3 * j + c] - point[c]);
    distance[j] = Math.hypot(...away);
    if (distance[j] < NEAR * size) {
      weights[j] = 1;
      return { weights, winding: 1 };
    }
    for (let c = 0; c < 3; c++) unit[3 * j + c] = away[c] / distance[j];
  }
  let winding = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    winding += solidAngle(unit, corners) / (4 * Math.PI);
    if (addTriangle(weights, unit, distance, corners)) return { weights: normalised(weights), winding: 1 };
  }
  return { weights: normalised(weights), winding };
}

function normalised(weights: Float64Array): Float64Array {
  const sum = weights.reduce((total, w) => total + w, 0);
  return weights.map((w) => w / sum);
}

const determinant = (unit: Float64Array, [a, b, c]: number[]): number => {
  const [i, j, k] = [3 * a, 3 * b, 3 * c];
  return (
    unit[i] * (unit[j + 1] * unit[k + 2] - unit[j + 2] * unit[k + 1]) +
    unit[i + 1] * (unit[j + 2] * unit[k] - unit[j] * unit[k + 2]) +
    unit[i + 2] * (unit[j] * unit[k + 1] - unit[j + 1] * unit[k])
  );
};

/** The signed solid angle of a triangle (Van Oosterom & Strackee 1983). */
function solidAngle(unit: Float64Array, corners: number[]): number {
  const dot = (a: number, b: number) =>
    unit[3 * a] * unit[3 * b] + unit[3 * a + 1] * unit[3 * b + 1] + unit[3 * a + 2] * unit[3 * b + 2];
  const [a, b, c] = corners;
  return 2 * Math.atan2(determinant(unit, corners), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

/** Adds the share of a triangle. Returns true if the point lies on it; only its corners then have weights. */
function addTriangle(
  weights: Float64Array,
  unit: Float64Array,
  distance: Float64Array,
  corners: number[],
): boolean {
  // Angles of the spherical triangle's sides; l is the chord that faces each corner.
  const theta = [0, 1, 2].map((n) => {
    const [a, b] = [3 * corners[(n + 1) % 3], 3 * corners[(n + 2) % 3]];
    const chord = Math.hypot(unit[a] - unit[b], unit[a + 1] - unit[b + 1], unit[a + 2] - unit[b + 2]);
    return 2 * Math.asin(Math.min(1, chord / 2));
  });
  const half = (theta[0] + theta[1] + theta[2]) / 2;
  if (Math.PI - half < 1e-9) {
    weights.fill(0);
    for (let n = 0; n < 3; n++) {
      const [next, last] = [distance[corners[(n + 1) % 3]], distance[corners[(n + 2) % 3]]];
      weights[corners[n]] += Math.sin(theta[n]) * next * last;
    }
    return true;
  }
  const sign = Math.sign(determinant(unit, corners));
  const cosine = theta.map((angle, n) => {
    const [next, last] = [theta[(n + 1) % 3], theta[(n + 2) % 3]];
    return (2 * Math.sin(half) * Math.sin(half - angle)) / (Math.sin(next) * Math.sin(last)) - 1;
  });
  const sine = cosine.map((c) => sign * Math.sqrt(Math.max(0, 1 - c * c)));
  // A point in the plane of the triangle, but outside it, does not see it.
  if (sine.some((s) => !(Math.abs(s) > 1e-9))) return false;
  for (let n = 0; n < 3; n++) {
    const [next, last] = [(n + 1) % 3, (n + 2) % 3];
    weights[corners[n]] +=
      (theta[n] - cosine[next] * theta[last] - cosine[last] * theta[next]) /
      (distance[corners[n]] * Math.sin(theta[next]) * sine[last]);
  }
  return false;
}
