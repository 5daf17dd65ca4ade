import { connectedList } from "../../../../../workers/geometry/selecting/vertex-lists";
import type { SequenceMesh } from "../../../../../workers/model/mesh/streamed-sequence";
import type { PaintState } from "../../../../document/paint-state";
import { meshRings } from "../../../../document/weights/mesh-rings";
import { nearestCorner } from "../nearest-corner";
import { type Clicked, nearestEdge, polygonEdgesOf } from "../nearest-edge";

/** Below this distance to an edge, a double click selects its loop. A fraction of the triangle's height. */
const NEAR_EDGE = 0.25;

/**
 * The vertices that a click selects, in any order. A double click near an edge selects its loop, and elsewhere the
 * whole connected part.
 * @param positions 3V, in the pose on screen.
 */
export function clickedVertices(
  sequence: SequenceMesh,
  clicked: Clicked,
  positions: ArrayLike<number>,
  takes: PaintState["takes"],
  isDouble: boolean,
): ArrayLike<number> {
  const { corners } = clicked;
  if (takes === "part") return connectedList(corners, meshRings(sequence));
  if (takes === "vertex" && !isDouble) return [nearestCorner(clicked, positions)];
  const edges = polygonEdgesOf(sequence);
  if (takes === "face" && !isDouble) return edges.polygonAt(corners);
  const edge = nearestEdge(clicked, positions, edges);
  if (edge && (takes === "loop" || edge.away < NEAR_EDGE)) return edges.loop(...edge.ends);
  return connectedList(corners, meshRings(sequence));
}
