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
  const ring = changetype<Ring>(inverse + 48);
  for (let item = begin; item < end; item++) {
    const i = loadI32(chosen, item);
    const list = offsets + ((<usize>(mode & OWN_LIST ? item : i)) << 2);
    const first = load<i32>(list),
      last = load<i32>(list, 4);
    const residual = residuals + ((<usize>item) << 3);
    if (!(mode & IF_BETTER)) store<f64>(residual, Infinity);
    if (last - first < (mode & ANY_SHAPE ? 1 : 3)) continue;
    const centre = rest + ((<usize>i) << 5);
    ring.clear();
    memory.fill(moments, 0, (<usize>rank) << 5);
    for (let e = first - 1; e < last; e++) {
      const v: usize = e < first ? <usize>i : <usize>loadI32(neighbours, e);
      const y = trajectories + ((v * stride) << 3);
      addVertex(ring, rest + (v << 5), centre, y, loadF64(norms, v), moments, rank, mode);
    }
    const own = trajectories + ((<usize>i * stride) << 3);
    if (mode & EXACT) centreOnVertex(ring, moments, own, rank);
    if (!ring.invert((mode & ANY_SHAPE) !== 0, inverse)) continue;
    let error = max(0, ring.squares - solveRing(ring, moments, inverse, own, rank, mode)) / ring.n;
    if (mode & OWN_ERROR) error = ownError(moments, rank, own);
    if (mode & IF_BETTER && !(error < load<f64>(residual))) continue;
    store<f64>(residual, error);
    if (fits !== 0) storeFit(moments, rank, centre, fits + ((<usize>item * rank) << 5));
  }
}

/** Sums over a one-ring, with positions relative to its vertex. */
@unmanaged
class Ring {
  n!: f64;
  sx!: f64;
  sy!: f64;
  sz!: f64;
  xx!: f64;
  xy!: f64;
  xz!: f64;
  yy!: f64;
  yz!: f64;
  zz!: f64;
  /** Σ |y|². */
  squares!: f64;

  clear(): void {
    memory.fill(changetype<usize>(this), 0, offsetof<Ring>());
  }

  /** Adds position (x, y, z), counted g times. */
  add(x: f64, y: f64, z: f64, g: f64): void {
    this.n += g;
    this.sx += g * x;
    this.sy += g * y;
    this.sz += g * z;
    this.xx += g * (x * x);
    this.xy += g * (x * y);
    this.xz += g * (x * z);
    this.yy += g * (y * y);
    this.yz += g * (y * z);
    this.zz += g * (z * z);
  }

  /** The inverse of the second moments about the mean. False if the ring is too flat. */
  invert(anyShape: bool, out: usize): bool {
    const n = this.n,
      sx = this.sx,
      sy = this.sy,
      sz = this.sz;
    const xx = this.xx - (sx * sx) / n,
      xy = this.xy - (sx * sy) / n,
      xz = this.xz - (sx * sz) / n,
      yy = this.yy - (sy * sy) / n,
      yz = this.yz - (sy * sz) / n,
      zz = this.zz - (sz * sz) / n;
    const third = (xx + yy + zz) / 3;
    const solid = determinant(xx, xy, xz, yy, yz, zz) > 1e-4 * third * third * third;
    if (!solid && !(anyShape && third > 0)) return false;
    const ridge = 1e-6 * third;
    invert(xx + ridge, xy, xz, yy + ridge, yz, zz + ridge, out);
    return true;
  }
}

/** Adds the vertex at `at`, with trajectory y of squared length `norm`, to the ring and to the moments Σ y (x, 1). */
function addVertex(
  ring: Ring,
  at: usize,
  centre: usize,
  y: usize,
  norm: f64,
  moments: usize,
  rank: i32,
  mode: i32,
): void {
  const dx = load<f64>(at) - load<f64>(centre),
    dy = load<f64>(at, 8) - load<f64>(centre, 8),
    dz = load<f64>(at, 16) - load<f64>(centre, 16);
  const g: f64 = mode & TRANSFORMS ? 1 / squaredLength(at) : 1;
  ring.add(dx, dy, dz, g);
  ring.squares += g * norm;
  const left = f64x2(g * dx, g * dy),
    right = f64x2(g * dz, g);
  for (let r: usize = 0; r < <usize>rank; r++) {
    const to = moments + (r << 5);
    const s = v128.load64_splat(y + (r << 3));
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(s, left)));
    v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(s, right)), 16);
  }
}

/** Takes trajectories relative to the vertex's own. Sums relative to the vertex then equal those with a mean of 0. */
function centreOnVertex(ring: Ring, moments: usize, own: usize, rank: i32): void {
  for (let r: usize = 0; r < <usize>rank; r++) {
    const row = moments + (r << 5);
    const y = loadF64(own, r);
    ring.squares += y * (ring.n * y - 2 * load<f64>(row, 24));
    store<f64>(row, load<f64>(row) - y * ring.sx);
    store<f64>(row, load<f64>(row, 8) - y * ring.sy, 8);
    store<f64>(row, load<f64>(row, 16) - y * ring.sz, 16);
    store<f64>(row, 0, 24);
  }
  ring.sx = 0;
  ring.sy = 0;
  ring.sz = 0;
}

/** Replaces the moments with the motion, relative to the vertex. Returns the part of Σ |y|² that it explains. */
function solveRing(ring: Ring, moments: usize, inverse: usize, own: usize, rank: i32, mode: i32): f64 {
  const n = ring.n,
    sx = ring.sx,
    sy = ring.sy,
    sz = ring.sz;
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
  return explained;
}

/** Writes a motion relative to the vertex at `centre` as one relative to the origin. */
function storeFit(moments: usize, rank: i32, centre: usize, to: usize): void {
  for (let r: usize = 0; r < <usize>rank; r++) {
    const row = moments + (r << 5);
    const a = load<f64>(row),
      b = load<f64>(row, 8),
      c = load<f64>(row, 16);
    const base =
      load<f64>(row, 24) - a * load<f64>(centre) - b * load<f64>(centre, 8) - c * load<f64>(centre, 16);
    store<f64>(to + (r << 5), a);
    store<f64>(to + (r << 5), b, 8);
    store<f64>(to + (r << 5), c, 16);
    store<f64>(to + (r << 5), base, 24);
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
