/** Computes how the mesh couples the parts of a skeleton, for given weights (`settleComponents`). */

import { VERTEX_BLOCK } from "../../../kernels/staged-frames";
import type { ArapMemory } from "../arap-memory";
import type { ArapPlan } from "../arap-plan";

/** Less weight of a part at a vertex is treated as 0, because rounding would join parts that no edge joins. */
const NONE = 1e-4;
/** Added to the diagonal of L, relative to its trace. Parts that no edge joins stay in place. */
const LIFT = 1e-9;

/** W_ic, the weights of each vertex by parts. */
export function sumParts(
  { vertexCount, components, input }: ArapPlan,
  { partWeights, weights }: ArapMemory,
): void {
  const { offsets, bones } = input.heat;
  partWeights.fill(0);
  for (let i = 0; i < vertexCount; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      partWeights[components.count * i + components.of[bones[e]]] += weights[e];
    }
  }
  for (let n = 0; n < partWeights.length; n++) {
    if (partWeights[n] < NONE) partWeights[n] = 0;
    else if (partWeights[n] > 1 - NONE) partWeights[n] = 1;
  }
}

/**
 * Lists the vertices around which W changes. The strain of all others does not depend on the places of parts.
 * @returns their number, and the number including their neighbours.
 */
export function listMixed(
  { vertexCount, ring, components: { count } }: ArapPlan,
  { partWeights, mixed, aroundMixed }: ArapMemory,
): { own: number; around: number } {
  const needed = new Uint8Array(vertexCount);
  let [own, around] = [0, 0];
  for (let i = 0; i < vertexCount; i++) {
    let changes = false;
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1] && !changes; e++) {
      const k = ring.neighbours[e];
      for (let c = 0; c < count; c++) changes ||= partWeights[count * k + c] !== partWeights[count * i + c];
    }
    if (!changes) continue;
    mixed[own++] = i;
    needed[i] = 1;
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) needed[ring.neighbours[e]] = 1;
  }
  for (let i = 0; i < vertexCount; i++) if (needed[i]) aroundMixed[around++] = i;
  return { own, around };
}

/** The Cholesky factor of L without its first part, which is fixed, row-major. */
export function couplings({ ring, vertexCount, components }: ArapPlan, memory: ArapMemory): Float64Array {
  const { count } = components;
  const n = count - 1;
  const { own, partWeights } = memory;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < vertexCount; i++) {
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
      const [a, b] = [count * i, count * ring.neighbours[e]];
      for (let c = 1; c < count; c++) {
        const change = own[e] * (partWeights[b + c] - partWeights[a + c]);
        if (change === 0) continue;
        for (let d = 1; d <= c; d++) {
          matrix[(c - 1) * n + d - 1] += change * (partWeights[b + d] - partWeights[a + d]);
        }
      }
    }
  }
  let trace = 0;
  for (let c = 0; c < n; c++) trace += matrix[c * (n + 1)];
  for (let c = 0; c < n; c++) {
    matrix[c * (n + 1)] += LIFT * trace || 1;
    for (let d = 0; d <= c; d++) {
      for (let k = 0; k < d; k++) matrix[c * n + d] -= matrix[c * n + k] * matrix[d * n + k];
      matrix[c * n + d] = c === d ? Math.sqrt(matrix[c * n + d]) : matrix[c * n + d] / matrix[d * (n + 1)];
    }
  }
  return matrix;
}

/** r of one of the two poses, C·3, then the energy of the mixed vertices. */
export function sumPulls(
  { components }: ArapPlan,
  { partPulls }: ArapMemory,
  mixed: number,
  lane: number,
): Float64Array {
  const size = 3 * components.count + 1;
  const out = new Float64Array(size);
  for (let block = 0; block < Math.ceil(mixed / VERTEX_BLOCK); block++) {
    for (let n = 0; n < size; n++) out[n] += partPulls[2 * (size * block + n) + lane];
  }
  return out;
}

/** L⁻¹ r, C·3, with 0 for the first part. */
export function solveShifts(factor: Float64Array, pulls: Float64Array, count: number): Float64Array {
  const n = count - 1;
  const out = new Float64Array(3 * count);
  for (let r = 0; r < 3; r++) {
    const x = (c: number) => 3 * (c + 1) + r;
    for (let c = 0; c < n; c++) {
      let sum = pulls[x(c)];
      for (let k = 0; k < c; k++) sum -= factor[c * n + k] * out[x(k)];
      out[x(c)] = sum / factor[c * (n + 1)];
    }
    for (let c = n - 1; c >= 0; c--) {
      for (let k = c + 1; k < n; k++) out[x(c)] -= factor[k * n + c] * out[x(k)];
      out[x(c)] /= factor[c * (n + 1)];
    }
  }
  return out;
}
