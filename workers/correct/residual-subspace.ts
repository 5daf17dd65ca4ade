import { kernels } from "../kernels/kernels.generated";
import { scratchNumbers } from "../kernels/scratch";
import { createRandom } from "../math/random";
import { symmetricEigen } from "../math/symmetric-eigen";
import type { ResidualPasses } from "./residual-passes";

/**
 * Up to this many frames, the whole of DDᵀ is computed. Beyond, a random subspace with some spare columns is iterated.
 */
const WHOLE = 96;
const SPARE = 10;
const ITERATIONS = 3;
/** The random columns do not depend on the solve's seed. */
const SEED = 1;

/** The number of columns of the subspace, which is even. */
export function subspaceWidth(frames: number, rank: number): number {
  const columns = frames <= WHOLE ? frames : Math.min(frames, rank + SPARE);
  return columns + (columns & 1);
}

/** The numbers that a pass needs for the sums of a block and for the scratch memory of a thread. */
export function sketchNumbers(frames: number, rank: number): { sums: number; scratch: number } {
  const width = subspaceWidth(frames, rank);
  return { sums: frames * (width + 2), scratch: scratchNumbers(kernels.sketchScratch, { frames, width }) };
}

/**
 * The coefficients of the truncated singular value decomposition of the errors D, mapped back to the rest pose (F by
 * 3V): the `rank` leading left singular vectors, F rows of `stride` numbers. They are found by subspace iteration with
 * a Rayleigh-Ritz step (Halko, Martinsson & Tropp 2011), or for few frames exactly from DDᵀ.
 */
export async function residualSubspace(
  passes: ResidualPasses,
  rank: number,
  stride: number,
): Promise<Float64Array> {
  const { frameCount: F, parallel } = passes;
  const width = subspaceWidth(F, rank);
  const numbers = sketchNumbers(F, rank);
  const mark = parallel.arena.mark();
  const q = parallel.arena.f64(F * width);
  const whole = F <= WHOLE;
  if (whole) {
    q.fill(0);
    for (let k = 0; k < F; k++) q[k * width + k] = 1;
  } else {
    const random = createRandom(SEED);
    orthonormal(Float64Array.from({ length: F * width }, random.normal), F, width, q);
  }
  let sketch = new Float64Array(0);
  for (let turn = whole ? ITERATIONS : 1; turn <= ITERATIONS; turn++) {
    const sums = await passes.sum(kernels.correctionSketch, numbers, (pass) => ({ ...pass, q, width }));
    sketch = Float64Array.from({ length: F * width }, (_, at) => {
      const k = Math.floor(at / width);
      return sums[k * (width + 2) + (at - k * width)];
    });
    if (turn < ITERATIONS) orthonormal(sketch, F, width, q);
  }
  const projected = transposedProduct(q, sketch, F, width);
  const { vectors } = symmetricEigen(projected, width);
  const out = new Float64Array(F * stride);
  for (let k = 0; k < F; k++) {
    for (let n = 0; n < rank; n++) {
      let sum = 0;
      for (let c = 0; c < width; c++) sum += q[k * width + c] * vectors[n * width + c];
      out[k * stride + n] = sum;
    }
  }
  parallel.arena.release(mark);
  return out;
}

/** aᵀ b of two matrices of `rows` rows and `width` columns. */
function transposedProduct(a: Float64Array, b: Float64Array, rows: number, width: number): Float64Array {
  const out = new Float64Array(width * width);
  for (let k = 0; k < rows; k++) {
    for (let p = 0; p < width; p++) {
      for (let q = 0; q < width; q++) out[p * width + q] += a[k * width + p] * b[k * width + q];
    }
  }
  return out;
}

/** Gram-Schmidt, applied twice. Columns that depend on earlier ones become 0. */
function orthonormal(from: Float64Array, rows: number, width: number, to: Float64Array): void {
  to.set(from);
  const column = (c: number, other: number) => {
    let sum = 0;
    for (let k = 0; k < rows; k++) sum += to[k * width + c] * to[k * width + other];
    return sum;
  };
  for (let c = 0; c < width; c++) {
    const before = Math.sqrt(column(c, c));
    for (let other = 0; other < 2 * c; other++) {
      const p = other % c;
      const f = column(c, p);
      for (let k = 0; k < rows; k++) to[k * width + c] -= f * to[k * width + p];
    }
    const after = Math.sqrt(column(c, c));
    const scale = after > 1e-10 * before ? 1 / after : 0;
    for (let k = 0; k < rows; k++) to[k * width + c] *= scale;
  }
}
