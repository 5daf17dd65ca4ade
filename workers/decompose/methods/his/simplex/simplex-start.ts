import type { Cloud } from "./cloud";
import { inverse } from "./dense";

/**
 * A simplex around the points (Liu et al. 2020, section 5.1): the lowest corner of their box, and from it along each
 * axis as far as the largest sum of the coordinates. Returns the n by n matrix X of its barycentric coordinates.
 */
export function boxSimplex({ points, count, corners: n, stride }: Cloud): Float64Array {
  const low = new Float64Array(n - 1).fill(Infinity);
  for (let i = 0; i < count; i++)
    for (let c = 0; c + 1 < n; c++) low[c] = Math.min(low[c], points[i * stride + c]);
  let reach = 0;
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let c = 0; c + 1 < n; c++) sum += points[i * stride + c] - low[c];
    reach = Math.max(reach, sum);
  }
  const corners = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let c = 0; c + 1 < n; c++) corners[c * n + j] = low[c] + (c + 1 === j ? reach : 0);
    corners[(n - 1) * n + j] = 1;
  }
  return inverse(corners, n) ?? Float64Array.of(1);
}
