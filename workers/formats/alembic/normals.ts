import { determinantOf } from "../../math/affine";
import type { Affine } from "./xform";

/** Transforms normals to world space by the inverse transpose, in place, and scales them to unit length. */
export function transformNormals(normals: Float32Array, world: Affine | null): void {
  const m = world ? inverseTranspose(world) : null;
  for (let i = 0; i < normals.length; i += 3) {
    const [x, y, z] = [normals[i], normals[i + 1], normals[i + 2]];
    if (m) {
      normals[i] = m[0] * x + m[1] * y + m[2] * z;
      normals[i + 1] = m[3] * x + m[4] * y + m[5] * z;
      normals[i + 2] = m[6] * x + m[7] * y + m[8] * z;
    }
    normalise(normals, i);
  }
}

/** The 3x3 cofactors times the determinant's sign: the inverse transpose up to a positive factor. */
function inverseTranspose(m: Affine): Float64Array {
  const s = determinantOf(m, 0) < 0 ? -1 : 1;
  return Float64Array.of(
    ...[s * (m[5] * m[10] - m[6] * m[9]), s * (m[6] * m[8] - m[4] * m[10]), s * (m[4] * m[9] - m[5] * m[8])],
    ...[s * (m[2] * m[9] - m[1] * m[10]), s * (m[0] * m[10] - m[2] * m[8]), s * (m[1] * m[8] - m[0] * m[9])],
    ...[s * (m[1] * m[6] - m[2] * m[5]), s * (m[2] * m[4] - m[0] * m[6]), s * (m[0] * m[5] - m[1] * m[4])],
  );
}

/** An invalid normal or one of length 0 becomes zero. The assembler replaces it with a smooth one. */
function normalise(normals: Float32Array, i: number): void {
  const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
  const scale = length > 0 && Number.isFinite(length) ? 1 / length : 0;
  for (let axis = 0; axis < 3; axis++) normals[i + axis] = scale === 0 ? 0 : normals[i + axis] * scale;
}
