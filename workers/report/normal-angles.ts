/**
 * Sum of the angles between area-weighted vertex normals of two poses, in radians, and the number of vertices that have
 * both normals.
 * @param a 3V.
 * @param b 3V.
 * @param triangles vertices, 3T.
 */
export function normalAngles(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  triangles: ArrayLike<number>,
): { sum: number; count: number } {
  const [of, to] = [areaNormals(a, triangles), areaNormals(b, triangles)];
  let [sum, count] = [0, 0];
  for (let i = 0; i < of.length; i += 3) {
    const length = Math.hypot(of[i], of[i + 1], of[i + 2]) * Math.hypot(to[i], to[i + 1], to[i + 2]);
    if (!(length > 0)) continue;
    const dot = of[i] * to[i] + of[i + 1] * to[i + 1] + of[i + 2] * to[i + 2];
    sum += Math.acos(Math.min(1, Math.max(-1, dot / length)));
    count++;
  }
  return { sum, count };
}

function areaNormals(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(positions.length);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [i, j, k] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((c) => positions[j + c] - positions[i + c]);
    const [vx, vy, vz] = [0, 1, 2].map((c) => positions[k + c] - positions[i + c]);
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const at of [i, j, k]) {
      sums[at] += nx;
      sums[at + 1] += ny;
      sums[at + 2] += nz;
    }
  }
  return sums;
}
