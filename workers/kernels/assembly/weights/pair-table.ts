import { loadF64, storeF64 } from "../memory";

/**
 * Computes from G = BᵀB (4h by 4h) the ten coefficients of vᵀ G_jk v in the monomials xx xy xz x yy yz y zz z 1, for
 * every pair of bones. They go to table[(j·10 + q)·padded + k], and for k = j also to diagonal[q·padded + j]. Padding
 * columns are 0. Items are bones j.
 */
export function pairTable(
  begin: i32,
  end: i32,
  _slot: i32,
  gram: usize,
  h: i32,
  padded: i32,
  table: usize,
  diagonal: usize,
): void {
  const ld = (<usize>(4 * h)) << 3;
  const out = (<usize>padded) << 3;
  for (let j = begin; j < end; j++) {
    const to = table + <usize>(10 * j) * out;
    for (let k = 0; k < padded; k++) {
      let q: usize = 0;
      for (let a = 0; a < 4; a++) {
        for (let c = a; c < 4; c++) {
          let x = 0.0;
          if (k < h) {
            const block = gram + <usize>(4 * j) * ld + ((<usize>(4 * k)) << 3);
            x = loadF64(block + <usize>a * ld, c);
            if (a !== c) x += loadF64(block + <usize>c * ld, a);
          }
          storeF64(to + q * out, k, x);
          if (k === j) storeF64(diagonal + q * out, k, x);
          q++;
        }
      }
    }
  }
}
