import { symmetricEigen } from "../math/symmetric-eigen";
import type { RigCorrection } from "../model/rig/rig";

/** A mode smaller than this, relative to the largest, is rounding. */
const LEAST_MODE = 1e-7;

interface ModeSize {
  vertices: number;
  frames: number;
  rank: number;
  stride: number;
}

/**
 * Rewrites the product of coefficients and shapes as its singular value decomposition. Shapes are in the order of the
 * error that they explain, without shapes that explain nothing (one always stays). Coefficients are at most 1 in size,
 * and the largest of each shape is positive, so a slider from −1 to 1 is enough.
 * @param shapes V times three rows of `stride` numbers, one per axis.
 * @param coefficients F rows of `stride`.
 */
export function orderedModes(
  shapes: Float64Array,
  coefficients: Float64Array,
  size: ModeSize,
): RigCorrection {
  const { rank, stride } = size;
  const first = symmetricEigen(gram(coefficients, rank, stride), rank);
  const roots = first.values.map((value) => Math.sqrt(Math.max(value, 0)));
  // Coefficients become orthonormal columns, C U Λ^(−1/2), and shapes absorb the factor, S U Λ^(1/2).
  const whitened = (n: number, p: number) => first.vectors[n * rank + p];
  const turned = gram(shapes, rank, stride);
  const inner = new Float64Array(rank * rank);
  for (let n = 0; n < rank; n++) {
    for (let m = 0; m < rank; m++) {
      let sum = 0;
      for (let p = 0; p < rank; p++) {
        for (let q = 0; q < rank; q++) sum += whitened(n, p) * turned[p * rank + q] * whitened(m, q);
      }
      inner[n * rank + m] = sum * roots[n] * roots[m];
    }
  }
  const second = symmetricEigen(inner, rank);
  const largest = Math.sqrt(Math.max(second.values[0], 0));
  const count = Math.max(1, second.values.findLastIndex((x) => x > (LEAST_MODE * largest) ** 2) + 1);
  const toShapes = new Float64Array(count * rank);
  const toWeights = new Float64Array(count * rank);
  for (let n = 0; n < count; n++) {
    for (let p = 0; p < rank; p++) {
      for (let m = 0; m < rank; m++) {
        const w = second.vectors[n * rank + m] * whitened(m, p);
        toShapes[n * rank + p] += w * roots[m];
        if (roots[m] > LEAST_MODE * roots[0]) toWeights[n * rank + p] += w / roots[m];
      }
    }
  }
  return scaled(shapes, coefficients, { ...size, count, toShapes, toWeights });
}

function scaled(
  shapes: Float64Array,
  coefficients: Float64Array,
  parts: ModeSize & { count: number; toShapes: Float64Array; toWeights: Float64Array },
): RigCorrection {
  const { vertices, frames, rank, stride, count, toShapes, toWeights } = parts;
  const out = {
    rank: count,
    shapes: new Float32Array(3 * vertices * count),
    weights: new Float32Array(frames * count),
  };
  const column = new Float64Array(frames);
  for (let n = 0; n < count; n++) {
    let peak = 0;
    for (let k = 0; k < frames; k++) {
      column[k] = combined(toWeights, n * rank, coefficients, k * stride, rank);
      if (Math.abs(column[k]) > Math.abs(peak)) peak = column[k];
    }
    if (peak === 0) continue;
    for (let k = 0; k < frames; k++) out.weights[k * count + n] = column[k] / peak;
    for (let row = 0; row < 3 * vertices; row++) {
      out.shapes[3 * vertices * n + row] = peak * combined(toShapes, n * rank, shapes, row * stride, rank);
    }
  }
  return out;
}

function combined(by: Float64Array, at: number, rows: Float64Array, row: number, rank: number): number {
  let sum = 0;
  for (let p = 0; p < rank; p++) sum += by[at + p] * rows[row + p];
  return sum;
}

/** aᵀ a for rows of `stride` numbers, using the first `rank` of each. */
function gram(a: Float64Array, rank: number, stride: number): Float64Array {
  const out = new Float64Array(rank * rank);
  for (let row = 0; row + rank <= a.length; row += stride) {
    for (let p = 0; p < rank; p++) {
      for (let q = 0; q < rank; q++) out[p * rank + q] += a[row + p] * a[row + q];
    }
  }
  return out;
}
