/** Orthonormal frames on a surface: the normal, and the direction to one neighbour in the tangent plane. */
import { cross } from "../../math/vectors";

/** Area-weighted normals, 3V, not normalised: their length is twice the area around the vertex, 0 without faces. */
export function surfaceNormals(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const normals = new Float64Array(positions.length);
  const [u, v] = [new Float64Array(3), new Float64Array(3)];
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let k = 0; k < 3; k++) {
      u[k] = positions[b + k] - positions[a + k];
      v[k] = positions[c + k] - positions[a + k];
    }
    const normal = cross(u, v);
    for (let k = 0; k < 3; k++) {
      normals[a + k] += normal[k];
      normals[b + k] += normal[k];
      normals[c + k] += normal[k];
    }
  }
  return normals;
}

/** Twice the area around each vertex, V, whatever the directions of its faces: at least the length of the normal. */
export function areasAround(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [u, v] = [1, 2].map((n) =>
      [0, 1, 2].map((k) => positions[3 * corners[n] + k] - positions[3 * corners[0] + k]),
    );
    for (const i of corners) areas[i] += Math.hypot(...cross(u, v));
  }
  return areas;
}

/** Lengths within this factor are equal. */
const EQUALLY_LONG = 1.001;

/**
 * The neighbour that gives each vertex's frame its direction, V; −1 for none. Its edge is the longest in the tangent
 * plane of the rest pose, so that it does not vanish when the normal turns a little. Of nearly equal edges it is the
 * first, so that rounding does not decide on regular meshes.
 */
export function frameNeighbours(
  positions: ArrayLike<number>,
  normals: Float64Array,
  triangles: ArrayLike<number>,
): Int32Array {
  const chosen = new Int32Array(positions.length / 3).fill(-1);
  const longest = new Float64Array(chosen.length);
  for (let t = 0; t < triangles.length; t++) {
    const corner = t % 3;
    const i = triangles[t];
    for (const k of [
      triangles[t - corner + ((corner + 1) % 3)],
      triangles[t - corner + ((corner + 2) % 3)],
    ]) {
      const tangent = tangentTo(positions, normals, i, k);
      const length = tangent ? Math.hypot(...tangent) : 0;
      if (length <= EQUALLY_LONG * longest[i]) continue;
      longest[i] = length;
      chosen[i] = k;
    }
  }
  return chosen;
}

/**
 * Writes the frame of vertex `i`, its axes as rows: tangent, bitangent, normal.
 * @returns false if there is none; `frame` is then unchanged.
 */
export function writeSurfaceFrame(
  positions: ArrayLike<number>,
  normals: Float64Array,
  neighbours: Int32Array,
  i: number,
  frame: Float64Array,
): boolean {
  if (neighbours[i] < 0) return false;
  const tangent = tangentTo(positions, normals, i, neighbours[i]);
  if (!tangent) return false;
  const length = Math.hypot(...tangent);
  const area = Math.hypot(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
  const t = tangent.map((x) => x / length);
  const n = [normals[3 * i] / area, normals[3 * i + 1] / area, normals[3 * i + 2] / area];
  frame.set(t, 0);
  frame.set(cross(n, t), 3);
  frame.set(n, 6);
  return true;
}

/** Areas below this share of an edge squared are slivers, whose normals are rounding errors. */
const LEAST_AREA = 1e-6;

/** The edge i → k without its part along the normal; null if that, the normal or the edge nearly vanishes. */
function tangentTo(positions: ArrayLike<number>, normals: Float64Array, i: number, k: number) {
  const n = normals.subarray(3 * i, 3 * i + 3);
  const squared = n[0] ** 2 + n[1] ** 2 + n[2] ** 2;
  const edge = [0, 1, 2].map((c) => positions[3 * k + c] - positions[3 * i + c]);
  const whole = Math.hypot(...edge);
  if (whole === 0 || Math.sqrt(squared) <= LEAST_AREA * whole * whole) return null;
  const along = (edge[0] * n[0] + edge[1] * n[1] + edge[2] * n[2]) / squared;
  const tangent = edge.map((x, c) => x - along * n[c]);
  return Math.hypot(...tangent) > 1e-6 * whole ? tangent : null;
}
