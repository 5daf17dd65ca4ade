/** Matches each vertex of a mesh with a point of another mesh, and decides whether the match can be trusted. */
import { type AcceptsTriangle, ClosestPoint } from "../../geometry/surface/closest-point";
import { RayHit } from "../../geometry/surface/ray-hit";
import { noMatches, type SurfaceMatches, setMatch } from "../../geometry/surface/surface-matches";
import { TriangleTree } from "../../geometry/surface/triangle-tree";
import { uvTree } from "../../geometry/surface/uv-tree";
import { vertexNormals } from "../../geometry/vertex-normals";
import type { Task } from "../../model/task";
import type { TransferMesh, TransferSettings } from "../../model/weights/transfer";

/** A mesh over its solver vertices. */
export interface WeldedMesh {
  /** 3V, in the target's coordinates. */
  positions: Float32Array;
  /** Solver vertices, 3T. */
  triangles: Uint32Array;
  /** 3V. */
  normals: Float32Array;
}

export function weldedMesh({ solverIndex, triangles }: TransferMesh, positions: Float32Array): WeldedMesh {
  const corners = triangles.map((d) => solverIndex[d]);
  return { positions, triangles: corners, normals: vertexNormals(positions, corners) };
}

/** The two meshes, and when a match can be trusted. */
export interface Sides {
  source: WeldedMesh;
  target: WeldedMesh;
  /** Largest trusted distance, in the target's unit. */
  within: number;
  settings: TransferSettings;
}

/** Vertices between two checks whether the task is cancelled. */
const CHUNK = 512;

/** The trusted match of each vertex of the target, if it has one. */
export async function trustedMatches(sides: Sides, meshes: UvMeshes, task: Task): Promise<SurfaceMatches> {
  if (sides.settings.by === "uv") return byUv(sides, meshes, task);
  return sides.settings.by === "ray" ? byRay(sides, task) : bySurface(sides, task);
}

/**
 * The closest points for some vertices, at any distance and with any normals.
 * @param accepts whether a triangle of the source may have them.
 */
export async function anyMatches(
  { source, target }: Pick<Sides, "source" | "target">,
  wanted: (i: number) => boolean,
  accepts: AcceptsTriangle,
  task: Task,
): Promise<SurfaceMatches> {
  const closest = new ClosestPoint(new TriangleTree(source.positions, source.triangles));
  return each(target, task, (i, matches) => {
    if (!wanted(i)) return;
    const p = 3 * i;
    const { positions } = target;
    if (!closest.find(positions[p], positions[p + 1], positions[p + 2], Infinity, accepts)) return;
    setMatch(matches, i, cornersOf(source, closest.triangle), closest.shares, Math.sqrt(closest.square));
  });
}

async function each(
  target: WeldedMesh,
  task: Task,
  match: (i: number, matches: SurfaceMatches) => void,
): Promise<SurfaceMatches> {
  const count = target.positions.length / 3;
  const matches = noMatches(count);
  for (let i = 0; i < count; i++) {
    if (i % CHUNK === 0) {
      task.progress({ phase: "Matching", done: i / count, detail: "" });
      await task.checkpoint();
    }
    match(i, matches);
  }
  return matches;
}

const cornersOf = ({ triangles }: WeldedMesh, t: number): number[] => [
  triangles[3 * t],
  triangles[3 * t + 1],
  triangles[3 * t + 2],
];

/** Whether the source's normal at a match and the target's normal at its vertex differ by at most the angle. */
function agrees({ source, target, settings }: Sides, i: number, corners: number[], at: ArrayLike<number>) {
  const normal = [0, 1, 2].map((c) =>
    corners.reduce((sum, l, k) => sum + at[k] * source.normals[3 * l + c], 0),
  );
  const length = Math.hypot(...normal);
  const own = target.normals.subarray(3 * i, 3 * i + 3);
  if (length === 0 || Math.hypot(...own) === 0) return true;
  const cosine = (normal[0] * own[0] + normal[1] * own[1] + normal[2] * own[2]) / length;
  return cosine >= Math.cos((settings.angle * Math.PI) / 180) - 1e-6;
}

function bySurface(sides: Sides, task: Task): Promise<SurfaceMatches> {
  const { source, target, within } = sides;
  const closest = new ClosestPoint(new TriangleTree(source.positions, source.triangles));
  return each(target, task, (i, matches) => {
    const [x, y, z] = target.positions.subarray(3 * i, 3 * i + 3);
    if (!closest.find(x, y, z, within)) return;
    const corners = cornersOf(source, closest.triangle);
    if (agrees(sides, i, corners, closest.shares)) {
      setMatch(matches, i, corners, closest.shares, Math.sqrt(closest.square));
    }
  });
}

/** Where the vertex's normal meets the source, ahead or behind, whichever is nearer. */
function byRay(sides: Sides, task: Task): Promise<SurfaceMatches> {
  const { source, target, within } = sides;
  const ray = new RayHit(new TriangleTree(source.positions, source.triangles));
  return each(target, task, (i, matches) => {
    const origin = target.positions.subarray(3 * i, 3 * i + 3);
    const way = target.normals.subarray(3 * i, 3 * i + 3);
    const accepts = (t: number) => agrees(sides, i, cornersOf(source, t), [1 / 3, 1 / 3, 1 / 3]);
    if (way.every((x) => x === 0) || !ray.find(origin, way, within, accepts)) return;
    setMatch(matches, i, cornersOf(source, ray.triangle), ray.shares, Math.abs(ray.distance));
  });
}

/** The meshes with their UVs. */
export interface UvMeshes {
  source: TransferMesh;
  target: TransferMesh;
}

/** UVs this close are the same place. Borders of charts need it, because they differ between two meshes. */
const UV_REACH = 0.02;

/** The point of the source with the same UV, if it is near enough in space too. */
async function byUv(
  sides: Sides,
  { source: from, target: to }: UvMeshes,
  task: Task,
): Promise<SurfaceMatches> {
  const { source, target, within } = sides;
  const matches = noMatches(target.positions.length / 3);
  if (!from.uvs || !to.uvs) return matches;
  const closest = new ClosestPoint(uvTree(from.uvs, from.triangles));
  for (let d = 0; 2 * d < to.uvs.length; d++) {
    if (d % CHUNK === 0) {
      task.progress({ phase: "Matching", done: (2 * d) / to.uvs.length, detail: "" });
      await task.checkpoint();
    }
    const i = to.solverIndex[d];
    if (!closest.find(to.uvs[2 * d], to.uvs[2 * d + 1], 0, UV_REACH)) continue;
    const corners = cornersOf(source, closest.triangle);
    const place = [0, 1, 2].map((c) =>
      corners.reduce((sum, l, k) => sum + closest.shares[k] * source.positions[3 * l + c], 0),
    );
    const away = Math.hypot(...place.map((x, c) => x - target.positions[3 * i + c]));
    if (away > within || away >= matches.distances[i] || !agrees(sides, i, corners, closest.shares)) continue;
    setMatch(matches, i, corners, closest.shares, away);
  }
  return matches;
}
