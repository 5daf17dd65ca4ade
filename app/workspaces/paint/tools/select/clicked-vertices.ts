import { PolygonsAtEdges } from "../../../../../workers/geometry/selecting/edge-loop";
import { connectedList } from "../../../../../workers/geometry/selecting/vertex-lists";
import type { SequenceMesh } from "../../../../../workers/model/mesh/streamed-sequence";
import type { PaintState } from "../../../../document/paint-state";
import { meshRings } from "../../../../document/weights/mesh-rings";
import type { SurfacePoint } from "../../../../viewport/picking/picker";
import { nearestCorner } from "../nearest-corner";

/** The place of a click: the solver vertices of the triangle there, and the point on it. */
type Clicked = Pick<SurfacePoint, "corners" | "point">;

/** Below this distance to an edge, a double click selects its loop. A fraction of the triangle's height. */
const NEAR_EDGE = 0.25;

const known = new WeakMap<Uint32Array, PolygonsAtEdges>();

/** The edges of a mesh's polygons, cached. */
function polygonEdgesOf(sequence: SequenceMesh): PolygonsAtEdges {
  const before = known.get(sequence.triangles);
  if (before) return before;
  const made = new PolygonsAtEdges(sequence);
  known.set(sequence.triangles, made);
  return made;
}

/** The edge of the polygon that is nearest to a click. `away` is 0 on the edge, and 1 at the opposite corner. */
function nearestEdge(
  { corners, point }: Clicked,
  positions: ArrayLike<number>,
  edges: PolygonsAtEdges,
): { ends: [number, number]; away: number } | null {
  const at = (i: number): number[] => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
  const p = [point.x, point.y, point.z];
  const whole = doubleArea(at(corners[0]), at(corners[1]), at(corners[2]));
  let best: { ends: [number, number]; away: number } | null = null;
  for (let n = 0; n < 3; n++) {
    const ends: [number, number] = [corners[n], corners[(n + 1) % 3]];
    if (!edges.has(...ends)) continue;
    const away = whole > 0 ? doubleArea(at(ends[0]), at(ends[1]), p) / whole : 0;
    if (!best || away < best.away) best = { ends, away };
  }
  return best;
}

function doubleArea(a: number[], b: number[], c: number[]): number {
  const [u, v] = [b.map((x, n) => x - a[n]), c.map((x, n) => x - a[n])];
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
}

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
