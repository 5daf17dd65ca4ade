import { loadF64, storeF64 } from "../memory";

/**
 * The rotation R (det +1) nearest to a 3x3 matrix M: the one that maximises tr(RᵀM). `scratch` holds 32 numbers.
 */
export function nearestRotation(
  m: usize,
  rowBytes: usize,
  out: usize,
  outBytes: usize,
  scratch: usize,
): void {
  const q = nearestQuaternion(m, rowBytes, scratch);
  writeRotation(load<f64>(q), load<f64>(q, 32), load<f64>(q, 64), load<f64>(q, 96), out, outBytes);
}

/**
 * Finds the same rotation as a quaternion (Horn 1987): the eigenvector of the largest eigenvalue of a symmetric 4x4
 * matrix, by cyclic Jacobi. It is never a reflection. If M is singular, several rotations are equally good, and this
 * returns one of them. `scratch` has room for 32 numbers.
 * @returns the address of w in `scratch`. The quaternion is a column of a 4x4 matrix, so x, y and z follow 32, 64 and
 * 96 bytes later.
 */
export function nearestQuaternion(m: usize, rowBytes: usize, scratch: usize): usize {
  const m00 = load<f64>(m);
  const m01 = load<f64>(m, 8);
  const m02 = load<f64>(m, 16);
  const m10 = load<f64>(m + rowBytes);
  const m11 = load<f64>(m + rowBytes, 8);
  const m12 = load<f64>(m + rowBytes, 16);
  const m20 = load<f64>(m + 2 * rowBytes);
  const m21 = load<f64>(m + 2 * rowBytes, 8);
  const m22 = load<f64>(m + 2 * rowBytes, 16);
  const s = scratch;
  const v = scratch + 128;
  set(s, 0, 0, m00 + m11 + m22);
  set(s, 1, 1, m00 - m11 - m22);
  set(s, 2, 2, m11 - m00 - m22);
  set(s, 3, 3, m22 - m00 - m11);
  both(s, 0, 1, m21 - m12);
  both(s, 0, 2, m02 - m20);
  both(s, 0, 3, m10 - m01);
  both(s, 1, 2, m10 + m01);
  both(s, 1, 3, m02 + m20);
  both(s, 2, 3, m21 + m12);
  for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) set(v, i, j, i === j ? 1.0 : 0.0);
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0.0;
    let size = 0.0;
    for (let i = 0; i < 4; i++) {
      size += get(s, i, i) * get(s, i, i);
      for (let j = 0; j < i; j++) off += get(s, i, j) * get(s, i, j);
    }
    if (off <= 1e-30 * size) break;
    for (let p = 0; p < 3; p++) for (let q = p + 1; q < 4; q++) rotate(s, v, p, q);
  }
  let best = 0;
  for (let i = 1; i < 4; i++) if (get(s, i, i) > get(s, best, best)) best = i;
  return v + ((<usize>best) << 3);
}

/** @inline */
function get(s: usize, i: i32, j: i32): f64 {
  return loadF64(s, 4 * i + j);
}

/** @inline */
function set(s: usize, i: i32, j: i32, x: f64): void {
  storeF64(s, 4 * i + j, x);
}

/** @inline */
function both(s: usize, i: i32, j: i32, x: f64): void {
  set(s, i, j, x);
  set(s, j, i, x);
}

/** One Jacobi rotation that makes S(p, q) zero; V collects them. */
function rotate(s: usize, v: usize, p: i32, q: i32): void {
  const pq = get(s, p, q);
  if (pq === 0.0) return;
  const theta = (get(s, q, q) - get(s, p, p)) / (2.0 * pq);
  const t = (theta >= 0.0 ? 1.0 : -1.0) / (Math.abs(theta) + Math.sqrt(theta * theta + 1.0));
  const c = 1.0 / Math.sqrt(t * t + 1.0);
  const d = t * c;
  for (let k = 0; k < 4; k++) {
    const x = get(s, k, p);
    const y = get(s, k, q);
    set(s, k, p, c * x - d * y);
    set(s, k, q, d * x + c * y);
  }
  for (let k = 0; k < 4; k++) {
    const x = get(s, p, k);
    const y = get(s, q, k);
    set(s, p, k, c * x - d * y);
    set(s, q, k, d * x + c * y);
    const e = get(v, k, p);
    const f = get(v, k, q);
    set(v, k, p, c * e - d * f);
    set(v, k, q, d * e + c * f);
  }
}

/** The matrix of the quaternion w + xi + yj + zk, of any length but 0. */
export function writeRotation(w: f64, x: f64, y: f64, z: f64, out: usize, rowBytes: usize): void {
  const s = 2.0 / (w * w + x * x + y * y + z * z);
  store<f64>(out, 1.0 - s * (y * y + z * z));
  store<f64>(out, s * (x * y - w * z), 8);
  store<f64>(out, s * (x * z + w * y), 16);
  out += rowBytes;
  store<f64>(out, s * (x * y + w * z));
  store<f64>(out, 1.0 - s * (x * x + z * z), 8);
  store<f64>(out, s * (y * z - w * x), 16);
  out += rowBytes;
  store<f64>(out, s * (x * z - w * y));
  store<f64>(out, s * (y * z + w * x), 8);
  store<f64>(out, 1.0 - s * (x * x + y * y), 16);
}
