/** Affine maps of single bones, row-major 3x4, each in its own array. */
import { IDENTITY, invertAffine, multiplyAffine } from "../../../../math/affine";

/** A new identity. */
export const identity = () => Float64Array.from(IDENTITY);

/** a·b of the maps that begin at `atA` and `atB`. */
export function mapProduct(a: Float64Array, atA: number, b: Float64Array, atB: number): Float64Array {
  const out = new Float64Array(12);
  multiplyAffine(out, 0, a, atA, b, atB);
  return out;
}

/** m⁻¹; null if m is too flat to be inverted. */
export function inverseOf(m: Float64Array): Float64Array | null {
  const out = new Float64Array(12);
  return invertAffine(out, 0, m, 0) ? out : null;
}

/** x, y, z. */
export type Position = [number, number, number];

/** The image of the origin under a map. */
export const originOf = (m: ArrayLike<number>): Position => [m[3], m[7], m[11]];

/** The image of a point under a map. */
export function mapPoint(m: Float64Array, [x, y, z]: number[]): Position {
  return [
    m[0] * x + m[1] * y + m[2] * z + m[3],
    m[4] * x + m[5] * y + m[6] * z + m[7],
    m[8] * x + m[9] * y + m[10] * z + m[11],
  ];
}
