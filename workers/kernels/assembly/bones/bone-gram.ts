import { f64At } from "../memory";

/** Rows that are copied at a time, so that what the inner loop reads stays in the fastest cache. */
const ROWS: i32 = 128;
/** The most bones in a block of `boneGram`. Bones to the left are copied once for all of them. */
const MOST: i32 = 8;
/** Bytes of four numbers. */
const FOUR: usize = 32;

/** The scratch numbers that `boneGram` needs on each thread. */
export function boneGramScratch(): i32 {
  return 4 * ROWS * (MOST + 1);
}

/**
 * gram = BᵀB, 4h by 4h, for bones B, rows of 4h numbers. Items are bones, at most 8 a block. A block computes its part
 * of the lower triangle and mirrors it. Each sum runs over the rows in order, so the bits do not depend on blocks.
 */
export function boneGram(
  begin: i32,
  end: i32,
  slot: i32,
  bones: usize,
  rows: i32,
  h: i32,
  gram: usize,
  scratch: usize,
  scratchBytes: i32,
): void {
  const own = scratch + <usize>slot * <usize>scratchBytes;
  const panel: usize = FOUR * <usize>ROWS;
  const other = own + <usize>MOST * panel;
  const bytes = FOUR * <usize>h;
  for (let first = 0; first < rows; first += ROWS) {
    const count = min(ROWS, rows - first);
    const from = bones + <usize>first * bytes;
    for (let j = begin; j < end; j++) {
      copyColumns(from + FOUR * <usize>j, bytes, count, own + panel * <usize>(j - begin));
    }
    for (let k = 0; k < end; k++) {
      if (k < begin) copyColumns(from + FOUR * <usize>k, bytes, count, other);
      const right = k < begin ? other : own + panel * <usize>(k - begin);
      for (let j = max(begin, k); j < end; j++) {
        const to = gram + bytes * <usize>(4 * j) + FOUR * <usize>k;
        addProduct(own + panel * <usize>(j - begin), right, count, to, bytes, first > 0);
      }
    }
  }
  for (let j = begin; j < end; j++) {
    for (let k = 0; k < j; k++) {
      mirror(
        gram + bytes * <usize>(4 * j) + FOUR * <usize>k,
        gram + bytes * <usize>(4 * k) + FOUR * <usize>j,
        bytes,
      );
    }
  }
}

/** Four columns of rows that are `bytes` apart. */
function copyColumns(from: usize, bytes: usize, count: i32, to: usize): void {
  for (let row = 0; row < count; row++) {
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    from += bytes;
    to += FOUR;
  }
}

/**
 * out = LᵀR, or out += LᵀR if `adds`, for L and R of `count` rows of four numbers. Rows of `out` are `bytes` apart.
 * Sums go on from what is there, where `tile4x4` adds a sum of its own: so the bits do not depend on `ROWS`.
 */
function addProduct(l: usize, r: usize, count: i32, out: usize, bytes: usize, adds: bool): void {
  let s00 = f64x2.splat(0);
  let s01 = f64x2.splat(0);
  let s10 = f64x2.splat(0);
  let s11 = f64x2.splat(0);
  let s20 = f64x2.splat(0);
  let s21 = f64x2.splat(0);
  let s30 = f64x2.splat(0);
  let s31 = f64x2.splat(0);
  const out1 = out + bytes;
  const out2 = out1 + bytes;
  const out3 = out2 + bytes;
  if (adds) {
    s00 = v128.load(out);
    s01 = v128.load(out, 16);
    s10 = v128.load(out1);
    s11 = v128.load(out1, 16);
    s20 = v128.load(out2);
    s21 = v128.load(out2, 16);
    s30 = v128.load(out3);
    s31 = v128.load(out3, 16);
  }
  for (let row = 0; row < count; row++) {
    const r0 = v128.load(r);
    const r1 = v128.load(r, 16);
    let x = v128.load64_splat(l);
    s00 = f64x2.add(s00, f64x2.mul(x, r0));
    s01 = f64x2.add(s01, f64x2.mul(x, r1));
    x = v128.load64_splat(l, 8);
    s10 = f64x2.add(s10, f64x2.mul(x, r0));
    s11 = f64x2.add(s11, f64x2.mul(x, r1));
    x = v128.load64_splat(l, 16);
    s20 = f64x2.add(s20, f64x2.mul(x, r0));
    s21 = f64x2.add(s21, f64x2.mul(x, r1));
    x = v128.load64_splat(l, 24);
    s30 = f64x2.add(s30, f64x2.mul(x, r0));
    s31 = f64x2.add(s31, f64x2.mul(x, r1));
    l += FOUR;
    r += FOUR;
  }
  v128.store(out, s00);
  v128.store(out, s01, 16);
  v128.store(out1, s10);
  v128.store(out1, s11, 16);
  v128.store(out2, s20);
  v128.store(out2, s21, 16);
  v128.store(out3, s30);
  v128.store(out3, s31, 16);
}

/** Writes the transpose of a 4x4 block. Rows of both are `bytes` apart. */
function mirror(from: usize, to: usize, bytes: usize): void {
  for (let a: usize = 0; a < 4; a++) {
    for (let c: usize = 0; c < 4; c++) {
      store<f64>(f64At(to + c * bytes, a), load<f64>(f64At(from + a * bytes, c)));
    }
  }
}
