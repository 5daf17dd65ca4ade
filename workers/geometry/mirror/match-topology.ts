import { type Plane, side } from "../body/body-plane";
import { type SurfaceMatches, setVertexMatch } from "../surface/surface-matches";
import { type MirroredSurface, matchBySurface, reflectInto } from "./match-surface";
import type { MirrorMesh } from "./mirror-mesh";
import { PolygonEdges, type Walked } from "./polygon-walk";

/** Matches by topology, with the halves that the walks found. */
export interface TopologyMatches {
  matches: SurfaceMatches;
  /** 1 where the plane's normal points, −1 on the other side, 0 in the middle, V. */
  half: Int8Array;
  /** The edge of the first walk; null if there is none. */
  edge: readonly [number, number] | null;
  /** How many pairs of faces do not fit each other, if they are so many that the walk's pairs are doubtful. Else 0. */
  misfits: number;
}

/** How many edges of a part are tried as the start of its walk, nearest to the plane first. */
const TRIED = 12;
/** A conflict outweighs this many pairs of vertices when walks are compared. */
const CONFLICT = 8;
/** A walk must be worth more than the two vertices of its first edge. */
const LEAST_WORTH = 2;

/**
 * Matches vertices by walking over the faces on both sides of an edge in step. Parts that the walk does not reach, such
 * as eyes, get a walk from an edge of their own in the plane, or match by the closest point.
 * @param sides the side of each vertex by its position, V. Parts without a walk keep these.
 * @param within the largest distance of a match by the closest point.
 * @param edge where the walk starts; null finds the edge near the plane whose walk fits best.
 */
export function matchByTopology(
  mesh: MirrorMesh,
  surface: MirroredSurface,
  plane: Plane,
  sides: Int8Array,
  within: number,
  edge: readonly [number, number] | null,
): TopologyMatches {
  const edges = new PolygonEdges(mesh);
  const part = partsOf(surface.triangles, edges.vertexCount);
  const near = edgesNearPlane(edges, surface.rest, plane);
  const found: Walked[] = [];
  let first: readonly [number, number] | null = null;
  let misfits = 0;
  const reached = new Set<number>();
  const take = (walked: Walked, [a, b]: readonly [number, number]) => {
    orient(walked, surface.rest, plane);
    found.push(walked);
    first ??= [a, b];
    reached.add(part[a]);
  };
  if (edge) {
    const walked = edges.walk(...edge);
    if (walked.count > 0) take(walked, edge);
    if (walked.count > 0 && worth(walked) <= LEAST_WORTH) misfits = walked.conflicts;
  }
  for (const p of new Set(near.map(([a]) => part[a]))) {
    if (reached.has(p)) continue;
    const tried = near.filter(([a]) => part[a] === p).slice(0, TRIED);
    const walks = tried.map((one) => ({ one, walked: edges.walk(...one) }));
    const best = walks.reduce((a, b) => (worth(b.walked) > worth(a.walked) ? b : a));
    if (worth(best.walked) > LEAST_WORTH) take(best.walked, best.one);
  }
  const isAlone = (i: number) => !reached.has(part[i]);
  const matches = matchBySurface(surface, plane, within, isAlone);
  const half = sides.map((at, i) => (isAlone(i) ? at : 0));
  for (const walked of found) addWalk(matches, half, walked, surface.rest, plane);
  return { matches, half, edge: first, misfits };
}

const worth = ({ count, conflicts }: Walked): number => count - CONFLICT * conflicts;

/** A number for each vertex, equal within each connected part of the mesh. */
function partsOf(triangles: ArrayLike<number>, vertexCount: number): Int32Array {
  const root = Int32Array.from({ length: vertexCount }, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (root[at] !== at) {
      root[at] = root[root[at]];
      at = root[at];
    }
    return at;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const a = find(triangles[t]);
    for (let c = 1; c < 3; c++) root[find(triangles[t + c])] = a;
  }
  return root.map((_, i) => find(i));
}

/** Inner edges with both ends near the plane. Sorted by their distance from it, relative to their length. */
function edgesNearPlane(edges: PolygonEdges, rest: ArrayLike<number>, plane: Plane): [number, number][] {
  const point = (i: number): [number, number, number] => [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
  const near: { edge: [number, number]; away: number }[] = [];
  for (const edge of edges.inner()) {
    const [a, b] = edge.map(point);
    const long = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    const away = (Math.abs(side(plane, a)) + Math.abs(side(plane, b))) / (long || 1);
    if (away < 1) near.push({ edge, away });
  }
  return near.sort((a, b) => a.away - b.away).map(({ edge }) => edge);
}

/** Swaps the halves if most vertices of the positive one lie on the plane's negative side. */
function orient({ half }: Walked, rest: ArrayLike<number>, plane: Plane): void {
  let sum = 0;
  for (let i = 0; i < half.length; i++) {
    sum += half[i] * side(plane, [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]);
  }
  if (sum < 0) for (let i = 0; i < half.length; i++) half[i] = -half[i];
}

/** Adds the pairs of a walk. */
function addWalk(
  matches: SurfaceMatches,
  half: Int8Array,
  walked: Walked,
  rest: ArrayLike<number>,
  { normal, offset }: Plane,
): void {
  const image = new Float64Array(3);
  walked.map.forEach((l, i) => {
    if (l < 0) return;
    reflectInto(image, rest, i, normal, offset);
    const away = Math.hypot(...image.map((x, c) => x - rest[3 * l + c]));
    setVertexMatch(matches, i, l, away);
    half[i] = walked.half[i];
  });
}
