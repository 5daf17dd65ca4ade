import { Optional } from "./memory";

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
    }
    store<f64>(diagonal + (<usize>k << 3), pivot);
    if (!(pivot > floor * given && pivot < Infinity)) return k;
    store<f64>(inverse + (<usize>k << 3), 1.0 / pivot);
  }
  return -1;
}

// Eight right-hand sides lie side by side: row i of x is 64 bytes. Two columns of L that differ by their own rows only
// (neighbours in a supernode) are taken together, so that each row of x is read once for both.

// @ts-ignore: decorator
@inline
function offset(offsets: usize, k: usize): usize {
  return <usize>load<u32>(offsets + (k << 2));
}

/** Whether column k of L is column k + 1 and the row k + 1. */
// @ts-ignore: decorator
@inline
function isPair(k: usize, from: usize, mid: usize, until: usize, indices: usize): bool {
  return mid - from == until - mid + 1 && <usize>load<u32>(indices + (from << 2)) == k + 1;
}

/** row ← row − l·(a, b, c, d) */
// @ts-ignore: decorator
@inline
function subtract(row: usize, l: v128, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(row, f64x2.sub(v128.load(row), f64x2.mul(l, a)));
  v128.store(row, f64x2.sub(v128.load(row, 16), f64x2.mul(l, b)), 16);
  v128.store(row, f64x2.sub(v128.load(row, 32), f64x2.mul(l, c)), 32);
  v128.store(row, f64x2.sub(v128.load(row, 48), f64x2.mul(l, d)), 48);
}

/** x ← L⁻¹x: subtracts each finished row from those below it. */
function lowerSolve(n: usize, x: usize, offsets: usize, indices: usize, values: usize): void {
  for (let k: usize = 0; k < n; k++) {
    let from = offset(offsets, k);
    let until = offset(offsets, k + 1);
    const own = x + (k << 6);
    const a = v128.load(own);
    const b = v128.load(own, 16);
    const c = v128.load(own, 32);
    const d = v128.load(own, 48);
    if (k + 1 < n && isPair(k, from, until, offset(offsets, k + 2), indices)) {
      let value = values + (from << 3);
      subtract(own + 64, v128.load64_splat(value), a, b, c, d);
      const e = v128.load(own, 64);
      const f = v128.load(own, 80);
      const g = v128.load(own, 96);
      const h = v128.load(own, 112);
      from = until;
      until = offset(offsets, k + 2);
      let second = values + (from << 3);
      const end = indices + (until << 2);
      for (let at = indices + (from << 2); at < end; at += 4) {
        value += 8;
        const row = x + (<usize>load<u32>(at) << 6);
        const l = v128.load64_splat(value);
        const m = v128.load64_splat(second);
        v128.store(row, f64x2.sub(f64x2.sub(v128.load(row), f64x2.mul(l, a)), f64x2.mul(m, e)));
        v128.store(row, f64x2.sub(f64x2.sub(v128.load(row, 16), f64x2.mul(l, b)), f64x2.mul(m, f)), 16);
        v128.store(row, f64x2.sub(f64x2.sub(v128.load(row, 32), f64x2.mul(l, c)), f64x2.mul(m, g)), 32);
        v128.store(row, f64x2.sub(f64x2.sub(v128.load(row, 48), f64x2.mul(l, d)), f64x2.mul(m, h)), 48);
        second += 8;
      }
      k++;
    } else {
      let value = values + (from << 3);
      const end = indices + (until << 2);
      for (let at = indices + (from << 2); at < end; at += 4) {
        subtract(x + (<usize>load<u32>(at) << 6), v128.load64_splat(value), a, b, c, d);
        value += 8;
      }
    }
  }
}

/** x ← L⁻ᵀ·D⁻¹·x: rows from the last to the first, and so the entries of each. */
function upperSolve(n: usize, x: usize, offsets: usize, indices: usize, values: usize, inverse: usize): void {
  for (let k = n; k-- > 0; ) {
    const from = offset(offsets, k);
    const until = offset(offsets, k + 1);
    const own = x + (k << 6);
    const s = v128.load64_splat(inverse + (k << 3));
    let a = f64x2.mul(s, v128.load(own));
    let b = f64x2.mul(s, v128.load(own, 16));
    let c = f64x2.mul(s, v128.load(own, 32));
    let d = f64x2.mul(s, v128.load(own, 48));
    const end = indices + (from << 2);
    let value = values + (until << 3);
    if (k > 0 && isPair(k - 1, offset(offsets, k - 1), from, until, indices)) {
      const r = v128.load64_splat(inverse + (k << 3) - 8);
      const upper = own - 64;
      let e = f64x2.mul(r, v128.load(upper));
      let f = f64x2.mul(r, v128.load(upper, 16));
      let g = f64x2.mul(r, v128.load(upper, 32));
      let h = f64x2.mul(r, v128.load(upper, 48));
      let first = values + (from << 3);
      for (let at = indices + (until << 2); at > end; ) {
        at -= 4;
        value -= 8;
        first -= 8;
        const row = x + (<usize>load<u32>(at) << 6);
        const l = v128.load64_splat(value);
        const m = v128.load64_splat(first);
        let y = v128.load(row);
        a = f64x2.sub(a, f64x2.mul(l, y));
        e = f64x2.sub(e, f64x2.mul(m, y));
        y = v128.load(row, 16);
        b = f64x2.sub(b, f64x2.mul(l, y));
        f = f64x2.sub(f, f64x2.mul(m, y));
        y = v128.load(row, 32);
        c = f64x2.sub(c, f64x2.mul(l, y));
        g = f64x2.sub(g, f64x2.mul(m, y));
        y = v128.load(row, 48);
        d = f64x2.sub(d, f64x2.mul(l, y));
        h = f64x2.sub(h, f64x2.mul(m, y));
      }
      const m = v128.load64_splat(first - 8);
      v128.store(upper, f64x2.sub(e, f64x2.mul(m, a)));
      v128.store(upper, f64x2.sub(f, f64x2.mul(m, b)), 16);
      v128.store(upper, f64x2.sub(g, f64x2.mul(m, c)), 32);
      v128.store(upper, f64x2.sub(h, f64x2.mul(m, d)), 48);
      k--;
    } else {
      for (let at = indices + (until << 2); at > end; ) {
        at -= 4;
        value -= 8;
        const row = x + (<usize>load<u32>(at) << 6);
        const l = v128.load64_splat(value);
        a = f64x2.sub(a, f64x2.mul(l, v128.load(row)));
        b = f64x2.sub(b, f64x2.mul(l, v128.load(row, 16)));
        c = f64x2.sub(c, f64x2.mul(l, v128.load(row, 32)));
        d = f64x2.sub(d, f64x2.mul(l, v128.load(row, 48)));
      }
    }
    v128.store(own, a);
    v128.store(own, b, 16);
    v128.store(own, c, 32);
    v128.store(own, d, 48);
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
  columnOffsets: usize,
  columnIndices: usize,
  columnValues: usize,
  inverse: usize,
  scratch: usize,
  rhs: usize,
  columns: i32,
  scale: Optional,
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
      lowerSolve(n, x, columnOffsets, columnIndices, columnValues);
      upperSolve(n, x, columnOffsets, columnIndices, columnValues, inverse);
    }
    emptyPanel(n, x, own, stride, width, order);
  }
}

/**
 * x ← A⁻¹x for one vector, n numbers in the order of A.
 * @param y n numbers of scratch.
 */
export function sparseSolveOne(
  n: i32,
  order: usize,
  columnOffsets: usize,
  columnIndices: usize,
  columnValues: usize,
  inverse: usize,
  y: usize,
  x: usize,
): void {
  const size = <usize>n;
  for (let k: usize = 0; k < size; k++) {
    store<f64>(y + (k << 3), load<f64>(x + (<usize>load<u32>(order + (k << 2)) << 3)));
  }
  for (let k: usize = 0; k < size; k++) {
    const own = load<f64>(y + (k << 3));
    const from = offset(columnOffsets, k);
    const end = columnIndices + (offset(columnOffsets, k + 1) << 2);
    let value = columnValues + (from << 3);
    for (let at = columnIndices + (from << 2); at < end; at += 4) {
      const to = y + (<usize>load<u32>(at) << 3);
      store<f64>(to, load<f64>(to) - load<f64>(value) * own);
      value += 8;
    }
  }
  for (let k = size; k-- > 0; ) {
    const begin = columnIndices + (offset(columnOffsets, k) << 2);
    const until = offset(columnOffsets, k + 1);
    let value = columnValues + (until << 3);
    let sum = load<f64>(y + (k << 3)) * load<f64>(inverse + (k << 3));
    for (let at = columnIndices + (until << 2); at > begin; ) {
      at -= 4;
      value -= 8;
      sum -= load<f64>(value) * load<f64>(y + (<usize>load<u32>(at) << 3));
    }
    store<f64>(y + (k << 3), sum);
    store<f64>(x + (<usize>load<u32>(order + (k << 2)) << 3), sum);
  }
}
