import { findMirror, type VertexMirror } from "../../geometry/vertex-mirror";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";

/** A mesh is not symmetric if more than this share of its vertices has no mirror image. */
const MOST_UNMATCHED = 0.2;

/** The plane in which a rest pose is most nearly symmetric, perpendicular to `axis` if that is given. */
export function restMirror({ rest, triangles, solverIndex }: MeshSequence, axis?: number): VertexMirror {
  const corners = triangles.map((v) => solverIndex[v]);
  return findMirror(rest, corners, axis === undefined ? undefined : [axis]);
}

/** The share of the vertices without a mirror image. */
export const unmatchedShare = ({ unmatched, map }: VertexMirror): number => unmatched / map.length;

/** Why the mesh cannot be mirrored, without a full stop; or null. */
export function notSymmetric(mirror: VertexMirror): string | null {
  const unmatched = unmatchedShare(mirror);
  if (unmatched <= MOST_UNMATCHED) return null;
  return `The rest pose is not symmetric: ${Math.round(100 * unmatched)} % of its vertices have no mirror image`;
}
