import { loadF64 } from "../memory";

/**
 * A rest position stays in place if the motion determines it less well than this (determinant over the cube of the mean
 * diagonal).
 */
const LEAST_DETERMINANT = 1e-6;

/**
 * Finds the rest positions (items) that fit handles and weights best: with T = Σ w_j B_j, the least-squares solution of
 * T [v; 1] = y, in place.
 */
export function flatRest(
  begin: i32,
  end: i32,
  _slot: i32,
  rest: usize,
  trajectories: usize,
  stride: i32,
  rank: i32,
  reduced: usize,
  h: i32,
  weights: usize,
  ld: i32,
): void {
  for (let i = begin; i < end; i++) {
    const w = weights + ((<usize>i * ld) << 3);
    let xx = 0.0,
      xy = 0.0,
      xz = 0.0,
      yy = 0.0,
      yz = 0.0,
      zz = 0.0,
      rx = 0.0,
      ry = 0.0,
      rz = 0.0;
    for (let row = 0; row < rank; row++) {
      let left = f64x2.splat(0),
        right = left;
      let b = reduced + ((<usize>(row * 4 * h)) << 3);
      for (let j: usize = 0; j < <usize>h; j++) {
        const wj = v128.load64_splat(w + (j << 3));
        left = f64x2.add(left, f64x2.mul(wj, v128.load(b)));
        right = f64x2.add(right, f64x2.mul(wj, v128.load(b, 16)));
        b += 32;
      }
      const p = f64x2.extract_lane(left, 0),
        q = f64x2.extract_lane(left, 1),
        s = f64x2.extract_lane(right, 0);
      const d = loadF64(trajectories, i * stride + row) - f64x2.extract_lane(right, 1);
      xx += p * p;
      xy += p * q;
      xz += p * s;
      yy += q * q;
      yz += q * s;
      zz += s * s;
      rx += p * d;
      ry += q * d;
      rz += s * d;
    }
    const a = yy * zz - yz * yz,
      b = xz * yz - xy * zz,
      c = xy * yz - yy * xz;
    const determinant = xx * a + xy * b + xz * c;
    const mean = (xx + yy + zz) / 3;
    if (!(determinant > LEAST_DETERMINANT * mean * mean * mean)) continue;
    const v = rest + ((<usize>i) << 5);
    store<f64>(v, (a * rx + b * ry + c * rz) / determinant);
    store<f64>(v, (b * rx + (xx * zz - xz * xz) * ry + (xy * xz - xx * yz) * rz) / determinant, 8);
    store<f64>(v, (c * rx + (xy * xz - xx * yz) * ry + (xx * yy - xy * xy) * rz) / determinant, 16);
  }
}
