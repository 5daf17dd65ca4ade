/** The weights of vertices, V·slots, and the errors of the vertices, V. */
export interface Blended {
  ids: Int32Array;
  values: Float64Array;
  errors: Float64Array;
}

/**
 * For each pair of bones, the errors of the vertices that both move, times the sum of their weights there.
 * @param h the number of bones.
 * @returns h by h; `pairOf` is the place of a pair.
 */
export function sharedErrors({ ids, values, errors }: Blended, h: number): Float64Array {
  const slots = ids.length / errors.length;
  const sums = new Float64Array(h * h);
  for (let i = 0; i < errors.length; i++) {
    for (let e = i * slots; e < (i + 1) * slots; e++) {
      for (let f = e + 1; f < (i + 1) * slots; f++) {
        if (ids[e] >= 0 && ids[f] >= 0)
          sums[pairOf(ids[e], ids[f], h)] += errors[i] * (values[e] + values[f]);
      }
    }
  }
  return sums;
}

/** The place of a pair of bones in a table of h by h. */
export const pairOf = (a: number, b: number, h: number): number => Math.min(a, b) * h + Math.max(a, b);
