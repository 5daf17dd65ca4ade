import { f64At, loadF64, loadI32, Optional } from "../memory";

/** Bits of `mode`. */
const EXACT = 1;

const ANY_SHAPE = 2;
const OWN_ERROR = 4;
const IF_BETTER = 8;
const OWN_LIST = 16;
const TRANSFORMS = 32;

/** The scratch numbers that `ringFits` needs on each thread. */
export function ringFitsScratch(rank: i32): i32 {
  return 4 * rank + 32;
}

/**
 * Affine motion of each one-ring (Liu et al. 2020, equation 8): the least-squares A, `rank` rows of (3x1 | t), with
 * A·(x, 1) ≈ y over a vertex and its neighbours. Items index `chosen`, a list of vertices. `residuals` receives the
 * squared error per vertex of the ring, or infinity if the ring is too flat or too small to determine a motion. If
 * `fits` is not 0, fits[item] receives the 4·rank numbers.
 *
 * Modes are a sum of: 1, A reproduces the vertex itself exactly; 2, flat rings are fitted too, by the smallest such A;
 * 4, `residuals` receives the vertex's own squared error; 8, a fit is kept only if its residual is less than the stored
 * one; 16, `offsets` counts items, not vertices; 32, each vertex v counts by 1 / |(v, 1)|², which measures errors of
 * motions instead of positions (equation 7).
 */
export function ringFits(
  begin: i32,
  end: i32,
  slot: i32,
  chosen: usize,
  offsets: usize,
  neighbours: usize,
  trajectories: usize,
  stride: i32,
  rank: i32,
  rest: usize,
  norms: usize,
  residuals: usize,
  fits: Optional,
  scratch: usize,
  mode: i32,
): void {
  const moments = f64At(scratch, slot * ringFitsScratch(rank));
  const inverse = moments + ((<usize>rank) << 5);
  for (let item = begin; item < end; item++) {
    const i = loadI32(chosen, item);
    const list = offsets + ((<usize>(mode & OWN_LIST ? item : i)) << 2);
    const first = load<i32>(list),
      last = load<i32>(list, 4);
    const residual = residuals + ((<usize>item) << 3);
    if (!(mode & IF_BETTER)) store<f64>(residual, Infinity);
    if (last - first < (mode & ANY_SHAPE ? 1 : 3)) continue;
    const centre = rest + ((<usize>i) << 5);
    const ox = load<f64>(centre),
      oy = load<f64>(centre, 8),
      oz = load<f64>(centre, 16);
    let n: f64 = 0,
      sx: f64 = 0,
      sy: f64 = 0,
      sz: f64 = 0,
      squares: f64 = 0;
    let xx: f64 = 0,
      xy: f64 = 0,
      xz: f64 = 0,
      yy: f64 = 0,
      yz: f64 = 0,
      zz: f64 = 0;
    memory.fill(moments, 0, (<usize>rank) << 5);
    for (let e = first - 1; e < last; e++) {
      const v: usize = e < first ? <usize>i : <usize>loadI32(neighbours, e);
      const at = rest + (v << 5);
      const x = load<f64>(at) - ox,
        y = load<f64>(at, 8) - oy,
        z = load<f64>(at, 16) - oz;
      const g: f64 = mode & TRANSFORMS ? 1 / squaredLength(at) : 1;
      n += g;
      sx += g * x;
      sy += g * y;
      sz += g * z;
      xx += g * (x * x);
      xy += g * (x * y);
      xz += g * (x * z);
      yy += g * (y * y);
      yz += g * (y * z);
      zz += g * (z * z);
      squares += g * loadF64(norms, v);
      const left = f64x2(g * x, g * y),
        right = f64x2(g * z, g);
      const from = trajectories + ((v * stride) << 3);
      for (let r: usize = 0; r < <usize>rank; r++) {
        const to = moments + (r << 5);
        const s = v128.load64_splat(from + (r << 3));
        v128.store(to, f64x2.add(v128.load(to), f64x2.mul(s, left)));
        v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(s, right)), 16);
      }
    }
    const own = trajectories + ((<usize>i * stride) << 3);
    if (mode & EXACT) {
      // Sums relative to the vertex and its own position equal those with a mean of 0.
      for (let r: usize = 0; r < <usize>rank; r++) {
        const row = moments + (r << 5);
        const y = loadF64(own, r);
        squares += y * (n * y - 2 * load<f64>(row, 24));
        store<f64>(row, load<f64>(row) - y * sx);
        store<f64>(row, load<f64>(row, 8) - y * sy, 8);
        store<f64>(row, load<f64>(row, 16) - y * sz, 16);
        store<f64>(row, 0, 24);
      }
      sx = 0;
      sy = 0;
      sz = 0;
    }
    xx -= (sx * sx) / n;
    xy -= (sx * sy) / n;
    xz -= (sx * sz) / n;
    yy -= (sy * sy) / n;
    yz -= (sy * sz) / n;
    zz -= (sz * sz) / n;
    const third = (xx + yy + zz) / 3;
    const solid = determinant(xx, xy, xz, yy, yz, zz) > 1e-4 * third * third * third;
    if (!solid && !(mode & ANY_SHAPE && third > 0)) continue;
    const ridge = 1e-6 * third;
    invert(xx + ridge, xy, xz, yy + ridge, yz, zz + ridge, inverse);
    let explained: f64 = 0;
    for (let r: usize = 0; r < <usize>rank; r++) {
      const row = moments + (r << 5);
      const mean = load<f64>(row, 24) / n;
      const p = load<f64>(row) - mean * sx,
        q = load<f64>(row, 8) - mean * sy,
        s = load<f64>(row, 16) - mean * sz;
      const a = p * load<f64>(inverse) + q * load<f64>(inverse, 8) + s * load<f64>(inverse, 16);
      const b = p * load<f64>(inverse, 8) + q * load<f64>(inverse, 24) + s * load<f64>(inverse, 32);
      const c = p * load<f64>(inverse, 16) + q * load<f64>(inverse, 32) + s * load<f64>(inverse, 40);
      explained += mean * mean * n + a * p + b * q + c * s;
      const base = mode & EXACT ? loadF64(own, r) : mean - (a * sx + b * sy + c * sz) / n;
      store<f64>(row, a);
      store<f64>(row, b, 8);
      store<f64>(row, c, 16);
      store<f64>(row, base, 24);
    }
    let error = max(0, squares - explained) / n;
    if (mode & OWN_ERROR) error = ownError(moments, rank, own);
    if (mode & IF_BETTER && !(error < load<f64>(residual))) continue;
    store<f64>(residual, error);
    if (fits === 0) continue;
    const to = fits + ((<usize>item * rank) << 5);
    for (let r: usize = 0; r < <usize>rank; r++) {
      const row = moments + (r << 5);
      const a = load<f64>(row),
        b = load<f64>(row, 8),
        c = load<f64>(row, 16);
      store<f64>(to + (r << 5), a);
      store<f64>(to + (r << 5), b, 8);
      store<f64>(to + (r << 5), c, 16);
      store<f64>(to + (r << 5), load<f64>(row, 24) - a * ox - b * oy - c * oz, 24);
    }
  }
}

/** Squared distance between the vertex's true position and the fit's. */
function ownError(fit: usize, rank: i32, own: usize): f64 {
  let sum: f64 = 0;
  for (let r: usize = 0; r < <usize>rank; r++) {
    const d = load<f64>(fit + (r << 5), 24) - loadF64(own, r);
    sum += d * d;
  }
  return sum;
}

/** Squared length of a homogeneous position. */
function squaredLength(at: usize): f64 {
  const x = load<f64>(at),
    y = load<f64>(at, 8),
    z = load<f64>(at, 16);
  return x * x + y * y + z * z + 1;
}

/** @inline */
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
