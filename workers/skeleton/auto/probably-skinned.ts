/**
 * With an error below this, in percent of the diagonal, a mesh is probably skinned, so that some tree reproduces its
 * motion exactly.
 */
const CLEAN = 0.05;
/**
 * With a larger error, up to this, it is probably skinned if the median error of its vertices is below this share of
 * their RMS error. On horse-gallop it is 0.57, on generated characters with a wrong link 0.14 to 0.25.
 */
const LARGE = 0.2;
const UNEVEN = 0.35;

/**
 * Whether an animation was probably made by bones and weights: a rig leaves a small error, or most of it in few places,
 * as around a wrong link. Flesh leaves error everywhere.
 * @param percent the RMS error of a rig, in percent of the diagonal.
 * @param errors V: squared errors of the vertices.
 */
export function isProbablySkinned(percent: number, errors: Float64Array): boolean {
  if (percent < CLEAN) return true;
  const mean = errors.reduce((sum, x) => sum + x, 0) / errors.length;
  const median = errors.slice().sort()[errors.length >> 1];
  return percent < LARGE && median < UNEVEN ** 2 * mean;
}
