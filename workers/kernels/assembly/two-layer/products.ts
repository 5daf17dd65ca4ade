import { product } from "../dense/product";
import { loadF64, storeF64 } from "../memory";

/** Vertices whose products are computed together. */
const CHUNK = 32;

/** The scratch numbers of a thread. */
export function twoLayerProductsScratch(h: i32): i32 {
  return CHUNK * 4 * h;
}

/**
 * Computes, for vertices [begin, end), the products b_ij of targets with bones (V·h) and the monomials of rest
 * positions (V·10).
 * @param reduced rank rows of 4h, `reducedStride` apart, as in the weights phase.
 */
export function twoLayerProducts(
  begin: i32,
  end: i32,
  slot: i32,
  trajectories: usize,
  stride: i32,
  rank: i32,
  reduced: usize,
  reducedStride: i32,
  rest: usize,
  h: i32,
  products: usize,
  monomials: usize,
  scratch: usize,
): void {
  const inner = scratch + ((<usize>slot * <usize>twoLayerProductsScratch(h)) << 3);
  for (let from = begin; from < end; from += CHUNK) {
    const to = min(from + CHUNK, end);
    const vectors = trajectories + ((<usize>from * <usize>stride) << 3);
    product(0, to - from, slot, vectors, stride, 1, reduced, reducedStride, rank, 4 * h, inner, 4 * h);
    for (let i = from; i < to; i++) {
      const position = rest + ((<usize>i) << 5);
      const out = products + ((<usize>i * <usize>h) << 3);
      const row = inner + ((<usize>((i - from) * 4 * h)) << 3);
      for (let j = 0; j < h; j++) {
        let sum = 0.0;
        for (let c = 0; c < 4; c++) sum += loadF64(position, c) * loadF64(row, 4 * j + c);
        storeF64(out, j, sum);
      }
      let m = 10 * i;
      for (let a = 0; a < 4; a++) {
        for (let b = a; b < 4; b++) storeF64(monomials, m++, loadF64(position, a) * loadF64(position, b));
      }
    }
  }
}
