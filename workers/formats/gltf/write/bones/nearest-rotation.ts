/**
 * The rotation nearest to a 3x3 matrix, as a unit quaternion: the eigenvector of the largest eigenvalue of Horn's
 * symmetric 4x4 matrix ("Closed-form solution of absolute orientation using unit quaternions", 1987). Always a proper
 * rotation, whatever the matrix: reflected, flat or zero.
 */

/** Eigenvector of the largest eigenvalue of a symmetric 4x4 (row-major, destroyed), by cyclic Jacobi rotations. */
function largestEigenvector(a: Float64Array): Float64Array {
  const v = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    let all = 0;
    for (let i = 0; i < 16; i++) {
      all += a[i] * a[i];
      if (i % 5 !== 0) off += a[i] * a[i];
    }
    if (off <= 1e-32 * all) break;
    for (let p = 0; p < 3; p++) for (let q = p + 1; q < 4; q++) rotate(a, v, p, q);
  }
  let best = 0;
  for (let i = 1; i < 4; i++) if (a[5 * i] > a[5 * best]) best = i;
  return Float64Array.of(v[best], v[4 + best], v[8 + best], v[12 + best]);
}

/** One Jacobi rotation that zeroes a(p, q); `v` accumulates the rotations. */
function rotate(a: Float64Array, v: Float64Array, p: number, q: number): void {
  const apq = a[4 * p + q];
  if (apq === 0) return;
  const theta = (a[5 * q] - a[5 * p]) / (2 * apq);
  // This avoids Math.hypot, which takes several times as long, because it runs for every bone in every frame.
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let i = 0; i < 4; i++) {
    const [x, y] = [a[4 * i + p], a[4 * i + q]];
    a[4 * i + p] = c * x - s * y;
    a[4 * i + q] = s * x + c * y;
  }
  for (let i = 0; i < 4; i++) {
    const [x, y] = [a[4 * p + i], a[4 * q + i]];
    a[4 * p + i] = c * x - s * y;
    a[4 * q + i] = s * x + c * y;
    const [f, g] = [v[4 * i + p], v[4 * i + q]];
    v[4 * i + p] = c * f - s * g;
    v[4 * i + q] = s * f + c * g;
  }
}

/**
 * @param m nine numbers, row-major
 * @returns the quaternion x, y, z, w, w not negative, whose rotation R maximises trace(Rᵀ m)
 */
export function nearestRotation(m: ArrayLike<number>): Float64Array {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = Array.from(m);
  const n = Float64Array.of(
    ...[xx + yy + zz, zy - yz, xz - zx, yx - xy],
    ...[zy - yz, xx - yy - zz, xy + yx, zx + xz],
    ...[xz - zx, xy + yx, yy - xx - zz, yz + zy],
    ...[yx - xy, zx + xz, yz + zy, zz - xx - yy],
  );
  const [w, x, y, z] = largestEigenvector(n);
  const sign = w < 0 ? -1 : 1;
  const length = Math.hypot(w, x, y, z);
  return Float64Array.of(x, y, z, w).map((c) => (sign * c) / length);
}
