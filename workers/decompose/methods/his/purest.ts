/**
 * The rows with the largest weight of each corner, a limited number for each, largest first.
 * @param weights rows of n: barycentric coordinates.
 */
export function purestVertices(weights: Float64Array, n: number, most: number): number[][] {
  const count = weights.length / n;
  return Array.from({ length: n }, (_, j) => {
    const found: number[] = [];
    const weight = (i: number) => weights[i * n + j];
    for (let i = 0; i < count; i++) {
      if (found.length === most && weight(i) <= weight(found[most - 1])) continue;
      let at = found.length < most ? found.length : most - 1;
      for (; at > 0 && weight(found[at - 1]) < weight(i); at--) found[at] = found[at - 1];
      found[at] = i;
    }
    return found;
  });
}
