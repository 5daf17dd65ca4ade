/**
 * Puts rig and examples into the arena in a form that does not depend on their place and size: rest pose and examples
 * are each centred on the origin, and half the diagonal is the unit. Sums are in f64 before they become f32.
 */
import { middleOfBox } from "../../geometry/placing";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Examples } from "../measure/examples";
import type { JobArrays } from "./job-arrays";

type Point = [number, number, number];

/** The factor on lengths: 2 over the diagonal of the rest pose. */
export function scaleOf(rest: ArrayLike<number>): number {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rest);
  return 2 / (Math.hypot(x1 - x0, y1 - y0, z1 - z0) || 2);
}

/** Writes rest pose, motion and targets. */
export function placeExamples(
  arrays: Pick<JobArrays, "rest" | "rests" | "targets" | "motion">,
  rig: Rig,
  examples: Examples,
  lanes: number,
): void {
  const scale = scaleOf(rig.rest);
  const centre = middleOfBox(boundsOf(rig.rest));
  const size = rig.rest.length;
  for (let n = 0; n < size; n++) arrays.rest[n] = (rig.rest[n] - centre[n % 3]) * scale;
  const middles = Array.from({ length: examples.count }, (_, p) =>
    middleOfBox(boundsOf(examples.targets.subarray(p * size, (p + 1) * size))),
  );
  const factors = Float64Array.from(examples.strengths, (strength) => scale * strength);
  writeRows(arrays.targets, examples.targets, middles, factors, lanes);
  if (arrays.rests && examples.rests) {
    const [centres, scales] = [middles.map(() => centre), factors.map(() => scale)];
    writeRows(arrays.rests, examples.rests, centres, scales, lanes);
  }
  middles.forEach((middle, p) => {
    placeMotion(arrays.motion!, rig.bones.length, examples, p, { centre, middle, scale, lanes });
  });
}

/**
 * Writes (position − middle)·factor of all poses, with a row for each coordinate of each vertex. Goes row by row,
 * because the numbers of a column are far apart in memory.
 * @param positions P·3V.
 */
function writeRows(
  rows: Float32Array,
  positions: Float32Array,
  middles: readonly Point[],
  factors: Float64Array,
  lanes: number,
): void {
  const size = rows.length / lanes;
  const offsets = Float64Array.from(middles.flat());
  for (let row = 0; row < size; row++) {
    const axis = row % 3;
    for (let p = 0; p < factors.length; p++) {
      rows[row * lanes + p] = (positions[p * size + row] - offsets[3 * p + axis]) * factors[p];
    }
  }
}

interface Placing {
  centre: Point;
  middle: Point;
  scale: number;
  lanes: number;
}

/** Writes motions: R stays and T becomes (R·centre + T − middle)·scale, both times the strength. */
function placeMotion(
  out: Float32Array,
  bones: number,
  { motion, strengths }: Examples,
  p: number,
  { centre, middle, scale, lanes }: Placing,
): void {
  for (let j = 0; j < bones; j++) {
    const at = 12 * (p * bones + j);
    for (let r = 0; r < 3; r++) {
      let moved = motion[at + 4 * r + 3] - middle[r];
      for (let c = 0; c < 3; c++) {
        moved += motion[at + 4 * r + c] * centre[c];
        out[(12 * j + 4 * r + c) * lanes + p] = motion[at + 4 * r + c] * strengths[p];
      }
      out[(12 * j + 4 * r + 3) * lanes + p] = moved * scale * strengths[p];
    }
  }
}

/** Writes the dense weights as targets, for columns that are the weights themselves. */
export function placeWeights(targets: Float32Array, weights: SparseWeights, stride: number): void {
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      targets[i * stride + weights.bones[e]] = weights.values[e];
    }
  }
}

/** Writes the corners of a cage, and the rest pose as the last four numbers of each target. */
export function placeCorners(
  { points, targets }: JobArrays,
  rest: Float32Array,
  corners: Float32Array,
  stride: number,
): void {
  const [scale, centre] = [scaleOf(rest), middleOfBox(boundsOf(rest))];
  corners.forEach((x, n) => {
    points![4 * Math.floor(n / 3) + (n % 3)] = (x - centre[n % 3]) * scale;
  });
  rest.forEach((x, n) => {
    targets[stride * (Math.floor(n / 3) + 1) - 4 + (n % 3)] = (x - centre[n % 3]) * scale;
  });
}

/** Lists the triangles around each vertex: incident[around[i] .. around[i + 1]]. */
export function placeTriangles(arrays: JobArrays, triangles: ArrayLike<number>): void {
  const { around, incident } = arrays;
  arrays.triangles.set(triangles);
  for (let n = 0; n < triangles.length; n++) around[triangles[n] + 1]++;
  for (let i = 1; i < around.length; i++) around[i] += around[i - 1];
  const next = around.slice();
  for (let n = 0; n < triangles.length; n++) incident[next[triangles[n]]++] = Math.floor(n / 3);
}
