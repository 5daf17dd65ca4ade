import { Arena } from "../../../kernels/arena";
import { kernels } from "../../../kernels/kernels.generated";
import { Serial } from "../../../kernels/parallel";
import type { Constraint, Equations, Responses } from "./constraint";
import type { FrameProducts } from "./frame-products";

/** Added to the diagonal of the equations, relative to it: constraints may depend on each other. */
const LIFT = 1e-10;
const LEAST_PIVOT = 1e-300;

/** The matrix, n by n, lower triangle. It grows to the most constraints that there were. */
let matrix = new Float64Array(0);
/** The memory of kernels for a factor. It grows likewise. */
let factors = { room: 0, by: new Serial(new Arena(0, false)) };

/** Kernels with memory for n equations, which are free. */
function factorsOf(n: number): Serial {
  if (factors.room < n) {
    const room = Math.ceil(1.5 * n);
    factors = { room, by: new Serial(new Arena(8 * room * (room + 1) + 64, false)) };
  }
  return factors.by;
}

/** The matrix of all constraints, and its solutions by a factor. There is one at a time, because memory is shared. */
export class SideEquations implements Equations {
  private readonly n: number;
  /** λ of the last solution. */
  private lambda: Float64Array = new Float64Array(0);

  /** @param constraints those of a frame beside each other, frames in ascending order. */
  constructor(
    constraints: readonly Constraint[],
    products: FrameProducts,
    width: number,
    responses: Responses,
  ) {
    const n = constraints.length;
    this.n = n;
    if (matrix.length < n * n) matrix = new Float64Array(2 * n * n);
    // N⁻¹ b
    const all = new Float64Array(width);
    for (let c = 0; c < n; c++) {
      const { frame, bone, u, v } = constraints[c];
      const response = responses(bone);
      for (let k = 0; k < width; k++)
        all[k] = v[0] * response[k] + v[1] * response[width + k] + v[2] * response[2 * width + k];
      let [x, y, z, last] = [0, 0, 0, -1];
      for (let d = 0; d <= c; d++) {
        const other = constraints[d];
        if (other.frame !== last) {
          last = other.frame;
          const at = products.block(frame, last);
          const block = products.table;
          x = u[0] * block[at] + u[1] * block[at + 3] + u[2] * block[at + 6];
          y = u[0] * block[at + 1] + u[1] * block[at + 4] + u[2] * block[at + 7];
          z = u[0] * block[at + 2] + u[1] * block[at + 5] + u[2] * block[at + 8];
        }
        const own = 4 * other.bone;
        const byBones = all[own] * other.v[0] + all[own + 1] * other.v[1] + all[own + 2] * other.v[2];
        matrix[c * n + d] = (x * other.u[0] + y * other.u[1] + z * other.u[2]) * byBones;
      }
      matrix[c * n + c] *= 1 + LIFT;
    }
  }

  solve(wanted: Float64Array, active: Uint8Array, lambda: Float64Array): void {
    const { n } = this;
    const chosen: number[] = [];
    for (let c = 0; c < n; c++) if (active[c]) chosen.push(c);
    const m = chosen.length;
    const serial = factorsOf(m);
    const mark = serial.arena.mark();
    const factor = serial.arena.f64(m * m);
    const x = serial.arena.f64(m);
    for (let i = 0; i < m; i++) {
      const row = chosen[i] * n;
      for (let j = 0; j <= i; j++) factor[i * m + j] = matrix[row + chosen[j]];
      x[i] = wanted[chosen[i]];
    }
    // If the error does not depend on a direction, rounding may leave nothing of its pivot.
    serial.call(kernels.cholesky, { a: factor, n: m, ld: m, floor: LEAST_PIVOT });
    serial.call(kernels.choleskySolve, { l: factor, n: m, ld: m, x });
    this.lambda = lambda;
    lambda.fill(0);
    for (let i = 0; i < m; i++) lambda[chosen[i]] = x[i];
    serial.arena.release(mark);
  }

  value(c: number): number {
    const { n, lambda } = this;
    let sum = 0;
    for (let d = 0; d <= c; d++) sum += matrix[c * n + d] * lambda[d];
    for (let d = c + 1; d < n; d++) sum += matrix[d * n + c] * lambda[d];
    return sum;
  }
}
