import { determinant3, product3 } from "../../../math/matrix3";
import { symmetricEigen } from "../../../math/symmetric-eigen";
import { cross, type Vector } from "../../../math/vectors";

/** The 3x3 part of a bone in a frame, row-major. */
export function partOf(rows: Float64Array, h: number, frame: number, bone: number): Float64Array {
  const at = 4 * (3 * frame * h + bone);
  const part = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) part[3 * r + c] = rows[at + 4 * h * r + c];
  }
  return part;
}

/** Eigenvalues below this share of the largest are rounding. */
const LEAST = 1e-14;

/** W with W² = S⁻¹, 3x3, for a positive definite S. */
export function whitening(s: ArrayLike<number>): Float64Array {
  const { values, vectors } = symmetricEigen(s, 3);
  const out = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    const scale = 1 / Math.sqrt(Math.max(values[k], LEAST * values[0], Number.MIN_VALUE));
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) out[3 * r + c] += scale * vectors[3 * k + r] * vectors[3 * k + c];
    }
  }
  return out;
}

/**
 * The direction v of the rest pose whose image changes sides at the least cost, and the side u that uᵀ M v must be on
 * so that M does not reflect.
 *
 * A change D of the part costs tr(D S⁻¹ Dᵀ), with S the part's own block of N⁻¹. So in the coordinates of W, where all
 * changes cost the same, the cheapest one shrinks the smallest singular value of M W. In the coordinates of the mesh it
 * would be another direction: of a bone that moves nearly flat cloth, the normal may be stretched most, and yet it is
 * the direction that the error hardly depends on.
 * @param part M, row-major.
 * @param w W of the bone.
 */
export function cheapestSide(
  part: ArrayLike<number>,
  w: ArrayLike<number>,
): { u: Float64Array; v: Float64Array } {
  const m = product3(part, w);
  const square = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) square[3 * r + c] = m[r] * m[c] + m[3 + r] * m[3 + c] + m[6 + r] * m[6 + c];
  }
  const { vectors } = symmetricEigen(square, 3);
  const [x, y, z] = [0, 3, 6].map((row) => vectors.subarray(row, row + 3));
  const side = determinant3(vectors) > 0 ? 1 : -1;
  const [p, q] = [image(m, x), image(m, y)];
  return { u: unit(cross(p, q), side), v: unit(image(w, z)) };
}

const image = (m: ArrayLike<number>, x: ArrayLike<number>): Vector => {
  const row = (r: number) => m[r] * x[0] + m[r + 1] * x[1] + m[r + 2] * x[2];
  return [row(0), row(3), row(6)];
};

function unit(x: readonly number[], length = 1): Float64Array {
  const now = Math.hypot(...x) || 1;
  return Float64Array.from(x, (c) => (length * c) / now);
}
