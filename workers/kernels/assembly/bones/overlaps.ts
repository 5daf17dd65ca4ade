import { loadF64, loadI32, storeI32 } from "../memory";

/**
 * Lists for each bone, in order, the bones whose 4x4 block of N (4h by 4h) is not zero: those that share vertices with
 * it, and the bone itself. Row j of `overlaps` (h numbers) has counts[j] of them. Items are bones.
 */
export function listOverlaps(
  begin: i32,
  end: i32,
  _slot: i32,
  normal: usize,
  h: i32,
  counts: usize,
  overlaps: usize,
): void {
  const width = 4 * h;
  for (let j = begin; j < end; j++) {
    let count = 0;
    for (let k = 0; k < h; k++) {
      if (j !== k && isZero(normal + ((<usize>(4 * j * width + 4 * k)) << 3), width)) continue;
      storeI32(overlaps, j * h + count++, k);
    }
    storeI32(counts, j, count);
  }
}

function isZero(block: usize, width: i32): bool {
  for (let a = 0; a < 4; a++) {
    for (let c = 0; c < 4; c++) {
      if (loadF64(block, a * width + c) !== 0) return false;
    }
  }
  return true;
}

/**
 * slope = C − BN for three rows, from the blocks of N that are not zero. The others would add zeros, so the bits are
 * those of the dense product.
 */
export function overlapSlope(
  b: usize,
  c: usize,
  normal: usize,
  h: i32,
  counts: usize,
  overlaps: usize,
  slope: usize,
): void {
  const bytes = (<usize>(4 * h)) << 3;
  for (let j = 0; j < h; j++) {
    const column = (<usize>j) << 5;
    let s00 = f64x2.splat(0);
    let s01 = f64x2.splat(0);
    let s10 = f64x2.splat(0);
    let s11 = f64x2.splat(0);
    let s20 = f64x2.splat(0);
    let s21 = f64x2.splat(0);
    for (let n = 0; n < loadI32(counts, j); n++) {
      const k = <usize>loadI32(overlaps, j * h + n);
      let at = normal + 4 * k * bytes + column;
      let x = b + (k << 5);
      for (let row = 0; row < 4; row++) {
        const n0 = v128.load(at);
        const n1 = v128.load(at, 16);
        let splat = v128.load64_splat(x);
        s00 = f64x2.add(s00, f64x2.mul(splat, n0));
        s01 = f64x2.add(s01, f64x2.mul(splat, n1));
        splat = v128.load64_splat(x + bytes);
        s10 = f64x2.add(s10, f64x2.mul(splat, n0));
        s11 = f64x2.add(s11, f64x2.mul(splat, n1));
        splat = v128.load64_splat(x + 2 * bytes);
        s20 = f64x2.add(s20, f64x2.mul(splat, n0));
        s21 = f64x2.add(s21, f64x2.mul(splat, n1));
        at += bytes;
        x += 8;
      }
    }
    subtractFrom(c + column, s00, s01, slope + column);
    subtractFrom(c + column + bytes, s10, s11, slope + column + bytes);
    subtractFrom(c + column + 2 * bytes, s20, s21, slope + column + 2 * bytes);
  }
}

/** Four numbers of C minus a sum. @inline */
function subtractFrom(c: usize, low: v128, high: v128, to: usize): void {
  v128.store(to, f64x2.sub(v128.load(c), low));
  v128.store(to, f64x2.sub(v128.load(c, 16), high), 16);
}

/**
 * slope −= ΔN_j, after bone j has changed by Δ (3x4 numbers): three rows, only at the bones that overlap with j.
 */
export function overlapUpdate(
  slope: usize,
  change: usize,
  normal: usize,
  j: i32,
  h: i32,
  counts: usize,
  overlaps: usize,
): void {
  const bytes = (<usize>(4 * h)) << 3;
  const rows = normal + 4 * <usize>j * bytes;
  for (let n = 0; n < loadI32(counts, j); n++) {
    const column = (<usize>loadI32(overlaps, j * h + n)) << 5;
    for (let a = 0; a < 3; a++) {
      const to = slope + <usize>a * bytes + column;
      let low = v128.load(to);
      let high = v128.load(to, 16);
      let from = rows + column;
      for (let c = 0; c < 4; c++) {
        const by = f64x2.splat(loadF64(change, 4 * a + c));
        low = f64x2.sub(low, f64x2.mul(by, v128.load(from)));
        high = f64x2.sub(high, f64x2.mul(by, v128.load(from, 16)));
        from += bytes;
      }
      v128.store(to, low);
      v128.store(to, high, 16);
    }
  }
}
