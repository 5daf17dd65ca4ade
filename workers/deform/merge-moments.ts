/** Turns the moments that were found bone by bone into rows by vertex: scaled, centred and given thickness. */
import { symmetricEigen } from "../math/symmetric-eigen";
import type { DirectMoments, LocalPositions } from "./moments";

/** The entries of one bone: ascending vertices, and 11 numbers each: A (6), b (3), ψ, w'. */
export interface BoneMoments {
  bone: number;
  vertices: Uint32Array;
  values: Float64Array;
}

/**
 * A flat patch (cloth, a sheet of paper) has a P − p pᵀ of rank 2 and a vertex alone one of rank 0, where the paper takes
 * it to be positive definite: v1 divides by its determinant, and the polar rotation is free. Principal variances below
 * this share of the patch' whole variance are raised to it, each bone's part in proportion to ψ: what the patch has no
 * extent for then turns with the bones. Ordinary patches are not touched.
 */
const LEAST_VARIANCE = 1e-4;
/** The same for vertices that do not smooth at all, as a share of the diagonal squared. */
const LEAST_EXTENT = 1e-10;

/** @param found in the order of their bones; positions and `centres` in the units of `local`. */
export function mergeBones(
  rest: ArrayLike<number>,
  local: LocalPositions,
  centres: Float64Array,
  found: BoneMoments[],
): DirectMoments {
  const rows = byVertex(rest, centres, found);
  for (let i = 0; i + 1 < rows.offsets.length; i++) {
    sumToOne(rows, i);
    recentre(rows, i);
    thicken(rows, i);
  }
  for (let n = 0; n < rows.centres.length; n++) {
    rows.centres[n] = local.origin[n % 3] + local.unit * rows.centres[n];
  }
  for (let n = 0; n < rows.moments.length; n++) rows.moments[n] *= n % 9 < 6 ? local.unit ** 2 : local.unit;
  return rows;
}

function byVertex(rest: ArrayLike<number>, centres: Float64Array, found: BoneMoments[]): DirectMoments {
  const vertexCount = centres.length / 3;
  const offsets = new Uint32Array(vertexCount + 1);
  for (const { vertices } of found) for (const i of vertices) offsets[i + 1]++;
  for (let i = 0; i < vertexCount; i++) offsets[i + 1] += offsets[i];
  const size = offsets[vertexCount];
  const next = offsets.slice(0, vertexCount);
  const rows: DirectMoments = {
    rest: Float64Array.from(rest),
    centres: centres.slice(),
    offsets,
    bones: new Uint16Array(size),
    moments: new Float64Array(9 * size),
    psi: new Float64Array(size),
    smooth: new Float64Array(size),
  };
  for (const { bone, vertices, values } of found) {
    vertices.forEach((i, n) => {
      const e = next[i]++;
      rows.bones[e] = bone;
      rows.moments.set(values.subarray(11 * n, 11 * n + 9), 9 * e);
      rows.psi[e] = values[11 * n + 9];
      rows.smooth[e] = values[11 * n + 10];
    });
  }
  return rows;
}

function sumToOne({ offsets, moments, psi, smooth }: DirectMoments, i: number): void {
  let [whole, wholeSmooth] = [0, 0];
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    whole += psi[e];
    wholeSmooth += smooth[e];
  }
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    psi[e] /= whole;
    smooth[e] /= wholeSmooth;
    for (let c = 0; c < 9; c++) moments[9 * e + c] /= whole;
  }
}

/** The places of xx, xy, xz, yy, yz, zz as pairs of axes. */
const PAIRS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
];

/** Moves the centre to where the first moments add up to zero. */
function recentre({ offsets, moments, psi, centres }: DirectMoments, i: number): void {
  const shift = [0, 0, 0];
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    for (let c = 0; c < 3; c++) shift[c] += moments[9 * e + 6 + c];
  }
  for (let c = 0; c < 3; c++) centres[3 * i + c] += shift[c];
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    const b = moments.subarray(9 * e + 6, 9 * e + 9);
    PAIRS.forEach(([r, c], n) => {
      moments[9 * e + n] += psi[e] * shift[r] * shift[c] - shift[r] * b[c] - shift[c] * b[r];
    });
    for (let c = 0; c < 3; c++) b[c] -= psi[e] * shift[c];
  }
}

function thicken({ offsets, moments, psi }: DirectMoments, i: number): void {
  const whole = new Float64Array(6);
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    for (let n = 0; n < 6; n++) whole[n] += moments[9 * e + n];
  }
  const [xx, xy, xz, yy, yz, zz] = whole;
  const { values, vectors } = symmetricEigen([xx, xy, xz, xy, yy, yz, xz, yz, zz], 3);
  const least = Math.max(LEAST_VARIANCE * (xx + yy + zz), LEAST_EXTENT);
  for (let axis = 0; axis < 3; axis++) {
    const lacking = least - values[axis];
    if (lacking <= 0) continue;
    const n = vectors.subarray(3 * axis, 3 * axis + 3);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      PAIRS.forEach(([r, c], at) => {
        moments[9 * e + at] += psi[e] * lacking * n[r] * n[c];
      });
    }
  }
}
