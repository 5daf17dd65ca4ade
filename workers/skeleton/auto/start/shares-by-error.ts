/** What a vertex without error has of the mean share. */
const LEAST = 0.5;

/**
 * How likely each vertex is in a sample that should show what a rig misses: in proportion to its error, but not below
 * half of the mean. An even sample has hardly a vertex for each bone of a finger. The vertices of a hand without its
 * fingers have most of the error, so that they are half of this sample.
 * @param errors V: squared errors, at least one above 0.
 * @returns V, with the mean 1.
 */
export function sharesByError(errors: Float64Array): Float64Array {
  const lengths = errors.map(Math.sqrt);
  const mean = lengths.reduce((sum, x) => sum + x, 0) / lengths.length;
  return lengths.map((x) => LEAST + ((1 - LEAST) * x) / mean);
}
