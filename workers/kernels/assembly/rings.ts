/**
 * Affine motion of each one-ring (Liu et al. 2020, equation 8): the least-squares A, `rank` rows of (3x1 | t), with
 * A·(x, 1) ≈ y over a vertex and its neighbours. Items index `chosen`, a list of vertices, of which `residuals` gets
 * the squared error for each vertex of the ring; infinite where the ring is too flat or too small to fix a motion.
 * With `fits` not 0, fits[item] gets the 4·rank numbers. `scratch` has room for 4·rank + 32 numbers a slot.
 */
export function ringFits(
  begin: i32, end: i32, slot: i32,
  chosen: usize, offsets: usize, neighbours: usize,
  trajectories: usize, stride: i32, rank: i32, rest: usize, norms: usize,
  residuals: usize, fits: usize, scratch: usize,
): void {
  const moments = scratch + (<usize>slot * (4 * rank + 32) << 3);
  const inverse = moments + (<usize>rank << 5);
  for (let item = begin; item < end; item++) {
    const i = load<i32>(chosen + (<usize>item << 2));
    const first = load<i32>(offsets + (<usize>i << 2)), last = load<i32>(offsets + (<usize>i << 2), 4);
    store<f64>(residuals + (<usize>item << 3), Infinity);
    if (last - first < 3) continue;
    const centre = rest + (<usize>i << 5);
    const ox = load<f64>(centre), oy = load<f64>(centre, 8), oz = load<f64>(centre, 16);
    const count = last - first + 1;
    let sx: f64 = 0, sy: f64 = 0, sz: f64 = 0, squares: f64 = 0;
    let xx: f64 = 0, xy: f64 = 0, xz: f64 = 0, yy: f64 = 0, yz: f64 = 0, zz: f64 = 0;
    memory.fill(moments, 0, <usize>rank << 5);
    for (let e = first - 1; e < last; e++) {
      const v: usize = e < first ? <usize>i : <usize>load<i32>(neighbours + (<usize>e << 2));
      const at = rest + (v << 5);
      const x = load<f64>(at) - ox, y = load<f64>(at, 8) - oy, z = load<f64>(at, 16) - oz;
      sx += x; sy += y; sz += z;
      xx += x * x; xy += x * y; xz += x * z; yy += y * y; yz += y * z; zz += z * z;
      squares += load<f64>(norms + (v << 3));
      const left = f64x2(x, y), right = f64x2(z, 1);
      const from = trajectories + ((v * stride) << 3);
      for (let r: usize = 0; r < <usize>rank; r++) {
        const to = moments + (r << 5);
        const s = v128.load64_splat(from + (r << 3));
        v128.store(to, f64x2.add(v128.load(to), f64x2.mul(s, left)));
        v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(s, right)), 16);
      }
    }
    const n: f64 = <f64>count;
    xx -= sx * sx / n; xy -= sx * sy / n; xz -= sx * sz / n;
    yy -= sy * sy / n; yz -= sy * sz / n; zz -= sz * sz / n;
    const third = (xx + yy + zz) / 3;
    if (!(determinant(xx, xy, xz, yy, yz, zz) > 1e-4 * third * third * third)) continue;
    const ridge = 1e-6 * third;
    invert(xx + ridge, xy, xz, yy + ridge, yz, zz + ridge, inverse);
    let explained: f64 = 0;
    for (let r: usize = 0; r < <usize>rank; r++) {
      const row = moments + (r << 5);
      const mean = load<f64>(row, 24) / n;
      const p = load<f64>(row) - mean * sx, q = load<f64>(row, 8) - mean * sy, s = load<f64>(row, 16) - mean * sz;
      const a = p * load<f64>(inverse) + q * load<f64>(inverse, 8) + s * load<f64>(inverse, 16);
      const b = p * load<f64>(inverse, 8) + q * load<f64>(inverse, 24) + s * load<f64>(inverse, 32);
      const c = p * load<f64>(inverse, 16) + q * load<f64>(inverse, 32) + s * load<f64>(inverse, 40);
      explained += mean * mean * n + a * p + b * q + c * s;
      if (fits == 0) continue;
      const to = fits + (((<usize>item * rank + r)) << 5);
      store<f64>(to, a);
      store<f64>(to, b, 8);
      store<f64>(to, c, 16);
      store<f64>(to, mean - a * (ox + sx / n) - b * (oy + sy / n) - c * (oz + sz / n), 24);
    }
    store<f64>(residuals + (<usize>item << 3), max(0, squares - explained) / n);
  }
}

// @ts-ignore: decorator
@inline
function determinant(xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64): f64 {
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}

/** Inverse of a symmetric 3x3: xx, xy, xz, yy, yz, zz. */
function invert(xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64, out: usize): void {
  const f = 1 / determinant(xx, xy, xz, yy, yz, zz);
  store<f64>(out, (yy * zz - yz * yz) * f);
  store<f64>(out, (xz * yz - xy * zz) * f, 8);
  store<f64>(out, (xy * yz - xz * yy) * f, 16);
  store<f64>(out, (xx * zz - xz * xz) * f, 24);
  store<f64>(out, (xy * xz - xx * yz) * f, 32);
  store<f64>(out, (xx * yy - xy * xy) * f, 40);
}
