import { loadF64, storeF64 } from "../memory";
import { tile4x4 } from "./gemm";

/** The number of points that are scaled at a time. */
const RUN = 64;

/** The scratch numbers that `weightedGrams` needs on each thread. */
export function weightedGramsScratch(ld: i32): i32 {
  return RUN * ld;
}

/**
 * H_j = Σ_i t_ij d_i d_iᵀ, a full n by n matrix for each row of t. These are the matrices of normal equations whose
 * constraints share their points. An item is a row of t, [begin, end) of them. `points` has `count` rows of `ld`
 * numbers, where ld ≥ n is a multiple of 4 and the rest of a row is 0. t_ij is t[j·count + i]. out[j] has `ld` rows of
 * `ld` numbers.
 */
export function weightedGrams(
  begin: i32,
  end: i32,
  slot: i32,
  points: usize,
  count: i32,
  ld: i32,
  t: usize,
  out: usize,
  scratch: usize,
): void {
  const row = (<usize>ld) << 3;
  const scaled = scratch + <usize>slot * RUN * row;
  for (let j = begin; j < end; j++) {
    const to = out + <usize>j * <usize>ld * row;
    for (let from = 0; from < count; from += RUN) {
      const n = min(RUN, count - from);
      const d = points + <usize>from * row;
      for (let i: usize = 0; i < <usize>n; i++) {
        const f = v128.load64_splat(t + ((<usize>(j * count + from) + i) << 3));
        for (let c: usize = 0; c < row; c += 16) {
          v128.store(scaled + i * row + c, f64x2.mul(f, v128.load(d + i * row + c)));
        }
      }
      for (let r: usize = 0; r < <usize>ld; r += 4) {
        for (let c: usize = 0; c <= r; c += 4) {
          tile4x4(scaled + (r << 3), 8, row, d + (c << 3), row, n, to + r * row + (c << 3), row, 4, from > 0);
        }
      }
    }
    for (let r: usize = 0; r < <usize>ld; r++) {
      for (let c = r + 1; c < <usize>ld; c++) storeF64(to + r * row, c, loadF64(to + c * row, r));
    }
  }
}
