/**
 * The proper rotation nearest to a 3x3 matrix A: the R that maximises trace(RᵀA). It is the rotation of A's polar
 * decomposition with its determinant fixed to +1. Cyclic Jacobi rotations find it as the eigenvector of the largest
 * eigenvalue of Horn's symmetric 4x4 matrix (1987; Davenport's q-method). This is also right for flat, reflected and
 * zero matrices, where an SVD needs corrected signs.
 */

const SWEEPS = 12;
const matrix = new Float64Array(16);
const vectors = new Float64Array(16);

/**
 * Writes the unit quaternion x, y, z, w (w not negative) of the rotation nearest to the nine numbers of `a` from `at`
 * on, row-major.
 * @returns how well the rotation is determined, in 0..1: (σ2 + s·σ3) / σ1, where σ are the singular values of A and s
 *   is the sign of its determinant. At 0 a whole circle of rotations is equally near; 0 for the zero matrix.
 */
export function bestRotation(a: ArrayLike<number>, at: number, out: Float64Array, to: number): number {
  hornMatrix(a, at);
  vectors.fill(0);
  for (let d = 0; d < 16; d += 5) vectors[d] = 1;
  for (let sweep = 0; sweep < SWEEPS && !isDiagonal(); sweep++) {
    for (let p = 0; p < 3; p++) for (let q = p + 1; q < 4; q++) jacobiRotation(p, q);
  }
  let best = 0;
  for (let d = 1; d < 4; d++) if (matrix[5 * d] > matrix[5 * best]) best = d;
  let second = -Infinity;
  for (let d = 0; d < 4; d++) if (d !== best) second = Math.max(second, matrix[5 * d]);
  const w = vectors[best];
  const [x, y, z] = [vectors[4 + best], vectors[8 + best], vectors[12 + best]];
  const scale = (w < 0 ? -1 : 1) / Math.hypot(x, y, z, w);
  out[to] = scale * x;
  out[to + 1] = scale * y;
  out[to + 2] = scale * z;
  out[to + 3] = scale * w;
  const largest = matrix[5 * best] + second;
  return largest > 0 ? (matrix[5 * best] - second) / largest : 0;
}

/** The quaternion x, y, z, w of the rotation nearest to a row-major 3x3, in a new array. */
export function nearestQuaternion(a: ArrayLike<number>): Float64Array {
  const out = new Float64Array(4);
  bestRotation(a, 0, out, 0);
  return out;
}

/** Horn's matrix, in the order w, x, y, z: its quadratic form at a unit quaternion is trace(RᵀA). */
function hornMatrix(a: ArrayLike<number>, at: number): void {
  const [xx, xy, xz] = [a[at], a[at + 1], a[at + 2]];
  const [yx, yy, yz] = [a[at + 3], a[at + 4], a[at + 5]];
  const [zx, zy, zz] = [a[at + 6], a[at + 7], a[at + 8]];
  const m = matrix;
  m[0] = xx + yy + zz;
  m[5] = xx - yy - zz;
  m[10] = yy - xx - zz;
  m[15] = zz - xx - yy;
  m[1] = m[4] = zy - yz;
  m[2] = m[8] = xz - zx;
  m[3] = m[12] = yx - xy;
  m[6] = m[9] = xy + yx;
  m[7] = m[13] = zx + xz;
  m[11] = m[14] = yz + zy;
}

function isDiagonal(): boolean {
  const m = matrix;
  const off = m[1] ** 2 + m[2] ** 2 + m[3] ** 2 + m[6] ** 2 + m[7] ** 2 + m[11] ** 2;
  const on = m[0] ** 2 + m[5] ** 2 + m[10] ** 2 + m[15] ** 2;
  return off <= 1e-34 * on;
}

/** Rotates rows and columns p and q to make m(p, q) zero, and accumulates the rotations in `vectors`. */
function jacobiRotation(p: number, q: number): void {
  const m = matrix;
  const off = m[4 * p + q];
  if (off === 0) return;
  const theta = (m[5 * q] - m[5 * p]) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 4; k++) {
    const a = m[4 * k + p];
    const b = m[4 * k + q];
    m[4 * k + p] = c * a - s * b;
    m[4 * k + q] = s * a + c * b;
  }
  for (let k = 0; k < 4; k++) {
    const a = m[4 * p + k];
    const b = m[4 * q + k];
    m[4 * p + k] = c * a - s * b;
    m[4 * q + k] = s * a + c * b;
    const u = vectors[4 * k + p];
    const v = vectors[4 * k + q];
    vectors[4 * k + p] = c * u - s * v;
    vectors[4 * k + q] = s * u + c * v;
  }
}
