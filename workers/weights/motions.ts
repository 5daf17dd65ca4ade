/** out = a·b for row-major 3x4 matrices with an implied last row 0 0 0 1. `out` must not be `a` or `b`. */
export function composeMotions(a: ArrayLike<number>, b: ArrayLike<number>, out: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) {
      let sum = c === 3 ? a[4 * r + 3] : 0;
      for (let n = 0; n < 3; n++) sum += a[4 * r + n] * b[4 * n + c];
      out[4 * r + c] = sum;
    }
  }
}
