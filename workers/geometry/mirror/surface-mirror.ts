import { distance, plus, scaled } from "../../math/vectors";
import { boundsOf, diagonalOfBox } from "../../model/mesh/mesh-sequence";
import type { Point } from "../../model/skeleton/skeleton";
import { type MirrorSettings, WITHIN } from "../../model/weights/mirror-settings";
import { axisPlane, type Plane, reflected, side } from "../body/body-plane";
import { isMatched, nearestCorners, type SurfaceMatches } from "../surface/surface-matches";
import { TriangleTree } from "../surface/triangle-tree";
import { vertexNormals } from "../vertex-normals";
import { type MirroredSurface, matchBySurface } from "./match-surface";
import { matchByTopology } from "./match-topology";
import { matchByUv } from "./match-uv";
import { type MirrorMesh, solverTriangles } from "./mirror-mesh";
import { fittedPlane, planeAcross } from "./mirror-plane";

/** The mirror image of each vertex, as a point of the surface. */
export interface SurfaceMirror {
  plane: Plane;
  matches: SurfaceMatches;
  /** 1 where the plane's normal points, −1 on the other side, 0 in the plane, V. */
  half: Int8Array;
  /** The vertex with the largest share of each match, V: itself in the plane, −1 without a match. */
  nearest: Int32Array;
  /** Vertices without a match, ascending. */
  unmatched: Uint32Array;
  /** How many vertices have a match farther from their mirrored place than `FAR` of the diagonal. */
  far: number;
  /** The tolerance, in the mesh's unit. */
  within: number;
  /** The edge where the walk started, if matches are by topology. */
  edge: readonly [number, number] | null;
  /** How many pairs of faces beside that edge do not fit each other, if they make the matches doubtful. Else 0. */
  misfits: number;
}

/** Vertices closer to the plane than this share of the diagonal lie in it. */
const IN_PLANE = 1e-5;

/** Matches by UV that are farther than this from the mirrored place are suspicious, as a share of the diagonal. */
const FAR = 0.1;

const AXES = { x: 0, y: 1, z: 2 };
const NO_WALK = { edge: null, misfits: 0 };

/**
 * Finds the plane of a mesh and the mirror image of each vertex.
 * @param origin what the reader subtracted from the file's positions. The plane through the file's origin is tried
 * first.
 * @throws RangeError if vertices are to be matched by UVs and the mesh has none.
 */
export function mirrorMesh(
  mesh: MirrorMesh,
  settings: MirrorSettings,
  origin: readonly number[] = [0, 0, 0],
): SurfaceMirror {
  const { rest, uvs } = mesh;
  const triangles = solverTriangles(mesh);
  const tree = new TriangleTree(rest, triangles);
  const surface: MirroredSurface = { rest, triangles, tree, normals: vertexNormals(rest, triangles) };
  const diagonal = diagonalOfBox(boundsOf(rest)) || 1;
  const within = settings.within ?? WITHIN * diagonal;
  const plane = planeOf(surface, settings, origin);
  const half = halves(rest, plane, IN_PLANE * diagonal);
  const found = (
    matches: SurfaceMatches,
    by: Int8Array,
    walk: Pick<SurfaceMirror, "edge" | "misfits"> = NO_WALK,
  ) =>
    finished(
      { plane, matches, half: by, within, edge: walk.edge, misfits: walk.misfits },
      rest,
      FAR * diagonal,
    );
  if (settings.by === "topology") {
    const walked = matchByTopology(mesh, surface, plane, half, within, settings.edge);
    return found(walked.matches, walked.half, walked);
  }
  if (settings.by === "surface") return found(matchBySurface(surface, plane, within), half);
  if (!uvs) throw new RangeError("The mesh has no UVs");
  return found(matchByUv(mesh, uvs, plane, settings.line, within), half);
}

function planeOf(
  { tree, rest }: MirroredSurface,
  { plane, offset }: MirrorSettings,
  origin: readonly number[],
): Plane {
  if (plane === "fitted") return fittedPlane(tree, rest);
  const axis = AXES[plane];
  return offset === null ? planeAcross(tree, rest, axis, 0 - origin[axis]) : axisPlane(axis, offset);
}

function halves(rest: ArrayLike<number>, plane: Plane, least: number): Int8Array {
  return Int8Array.from({ length: rest.length / 3 }, (_, i) => {
    const away = side(plane, [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]);
    return Math.abs(away) <= least ? 0 : Math.sign(away);
  });
}

function finished(
  found: Omit<SurfaceMirror, "nearest" | "unmatched" | "far">,
  rest: ArrayLike<number>,
  away: number,
): SurfaceMirror {
  const nearest = nearestCorners(found.matches);
  const unmatched: number[] = [];
  nearest.forEach((l, i) => {
    if (l < 0) unmatched.push(i);
  });
  const far = countFar(found.matches, found.plane, rest, away);
  return { ...found, nearest, unmatched: Uint32Array.from(unmatched), far };
}

/** The number of matches farther than `away` from where the plane mirrors their vertex. */
function countFar(matches: SurfaceMatches, plane: Plane, rest: ArrayLike<number>, away: number): number {
  const { corners, shares } = matches;
  const pointOf = (i: number): Point => [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
  let far = 0;
  for (let i = 0; 3 * i < corners.length; i++) {
    if (!isMatched(matches, i)) continue;
    let match: Point = [0, 0, 0];
    for (let at = 3 * i; at < 3 * i + 3; at++) match = plus(match, scaled(pointOf(corners[at]), shares[at]));
    if (distance(match, reflected(plane, pointOf(i))) > away) far++;
  }
  return far;
}
