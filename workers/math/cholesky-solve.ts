/**
 * Solves A x = b for a symmetric positive definite A, n by n. Only the lower triangle is read. A becomes its factor;
 * `x` holds b at first and the solution afterwards.
 */
export function choleskySolve(a: Float64Array, x: Float64Array): void {
  const n = x.length;
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      // If the error does not depend on a direction, rounding may leave nothing of its pivot.
      a[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / a[j * n + j];
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= a[i * n + k] * x[k];
    x[i] /= a[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= a[k * n + i] * x[k];
    x[i] /= a[i * n + i];
  }
}
