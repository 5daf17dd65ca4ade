/**
 * C (4x4, row stride `rowC`) = or += sum over k of A(r, k) · B(k, 0..3), f64. A(r, k) is at a + r·rowA + k·stepA, B(k,
 * ·) are four adjacent numbers at b + k·stepB. All strides are in bytes. Only the first `rows` rows of A and C are
 * used. The others repeat the last one, so ragged edges need no extra code.
 * @inline
 */
export function tile4x4(
  a: usize,
  rowA: usize,
  stepA: usize,
  b: usize,
  stepB: usize,
  depth: i32,
  c: usize,
  rowC: usize,
  rows: i32,
  add: bool,
): void {
  const r1: usize = rows > 1 ? 1 : 0;
  const r2: usize = rows > 2 ? 2 : r1;
  const r3: usize = rows > 3 ? 3 : r2;
  let a0 = a,
    a1 = a + r1 * rowA,
    a2 = a + r2 * rowA,
    a3 = a + r3 * rowA;
  const c0 = c,
    c1 = c + r1 * rowC,
    c2 = c + r2 * rowC,
    c3 = c + r3 * rowC;
  let s00 = f64x2.splat(0),
    s01 = s00,
    s10 = s00,
    s11 = s00,
    s20 = s00,
    s21 = s00,
    s30 = s00,
    s31 = s00;
  for (let k = 0; k < depth; k++) {
    const left = v128.load(b),
      right = v128.load(b, 16);
    const x0 = v128.load64_splat(a0),
      x1 = v128.load64_splat(a1);
    s00 = f64x2.add(s00, f64x2.mul(x0, left));
    s01 = f64x2.add(s01, f64x2.mul(x0, right));
    s10 = f64x2.add(s10, f64x2.mul(x1, left));
    s11 = f64x2.add(s11, f64x2.mul(x1, right));
    const x2 = v128.load64_splat(a2),
      x3 = v128.load64_splat(a3);
    s20 = f64x2.add(s20, f64x2.mul(x2, left));
    s21 = f64x2.add(s21, f64x2.mul(x2, right));
    s30 = f64x2.add(s30, f64x2.mul(x3, left));
    s31 = f64x2.add(s31, f64x2.mul(x3, right));
    a0 += stepA;
    a1 += stepA;
    a2 += stepA;
    a3 += stepA;
    b += stepB;
  }
  if (add) {
    s00 = f64x2.add(s00, v128.load(c0));
    s01 = f64x2.add(s01, v128.load(c0, 16));
    s10 = f64x2.add(s10, v128.load(c1));
    s11 = f64x2.add(s11, v128.load(c1, 16));
    s20 = f64x2.add(s20, v128.load(c2));
    s21 = f64x2.add(s21, v128.load(c2, 16));
    s30 = f64x2.add(s30, v128.load(c3));
    s31 = f64x2.add(s31, v128.load(c3, 16));
  }
  v128.store(c0, s00);
  v128.store(c0, s01, 16);
  v128.store(c1, s10);
  v128.store(c1, s11, 16);
  v128.store(c2, s20);
  v128.store(c2, s21, 16);
  v128.store(c3, s30);
  v128.store(c3, s31, 16);
}

/**
 * C (rows x columns) = or += A (rows x depth) · B. B is packed in panels of four columns,
 * packed[(panel·depth + k)·4 + column]; `columns` is a multiple of 4. Strides in bytes.
 */
export function gemmPacked(
  a: usize,
  rowA: usize,
  stepA: usize,
  rows: i32,
  depth: i32,
  packed: usize,
  columns: i32,
  c: usize,
  rowC: usize,
  add: bool,
): void {
  for (let j = 0; j < columns; j += 4) {
    const panel = packed + ((<usize>j * depth) << 3);
    for (let r = 0; r < rows; r += 4) {
      tile4x4(
        a + <usize>r * rowA,
        rowA,
        stepA,
        panel,
        32,
        depth,
        c + <usize>r * rowC + ((<usize>j) << 3),
        rowC,
        rows - r,
        add,
      );
    }
  }
}
