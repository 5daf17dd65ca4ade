import { findMirror, type VertexMirror } from "../../mesh/mirror";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";

/** With a larger share of the vertices without a mirror image a mesh counts as not symmetric. */
const MOST_UNMATCHED = 0.2;

/** The plane in which a rest pose is nearest to being symmetric; across one axis, where that is named. */
export function mirrorOf({ rest, triangles, solverIndex }: MeshSequence, axis?: number): VertexMirror {
  const corners = triangles.map((v) => solverIndex[v]);
  return findMirror(rest, corners, axis === undefined ? undefined : [axis]);
}

/** Why nothing can be mirrored there, without its full stop; or null. */
export function notSymmetric({ unmatched }: VertexMirror): string | null {
  if (unmatched <= MOST_UNMATCHED) return null;
  return `The rest pose is not symmetric: ${Math.round(100 * unmatched)} % of its vertices have no mirror image`;
}
