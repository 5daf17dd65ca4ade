/**
 * Writes the rotation at the fraction `t` of the shorter way between two unit quaternions, which begin at a[atA] and
 * b[atB] (Shoemake 1985). glTF's LINEAR rotation tracks interpolate in the same way. The result has length 1; it is not
 * a rotation if both quaternions are 0.
 */
export function slerp(
  a: ArrayLike<number>,
  atA: number,
  b: ArrayLike<number>,
  atB: number,
  t: number,
  out: Float64Array | Float32Array,
  to: number,
): void {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += a[atA + c] * b[atB + c];
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, sign * dot));
  const sine = Math.sin(angle);
  const near = sine < 1e-6;
  const wa = near ? 1 - t : Math.sin((1 - t) * angle) / sine;
  const wb = sign * (near ? t : Math.sin(t * angle) / sine);
  let length = 0;
  for (let c = 0; c < 4; c++) length += (wa * a[atA + c] + wb * b[atB + c]) ** 2;
  length = Math.sqrt(length);
  if (length === 0) {
    for (let c = 0; c < 4; c++) out[to + c] = c === 3 ? 1 : 0;
    return;
  }
  for (let c = 0; c < 4; c++) out[to + c] = (wa * a[atA + c] + wb * b[atB + c]) / length;
}

/** The angle in radians, 0 to π, between two rotations given as unit quaternions. Exact for small angles. */
export function angleBetween(a: ArrayLike<number>, atA: number, b: ArrayLike<number>, atB: number): number {
  let [same, opposite] = [0, 0];
  for (let c = 0; c < 4; c++) {
    same += (a[atA + c] - b[atB + c]) ** 2;
    opposite += (a[atA + c] + b[atB + c]) ** 2;
  }
  return 4 * Math.asin(Math.min(1, Math.sqrt(Math.min(same, opposite)) / 2));
}
