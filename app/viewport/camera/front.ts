import { type Matrix4, Vector3 } from "three/webgpu";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";

/** The most vertices that are looked at. */
const MOST_POINTS = 20_000;
/** Cells along the longest side of the box in which mirror images are compared. */
const CELLS = 40;
/** A mesh faces sideways only if its mirror image fits this much better there, as a share of its cells. */
const CLEARLY = 0.2;
/** The highest and the lowest part of a mesh that tell where its head and its feet point, as a share of its height. */
const TOP = 0.2;
const BOTTOM = 0.06;
/** An animal is longer than this many times its height; its head is in front. Feet of others point forward. */
const LONG = 1.15;

/**
 * The yaw from which the front of a mesh is seen, in radians: 0 looks at it from the world's +z.
 *
 * By the convention of files, a figure faces +z where y is up, and −y where z is up: both are +z of the world. Some
 * files disagree. A body is the same left and right, but not front and back. So where the mesh is clearly its own
 * mirror image across the axis that should point forward, and not across the other, it faces sideways: to where the
 * head of a long body is, or the feet of an upright one.
 */
export function frontYaw({ rest }: Pick<MeshSequence, "rest">, world: Matrix4): number {
  const points = worldPoints(rest, world);
  const box = boxOf(points);
  const isMirroredIn = (axis: 0 | 2) => mirrorFit(points, box, axis);
  if (isMirroredIn(2) - isMirroredIn(0) < CLEARLY) return 0;
  return facesAlongX(points, box) >= 0 ? Math.PI / 2 : -Math.PI / 2;
}

interface Box {
  low: [number, number, number];
  high: [number, number, number];
}

/** The vertices in the world, or an even share of very many. */
function worldPoints(rest: Float32Array, world: Matrix4): Float32Array {
  const stride = Math.max(1, Math.ceil(rest.length / 3 / MOST_POINTS));
  const points = new Float32Array(3 * Math.ceil(rest.length / 3 / stride));
  const p = new Vector3();
  for (let n = 0; n < points.length; n += 3)
    p.fromArray(rest, n * stride)
      .applyMatrix4(world)
      .toArray(points, n);
  return points;
}

function boxOf(points: Float32Array): Box {
  const low: Box["low"] = [Infinity, Infinity, Infinity];
  const high: Box["high"] = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < points.length; n++) {
    const axis = n % 3;
    low[axis] = Math.min(low[axis], points[n]);
    high[axis] = Math.max(high[axis], points[n]);
  }
  return { low, high };
}

/** The share of the occupied cells whose mirror image across the middle of an axis is occupied too. */
function mirrorFit(points: Float32Array, { low, high }: Box, axis: 0 | 2): number {
  const size = Math.max(...low.map((from, a) => high[a] - from), 1e-12) / CELLS;
  const cells = low.map((from, a) => Math.max(1, Math.ceil((high[a] - from) / size)));
  const occupied = new Set<number>();
  const cellOf = (x: number, a: number) => Math.min(cells[a] - 1, Math.floor((x - low[a]) / size));
  const code = (c: readonly number[]) => (c[0] * CELLS + c[1]) * CELLS + c[2];
  const all: number[][] = [];
  for (let n = 0; n < points.length; n += 3) {
    const cell = [0, 1, 2].map((a) => cellOf(points[n + a], a));
    if (occupied.size < occupied.add(code(cell)).size) all.push(cell);
  }
  // A vertex on the border between two cells may have its image in the next one.
  const hasImage = (cell: number[]) =>
    [-1, 0, 1].some((by) => {
      const image = [...cell];
      image[axis] = cells[axis] - 1 - cell[axis] + by;
      return image[axis] >= 0 && image[axis] < cells[axis] && occupied.has(code(image));
    });
  return all.filter(hasImage).length / Math.max(1, all.length);
}

/** Positive if the head or the feet point along +x. */
function facesAlongX(points: Float32Array, { low, high }: Box): number {
  const height = high[1] - low[1];
  const isLong = high[0] - low[0] > LONG * height;
  const counts = isLong
    ? (y: number) => y > high[1] - TOP * height
    : (y: number) => y < low[1] + BOTTOM * height;
  let [sum, count, all] = [0, 0, 0];
  for (let n = 0; n < points.length; n += 3) {
    all += points[n];
    if (!counts(points[n + 1])) continue;
    sum += points[n];
    count++;
  }
  return sum / Math.max(1, count) - all / Math.max(1, points.length / 3);
}
