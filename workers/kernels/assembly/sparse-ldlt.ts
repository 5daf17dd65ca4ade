/**
 * Numbers of the factor P·A·Pᵀ = L·D·Lᵀ, up-looking, for rows [begin, end). The pattern and its names are those of
 * workers/sparse/symbolic.ts. Rows before `begin` have to be done; `next` then points behind the last entry of each
 * column, and y is zero (both n numbers of scratch, kept between calls).
 * @param upperValues the upper triangle of P·A·Pᵀ, as upperIndices.
 * @param floor least part of its diagonal entry that a pivot has to keep.
 * @returns the first row whose pivot is not positive, with the pivot in `diagonal`; or -1.
 */
export function sparseFactor(
  begin: i32,
  end: i32,
  upperOffsets: usize,
  upperIndices: usize,
  upperValues: usize,
  rowOffsets: usize,
  rowIndices: usize,
  rowValues: usize,
  columnOffsets: usize,
  columnIndices: usize,
  columnValues: usize,
  diagonal: usize,
  inverse: usize,
  next: usize,
  y: usize,
  floor: f64,
): i32 {
  for (let k = begin; k < end; k++) {
    const at = <usize>k << 2;
    const last = load<u32>(upperOffsets + at, 4) - 1;
    for (let t = load<u32>(upperOffsets + at); t < last; t++) {
      const i = <usize>load<u32>(upperIndices + (<usize>t << 2));
      store<f64>(y + (i << 3), load<f64>(upperValues + (<usize>t << 3)));
    }
    const given = load<f64>(upperValues + (<usize>last << 3));
    let pivot = given;
    const stop = load<u32>(rowOffsets + at, 4);
    for (let t = load<u32>(rowOffsets + at); t < stop; t++) {
      const j = <usize>load<u32>(rowIndices + (<usize>t << 2));
      const yj = load<f64>(y + (j << 3));
      store<f64>(y + (j << 3), 0);
      const size = load<u32>(next + (j << 2));
      store<u32>(next + (j << 2), size + 1);
      let from = columnIndices + (<usize>load<u32>(columnOffsets + (j << 2)) << 2);
      let value = columnValues + (<usize>load<u32>(columnOffsets + (j << 2)) << 3);
      const until = columnIndices + (<usize>size << 2);
      for (; from < until; from += 4) {
        const to = y + (<usize>load<u32>(from) << 3);
        store<f64>(to, load<f64>(to) - load<f64>(value) * yj);
        value += 8;
      }
      const l = yj * load<f64>(inverse + (j << 3));
      pivot -= l * yj;
      store<f64>(value, l);
      store<f64>(rowValues + (<usize>t << 3), l);
    }
    store<f64>(diagonal + (<usize>k << 3), pivot);
    if (!(pivot > floor * given && pivot < Infinity)) return k;
    store<f64>(inverse + (<usize>k << 3), 1.0 / pivot);
  }
  return -1;
}

/**
 * Subtracts entries [from, until) of a row or column of L times the rows of x that they name from row k of x,
 * eight right-hand sides side by side, after scaling row k.
 */
// @ts-ignore: decorator
@inline
function gather(x: usize, k: usize, scale: f64, indices: usize, until: usize, values: usize): void {
  const own = x + (k << 6);
  const s = f64x2.splat(scale);
  let a = f64x2.mul(s, v128.load(own));
  let b = f64x2.mul(s, v128.load(own, 16));
  let c = f64x2.mul(s, v128.load(own, 32));
  let d = f64x2.mul(s, v128.load(own, 48));
  for (; indices < until; indices += 4) {
    const from = x + (<usize>load<u32>(indices) << 6);
    const l = v128.load64_splat(values);
    a = f64x2.sub(a, f64x2.mul(l, v128.load(from)));
    b = f64x2.sub(b, f64x2.mul(l, v128.load(from, 16)));
    c = f64x2.sub(c, f64x2.mul(l, v128.load(from, 32)));
    d = f64x2.sub(d, f64x2.mul(l, v128.load(from, 48)));
    values += 8;
  }
  v128.store(own, a);
  v128.store(own, b, 16);
  v128.store(own, c, 32);
  v128.store(own, d, 48);
}

/** x ← (L·D·Lᵀ)⁻¹x for n rows of eight numbers. */
function solvePanel(
  n: i32,
  x: usize,
  rowOffsets: usize,
  rowIndices: usize,
  rowValues: usize,
  columnOffsets: usize,
  columnIndices: usize,
  columnValues: usize,
  inverse: usize,
): void {
  for (let k: usize = 0; k < <usize>n; k++) {
    const from = <usize>load<u32>(rowOffsets + (k << 2));
    const until = <usize>load<u32>(rowOffsets + (k << 2), 4);
    gather(x, k, 1, rowIndices + (from << 2), rowIndices + (until << 2), rowValues + (from << 3));
  }
  for (let k = <usize>n; k-- > 0; ) {
    const from = <usize>load<u32>(columnOffsets + (k << 2));
    const until = <usize>load<u32>(columnOffsets + (k << 2), 4);
    const scale = load<f64>(inverse + (k << 3));
    gather(x, k, scale, columnIndices + (from << 2), columnIndices + (until << 2), columnValues + (from << 3));
  }
}

/** Moves `width` numbers of each row between the caller's rows and the panel; spare lanes of the panel are zero. */
function fillPanel(n: i32, x: usize, rhs: usize, stride: usize, width: i32, order: usize): void {
  for (let k = 0; k < n; k++) {
    const from = rhs + <usize>load<u32>(order + (<usize>k << 2)) * stride;
    const to = x + (<usize>k << 6);
    for (let c = 0; c < width; c++) store<f64>(to + (<usize>c << 3), load<f64>(from + (<usize>c << 3)));
    for (let c = width; c < 8; c++) store<f64>(to + (<usize>c << 3), 0);
  }
}

function emptyPanel(n: i32, x: usize, rhs: usize, stride: usize, width: i32, order: usize): void {
  for (let k = 0; k < n; k++) {
    const to = rhs + <usize>load<u32>(order + (<usize>k << 2)) * stride;
    const from = x + (<usize>k << 6);
    for (let c = 0; c < width; c++) store<f64>(to + (<usize>c << 3), load<f64>(from + (<usize>c << 3)));
  }
}

/** x ← diag(scale)·x, `scale` in the caller's order of rows. */
function scalePanel(n: i32, x: usize, scale: usize, order: usize): void {
  for (let k = 0; k < n; k++) {
    const s = v128.load64_splat(scale + (<usize>load<u32>(order + (<usize>k << 2)) << 3));
    const at = x + (<usize>k << 6);
    v128.store(at, f64x2.mul(s, v128.load(at)));
    v128.store(at, f64x2.mul(s, v128.load(at, 16)), 16);
    v128.store(at, f64x2.mul(s, v128.load(at, 32)), 32);
    v128.store(at, f64x2.mul(s, v128.load(at, 48)), 48);
  }
}

/**
 * X ← (A⁻¹·diag(scale))^steps · X for panels [begin, end) of eight right-hand sides each.
 * @param scratch 64·n bytes for each thread, on a 64-byte boundary.
 * @param rhs x[i·columns + c], i in the order of A.
 * @param scale n numbers in the order of A, or 0 for ones.
 */
export function sparseSolve(
  begin: i32,
  end: i32,
  slot: i32,
  n: i32,
  order: usize,
  rowOffsets: usize,
  rowIndices: usize,
  rowValues: usize,
  columnOffsets: usize,
  columnIndices: usize,
  columnValues: usize,
  inverse: usize,
  scratch: usize,
  rhs: usize,
  columns: i32,
  scale: usize,
  steps: i32,
): void {
  const x = scratch + (<usize>slot * <usize>n << 6);
  const stride = <usize>columns << 3;
  for (let panel = begin; panel < end; panel++) {
    const width = min(8, columns - 8 * panel);
    const own = rhs + (<usize>panel << 6);
    fillPanel(n, x, own, stride, width, order);
    for (let step = 0; step < steps; step++) {
      if (scale) scalePanel(n, x, scale, order);
      solvePanel(n, x, rowOffsets, rowIndices, rowValues, columnOffsets, columnIndices, columnValues, inverse);
    }
    emptyPanel(n, x, own, stride, width, order);
  }
}
