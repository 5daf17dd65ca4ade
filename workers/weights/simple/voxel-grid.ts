/**
 * Finds the solid inside a surface, as voxels. The surface may be open or non-manifold, or have several shells that
 * cross. A voxel that a triangle touches belongs to the solid. Any other voxel belongs to it if most rays from its
 * centre, along the six axis directions, leave through the surface: their crossings, counted with the sign of the side,
 * do not cancel. In a closed surface all six rays agree. In a surface with a hole, the few rays through the hole
 * disagree. Outside a sheet, at most one ray hits it.
 */
import type { Task } from "../../model/task";

export interface VoxelGrid {
  /** Voxels along each axis; voxel (x, y, z) is number (z·ny + y)·nx + x. */
  size: [nx: number, ny: number, nz: number];
  /** Corner of voxel 0. */
  origin: [number, number, number];
  /** Side of a voxel. */
  side: number;
  /** 1 where the solid is. */
  solid: Uint8Array;
}

/** Layers of empty voxels around the mesh. */
const MARGIN = 2;
/** A voxel is inside with this many of six votes. */
const MAJORITY = 4;
/** Shift of the rays from the centres, in voxels. Axis-aligned rays then miss the edges of regular meshes. */
const SHIFT = [3.1e-5, 4.7e-5];

/**
 * @param positions 3V, finite.
 * @param triangles 3T.
 * @param resolution voxels along the longest side of the bounding box.
 * @throws CancelledError
 */
export async function voxelise(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  resolution: number,
  task: Task,
): Promise<VoxelGrid> {
  const least = [Infinity, Infinity, Infinity];
  const greatest = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < positions.length; n++) {
    least[n % 3] = Math.min(least[n % 3], positions[n]);
    greatest[n % 3] = Math.max(greatest[n % 3], positions[n]);
  }
  const extent = least.map((x, c) => Math.max(0, greatest[c] - x) || 0);
  const side = Math.max(...extent) / resolution || 1;
  const size = extent.map((x) => Math.floor(x / side) + 1 + 2 * MARGIN) as VoxelGrid["size"];
  const origin = least.map((x) => (Number.isFinite(x) ? x : 0) - MARGIN * side) as VoxelGrid["origin"];
  const grid: VoxelGrid = { size, origin, side, solid: new Uint8Array(size[0] * size[1] * size[2]) };

  // Lengths are in voxels from here on.
  const points = Float64Array.from(
    { length: positions.length },
    (_, n) => (positions[n] - origin[n % 3]) / side,
  );
  const votes = new Uint8Array(grid.solid.length);
  for (let axis = 0; axis < 3; axis++) {
    await task.checkpoint();
    vote(points, triangles, axis, grid, votes);
  }
  await task.checkpoint();
  for (let n = 0; n < votes.length; n++) grid.solid[n] = votes[n] >= MAJORITY ? 1 : 0;
  markSurface(points, triangles, grid);
  return grid;
}

/** Number of the voxel that contains a point, or of the nearest one for points outside the grid. */
export function voxelAt({ size, origin, side }: VoxelGrid, x: number, y: number, z: number): number {
  const [a, b, c] = [x, y, z].map((value, n) =>
    Math.min(size[n] - 1, Math.max(0, Math.floor((value - origin[n]) / side))),
  );
  return (c * size[1] + b) * size[0] + a;
}

export function voxelCentre({ size, origin, side }: VoxelGrid, at: number): [number, number, number] {
  return [
    origin[0] + side * ((at % size[0]) + 0.5),
    origin[1] + side * ((Math.floor(at / size[0]) % size[1]) + 0.5),
    origin[2] + side * (Math.floor(at / (size[0] * size[1])) + 0.5),
  ];
}

/** Adds the votes of the two directions of an axis, from lines through the centres. */
function vote(
  points: Float64Array,
  triangles: ArrayLike<number>,
  axis: number,
  { size }: VoxelGrid,
  votes: Uint8Array,
): void {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const strides = [1, size[0], size[0] * size[1]];
  const length = size[axis];
  /** Signed crossings between the previous centre and the centre of each voxel. */
  const crossings = new Int16Array(votes.length);
  const beyond = new Int16Array(size[u] * size[v]);
  const mark = (a: number, b: number, depth: number, sign: number) => {
    const at = Math.ceil(depth - 0.5);
    if (at < length) crossings[a * strides[u] + b * strides[v] + Math.max(0, at) * strides[axis]] += sign;
    beyond[b * size[u] + a] += sign;
  };
  for (let t = 0; t + 2 < triangles.length; t += 3)
    scanTriangle(points, triangles, t, [axis, u, v], size, mark);
  for (let b = 0; b < size[v]; b++) {
    for (let a = 0; a < size[u]; a++) {
      let before = 0;
      for (let d = 0, at = a * strides[u] + b * strides[v]; d < length; d++, at += strides[axis]) {
        before += crossings[at];
        if (before !== 0) votes[at]++;
        if (beyond[b * size[u] + a] - before !== 0) votes[at]++;
      }
    }
  }
}

/**
 * Calls `mark` for each line that crosses a triangle. A line through a common edge crosses exactly one of the two
 * triangles.
 */
function scanTriangle(
  points: Float64Array,
  triangles: ArrayLike<number>,
  t: number,
  [axis, u, v]: number[],
  size: number[],
  mark: (a: number, b: number, depth: number, sign: number) => void,
): void {
  const [p, q, r] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const area =
    (points[q + u] - points[p + u]) * (points[r + v] - points[p + v]) -
    (points[q + v] - points[p + v]) * (points[r + u] - points[p + u]);
  if (area === 0) return;
  const low = Math.min(points[p + v], points[q + v], points[r + v]);
  const high = Math.max(points[p + v], points[q + v], points[r + v]);
  const first = Math.max(0, Math.floor(low - 0.5));
  const last = Math.min(size[v] - 1, Math.ceil(high));
  for (let b = first; b <= last; b++) {
    const line = b + 0.5 + SHIFT[1];
    let [from, to] = [Infinity, -Infinity];
    for (const [i, j] of [
      [p, q],
      [q, r],
      [r, p],
    ]) {
      if (points[i + v] <= line === points[j + v] <= line) continue;
      // Starts at the same end of the edge for both triangles, which gives the same bits.
      const [s, e] = points[i + v] < points[j + v] ? [i, j] : [j, i];
      const at =
        points[s + u] +
        ((line - points[s + v]) / (points[e + v] - points[s + v])) * (points[e + u] - points[s + u]);
      from = Math.min(from, at);
      to = Math.max(to, at);
    }
    for (let a = Math.max(0, Math.ceil(from - 0.5 - SHIFT[0])); a < size[u]; a++) {
      const x = a + 0.5 + SHIFT[0];
      if (x < from) continue;
      if (!(x < to)) break;
      const g =
        ((x - points[p + u]) * (points[r + v] - points[p + v]) -
          (line - points[p + v]) * (points[r + u] - points[p + u])) /
        area;
      const h =
        ((points[q + u] - points[p + u]) * (line - points[p + v]) -
          (points[q + v] - points[p + v]) * (x - points[p + u])) /
        area;
      const depth =
        points[p + axis] +
        g * (points[q + axis] - points[p + axis]) +
        h * (points[r + axis] - points[p + axis]);
      mark(a, b, depth, area > 0 ? 1 : -1);
    }
  }
}

/** Marks the voxels that triangles touch. */
function markSurface(points: Float64Array, triangles: ArrayLike<number>, { size, solid }: VoxelGrid): void {
  const corners = new Float64Array(9);
  const clamp = (x: number, c: number) => Math.min(size[c] - 1, Math.max(0, Math.floor(x)));
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    for (let e = 0; e < 9; e++) corners[e] = points[3 * triangles[t + Math.floor(e / 3)] + (e % 3)];
    const [x0, y0, z0] = [0, 1, 2].map((c) => clamp(Math.min(corners[c], corners[c + 3], corners[c + 6]), c));
    const [x1, y1, z1] = [0, 1, 2].map((c) => clamp(Math.max(corners[c], corners[c + 3], corners[c + 6]), c));
    for (let z = z0; z <= z1; z++) {
      for (let y = y0; y <= y1; y++) {
        for (let x = x0; x <= x1; x++) {
          const at = (z * size[1] + y) * size[0] + x;
          if (solid[at] === 0 && touches(corners, x + 0.5, y + 0.5, z + 0.5)) solid[at] = 1;
        }
      }
    }
  }
}

/**
 * Whether a triangle touches the unit cube about a centre, by separating axes (Akenine-Möller 2001): the normal and the
 * cross products of edges and axes. The caller's bounding box tests the axes themselves.
 */
function touches(corners: Float64Array, x: number, y: number, z: number): boolean {
  const centre = [x, y, z];
  const apart = (ax: number, ay: number, az: number) => {
    let [least, greatest] = [Infinity, -Infinity];
    for (let c = 0; c < 9; c += 3) {
      const along =
        ax * (corners[c] - centre[0]) + ay * (corners[c + 1] - centre[1]) + az * (corners[c + 2] - centre[2]);
      if (along < least) least = along;
      if (along > greatest) greatest = along;
    }
    const reach = 0.5 * (Math.abs(ax) + Math.abs(ay) + Math.abs(az)) * (1 + 1e-12);
    return least > reach || greatest < -reach;
  };
  const edge = (a: number, b: number) => [0, 1, 2].map((c) => corners[b + c] - corners[a + c]);
  const [e, f, g] = [edge(0, 3), edge(3, 6), edge(6, 0)];
  if (apart(e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0])) return false;
  for (const [a, b, c] of [e, f, g]) {
    if (apart(0, c, -b) || apart(-c, 0, a) || apart(b, -a, 0)) return false;
  }
  return true;
}
