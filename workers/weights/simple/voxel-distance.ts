import { SegmentSet } from "../../mesh/segment-set";
import type { Segment } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import { type VoxelGrid, voxelAt, voxelCentre } from "./voxel-grid";

const CHECKPOINT_MS = 30;

/** Steps to the 26 neighbours: the difference of numbers, and the length in voxels. */
function steps([nx, ny]: VoxelGrid["size"]): { by: Int32Array; length: Float64Array } {
  const by: number[] = [];
  const length: number[] = [];
  for (let z = -1; z <= 1; z++) {
    for (let y = -1; y <= 1; y++) {
      for (let x = -1; x <= 1; x++) {
        if (x === 0 && y === 0 && z === 0) continue;
        by.push((z * ny + y) * nx + x);
        length.push(Math.hypot(x, y, z));
      }
    }
  }
  return { by: Int32Array.from(by), length: Float64Array.from(length) };
}

/**
 * The voxels in which a path through the solid may start: solid voxels along the segments, or the nearest one if there
 * are none.
 */
function seeds(grid: VoxelGrid, ends: Segment[], set: SegmentSet): Set<number> {
  const { side, solid } = grid;
  const found = new Set<number>();
  for (const { head, tail } of ends) {
    const count = Math.ceil((4 * Math.hypot(...head.map((x, c) => tail[c] - x))) / side) + 1;
    for (let n = 0; n <= count; n++) {
      const [x, y, z] = head.map((h, c) => h + ((tail[c] - h) * n) / count);
      const at = voxelAt(grid, x, y, z);
      // A point outside the grid gets its nearest voxel, which may be far. The margin is never solid.
      if (solid[at]) found.add(at);
    }
  }
  if (found.size > 0) return found;
  let [best, least] = [-1, Infinity];
  for (let at = 0; at < solid.length; at++) {
    if (!solid[at]) continue;
    const [x, y, z] = voxelCentre(grid, at);
    const square = set.squaredDistance(set.nearest(x, y, z), x, y, z);
    if (square < least) [best, least] = [at, square];
  }
  return best < 0 ? found : found.add(best);
}

/**
 * Length of the shortest path through the solid from the segments to each voxel's centre, in the grid's unit; Infinity
 * if there is none. Dijkstra's algorithm over the 26 neighbours. Its buckets are as wide as the shortest step, so the
 * order within a bucket does not matter.
 * @param ends the segments of one bone, at least one.
 * @throws CancelledError
 */
export async function voxelDistance(grid: VoxelGrid, ends: Segment[], task: Task): Promise<Float32Array> {
  const { size, side, solid } = grid;
  const set = new SegmentSet(ends.map(({ head, tail }) => [head, tail]));
  const distance = new Float32Array(solid.length).fill(Infinity);
  const buckets: number[][] = [];
  const reach = (at: number, d: number) => {
    distance[at] = d;
    (buckets[Math.floor(distance[at])] ??= []).push(at);
  };
  for (const at of seeds(grid, ends, set)) {
    const [x, y, z] = voxelCentre(grid, at);
    reach(at, Math.sqrt(set.squaredDistance(set.nearest(x, y, z), x, y, z)) / side);
  }
  const { by, length } = steps(size);
  let last = performance.now();
  for (let b = 0; b < buckets.length; b++) {
    if (performance.now() - last > CHECKPOINT_MS) {
      await task.checkpoint();
      last = performance.now();
    }
    for (const at of buckets[b] ?? []) {
      const own = distance[at];
      // A shorter path has already reached this voxel.
      if (Math.floor(own) < b) continue;
      for (let n = 0; n < by.length; n++) {
        const next = at + by[n];
        const d = Math.fround(own + length[n]);
        if (solid[next] === 1 && d < distance[next]) reach(next, d);
      }
    }
    buckets[b] = [];
  }
  for (let at = 0; at < distance.length; at++) distance[at] *= side;
  return distance;
}
