/** Area-weighted unit normals of a triangle mesh, 3V; (0, 0, 1) where a vertex has no area around it. */
export function smoothNormals(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const normals = new Float64Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [0, 1, 2].map((x) => positions[b + x] - positions[a + x]);
    const v = [0, 1, 2].map((x) => positions[c + x] - positions[a + x]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const corner of [a, b, c]) for (let x = 0; x < 3; x++) normals[corner + x] += n[x];
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length > 0 && Number.isFinite(length)) for (let x = 0; x < 3; x++) normals[i + x] /= length;
    else normals.set([0, 0, 1], i);
  }
  return normals;
}
