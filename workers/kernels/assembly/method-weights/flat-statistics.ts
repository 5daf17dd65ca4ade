import { tile4x4 } from "../dense/gemm";
import { loadF64, storeF64 } from "../memory";

/** Vertices whose monomials are computed together. */
export const RUN = 64;

/**
 * Sums over vertices with dense weights for the bones phase, for handle j (an item): N_jk = Σ λ w_j w_k v vᵀ, rows and
 * columns of `normal` (4h by 4h), and C_j = Σ λ w_j y vᵀ, columns 4j … of `cross` (rank rows of 4h). If `lambdas` is 0,
 * all λ are 1. Sums run over the vertices in order. `ld`, the distance between rows of `weights`, is a multiple of 4.
 */
export function flatStatistics(
  begin: i32,
  end: i32,
  slot: i32,
  rest: usize,
  trajectories: usize,
  stride: i32,
  rank: i32,
  vertices: i32,
  weights: usize,
  ld: i32,
  lambdas: usize,
  h: i32,
  normal: usize,
  cross: usize,
  scratch: usize,
  scratchBytes: i32,
): void {
  const run = scratch + <usize>slot * <usize>scratchBytes;
  const wide = (rank + 3) & ~3;
  const pairs = run + ((RUN * 12) << 3);
  const panel = pairs + ((<usize>(12 * ld)) << 3);
  const rowBytes = (<usize>stride) << 3;
  const weightBytes = (<usize>ld) << 3;
  for (let j = begin; j < end; j++) {
    const first = j & ~3;
    for (let from = 0; from < vertices; from += RUN) {
      const n = min(RUN, vertices - from);
      monomials(from, n, j, rest, weights, ld, lambdas, run);
      const w = weights + <usize>from * weightBytes;
      for (let c = first; c < h; c += 4) {
        for (let r: usize = 0; r < 12; r += 4) {
          tile4x4(
            run + (r << 3),
            8,
            96,
            w + ((<usize>c) << 3),
            weightBytes,
            n,
            pairs + r * weightBytes + ((<usize>c) << 3),
            weightBytes,
            4,
            from > 0,
          );
        }
      }
      const y = trajectories + <usize>from * rowBytes;
      for (let c = 0; c < wide; c += 4) {
        tile4x4(
          run + 64,
          8,
          96,
          y + ((<usize>c) << 3),
          rowBytes,
          n,
          panel + ((<usize>c) << 3),
          (<usize>wide) << 3,
          4,
          from > 0,
        );
      }
    }
    for (let k = j; k < h; k++) writeBlocks(j, k, h, pairs, weightBytes, normal);
    for (let row = 0; row < rank; row++) {
      const to = cross + ((<usize>(row * 4 * h + 4 * j)) << 3);
      for (let c: usize = 0; c < 4; c++) storeF64(to, c, loadF64(panel, c * wide + row));
    }
  }
}

/** λ w_j times xx xy xz yy yz zz 0 0 x y z 1 of a run of vertices, 12 numbers each. */
function monomials(
  from: i32,
  n: i32,
  j: i32,
  rest: usize,
  weights: usize,
  ld: i32,
  lambdas: usize,
  out: usize,
): void {
  for (let i = from; i < from + n; i++) {
    let w = loadF64(weights, i * ld + j);
    if (lambdas) w *= loadF64(lambdas, i);
    const v = rest + ((<usize>i) << 5);
    const x = load<f64>(v),
      y = load<f64>(v, 8),
      z = load<f64>(v, 16);
    const wx = w * x,
      wy = w * y,
      wz = w * z;
    store<f64>(out, wx * x);
    store<f64>(out, wx * y, 8);
    store<f64>(out, wx * z, 16);
    store<f64>(out, wy * y, 24);
    store<f64>(out, wy * z, 32);
    store<f64>(out, wz * z, 40);
    store<f64>(out, 0, 48);
    store<f64>(out, 0, 56);
    store<f64>(out, wx, 64);
    store<f64>(out, wy, 72);
    store<f64>(out, wz, 80);
    store<f64>(out, w, 88);
    out += 96;
  }
}

/** Writes N_jk and N_kj, which are the same symmetric 4x4. */
function writeBlocks(j: i32, k: i32, h: i32, pairs: usize, row: usize, normal: usize): void {
  const from = pairs + ((<usize>k) << 3);
  writeSquare(j, k, h, from, row, normal);
  if (j !== k) writeSquare(k, j, h, from, row, normal);
}

function writeSquare(j: i32, k: i32, h: i32, from: usize, row: usize, normal: usize): void {
  const down = (<usize>(4 * h)) << 3;
  const to = normal + <usize>(4 * j) * down + ((<usize>(4 * k)) << 3);
  const xy = load<f64>(from + row),
    xz = load<f64>(from + 2 * row),
    yz = load<f64>(from + 4 * row);
  const x = load<f64>(from + 8 * row),
    y = load<f64>(from + 9 * row),
    z = load<f64>(from + 10 * row);
  store<f64>(to, load<f64>(from));
  store<f64>(to, xy, 8);
  store<f64>(to, xz, 16);
  store<f64>(to, x, 24);
  store<f64>(to + down, xy);
  store<f64>(to + down, load<f64>(from + 3 * row), 8);
  store<f64>(to + down, yz, 16);
  store<f64>(to + down, y, 24);
  store<f64>(to + 2 * down, xz);
  store<f64>(to + 2 * down, yz, 8);
  store<f64>(to + 2 * down, load<f64>(from + 5 * row), 16);
  store<f64>(to + 2 * down, z, 24);
  store<f64>(to + 3 * down, x);
  store<f64>(to + 3 * down, y, 8);
  store<f64>(to + 3 * down, z, 16);
  store<f64>(to + 3 * down, load<f64>(from + 11 * row), 24);
}
