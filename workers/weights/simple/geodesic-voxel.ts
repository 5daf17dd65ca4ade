/**
 * Geodesic voxel binding (Dionne & de Lasa 2013, "Geodesic voxel binding for production character meshes"): distances
 * from each bone are measured through the solid, not through the air, so a hand near the hip gets no weight of the
 * hip's bone. Weights fall off with these distances. The mesh only has to look solid.
 */
import { SegmentSet } from "../../mesh/segment-set";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import { boxDiagonal } from "../bindable-mesh";
import { segmentTree } from "../segment-tree";
import { type DenseWeights, normaliseDenseWeights } from "./dense-weights";
import { voxelDistance } from "./voxel-distance";
import { type VoxelGrid, voxelAt, voxelCentre, voxelise } from "./voxel-grid";

export interface VoxelOptions {
  /** Voxels along the longest side of the bounding box, 8 to 256. */
  resolution: number;
  /** α: how hard the weights are, from 0 (d⁻², soft) to 1 (d⁻⁴). */
  falloff: number;
  /** The most bones of a vertex, 1 or more; the largest weights stay. */
  influences: number;
}

/** Least distance, relative to the bounding box's diagonal. */
const LEAST_DISTANCE = 1e-4;

/**
 * w_j = ((1 − α) d + α d²)⁻², where d is the path length from bone j relative to the bounding box's diagonal; then
 * normalised. In parts that no bone reaches, d is the straight distance.
 * @throws SinewError if the skeleton moves nothing; CancelledError.
 */
export async function geodesicVoxelWeights(
  mesh: Bindable,
  skeleton: Skeleton,
  { resolution, falloff, influences }: VoxelOptions,
  task: Task,
): Promise<DenseWeights> {
  const tree = segmentTree(skeleton);
  const { positions } = mesh;
  const diagonal = boxDiagonal(positions);
  const grid = await voxelise(positions, mesh.triangles, resolution, task);
  const around = voxelsAround(grid, positions);
  await task.checkpoint();
  const vertexCount = positions.length / 3;
  const out = { bones: tree.count, values: new Float64Array(vertexCount * tree.count) };
  for (const [n, j] of tree.moving.entries()) {
    task.progress({
      phase: "Voxel weights",
      done: n / tree.moving.length,
      detail: `bone ${n + 1} of ${tree.moving.length}`,
    });
    const own = skeleton.segments.filter((_, s) => tree.owner[s] === j);
    const distance = await voxelDistance(grid, own, task);
    for (let i = 0; i < vertexCount; i++) {
      let least = Infinity;
      for (let n = 27 * i; n < 27 * (i + 1); n++)
        least = Math.min(least, distance[around.voxel[n]] + around.way[n]);
      out.values[tree.count * i + j] = least;
    }
    await task.checkpoint();
  }
  const straight = straightDistances(skeleton, tree.owner);
  for (let i = 0; i < vertexCount; i++) {
    const row = out.values.subarray(tree.count * i, tree.count * (i + 1));
    const reached = tree.moving.some((j) => row[j] < Infinity);
    for (const j of tree.moving) {
      const d = Math.max(LEAST_DISTANCE, (reached ? row[j] : straight(j, positions, 3 * i)) / diagonal);
      row[j] = 1 / ((1 - falloff) * d + falloff * d * d) ** 2;
    }
    keepLargest(row, influences);
  }
  normaliseDenseWeights(out);
  return out;
}

/** For each vertex, the 27 voxels at and around it, and the distances to their centres. */
function voxelsAround(grid: VoxelGrid, positions: ArrayLike<number>) {
  const vertexCount = positions.length / 3;
  const voxel = new Uint32Array(27 * vertexCount);
  const way = new Float32Array(voxel.length);
  for (let n = 0; n < voxel.length; n++) {
    const at = 3 * Math.floor(n / 27);
    const k = n % 27;
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    voxel[n] = voxelAt(
      grid,
      x + ((k % 3) - 1) * grid.side,
      y + ((Math.floor(k / 3) % 3) - 1) * grid.side,
      z + (Math.floor(k / 9) - 1) * grid.side,
    );
    const [a, b, c] = voxelCentre(grid, voxel[n]);
    way[n] = Math.hypot(x - a, y - b, z - c);
  }
  return { voxel, way };
}

/** Distance of a point from the segments of a bone. */
function straightDistances({ segments }: Skeleton, owner: Int32Array) {
  const sets = segments.map(
    (_, j) =>
      new SegmentSet(
        segments.flatMap(({ head, tail }, s) => (owner[s] === j ? [[head, tail] as const] : [])),
      ),
  );
  return (j: number, points: ArrayLike<number>, at: number) => {
    const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
    return Math.sqrt(sets[j].squaredDistance(sets[j].nearest(x, y, z), x, y, z));
  };
}

/** Sets all but the largest numbers of a row to 0. Ties go to the first. */
function keepLargest(row: Float64Array, count: number): void {
  const order = Array.from(row, (_, j) => j).sort((a, b) => row[b] - row[a] || a - b);
  for (const j of order.slice(count)) row[j] = 0;
}
