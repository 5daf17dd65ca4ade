import type { Vector } from "../../../math/vectors";
import type { RotationOrder } from "../../../model/files/export/skeleton-export";

/**
 * The orders of rotations by their number in FBX: the first axis turns first. The last one, for spheres, is read as
 * XYZ.
 */
const ORDERS: readonly Vector[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 0],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
];

export const XYZ = 0;

/** The same orders as products of matrices, with the last turn first. */
export const PRODUCTS: readonly RotationOrder[] = ["ZYX", "YZX", "XZY", "ZXY", "YXZ", "XYZ"];

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/**
 * The rotation of Euler angles, row-major 3x3: the product of the turns about the three axes.
 * @param degrees about x, y and z.
 * @param order from 0 to 5: XYZ, XZY, YZX, YXZ, ZXY, ZYX.
 */
export function eulerRotation(out: Float64Array, degrees: ArrayLike<number>, order: number): void {
  out.set(IDENTITY);
  for (const axis of ORDERS[order] ?? ORDERS[XYZ]) {
    const angle = (degrees[axis] * Math.PI) / 180;
    if (angle === 0) continue;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    // The turn mixes rows a and b of the matrix. The row of the axis stays.
    const [a, b] = [3 * ((axis + 1) % 3), 3 * ((axis + 2) % 3)];
    for (let c = 0; c < 3; c++) {
      const [u, v] = [out[a + c], out[b + c]];
      out[a + c] = cosine * u - sine * v;
      out[b + c] = sine * u + cosine * v;
    }
  }
}

/** The inverse of a rotation, row-major 3x3. */
export function transposed(a: Float64Array): Float64Array {
  return Float64Array.of(a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]);
}

/** The rotation of Euler angles in a new array. */
export function rotationOf(degrees: ArrayLike<number>, order: number): Float64Array {
  const out = new Float64Array(9);
  eulerRotation(out, degrees, order);
  return out;
}
