import { kernels } from "../../../../kernels/kernels.generated";
import type { Parallel } from "../../../../kernels/parallel";
import { symmetricEigen } from "../../../../math/symmetric-eigen";
import type { Task } from "../../../../model/task";

/** A direction whose variance is less than this share of the largest is rounding. */
const LEAST_SPREAD = 1e-13;

/**
 * Points on a flat in their own coordinates: centred, with variance 1 along every axis, and a 1 at the end. They are in
 * the arena. Volumes of simplices are larger by one common factor than in the original space, so the smallest simplex
 * is the same.
 */
export interface Cloud {
  count: number;
  /** n: corners of a simplex around the points, one more than their dimensions. */
  corners: number;
  /** n rounded up to 4: the distance between rows of `points`. The numbers in between are 0. */
  stride: number;
  points: Float64Array;
  /** Maps a column of n numbers (a corner, with a 1 at the end) to the original space of the points. */
  lift(corner: ArrayLike<number>): Float64Array;
}

/** Arena bytes for a cloud, including the memory for making it. */
export function cloudBytes(count: number, size: number, corners: number): number {
  const wide = 4 * Math.ceil(size / 4);
  return 8 * (count * (4 * Math.ceil(corners / 4) + wide) + 2 * wide * wide) + 512;
}

/**
 * @param points `count` rows of `size` numbers.
 * @param most the most corners; there are fewer if the points span less.
 * @param least an axis needs at least this standard deviation.
 */
export async function makeCloud(
  parallel: Parallel,
  points: Float64Array,
  count: number,
  most: number,
  least: number,
  task: Task,
): Promise<Cloud> {
  const { arena } = parallel;
  const size = points.length / count;
  const mean = new Float64Array(size);
  for (let i = 0; i < count; i++) for (let c = 0; c < size; c++) mean[c] += points[i * size + c] / count;
  const wide = 4 * Math.ceil(size / 4);
  const stride = 4 * Math.ceil(most / 4);
  const out = arena.f64(count * stride);
  const mark = arena.mark();
  const centred = arena.f64(count * wide).fill(0);
  for (let i = 0; i < count; i++)
    for (let c = 0; c < size; c++) centred[i * wide + c] = points[i * size + c] - mean[c];
  const gram = arena.f64(wide * wide);
  await parallel.run(task, kernels.product, wide, 4, {
    a: centred,
    aRow: 1,
    aDepth: wide,
    b: centred,
    ldB: wide,
    depth: count,
    n: wide,
    out: gram,
    ldOut: wide,
  });
  const { values, vectors } = symmetricEigen(gram, wide);
  const axes: number[] = [];
  const lowest = Math.max(LEAST_SPREAD * values[0], count * least ** 2);
  for (let a = 0; a < Math.min(most - 1, size); a++) if (values[a] > lowest) axes.push(a);
  const scale = axes.map((a) => Math.sqrt(values[a] / count));
  const turn = arena.f64(wide * stride).fill(0);
  axes.forEach((a, n) => {
    for (let c = 0; c < size; c++) turn[c * stride + n] = vectors[a * wide + c] / scale[n];
  });
  await parallel.run(task, kernels.product, count, 64, {
    a: centred,
    aRow: wide,
    aDepth: 1,
    b: turn,
    ldB: stride,
    depth: wide,
    n: stride,
    out,
    ldOut: stride,
  });
  arena.release(mark);
  for (let i = 0; i < count; i++) out[i * stride + axes.length] = 1;
  const lift = (corner: ArrayLike<number>) => {
    const to = mean.slice();
    axes.forEach((a, n) => {
      for (let c = 0; c < size; c++) to[c] += corner[n] * scale[n] * vectors[a * wide + c];
    });
    return to;
  };
  return { count, corners: axes.length + 1, stride, points: out, lift };
}
