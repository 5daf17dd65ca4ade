/**
 * The axes along which a bone stretches, one set for all frames: glTF scales a node only along its own axes, so a joint
 * of an affine bone is turned at rest until its stretches align with them as well as possible.
 *
 * With linear parts A_k, the axes are those that make all A_kᵀA_k as diagonal as possible together: Jacobi angles for
 * approximate joint diagonalisation (Cardoso & Souloumiac, SIAM J. Matrix Anal. Appl. 17, 1996). If every A_kᵀA_k
 * commutes with the others, no stretch is lost.
 */
import { nearestQuaternion } from "../../math/best-rotation";

const MOST_SWEEPS = 20;
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
];

/** Turns the symmetric 3x3 `s` and the axes `v` in the plane p, q: s ← GᵀsG, v ← vG. */
function turn(s: Float64Array, at: number, p: number, q: number, cosine: number, sine: number): void {
  for (let i = 0; i < 3; i++) {
    const [x, y] = [s[at + 3 * i + p], s[at + 3 * i + q]];
    s[at + 3 * i + p] = cosine * x + sine * y;
    s[at + 3 * i + q] = cosine * y - sine * x;
  }
}

/**
 * @param linear the 3x3 linear parts of all frames, row-major, 9 a frame
 * @returns unit quaternion x, y, z, w that turns the coordinate axes into the common ones
 */
export function commonAxes(linear: Float64Array): Float64Array {
  const squares = new Float64Array(linear.length);
  for (let at = 0; at < linear.length; at += 9) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        for (let k = 0; k < 3; k++)
          squares[at + 3 * r + c] += linear[at + 3 * k + r] * linear[at + 3 * k + c];
      }
    }
  }
  const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let largest = 0;
    for (const [p, q] of PAIRS) {
      let [diagonal, cross] = [0, 0];
      for (let at = 0; at < squares.length; at += 9) {
        const [difference, twice] = [squares[at + 4 * p] - squares[at + 4 * q], 2 * squares[at + 3 * p + q]];
        diagonal += difference * difference - twice * twice;
        cross += 2 * difference * twice;
      }
      const angle = 0.5 * Math.atan2(cross, diagonal + Math.hypot(diagonal, cross));
      if (!(Math.abs(angle) > 1e-12)) continue;
      largest = Math.max(largest, Math.abs(angle));
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      for (let at = 0; at < squares.length; at += 9) {
        turn(squares, at, p, q, cosine, sine);
        turnRows(squares, at, p, q, cosine, sine);
      }
      turn(axes, 0, p, q, cosine, sine);
    }
    if (largest < 1e-10) break;
  }
  return nearestQuaternion(axes);
}

/** Turns rows as `turn` turns columns. */
function turnRows(s: Float64Array, at: number, p: number, q: number, cosine: number, sine: number): void {
  for (let i = 0; i < 3; i++) {
    const [x, y] = [s[at + 3 * p + i], s[at + 3 * q + i]];
    s[at + 3 * p + i] = cosine * x + sine * y;
    s[at + 3 * q + i] = cosine * y - sine * x;
  }
}
