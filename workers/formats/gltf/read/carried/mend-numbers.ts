/** Repairs numbers that glTF does not allow, in the meshes and animations that are kept from a source. */

/** What the rows of an accessor mean. glTF allows other numbers for each of these (glTF 2.0, section 3.7.2.1). */
export type RowsAre =
  | "numbers"
  | "times"
  | "positions"
  | "normals"
  | "tangents"
  | "colours"
  | "rotations"
  | "spline rotations";

/** Rows of 1 to 16 numbers, repaired. */
export interface MendedRows {
  values: Float32Array;
  /** How many rows had no usable value and got a new one. */
  replaced: number;
}

/** Lengths of normals, tangents and quaternions may differ from 1 by this much. The validator allows 0.0067. */
const UNIT_TOLERANCE = 0.005;

/** What a row gets if it has no direction or rotation. */
const UPRIGHT: Partial<Record<RowsAre, number[]>> = {
  normals: [0, 0, 1],
  tangents: [1, 0, 0, 1],
  rotations: [0, 0, 0, 1],
};

/** The number of components whose length must be 1. */
const UNIT: Partial<Record<RowsAre, number>> = { normals: 3, tangents: 3, rotations: 4 };

/** Makes the row at `at` valid. @returns whether it had no usable value. */
function mendRow(values: Float32Array, at: number, width: number, are: RowsAre): boolean {
  const row = values.subarray(at, at + width);
  let replaced = !row.every(Number.isFinite);
  for (let c = 0; c < width; c++) if (!Number.isFinite(row[c])) row[c] = 0;
  const unit = UNIT[are];
  if (unit !== undefined && width >= unit) {
    const length = Math.hypot(...row.subarray(0, unit));
    if (length === 0 || replaced) {
      row.set(UPRIGHT[are]!.slice(0, width));
      replaced = true;
    } else if (Math.abs(length - 1) > UNIT_TOLERANCE) for (let c = 0; c < unit; c++) row[c] /= length;
  }
  if (are === "tangents" && width === 4) row[3] = row[3] < 0 ? -1 : 1;
  if (are === "colours") for (let c = 0; c < width; c++) row[c] = Math.min(1, Math.max(0, row[c]));
  return replaced;
}

/**
 * Makes rows of numbers valid.
 * @param values `width` numbers in a row, normalised integers decoded.
 * @returns null if they are valid as they are.
 */
export function mendRows(given: ArrayLike<number>, width: number, are: RowsAre): MendedRows | null {
  const values = Float32Array.from(given);
  let replaced = 0;
  for (let at = 0, n = 0; at + width <= values.length; at += width, n++) {
    // Only every third row of a spline is a rotation, between its two tangents.
    const own = are !== "spline rotations" ? are : n % 3 === 1 ? "rotations" : "numbers";
    if (mendRow(values, at, width, own)) replaced++;
  }
  const same = values.every((value, n) => Object.is(value, Math.fround(given[n])));
  return same ? null : { values, replaced };
}

/** The smallest and the largest value of each component. */
export function rangeOf(values: ArrayLike<number>, width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
  for (let n = 0; n < values.length; n++) {
    const c = n % width;
    min[c] = Math.min(min[c], values[n]);
    max[c] = Math.max(max[c], values[n]);
  }
  return { min, max };
}

/**
 * The keys of a track that a valid file may have: times ascend and are not negative. Of several keys at one time the
 * last is used.
 * @param times seconds, as stored.
 * @param earlier seconds to subtract from each time.
 */
export function usableKeys(
  times: ArrayLike<number>,
  earlier: number,
): { keys: number[]; times: Float32Array } {
  const keys: number[] = [];
  const moved: number[] = [];
  for (let k = 0; k < times.length; k++) {
    const time = Math.fround(Math.max(0, times[k] - earlier));
    if (!Number.isFinite(time)) continue;
    while (moved.length > 0 && moved[moved.length - 1] >= time) {
      moved.pop();
      keys.pop();
    }
    moved.push(time);
    keys.push(k);
  }
  return { keys, times: Float32Array.from(moved) };
}
