/**
 * A matrix as rotation, sizes, rotation: A = U · diag(s) · Vᵀ, its singular value decomposition. A node of a file
 * cannot shear, but two can: the parent has U and s, the joint below it Vᵀ.
 *
 * Over the frames of a clip the factors must not jump, because players blend them between the keys. Each decomposition
 * therefore starts at the V of the one before: one-sided Jacobi rotations (Hestenes 1958) of at most 45 degrees make
 * the columns of A·V orthogonal. So V turns as little as possible, even if two sizes become equal and exchange their
 * order.
 */

import { nearestQuaternion } from "../../math/best-rotation";
import { determinant3, product3 } from "../../math/matrix3";
import { quaternionMatrix } from "./stretch";

export interface ShearFactors {
  /** Unit quaternion x, y, z, w of U. */
  u: Float64Array;
  /** Sizes along the columns of V, in any order. If A reflects, the smallest is negative. */
  s: Float64Array;
  /** Unit quaternion of V. */
  v: Float64Array;
}

const MOST_SWEEPS = 20;
/** Columns are orthogonal below this cosine. */
const ORTHOGONAL = 1e-15;
/** Sizes below this share of the largest have no direction of their own. */
const FLAT = 1e-12;

/** Turns columns p and q of a row-major 3x3. */
function turnColumns(m: number[], p: number, q: number, cosine: number, sine: number): void {
  for (let r = 0; r < 9; r += 3) {
    const [x, y] = [m[r + p], m[r + q]];
    m[r + p] = cosine * x - sine * y;
    m[r + q] = sine * x + cosine * y;
  }
}

/** The dot product of columns p and q. */
const columnDot = (m: readonly number[], p: number, q: number): number =>
  m[p] * m[q] + m[3 + p] * m[3 + q] + m[6 + p] * m[6 + q];

/** Turns `b` = A·V and `v` by the same rotations until the columns of `b` are orthogonal. */
function orthogonalise(b: number[], v: number[]): void {
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let isDone = true;
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      const [pp, qq, pq] = [columnDot(b, p, p), columnDot(b, q, q), columnDot(b, p, q)];
      if (!(Math.abs(pq) > ORTHOGONAL * Math.sqrt(pp * qq))) continue;
      isDone = false;
      const zeta = (qq - pp) / (2 * pq);
      const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
      const cosine = 1 / Math.hypot(1, tangent);
      turnColumns(b, p, q, cosine, cosine * tangent);
      turnColumns(v, p, q, cosine, cosine * tangent);
    }
    if (isDone) return;
  }
}

/** `q` with the sign that is nearer to `before`. */
export function nearerSign(q: Float64Array, before: ArrayLike<number>): Float64Array {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += q[c] * before[c];
  return dot < 0 ? q.map((x) => -x) : q;
}

/**
 * @param a 3x3, row-major
 * @param before the factors of a moment before; null at the beginning
 */
export function shearFactors(a: ArrayLike<number>, before: ShearFactors | null): ShearFactors {
  const v = before ? quaternionMatrix(before.v) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const b = product3(a, v);
  orthogonalise(b, v);
  const s = Float64Array.from([0, 1, 2], (c) => Math.sqrt(columnDot(b, c, c)));
  const least = s.indexOf(Math.min(...s));
  if (determinant3(b) < 0) s[least] = -s[least];
  const floor = FLAT * Math.max(...s.map(Math.abs));
  const columns = b.map((x, e) => (Math.abs(s[e % 3]) > floor ? x / s[e % 3] : 0));
  const [u, turned] = [nearestQuaternion(columns), nearestQuaternion(v)];
  return before ? { u: nearerSign(u, before.u), s, v: nearerSign(turned, before.v) } : { u, s, v: turned };
}
