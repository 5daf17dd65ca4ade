/**
 * The sums on which the joint of two bones depends. In each frame, bones a and b carry the rest point c + u to places
 * that differ by (R_a − R_b) u + d, where d is the difference for c. Summed over the frames, the squared gap is uᵀAu +
 * 2 g·u + squares. The reference point c is near the joint, so no large numbers cancel.
 */

/** Motion of B bones over F frames, F·B·12: row-major 3x4 from rest to posed. */
export type BoneMotion = Float32Array | Float64Array;

export interface PairMoments {
  /** c, in the rest pose. */
  about: readonly number[];
  /** A = Σ (R_a − R_b)ᵀ(R_a − R_b): xx, xy, xz, yy, yz, zz. */
  A: [xx: number, xy: number, xz: number, yy: number, yz: number, zz: number];
  /** Σ (R_a − R_b)ᵀ d. */
  g: [number, number, number];
  /** Σ |d|². */
  squares: number;
  /** F. */
  frames: number;
}

/** @param B the number of bones in `motion`. */
export function pairMoments(
  motion: BoneMotion,
  B: number,
  a: number,
  b: number,
  about: readonly number[],
): PairMoments {
  const A: PairMoments["A"] = [0, 0, 0, 0, 0, 0];
  const g: PairMoments["g"] = [0, 0, 0];
  let squares = 0;
  const [x, y, z] = about;
  for (let frame = 0; frame < motion.length; frame += 12 * B) {
    for (let r = 0; r < 12; r += 4) {
      const [m, n] = [frame + 12 * a + r, frame + 12 * b + r];
      const u = motion[m] - motion[n];
      const v = motion[m + 1] - motion[n + 1];
      const w = motion[m + 2] - motion[n + 2];
      const d = u * x + v * y + w * z + motion[m + 3] - motion[n + 3];
      A[0] += u * u;
      A[1] += u * v;
      A[2] += u * w;
      A[3] += v * v;
      A[4] += v * w;
      A[5] += w * w;
      g[0] += u * d;
      g[1] += v * d;
      g[2] += w * d;
      squares += d * d;
    }
  }
  return { about, A, g, squares, frames: motion.length / (12 * B) };
}

/** The squared gap at the rest point c + u, summed over the frames. */
export function gapAt({ A, g, squares }: PairMoments, u: readonly number[]): number {
  const bent =
    A[0] * u[0] * u[0] +
    A[3] * u[1] * u[1] +
    A[5] * u[2] * u[2] +
    2 * (A[1] * u[0] * u[1] + A[2] * u[0] * u[2] + A[4] * u[1] * u[2]);
  return Math.max(0, squares + bent + 2 * (g[0] * u[0] + g[1] * u[1] + g[2] * u[2]));
}

/**
 * The u that minimises uᵀAu + 2 g·u + ridge |u|².
 * @param ridge above 0, or 0 if A is regular.
 */
export function minimiser({ A, g }: PairMoments, ridge: number): [number, number, number] {
  const [xx, yy, zz] = [A[0] + ridge, A[3] + ridge, A[5] + ridge];
  const [xy, xz, yz] = [A[1], A[2], A[4]];
  const c = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const d = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy];
  const determinant = xx * c[0] + xy * c[1] + xz * c[2];
  const b = [-g[0], -g[1], -g[2]];
  return [
    (c[0] * b[0] + c[1] * b[1] + c[2] * b[2]) / determinant,
    (c[1] * b[0] + d[0] * b[1] + d[1] * b[2]) / determinant,
    (c[2] * b[0] + d[1] * b[1] + d[2] * b[2]) / determinant,
  ];
}
