import { type Matrix4, Vector3 } from "three/webgpu";
import type { OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";

/** Samples at most this many vertices. */
const MOST_POINTS = 20_000;
/** Mirror images are compared in this many cells along the longest side of the box. */
const CELLS = 40;
/** A mesh faces sideways only if its mirror image fits that much better, as a share of its cells. */
const CLEARLY = 0.2;
/** The top and bottom parts of a mesh in which it looks for a head and for feet, as shares of the height. */
const TOP = 0.2;
const BOTTOM = 0.06;
/** A mesh is an animal if it is longer than this many times its height. */
const LONG = 1.15;
/** A mesh walks if it gets farther in the first half of its motion than this many times its length. */
const WALK = 1;
/** Flags and curtains are flat, and wind moves them by more than their thickness: this share of their width counts. */
const OF_WIDTH = 1 / 3;

type Moving = Pick<OpenedSequence, "rest" | "frames" | "frameCount">;

/**
 * The yaw from which the front of a mesh is seen, in radians: 0 looks at it from the world's +z.
 *
 * By convention, a figure faces +z in files with y up, and −y in files with z up. Both are the world's +z. Some files
 * differ. The left and right of a body are the same, but not its front and back. So if the mesh is clearly symmetric
 * along z and not along x, it faces sideways. Which side that is tells its walk: bodies go forwards. If it stays in
 * place, an animal faces the side of its head, and an upright figure the side of its feet.
 */
export function frontYaw(mesh: Moving, world: Matrix4): number {
  const points = worldPoints(mesh.rest, world);
  const box = boxOf(points);
  const fitAlong = (axis: 0 | 2) => mirrorFit(points, box, axis);
  const walked = walkOf(mesh, world);
  const walksAlong = (axis: 0 | 2) => {
    const [length, width] = [axis, 2 - axis].map((a) => box.high[a] - box.low[a]);
    const far = Math.abs(walked[axis]) > WALK * Math.max(length, OF_WIDTH * width);
    return far && Math.abs(walked[axis]) > Math.abs(walked[2 - axis]) ? walked[axis] : 0;
  };
  if (fitAlong(2) - fitAlong(0) < CLEARLY) return walksAlong(2) < 0 ? Math.PI : 0;
  return (walksAlong(0) || facesAlongX(points, box)) >= 0 ? Math.PI / 2 : -Math.PI / 2;
}

/** How far the centre moves in the world, from the first frame to the middle one: x, y, z; 0 for frames in files. */
function walkOf({ rest, frames, frameCount }: Moving, world: Matrix4): number[] {
  if (!(frames instanceof Float32Array)) return [0, 0, 0];
  const size = rest.length;
  const centreAt = (k: number) => centreOf(worldPoints(frames.subarray(k * size, (k + 1) * size), world));
  const [from, to] = [centreAt(0), centreAt(frameCount >> 1)];
  return to.map((x, axis) => x - from[axis]);
}

function centreOf(points: Float32Array): number[] {
  const sum = [0, 0, 0];
  for (let n = 0; n < points.length; n++) sum[n % 3] += points[n];
  return sum.map((x) => x / Math.max(1, points.length / 3));
}

interface Box {
  low: [number, number, number];
  high: [number, number, number];
}

/** Vertices in the world; of very many, an even sample. */
function worldPoints(positions: Float32Array, world: Matrix4): Float32Array {
  const stride = Math.max(1, Math.ceil(positions.length / 3 / MOST_POINTS));
  const points = new Float32Array(3 * Math.ceil(positions.length / 3 / stride));
  const p = new Vector3();
  for (let n = 0; n < points.length; n += 3)
    p.fromArray(positions, n * stride)
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

/** The share of occupied cells whose mirror image along an axis is occupied too. */
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
