import { invertAffine } from "../../math/affine";

/**
 * The inverses of joints' places at rest, 12 numbers per joint. A place without an inverse (a scale of 0) is treated as
 * a point, so its vertices follow without turning.
 */
export function restInverses(rests: readonly Float64Array[]): Float64Array {
  const inverses = new Float64Array(12 * rests.length);
  rests.forEach((rest, j) => {
    if (invertAffine(inverses, 12 * j, rest, 0)) return;
    inverses.set([1, 0, 0, -rest[3], 0, 1, 0, -rest[7], 0, 0, 1, -rest[11]], 12 * j);
  });
  return inverses;
}
