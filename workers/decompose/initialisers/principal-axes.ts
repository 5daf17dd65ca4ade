import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import type { Random } from "../../math/random";
import { symmetricEigen } from "../../math/symmetric-eigen";
import type { Task } from "../../model/task";

const POWER_ITERATIONS = 3;
/** Extra axes beyond the requested ones. */
const SPARE_AXES = 8;
/** An axis is dropped if its squared spread is less than this share of the largest. */
const LEAST_SPREAD = 1e-24;

/** The first principal axes of points, outside the arena. */
export interface PrincipalAxes {
  /** `size` numbers. */
  mean: Float64Array;
  /** At most as many as requested, orthonormal, `size` numbers each, the widest first. */
  axes: Float64Array[];
  /** Coordinates of each point, one for each axis. */
  points: number[][];
}

/** Dimension of the search space: the requested axes and some more, a multiple of 4. */
const widthFor = (axes: number, size: number) => 4 * Math.ceil(Math.min(axes + SPARE_AXES, size) / 4);
/** Kernels need columns of even length. */
const even = (size: number) => size + (size & 1);

/** The most arena bytes for `principalAxes`. */
export function axesBytes(count: number, size: number, axes: number): number {
  const width = widthFor(axes, Infinity);
  return 8 * (count * width + 2 * even(size) * width + width) + 256;
}

/**
 * Principal axes of points (rows of a matrix in the arena, which is centred in place), by power iterations on a
 * random subspace (Halko, Martinsson & Tropp 2011, algorithm 4.4).
 */
export async function principalAxes(
  parallel: Parallel,
  rows: Float64Array,
  count: number,
  axes: number,
  random: Random,
  task: Task,
): Promise<PrincipalAxes> {
  const { arena } = parallel;
  const size = rows.length / count;
  const mean = centre(rows, count, size);
  const width = widthFor(axes, size);
  const mark = arena.mark();
  const q = arena.f64(size * width);
  for (let n = 0; n < q.length; n++) q[n] = random.normal();
  const along = arena.f64(count * width);
  const length = even(size);
  const columns = arena.f64(width * length).fill(0);
  const residuals = arena.f64(width);
  const project = () => {
    return parallel.run(task, kernels.product, count, 64, {
      a: rows,
      aRow: size,
      aDepth: 1,
      b: q,
      ldB: width,
      depth: size,
      n: width,
      out: along,
      ldOut: width,
    });
  };
  for (let turn = 0; turn < POWER_ITERATIONS; turn++) {
    await project();
    await parallel.run(task, kernels.product, size, 64, {
      a: rows,
      aRow: 1,
      aDepth: size,
      b: along,
      ldB: width,
      depth: count,
      n: width,
      out: q,
      ldOut: width,
    });
    for (let r = 0; r < size; r++) for (let c = 0; c < width; c++) columns[c * length + r] = q[r * width + c];
    const kept = parallel.call(kernels.orthonormalise, {
      rows: columns,
      kept: 0,
      begin: 0,
      end: width,
      length,
      residuals,
    });
    q.fill(0);
    for (let r = 0; r < size; r++) for (let c = 0; c < kept; c++) q[r * width + c] = columns[c * length + r];
  }
  await project();
  const turned = turn(along, q, count, width, Math.min(axes, width));
  arena.release(mark);
  return { mean, ...turned };
}

function centre(rows: Float64Array, count: number, size: number): Float64Array {
  const mean = new Float64Array(size);
  for (let n = 0; n < count; n++) for (let c = 0; c < size; c++) mean[c] += rows[n * size + c] / count;
  for (let n = 0; n < count; n++) for (let c = 0; c < size; c++) rows[n * size + c] -= mean[c];
  return mean;
}

/** Rotates the subspace `q`, and the points in it, to the principal axes of the points. */
function turn(points: Float64Array, q: Float64Array, count: number, width: number, axes: number) {
  const gram = new Float64Array(width * width);
  for (let n = 0; n < count; n++) {
    for (let r = 0; r < width; r++) {
      for (let c = 0; c <= r; c++) gram[r * width + c] += points[n * width + r] * points[n * width + c];
    }
  }
  const { values, vectors } = symmetricEigen(gram, width);
  const used = Math.min(axes, values.filter((x) => x > LEAST_SPREAD * values[0]).length);
  const rotate = (from: Float64Array, row: number, axis: number) => {
    let sum = 0;
    for (let c = 0; c < width; c++) sum += vectors[axis * width + c] * from[row * width + c];
    return sum;
  };
  const numbers = Array.from({ length: used }, (_, a) => a);
  return {
    points: Array.from({ length: count }, (_, n) => numbers.map((a) => rotate(points, n, a))),
    axes: numbers.map((a) => Float64Array.from({ length: q.length / width }, (_, r) => rotate(q, r, a))),
  };
}
