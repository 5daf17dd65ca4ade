import type { Plane } from "../body/body-plane";
import { ClosestPoint } from "../surface/closest-point";
import { noMatches, type SurfaceMatches, setMatch } from "../surface/surface-matches";
import type { TriangleTree } from "../surface/triangle-tree";

/** A mesh that is searched for the mirror images of its vertices. */
export interface MirroredSurface {
  /** 3V. */
  rest: Float32Array;
  /** Solver vertices, 3T. */
  triangles: Uint32Array;
  tree: TriangleTree;
  /** Normals of the vertices, 3V. */
  normals: Float32Array;
}

/**
 * Matches each vertex with the point of the surface closest to its mirrored position. Ignores triangles that face away
 * from the mirrored normal, so the two sides of an ear do not match each other.
 * @param within the largest distance, in the mesh's unit.
 * @param wanted the vertices to match; all by default.
 */
export function matchBySurface(
  { rest, triangles, tree, normals }: MirroredSurface,
  { normal, offset }: Plane,
  within: number,
  wanted?: (vertex: number) => boolean,
): SurfaceMatches {
  const count = rest.length / 3;
  const matches = noMatches(count);
  const closest = new ClosestPoint(tree);
  const facing = triangleNormals(rest, triangles);
  const [place, way] = [new Float64Array(3), new Float64Array(3)];
  const accepts = (t: number) =>
    way[0] * facing[3 * t] + way[1] * facing[3 * t + 1] + way[2] * facing[3 * t + 2] >= 0;
  for (let i = 0; i < count; i++) {
    if (wanted && !wanted(i)) continue;
    reflectInto(place, rest, i, normal, offset);
    reflectInto(way, normals, i, normal, 0);
    if (!closest.find(place[0], place[1], place[2], within, accepts)) continue;
    const corners = [0, 1, 2].map((c) => triangles[3 * closest.triangle + c]);
    setMatch(matches, i, corners, closest.shares, Math.sqrt(closest.square));
  }
  return matches;
}

/** Writes the mirror image of vector i to `out`. */
export function reflectInto(
  out: Float64Array,
  vectors: ArrayLike<number>,
  i: number,
  normal: ArrayLike<number>,
  offset: number,
): void {
  let by = offset;
  for (let c = 0; c < 3; c++) by -= normal[c] * vectors[3 * i + c];
  for (let c = 0; c < 3; c++) out[c] = vectors[3 * i + c] + 2 * by * normal[c];
}

/** Normals of the triangles, not of unit length, 3T. */
function triangleNormals(rest: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [rest[b] - rest[a], rest[b + 1] - rest[a + 1], rest[b + 2] - rest[a + 2]];
    const [vx, vy, vz] = [rest[c] - rest[a], rest[c + 1] - rest[a + 1], rest[c + 2] - rest[a + 2]];
    normals[t] = uy * vz - uz * vy;
    normals[t + 1] = uz * vx - ux * vz;
    normals[t + 2] = ux * vy - uy * vx;
  }
  return normals;
}
