import { f64At, loadF64 } from "../memory";
import { nearestRotation } from "./rotation";

/** The scratch numbers that `triangleRotations` needs on each thread. */
export function triangleRotationsScratch(): i32 {
  return 64;
}

/**
 * Computes the rotations of triangles in some frames, by polar decomposition of their deformation gradients. A gradient
 * maps both edges, and the normal over the square root of its length, from rest to posed (Sumner & Popović 2004). Items
 * are triangles; row `item` of `out` (ldOut f64 numbers) receives 9 numbers per frame, by rows, times `scale`.
 * @param rest nine f32 numbers per triangle, its corners.
 * @param posed the same for each frame: posed[((k·count) + item)·9 + corner·3 + axis].
 */
export function triangleRotations(
  begin: i32,
  end: i32,
  slot: i32,
  rest: usize,
  posed: usize,
  count: i32,
  frames: i32,
  scale: f64,
  out: usize,
  ldOut: i32,
  scratch: usize,
): void {
  const still = f64At(scratch, slot * triangleRotationsScratch());
  const moved = still + 72;
  const small = moved + 72;
  for (let t = begin; t < end; t++) {
    columns(rest + <usize>t * 36, still);
    invert(still);
    for (let k = 0; k < frames; k++) {
      columns(posed + (<usize>k * count + t) * 36, moved);
      const to = out + ((<usize>t * ldOut + 9 * k) << 3);
      for (let r: usize = 0; r < 72; r += 24) {
        for (let c: usize = 0; c < 24; c += 8) {
          let sum: f64 = 0;
          for (let m: usize = 0; m < 3; m++) sum += loadF64(moved + r, m) * load<f64>(still + m * 24 + c);
          store<f64>(to + r + c, sum);
        }
      }
      nearestRotation(to, 24, to, 24, small);
      for (let e: usize = 0; e < 72; e += 8) store<f64>(to + e, scale * load<f64>(to + e));
    }
  }
}

/** [e1 e2 n/√|n|] as columns of a 3x3 by rows. */
function columns(corners: usize, m: usize): void {
  const ox = <f64>load<f32>(corners),
    oy = <f64>load<f32>(corners, 4),
    oz = <f64>load<f32>(corners, 8);
  const ax = <f64>load<f32>(corners, 12) - ox,
    ay = <f64>load<f32>(corners, 16) - oy,
    az = <f64>load<f32>(corners, 20) - oz;
  const bx = <f64>load<f32>(corners, 24) - ox,
    by = <f64>load<f32>(corners, 28) - oy,
    bz = <f64>load<f32>(corners, 32) - oz;
  let nx = ay * bz - az * by,
    ny = az * bx - ax * bz,
    nz = ax * by - ay * bx;
  const length = Math.sqrt(Math.sqrt(nx * nx + ny * ny + nz * nz));
  const f: f64 = length > 0 ? 1 / length : 0;
  nx *= f;
  ny *= f;
  nz *= f;
  store<f64>(m, ax);
  store<f64>(m, bx, 8);
  store<f64>(m, nx, 16);
  store<f64>(m, ay, 24);
  store<f64>(m, by, 32);
  store<f64>(m, ny, 40);
  store<f64>(m, az, 48);
  store<f64>(m, bz, 56);
  store<f64>(m, nz, 64);
}

/** Inverts a 3x3 in place; it becomes 0 if it has no inverse. */
function invert(m: usize): void {
  const a = load<f64>(m),
    b = load<f64>(m, 8),
    c = load<f64>(m, 16);
  const d = load<f64>(m, 24),
    e = load<f64>(m, 32),
    f = load<f64>(m, 40);
  const g = load<f64>(m, 48),
    h = load<f64>(m, 56),
    i = load<f64>(m, 64);
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const s: f64 = determinant !== 0 ? 1 / determinant : 0;
  store<f64>(m, (e * i - f * h) * s);
  store<f64>(m, (c * h - b * i) * s, 8);
  store<f64>(m, (b * f - c * e) * s, 16);
  store<f64>(m, (f * g - d * i) * s, 24);
  store<f64>(m, (a * i - c * g) * s, 32);
  store<f64>(m, (c * d - a * f) * s, 40);
  store<f64>(m, (d * h - e * g) * s, 48);
  store<f64>(m, (b * g - a * h) * s, 56);
  store<f64>(m, (a * e - b * d) * s, 64);
}
