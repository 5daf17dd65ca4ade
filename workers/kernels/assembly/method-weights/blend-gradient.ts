import { tile4x4 } from "../dense/gemm";
import { product } from "../dense/product";
import { loadF64, loadI32, Optional, storeF64 } from "../memory";

/** Vertices whose products are computed together. */
const CHUNK = 64;

/** The scratch numbers of a thread. */
export function blendScratch(h: i32): i32 {
  return CHUNK * 12 * h + h;
}

/**
 * Squared errors of vertices under dense weights in terms of free values, and their derivatives: with z = w ⊗ (v, 1), E
 * = y² − 2 zᵀBᵀy + zᵀGz. The weights of vertex i are w_j = u_j r_j, where r_j = Π (1 − u_k) over the bones before j.
 * Bones are in ascending order except for bone last[i], which comes last and gets the rest (Hopkins 2017, equations 4.7
 * to 4.10).
 *
 * Items are segments of `segment` vertices. Segment s writes N_s = Σ zzᵀ (4h x 4h, lower triangle of 4x4 blocks) to
 * `normals` and C_s = Σ y zᵀ (rank x 4h) to `crosses`; slopes[i·h + j] = dE/du_j, 0 for the last bone. If `slopes` is
 * 0, only energies[i] are computed. If `curvatures` is not 0, they receive r_j² |(B_j − B_last) v|² · 2.
 */
export function blendGradient(
  begin: i32,
  end: i32,
  slot: i32,
  segment: i32,
  vertices: i32,
  rest: usize,
  trajectories: usize,
  stride: i32,
  rank: i32,
  norms: usize,
  reduced: usize,
  gram: usize,
  h: i32,
  u: usize,
  last: usize,
  energies: usize,
  slopes: Optional,
  curvatures: Optional,
  normals: usize,
  crosses: usize,
  scratch: usize,
): void {
  const width = 4 * h;
  const row = (<usize>width) << 3;
  const z = scratch + ((<usize>slot * <usize>(CHUNK * 12 * h + h)) << 3);
  const p = z + <usize>CHUNK * row;
  const q = p + <usize>CHUNK * row;
  const left = q + <usize>CHUNK * row;
  for (let s = begin; s < end; s++) {
    const normal = normals + ((<usize>s * <usize>width * <usize>width) << 3);
    const cross = crosses + ((<usize>s * <usize>rank * <usize>width) << 3);
    const first = s * segment,
      stop = min(first + segment, vertices);
    for (let from = first; from < stop; from += CHUNK) {
      const to = min(from + CHUNK, stop),
        count = to - from;
      for (let i = from; i < to; i++) {
        spread(
          u + ((<usize>i * <usize>h) << 3),
          loadI32(last, i),
          h,
          rest + ((<usize>i) << 5),
          z + <usize>(i - from) * row,
        );
      }
      const y = trajectories + ((<usize>from * <usize>stride) << 3);
      product(0, count, slot, y, stride, 1, reduced, width, rank, width, p, width);
      product(0, count, slot, z, width, 1, gram, width, width, width, q, width);
      for (let i = from; i < to; i++) {
        const at = <usize>(i - from) * row;
        storeF64(energies, i, energy(loadF64(norms, i), z + at, p + at, q + at, row));
        if (slopes === 0) continue;
        const v = rest + ((<usize>i) << 5),
          ui = u + ((<usize>i * <usize>h) << 3),
          l = loadI32(last, i);
        pullBack(ui, l, h, v, p + at, q + at, left, slopes + ((<usize>i * <usize>h) << 3));
        if (curvatures) curve(l, h, v, gram, left, curvatures + ((<usize>i * <usize>h) << 3));
      }
      if (slopes === 0) continue;
      addNormals(z, width, count, normal, from > first);
      addCrosses(y, stride, rank, z, width, count, cross, from > first);
    }
  }
}

/** E of a vertex from z, p = Bᵀy and q = Gz of `bytes` bytes. */
function energy(norm: f64, z: usize, p: usize, q: usize, bytes: usize): f64 {
  let sum = norm;
  for (let e: usize = 0; e < bytes; e += 8)
    sum += load<f64>(z + e) * (load<f64>(q + e) - 2 * load<f64>(p + e));
  return sum;
}

/** Σ zzᵀ over `count` vertices: the lower triangle of 4x4 blocks. */
function addNormals(z: usize, width: i32, count: i32, normal: usize, add: bool): void {
  const row = (<usize>width) << 3;
  for (let r = 0; r < width; r += 4) {
    for (let c = 0; c <= r; c += 4) {
      const tile = normal + <usize>r * row + ((<usize>c) << 3);
      tile4x4(z + ((<usize>r) << 3), 8, row, z + ((<usize>c) << 3), row, count, tile, row, 4, add);
    }
  }
}

/** Σ y zᵀ over `count` vertices. */
function addCrosses(
  y: usize,
  stride: i32,
  rank: i32,
  z: usize,
  width: i32,
  count: i32,
  cross: usize,
  add: bool,
): void {
  const row = (<usize>width) << 3,
    yRow = (<usize>stride) << 3;
  for (let r = 0; r < rank; r += 4) {
    const yr = y + ((<usize>r) << 3);
    for (let c = 0; c < width; c += 4) {
      const tile = cross + <usize>r * row + ((<usize>c) << 3);
      tile4x4(yr, 8, yRow, z + ((<usize>c) << 3), row, count, tile, row, rank - r, add);
    }
  }
}

/** z = w ⊗ (v, 1). */
function spread(u: usize, last: i32, h: i32, v: usize, z: usize): void {
  const xy = v128.load(v),
    zw = v128.load(v, 16);
  let left: f64 = 1;
  for (let j = 0; j < h; j++) {
    if (j === last) continue;
    const w = left * loadF64(u, j);
    left -= w;
    const at = z + ((<usize>j) << 5);
    v128.store(at, f64x2.mul(f64x2.splat(w), xy));
    v128.store(at, f64x2.mul(f64x2.splat(w), zw), 16);
  }
  const at = z + ((<usize>last) << 5);
  v128.store(at, f64x2.mul(f64x2.splat(left), xy));
  v128.store(at, f64x2.mul(f64x2.splat(left), zw), 16);
}

/** dE/du from dE/dw_j = 2 v·(Gz − Bᵀy)_j, backwards through the products; leaves r_j in `left`. */
function pullBack(
  u: usize,
  last: i32,
  h: i32,
  v: usize,
  p: usize,
  q: usize,
  left: usize,
  slopes: usize,
): void {
  let r: f64 = 1;
  for (let j = 0; j < h; j++) {
    const at = (<usize>j) << 3;
    let sum: f64 = 0;
    for (let c: usize = 0; c < 32; c += 8) {
      const e = ((<usize>j) << 5) + c;
      sum += load<f64>(v + c) * (load<f64>(q + e) - load<f64>(p + e));
    }
    store<f64>(slopes + at, 2 * sum);
    store<f64>(left + at, r);
    if (j !== last) r -= r * load<f64>(u + at);
  }
  let after = loadF64(slopes, last);
  storeF64(slopes, last, 0);
  for (let j = h - 1; j >= 0; j--) {
    if (j === last) continue;
    const at = (<usize>j) << 3;
    const own = load<f64>(slopes + at),
      value = load<f64>(u + at);
    store<f64>(slopes + at, load<f64>(left + at) * (own - after));
    after = value * own + (1 - value) * after;
  }
}

/** vᵀ G_jk v. */
function pair(v: usize, gram: usize, h: i32, j: i32, k: i32): f64 {
  let sum: f64 = 0;
  for (let a = 0; a < 4; a++) {
    const at = gram + ((<usize>((4 * j + a) * 4 * h + 4 * k)) << 3);
    for (let c = 0; c < 4; c++) sum += loadF64(v, a) * loadF64(v, c) * loadF64(at, c);
  }
  return sum;
}

function curve(last: i32, h: i32, v: usize, gram: usize, left: usize, curvatures: usize): void {
  const own = pair(v, gram, h, last, last);
  for (let j = 0; j < h; j++) {
    const r = loadF64(left, j);
    const distance = pair(v, gram, h, j, j) + own - 2 * pair(v, gram, h, j, last);
    storeF64(curvatures, j, 2 * r * r * Math.max(distance, 0));
  }
}
