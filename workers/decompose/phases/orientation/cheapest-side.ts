import { multiply3 } from "../../../math/matrix3";
import { symmetricEigen } from "../../../math/symmetric-eigen";
import { symmetricEigen3 } from "../../../math/symmetric-eigen3";

/** Copies the 3x3 part of a bone in a frame to `part`, row-major. */
export function partOf(rows: Float64Array, h: number, frame: number, bone: number, part: Float64Array): void {
  let at = 4 * (3 * frame * h + bone);
  for (let r = 0; r < 9; r += 3, at += 4 * h) {
    part[r] = rows[at];
    part[r + 1] = rows[at + 1];
    part[r + 2] = rows[at + 2];
  }
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

/** Memory of `cheapestSide`, which is called for thousands of parts in each iteration. */
const image = new Float64Array(9);
const square = new Float64Array(9);
const vectors = new Float64Array(9);

/**
 * The direction v of the rest pose whose image changes sides at the least cost, and the side u that uᵀ M v must be on
 * so that M does not reflect.
 *
 * A change D of the part costs tr(D S⁻¹ Dᵀ), with S the part's own block of N⁻¹. So in the coordinates of W, where all
 * changes cost the same, the cheapest one shrinks the smallest singular value of M W. In the coordinates of the mesh it
 * would be another direction: of a bone that moves nearly flat cloth, the normal may be stretched most, and yet it is
 * the direction that the error hardly depends on.
 *
 * Let z be the right singular vector of that value. v points along W z. u points along the cofactors of M W times z.
 * That is the normal of the plane in which M W puts the other two singular vectors, on the side that does not reflect.
 * @param part M, row-major.
 * @param w W of the bone.
 * @param u, v three numbers each, unit vectors.
 */
export function cheapestSide(
  part: ArrayLike<number>,
  w: ArrayLike<number>,
  u: Float64Array,
  v: Float64Array,
): void {
  multiply3(image, part, w);
  const m = image;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) square[3 * r + c] = m[r] * m[c] + m[3 + r] * m[3 + c] + m[6 + r] * m[6 + c];
  }
  symmetricEigen3(square, vectors);
  let least = 0;
  for (let k = 1; k < 3; k++) if (square[4 * k] < square[4 * least]) least = k;
  const [x, y, z] = [vectors[3 * least], vectors[3 * least + 1], vectors[3 * least + 2]];
  for (let r = 0; r < 3; r++) {
    const [a, b] = [3 * ((r + 1) % 3), 3 * ((r + 2) % 3)];
    u[r] =
      x * (m[a + 1] * m[b + 2] - m[a + 2] * m[b + 1]) +
      y * (m[a + 2] * m[b] - m[a] * m[b + 2]) +
      z * (m[a] * m[b + 1] - m[a + 1] * m[b]);
    v[r] = w[3 * r] * x + w[3 * r + 1] * y + w[3 * r + 2] * z;
  }
  toUnit(u);
  toUnit(v);
}

function toUnit(x: Float64Array): void {
  const size = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) || 1;
  for (let c = 0; c < 3; c++) x[c] /= size;
}
