/** Small dense square matrices, row-major. */

/** LU factors with partial pivoting (Golub & Van Loan, algorithm 3.4.1); null if a pivot is 0. */
function factor(matrix: Float64Array, n: number): { lu: Float64Array; order: Int32Array } | null {
  const lu = matrix.slice();
  const order = Int32Array.from({ length: n }, (_, i) => i);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(lu[i * n + k]) > Math.abs(lu[best * n + k])) best = i;
    if (!(Math.abs(lu[best * n + k]) > 0)) return null;
    if (best !== k) {
      for (let c = 0; c < n; c++) {
        const x = lu[k * n + c];
        lu[k * n + c] = lu[best * n + c];
        lu[best * n + c] = x;
      }
      [order[k], order[best]] = [order[best], order[k]];
    }
    for (let i = k + 1; i < n; i++) {
      lu[i * n + k] /= lu[k * n + k];
      const f = lu[i * n + k];
      if (f === 0) continue;
      for (let c = k + 1; c < n; c++) lu[i * n + c] -= f * lu[k * n + c];
    }
  }
  return { lu, order };
}

/** log |det A|, or −∞ if A is singular. */
export function logDeterminant(matrix: Float64Array, n: number): number {
  const factors = factor(matrix, n);
  if (!factors) return -Infinity;
  let sum = 0;
  for (let k = 0; k < n; k++) sum += Math.log(Math.abs(factors.lu[k * n + k]));
  return sum;
}

/** A⁻¹, or null if A is singular. */
export function inverse(matrix: Float64Array, n: number): Float64Array | null {
  const factors = factor(matrix, n);
  if (!factors) return null;
  const { lu, order } = factors;
  const out = new Float64Array(n * n);
  for (let c = 0; c < n; c++) {
    for (let i = 0; i < n; i++) {
      let sum = order[i] === c ? 1 : 0;
      for (let k = 0; k < i; k++) sum -= lu[i * n + k] * out[k * n + c];
      out[i * n + c] = sum;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = out[i * n + c];
      for (let k = i + 1; k < n; k++) sum -= lu[i * n + k] * out[k * n + c];
      out[i * n + c] = sum / lu[i * n + i];
    }
  }
  return out;
}

/** A·B. */
export function multiplySquare(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let r = 0; r < n; r++) {
    for (let k = 0; k < n; k++) {
      const f = a[r * n + k];
      if (f === 0) continue;
      for (let c = 0; c < n; c++) out[r * n + c] += f * b[k * n + c];
    }
  }
  return out;
}
