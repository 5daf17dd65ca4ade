import type { VertexFans } from "./vertex-fans";

/**
 * Vertex normals weighted by the angles of the triangles (Thürmer & Wüthrich 1998), so that they do not depend on the
 * triangulation. A vertex whose triangles have no area gets (0, 0, 0).
 * @param positions 3V.
 * @param triangles vertices, 3T.
 * @param out 3V; every number is written.
 */
export function vertexNormals(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  out = new Float32Array(positions.length),
): Float32Array {
  const sums = new Float64Array(positions.length);
  const edges = new Float64Array(9);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    addTriangle(positions, triangles, t, edges, sums);
  }
  for (let i = 0; i < sums.length; i += 3) {
    const length = Math.hypot(sums[i], sums[i + 1], sums[i + 2]) || 1;
    for (let c = 0; c < 3; c++) out[i + c] = sums[i + c] / length;
  }
  return out;
}

/**
 * The same for one vertex.
 * @param positions 3V.
 * @param fans the triangles around each vertex.
 * @param out gets the normal, 3.
 */
export function vertexNormal(
  positions: ArrayLike<number>,
  { offsets, pairs }: VertexFans,
  vertex: number,
  out: Float64Array,
): Float64Array {
  out.fill(0);
  const p = 3 * vertex;
  for (let f = offsets[vertex]; f < offsets[vertex + 1]; f++) {
    const [a, b] = [3 * pairs[2 * f], 3 * pairs[2 * f + 1]];
    const ax = positions[a] - positions[p];
    const ay = positions[a + 1] - positions[p + 1];
    const az = positions[a + 2] - positions[p + 2];
    const bx = positions[b] - positions[p];
    const by = positions[b + 1] - positions[p + 1];
    const bz = positions[b + 2] - positions[p + 2];
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const length = Math.hypot(nx, ny, nz);
    if (!(length > 0)) continue;
    const angle = Math.atan2(length, ax * bx + ay * by + az * bz) / length;
    out[0] += nx * angle;
    out[1] += ny * angle;
    out[2] += nz * angle;
  }
  const length = Math.hypot(out[0], out[1], out[2]) || 1;
  for (let c = 0; c < 3; c++) out[c] /= length;
  return out;
}

/** Adds the unit normal of triangle t/3 times its angle at each of its vertices. */
function addTriangle(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
  edges: Float64Array,
  sums: Float64Array,
): void {
  for (let e = 0; e < 3; e++) {
    const a = 3 * triangles[t + e];
    const b = 3 * triangles[t + ((e + 1) % 3)];
    for (let c = 0; c < 3; c++) edges[3 * e + c] = positions[b + c] - positions[a + c];
  }
  const nx = edges[1] * edges[5] - edges[2] * edges[4];
  const ny = edges[2] * edges[3] - edges[0] * edges[5];
  const nz = edges[0] * edges[4] - edges[1] * edges[3];
  const length = Math.hypot(nx, ny, nz);
  if (!(length > 0)) return;
  for (let e = 0; e < 3; e++) {
    // The angle between the outgoing edge and the reversed incoming edge.
    const [out, into] = [3 * e, 3 * ((e + 2) % 3)];
    const dot = -(
      edges[out] * edges[into] +
      edges[out + 1] * edges[into + 1] +
      edges[out + 2] * edges[into + 2]
    );
    const angle = Math.atan2(length, dot) / length;
    const i = 3 * triangles[t + e];
    sums[i] += nx * angle;
    sums[i + 1] += ny * angle;
    sums[i + 2] += nz * angle;
  }
}
