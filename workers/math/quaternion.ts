/** Unit quaternions as four numbers x, y, z, w within packed arrays. */

/** Writes the row-major 3x3 of the unit quaternion that begins at q[at]. */
export function rotationMatrix(q: ArrayLike<number>, at: number, out: Float64Array, to: number): void {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  out[to] = 1 - 2 * (y * y + z * z);
  out[to + 1] = 2 * (x * y - w * z);
  out[to + 2] = 2 * (x * z + w * y);
  out[to + 3] = 2 * (x * y + w * z);
  out[to + 4] = 1 - 2 * (x * x + z * z);
  out[to + 5] = 2 * (y * z - w * x);
  out[to + 6] = 2 * (x * z - w * y);
  out[to + 7] = 2 * (y * z + w * x);
  out[to + 8] = 1 - 2 * (x * x + y * y);
}

/**
 * out += R · v for the three numbers from v[from] on. R is the rotation of the unit quaternion that begins at q[at];
 * with its vector part r, R · v = v + 2 r × (r × v + w v).
 */
export function addRotated(
  q: ArrayLike<number>,
  at: number,
  v: ArrayLike<number>,
  from: number,
  out: Float64Array,
  to: number,
): void {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const [a, b, c] = [v[from], v[from + 1], v[from + 2]];
  const p = y * c - z * b + w * a;
  const r = z * a - x * c + w * b;
  const s = x * b - y * a + w * c;
  out[to] += a + 2 * (y * s - z * r);
  out[to + 1] += b + 2 * (z * p - x * s);
  out[to + 2] += c + 2 * (x * r - y * p);
}
