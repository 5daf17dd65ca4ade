import { PolygonsAtEdges } from "../../../../workers/geometry/selecting/edge-loop";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { SurfacePoint } from "../../../viewport/picking/picker";

/** The place of a click: the solver vertices of the triangle there, and the point on it. */
export type Clicked = Pick<SurfacePoint, "corners" | "point">;

/** An edge of a polygon. */
export interface NearEdge {
  ends: [number, number];
  /** 0 on the edge, and 1 at the opposite corner of the triangle. */
  away: number;
}

const known = new WeakMap<Uint32Array, PolygonsAtEdges>();

/** The edges of a mesh's polygons, cached. */
export function polygonEdgesOf(sequence: SequenceMesh): PolygonsAtEdges {
  const before = known.get(sequence.triangles);
  if (before) return before;
  const made = new PolygonsAtEdges(sequence);
  known.set(sequence.triangles, made);
  return made;
}

/**
 * The edge of the polygon that is nearest to a click. The diagonals of a polygon are not edges of it.
 * @param positions 3V, in the pose on screen.
 */
export function nearestEdge(
  { corners, point }: Clicked,
  positions: ArrayLike<number>,
  edges: PolygonsAtEdges,
): NearEdge | null {
  const at = (i: number): number[] => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
  const p = [point.x, point.y, point.z];
  const whole = doubleArea(at(corners[0]), at(corners[1]), at(corners[2]));
  let best: NearEdge | null = null;
  let least = Infinity;
  for (let n = 0; n < 3; n++) {
    const ends: [number, number] = [corners[n], corners[(n + 1) % 3]];
    if (!edges.has(...ends)) continue;
    const [a, b] = ends.map(at);
    const beside = doubleArea(a, b, p);
    const distance = beside / (Math.hypot(...a.map((x, c) => x - b[c])) || 1);
    if (distance >= least) continue;
    least = distance;
    best = { ends, away: whole > 0 ? beside / whole : 0 };
  }
  return best;
}

function doubleArea(a: number[], b: number[], c: number[]): number {
  const [u, v] = [b.map((x, n) => x - a[n]), c.map((x, n) => x - a[n])];
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
}
