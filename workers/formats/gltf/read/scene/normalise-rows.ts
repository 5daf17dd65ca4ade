import type { Geometry } from "./scene";

/** A row with a smaller sum has no weights. */
const LEAST_SUM = 1e-12;

/**
 * Scales rows of `influences` weights to the sum 1. Weights that are not finite numbers become 0. A row without weights
 * follows its first joint.
 * @returns the number of rows with a weight that is not a finite number.
 */
export function normaliseRows(weights: Float64Array, influences: number): number {
  let broken = 0;
  for (let at = 0; at < weights.length; at += influences) {
    const row = weights.subarray(at, at + influences);
    if (!row.every(Number.isFinite)) {
      broken++;
      row.forEach((weight, e) => {
        if (!Number.isFinite(weight)) row[e] = 0;
      });
    }
    const sum = row.reduce((total, weight) => total + weight, 0);
    if (Math.abs(sum) > LEAST_SUM) for (let e = 0; e < influences; e++) row[e] /= sum;
    else row.fill(0).fill(1, 0, 1);
  }
  return broken;
}

/**
 * Notes about weights of some geometries that are not finite numbers.
 * @param follows words for what a vertex without any other weight follows.
 */
export function brokenRowsNotes(geometries: Iterable<Geometry>, follows: string): string[] {
  let broken = 0;
  for (const { brokenRows = 0 } of geometries) broken += brokenRows;
  if (broken === 0) return [];
  const whose = broken === 1 ? "1 vertex has" : `${broken} vertices have`;
  return [
    `${whose} weights that are not numbers. They count as 0; a vertex without any other weight follows ${follows}. Check the skin where it was made.`,
  ];
}
