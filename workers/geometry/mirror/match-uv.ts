import { type Plane, side } from "../body/body-plane";
import { ClosestPoint } from "../surface/closest-point";
import { noMatches, type SurfaceMatches, setMatch } from "../surface/surface-matches";
import { uvTree } from "../surface/uv-tree";
import type { MirrorMesh } from "./mirror-mesh";

/**
 * Matches each vertex with the point of the surface at its UV mirrored across U = line, or at the same UV. The point
 * must lie on the other side of the plane, unless the UVs are mirrored and the vertex is near the plane. Distances
 * between UVs are scaled by the size of the triangle there, so the tolerance is a length on the mesh.
 * @param uvs 2D.
 * @param line null if both sides have the same UVs.
 * @param within the largest distance, in the mesh's unit.
 */
export function matchByUv(
  { rest, solverIndex, triangles }: Pick<MirrorMesh, "rest" | "solverIndex" | "triangles">,
  uvs: Float32Array,
  plane: Plane,
  line: number | null,
  within: number,
): SurfaceMatches {
  const matches = noMatches(rest.length / 3);
  const closest = new ClosestPoint(uvTree(uvs, triangles));
  const sides = Float64Array.from(matches.distances, (_, i) =>
    side(plane, [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]),
  );
  /** Three times the signed distance of a triangle's centroid from the plane. */
  const sideOf = (t: number) =>
    sides[solverIndex[triangles[3 * t]]] +
    sides[solverIndex[triangles[3 * t + 1]]] +
    sides[solverIndex[triangles[3 * t + 2]]];
  for (let d = 0; 2 * d < uvs.length; d++) {
    const i = solverIndex[d];
    const here = sides[i];
    const across = (t: number) => here * sideOf(t) <= 0;
    const inMiddle = line !== null && Math.abs(here) <= within;
    const u = line === null ? uvs[2 * d] : 2 * line - uvs[2 * d];
    if (!closest.find(u, uvs[2 * d + 1], 0, Infinity, inMiddle ? undefined : across)) continue;
    const t = closest.triangle;
    const away = Math.sqrt(closest.square) * scaleOf(t);
    if (!(away <= within) || away >= matches.distances[i]) continue;
    const corners = [0, 1, 2].map((c) => solverIndex[triangles[3 * t + c]]);
    setMatch(matches, i, corners, closest.shares, away);
  }
  return matches;

  /** The length on the mesh of one unit of the UVs, in one triangle. */
  function scaleOf(t: number): number {
    const own = [0, 1, 2].map((c) => triangles[3 * t + c]);
    const points = own.map((d) => solverIndex[d]);
    let [length, span] = [0, 0];
    for (let c = 0; c < 3; c++) {
      const [p, q] = [3 * points[c], 3 * points[(c + 1) % 3]];
      const [a, b] = [2 * own[c], 2 * own[(c + 1) % 3]];
      length += Math.hypot(rest[p] - rest[q], rest[p + 1] - rest[q + 1], rest[p + 2] - rest[q + 2]);
      span += Math.hypot(uvs[a] - uvs[b], uvs[a + 1] - uvs[b + 1]);
    }
    return span > 0 ? length / span : Infinity;
  }
}
