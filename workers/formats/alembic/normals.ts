import type { DisplayVertices } from "./display-vertices";
import type { Faces } from "./faces";
import type { Affine } from "./xform";

/** Of the linear part. */
export function determinant(m: Affine): number {
  return (
    m[0] * (m[5] * m[10] - m[6] * m[9]) -
    m[1] * (m[4] * m[10] - m[6] * m[8]) +
    m[2] * (m[4] * m[9] - m[5] * m[8])
  );
}

/** Turns normals into the world by the inverse transpose, in place, and makes them unit length. */
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

/** 3x3 cofactors with the determinant's sign: the inverse transpose but for a positive factor. */
function inverseTranspose(m: Affine): Float64Array {
  const s = determinant(m) < 0 ? -1 : 1;
  return Float64Array.of(
    ...[s * (m[5] * m[10] - m[6] * m[9]), s * (m[6] * m[8] - m[4] * m[10]), s * (m[4] * m[9] - m[5] * m[8])],
    ...[s * (m[2] * m[9] - m[1] * m[10]), s * (m[0] * m[10] - m[2] * m[8]), s * (m[1] * m[8] - m[0] * m[9])],
    ...[s * (m[1] * m[6] - m[2] * m[5]), s * (m[2] * m[4] - m[0] * m[6]), s * (m[0] * m[5] - m[1] * m[4])],
  );
}

/**
 * Smooth normals of a mesh that has none beside others that have: the sum of the polygons' area vectors (Newell),
 * by point.
 * @param firstPoint where the mesh's points begin in `positions`.
 */
export function smoothNormals(
  faces: Faces,
  display: DisplayVertices,
  positions: ArrayLike<number>,
  firstPoint: number,
): Float32Array {
  const sums = new Map<number, [number, number, number]>();
  for (let q = 0; q + 1 < faces.offsets.length; q++) {
    const [begin, end] = [faces.offsets[q], faces.offsets[q + 1]];
    const area: [number, number, number] = [0, 0, 0];
    for (let c = begin; c < end; c++) {
      const a = 3 * (firstPoint + faces.points[c]);
      const b = 3 * (firstPoint + faces.points[c + 1 < end ? c + 1 : begin]);
      area[0] += (positions[a + 1] - positions[b + 1]) * (positions[a + 2] + positions[b + 2]);
      area[1] += (positions[a + 2] - positions[b + 2]) * (positions[a] + positions[b]);
      area[2] += (positions[a] - positions[b]) * (positions[a + 1] + positions[b + 1]);
    }
    for (let c = begin; c < end; c++) {
      const sum = sums.get(faces.points[c]) ?? [0, 0, 0];
      for (let axis = 0; axis < 3; axis++) sum[axis] += area[axis];
      sums.set(faces.points[c], sum);
    }
  }
  const normals = new Float32Array(3 * display.point.length);
  for (const [d, point] of display.point.entries()) {
    normals.set(sums.get(point) ?? [0, 0, 1], 3 * d);
    normalise(normals, 3 * d);
  }
  return normals;
}

/** A normal without length or that is not a number becomes +z. */
function normalise(normals: Float32Array, i: number): void {
  const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
  const usable = length > 0 && Number.isFinite(length);
  for (let axis = 0; axis < 3; axis++) {
    normals[i + axis] = usable ? normals[i + axis] / length : axis === 2 ? 1 : 0;
  }
}
