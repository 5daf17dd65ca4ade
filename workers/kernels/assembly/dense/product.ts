/**
 * Rows [begin, end) of the dense product out = A·B in f64, n columns (a multiple of 4), summed over `depth` in order:
 * out[m·ldOut + c] = Σ_k a[m·aRow + k·aDepth] · b[k·ldB + c]. Strides count numbers, so A may be a transpose. Registers
 * hold 4 rows by 4 columns. A row's bits do not depend on its block.
 */
export function product(
  begin: i32,
  end: i32,
  _slot: i32,
  a: usize,
  aRow: i32,
  aDepth: i32,
  b: usize,
  ldB: i32,
  depth: i32,
  n: i32,
  out: usize,
  ldOut: i32,
): void {
  const rowBytes = (<usize>aRow) << 3;
  const depthBytes = (<usize>aDepth) << 3;
  const bBytes = (<usize>ldB) << 3;
  const outBytes = (<usize>ldOut) << 3;
  for (let c = 0; c < n; c += 4) {
    const column = (<usize>c) << 3;
    let m = begin;
    let from = a + <usize>m * rowBytes;
    let to = out + <usize>m * outBytes + column;
    for (; m + 4 <= end; m += 4) {
      fourRows(from, rowBytes, depthBytes, b + column, bBytes, depth, to, outBytes);
      from += rowBytes << 2;
      to += outBytes << 2;
    }
    // The three rows of a frame would be slow one by one: each row has only two sums to add to at a time.
    if (m + 3 === end) {
      threeRows(from, rowBytes, depthBytes, b + column, bBytes, depth, to, outBytes);
      continue;
    }
    for (; m < end; m++) {
      oneRow(from, depthBytes, b + column, bBytes, depth, to);
      from += rowBytes;
      to += outBytes;
    }
  }
}

/** Four columns of four rows. */
function fourRows(
  a0: usize,
  rowBytes: usize,
  depthBytes: usize,
  b: usize,
  bBytes: usize,
  depth: i32,
  to: usize,
  outBytes: usize,
): void {
  let a1 = a0 + rowBytes;
  let a2 = a1 + rowBytes;
  let a3 = a2 + rowBytes;
  let s00 = f64x2.splat(0);
  let s01 = f64x2.splat(0);
  let s10 = f64x2.splat(0);
  let s11 = f64x2.splat(0);
  let s20 = f64x2.splat(0);
  let s21 = f64x2.splat(0);
  let s30 = f64x2.splat(0);
  let s31 = f64x2.splat(0);
  for (let k = 0; k < depth; k++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let x = v128.load64_splat(a0);
    s00 = f64x2.add(s00, f64x2.mul(x, b0));
    s01 = f64x2.add(s01, f64x2.mul(x, b1));
    x = v128.load64_splat(a1);
    s10 = f64x2.add(s10, f64x2.mul(x, b0));
    s11 = f64x2.add(s11, f64x2.mul(x, b1));
    x = v128.load64_splat(a2);
    s20 = f64x2.add(s20, f64x2.mul(x, b0));
    s21 = f64x2.add(s21, f64x2.mul(x, b1));
    x = v128.load64_splat(a3);
    s30 = f64x2.add(s30, f64x2.mul(x, b0));
    s31 = f64x2.add(s31, f64x2.mul(x, b1));
    a0 += depthBytes;
    a1 += depthBytes;
    a2 += depthBytes;
    a3 += depthBytes;
    b += bBytes;
  }
  v128.store(to, s00);
  v128.store(to, s01, 16);
  to += outBytes;
  v128.store(to, s10);
  v128.store(to, s11, 16);
  to += outBytes;
  v128.store(to, s20);
  v128.store(to, s21, 16);
  to += outBytes;
  v128.store(to, s30);
  v128.store(to, s31, 16);
}

/** Four columns of three rows. */
function threeRows(
  a0: usize,
  rowBytes: usize,
  depthBytes: usize,
  b: usize,
  bBytes: usize,
  depth: i32,
  to: usize,
  outBytes: usize,
): void {
  let a1 = a0 + rowBytes;
  let a2 = a1 + rowBytes;
  let s00 = f64x2.splat(0);
  let s01 = f64x2.splat(0);
  let s10 = f64x2.splat(0);
  let s11 = f64x2.splat(0);
  let s20 = f64x2.splat(0);
  let s21 = f64x2.splat(0);
  for (let k = 0; k < depth; k++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let x = v128.load64_splat(a0);
    s00 = f64x2.add(s00, f64x2.mul(x, b0));
    s01 = f64x2.add(s01, f64x2.mul(x, b1));
    x = v128.load64_splat(a1);
    s10 = f64x2.add(s10, f64x2.mul(x, b0));
    s11 = f64x2.add(s11, f64x2.mul(x, b1));
    x = v128.load64_splat(a2);
    s20 = f64x2.add(s20, f64x2.mul(x, b0));
    s21 = f64x2.add(s21, f64x2.mul(x, b1));
    a0 += depthBytes;
    a1 += depthBytes;
    a2 += depthBytes;
    b += bBytes;
  }
  v128.store(to, s00);
  v128.store(to, s01, 16);
  to += outBytes;
  v128.store(to, s10);
  v128.store(to, s11, 16);
  to += outBytes;
  v128.store(to, s20);
  v128.store(to, s21, 16);
}

/** Four columns of one row. */
function oneRow(a: usize, depthBytes: usize, b: usize, bBytes: usize, depth: i32, to: usize): void {
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  for (let k = 0; k < depth; k++) {
    const x = v128.load64_splat(a);
    s0 = f64x2.add(s0, f64x2.mul(x, v128.load(b)));
    s1 = f64x2.add(s1, f64x2.mul(x, v128.load(b, 16)));
    a += depthBytes;
    b += bBytes;
  }
  v128.store(to, s0);
  v128.store(to, s1, 16);
}
