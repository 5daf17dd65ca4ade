/** Turns moments by bone into rows by vertex: scaled, centred and with thickness. */
import { symmetricEigen } from "../../math/symmetric-eigen";
import type { Task } from "../../model/task";
import { type BoundMesh, WIDTH } from "./bone-columns";
import type { KeptEntries, RotationPart } from "./keep-entries";
import type { DirectMoments } from "./moments";

/**
 * A flat patch (cloth, a sheet of paper) has a P − p pᵀ of rank 2, and a lone vertex one of rank 0, while the paper
 * assumes that it is positive definite: v1 divides by its determinant, and the polar rotation is undetermined.
 * Principal variances below this share of the patch's total variance are raised to it, each bone's part in proportion
 * to ψ. Directions without extent then turn with the bones. Ordinary patches stay unchanged.
 */
const LEAST_VARIANCE = 1e-4;
/** The same for vertices that do not smooth at all, relative to the squared diagonal. */
const LEAST_EXTENT = 1e-10;
/** Vertices between two checkpoints. */
const AT_ONCE = 2048;

/**
 * @param translations in the order of their bones, like `rotations`. Entries that only one of the two has are zero in
 * the other.
 * @throws CancelledError if the task is cancelled.
 */
export async function mergeBones(
  { rest, local }: BoundMesh,
  rotations: RotationPart,
  translations: KeptEntries[],
  task: Task,
): Promise<DirectMoments> {
  const rows = byVertex(rest, rotations, translations);
  for (let i = 0; i + 1 < rows.offsets.length; i++) {
    if (i % AT_ONCE === 0) await task.checkpoint();
    sumToOne(rows, i);
    recentre(rows, i);
    thicken(rows, i);
  }
  const { centres, moments } = rows;
  for (let n = 0; n < centres.length; n++) centres[n] = local.origin[n % 3] + local.unit * centres[n];
  const [first, second] = [local.unit, local.unit ** 2];
  for (let at = 0; at < moments.length; at += 9) {
    for (let c = 0; c < 6; c++) moments[at + c] *= second;
    for (let c = 6; c < 9; c++) moments[at + c] *= first;
  }
  return rows;
}

function byVertex(rest: ArrayLike<number>, { centres, entries }: RotationPart, translations: KeptEntries[]) {
  const offsets = rowsOf(centres.length / 3, entries, translations);
  const size = offsets[offsets.length - 1];
  const rows: DirectMoments = {
    rest: Float64Array.from(rest),
    centres: centres.slice(),
    offsets,
    bones: new Uint16Array(size),
    moments: new Float64Array(9 * size),
    psi: new Float64Array(size),
    smooth: new Float64Array(size),
  };
  const next = offsets.slice();
  entries.forEach(({ bone, vertices, values }, b) => {
    for (let n = 0; n < vertices.length; n++) {
      const e = next[vertices[n]]++;
      rows.bones[e] = bone;
      for (let c = 0; c < 9; c++) rows.moments[9 * e + c] = values[WIDTH * n + c];
      rows.psi[e] = values[WIDTH * n + 9];
    }
    const shares = translations[b];
    for (let n = 0; n < shares.vertices.length; n++) {
      const i = shares.vertices[n];
      const last = next[i] - 1;
      const e = last >= offsets[i] && rows.bones[last] === bone ? last : next[i]++;
      rows.bones[e] = bone;
      rows.smooth[e] = shares.values[n];
    }
  });
  return rows;
}

/** Offsets of the rows: each vertex has the bones of either part. */
function rowsOf(vertexCount: number, rotations: KeptEntries[], translations: KeptEntries[]): Uint32Array {
  const offsets = new Uint32Array(vertexCount + 1);
  const last = new Int32Array(vertexCount).fill(-1);
  rotations.forEach(({ vertices }, b) => {
    for (const part of [vertices, translations[b].vertices]) {
      for (let n = 0; n < part.length; n++) {
        const i = part[n];
        if (last[i] === b) continue;
        last[i] = b;
        offsets[i + 1]++;
      }
    }
  });
  for (let i = 0; i < vertexCount; i++) offsets[i + 1] += offsets[i];
  return offsets;
}

function sumToOne({ offsets, moments, psi, smooth }: DirectMoments, i: number): void {
  let whole = 0;
  let wholeSmooth = 0;
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    whole += psi[e];
    wholeSmooth += smooth[e];
  }
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    psi[e] /= whole;
    smooth[e] /= wholeSmooth;
    for (let c = 9 * e; c < 9 * e + 9; c++) moments[c] /= whole;
  }
}

/** Moves the centre to where the first moments sum to zero. */
function recentre({ offsets, moments, psi, centres }: DirectMoments, i: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let at = 9 * offsets[i]; at < 9 * offsets[i + 1]; at += 9) {
    x += moments[at + 6];
    y += moments[at + 7];
    z += moments[at + 8];
  }
  centres[3 * i] += x;
  centres[3 * i + 1] += y;
  centres[3 * i + 2] += z;
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    const at = 9 * e;
    const one = psi[e];
    const a = moments[at + 6];
    const b = moments[at + 7];
    const c = moments[at + 8];
    moments[at] += one * x * x - 2 * x * a;
    moments[at + 1] += one * x * y - x * b - y * a;
    moments[at + 2] += one * x * z - x * c - z * a;
    moments[at + 3] += one * y * y - 2 * y * b;
    moments[at + 4] += one * y * z - y * c - z * b;
    moments[at + 5] += one * z * z - 2 * z * c;
    moments[at + 6] -= one * x;
    moments[at + 7] -= one * y;
    moments[at + 8] -= one * z;
  }
}

const whole = new Float64Array(6);

function thicken({ offsets, moments, psi }: DirectMoments, i: number): void {
  whole.fill(0);
  for (let at = 9 * offsets[i]; at < 9 * offsets[i + 1]; at += 9) {
    for (let n = 0; n < 6; n++) whole[n] += moments[at + n];
  }
  const [xx, xy, xz, yy, yz, zz] = whole;
  const least = Math.max(LEAST_VARIANCE * (xx + yy + zz), LEAST_EXTENT);
  if (isAbove(whole, least)) return;
  const { values, vectors } = symmetricEigen([xx, xy, xz, xy, yy, yz, xz, yz, zz], 3);
  for (let axis = 0; axis < 3; axis++) {
    const lacking = least - values[axis];
    if (lacking <= 0) continue;
    const [x, y, z] = vectors.subarray(3 * axis, 3 * axis + 3);
    const square = [x * x, x * y, x * z, y * y, y * z, z * z];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      for (let n = 0; n < 6; n++) moments[9 * e + n] += psi[e] * lacking * square[n];
    }
  }
}

/**
 * Whether all eigenvalues of the symmetric matrix exceed `least`: the leading minors of the matrix minus `least` are
 * positive.
 */
function isAbove([xx, xy, xz, yy, yz, zz]: Float64Array, least: number): boolean {
  const [a, b, c] = [xx - least, yy - least, zz - least];
  const minor = a * b - xy * xy;
  const determinant = c * minor - xz * (xz * b - xy * yz) - yz * (a * yz - xy * xz);
  return a > 0 && minor > 0 && determinant > 0;
}
