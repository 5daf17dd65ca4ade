import type { Parallel } from "../../kernels/parallel";
import type { Random } from "../../math/random";
import { symmetricEigen } from "../../math/symmetric-eigen";
import type { Task } from "../../model/task";

const POWER_ITERATIONS = 3;
/** Axes beyond those that are needed. */
const SPARE_AXES = 8;

const widthFor = (axes: number) => 4 * Math.ceil((axes + SPARE_AXES) / 4);

/** Numbers of arena that `principalCoordinates` takes for so many rows of so many numbers. */
export const principalNumbers = (count: number, size: number, axes: number): number =>
  (count + 3 * (size + 1) + 1) * widthFor(axes);

/** Coordinates of points (rows of a matrix, which is centred in place) along their first principal axes. */
export async function principalCoordinates(
  parallel: Parallel,
  rows: Float64Array,
  count: number,
  axes: number,
  random: Random,
  task: Task,
): Promise<number[][]> {
  const { arena } = parallel;
  const size = rows.length / count;
  centre(rows, count, size);
  const width = Math.min(widthFor(axes), 4 * Math.ceil(size / 4));
  const q = arena.f64(size * width);
  for (let n = 0; n < q.length; n++) q[n] = random.normal();
  const along = arena.f64(count * width);
  const even = size + (size & 1);
  const columns = arena.f64(width * even).fill(0);
  const residuals = arena.f64(width);
  const project = () => {
    const args = [rows.byteOffset, size, 1, q.byteOffset, width, size, width, along.byteOffset, width];
    return parallel.run(task, "product", count, 64, args);
  };
  for (let turn = 0; turn < POWER_ITERATIONS; turn++) {
    await project();
    const args = [rows.byteOffset, 1, size, along.byteOffset, width, count, width, q.byteOffset, width];
    await parallel.run(task, "product", size, 64, args);
    for (let r = 0; r < size; r++) for (let c = 0; c < width; c++) columns[c * even + r] = q[r * width + c];
    const kept = parallel.call("orthonormalise", columns.byteOffset, 0, 0, width, even, residuals.byteOffset);
    q.fill(0);
    for (let r = 0; r < size; r++) for (let c = 0; c < kept; c++) q[r * width + c] = columns[c * even + r];
  }
  await project();
  return turned(along, count, width, axes);
}

function centre(rows: Float64Array, count: number, size: number): void {
  const mean = new Float64Array(size);
  for (let n = 0; n < count; n++) for (let c = 0; c < size; c++) mean[c] += rows[n * size + c] / count;
  for (let n = 0; n < count; n++) for (let c = 0; c < size; c++) rows[n * size + c] -= mean[c];
}

/** Rows of `points` on the principal axes of all of them. */
function turned(points: Float64Array, count: number, width: number, axes: number): number[][] {
  const gram = new Float64Array(width * width);
  for (let n = 0; n < count; n++) {
    for (let r = 0; r < width; r++) {
      for (let c = 0; c <= r; c++) gram[r * width + c] += points[n * width + r] * points[n * width + c];
    }
  }
  const { vectors } = symmetricEigen(gram, width);
  const used = Math.min(axes, width);
  return Array.from({ length: count }, (_, n) => {
    const out = new Array<number>(used).fill(0);
    for (let a = 0; a < used; a++) {
      for (let c = 0; c < width; c++) out[a] += vectors[a * width + c] * points[n * width + c];
    }
    return out;
  });
}
