import { loadF64, loadIndex, loadU32, Optional, storeF64 } from "../memory";

// Eight right-hand sides lie side by side: row i of x is 64 bytes. Two columns of L that differ only in their own rows
// (neighbours in a supernode) are processed together, so each row of x is read once for both.

/** Whether column k of L has the rows of column k + 1, and row k + 1. @inline */
function isPair(k: usize, from: usize, mid: usize, until: usize, indices: usize): bool {
  return mid - from === until - mid + 1 && <usize>loadU32(indices, from) === k + 1;
}

/** row ← row − l·(a, b, c, d) @inline */
function subtract(row: usize, l: v128, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(row, f64x2.sub(v128.load(row), f64x2.mul(l, a)));
  v128.store(row, f64x2.sub(v128.load(row, 16), f64x2.mul(l, b)), 16);
  v128.store(row, f64x2.sub(v128.load(row, 32), f64x2.mul(l, c)), 32);
  v128.store(row, f64x2.sub(v128.load(row, 48), f64x2.mul(l, d)), 48);
}

/** x ← L⁻¹x: subtracts each finished row from those below it. */
function lowerSolve(n: usize, x: usize, offsets: usize, indices: usize, values: usize): void {
  for (let k: usize = 0; k < n; k++) {
    let from = loadIndex(offsets, k);
    let until = loadIndex(offsets, k + 1);
    const own = x + (k << 6);
    const a = v128.load(own);
    const b = v128.load(own, 16);
    const c = v128.load(own, 32);
    const d = v128.load(own, 48);
    if (k + 1 < n && isPair(k, from, until, loadIndex(offsets, k + 2), indices)) {
      let value = values + (from << 3);
      subtract(own + 64, v128.load64_splat(value), a, b, c, d);
      const e = v128.load(own, 64);
      const f = v128.load(own, 80);
      const g = v128.load(own, 96);
      const h = v128.load(own, 112);
      from = until;
      until = loadIndex(offsets, k + 2);
      let second = values + (from << 3);
      const end = indices + (until << 2);
      for (let at = indices + (from << 2); at < end; at += 4) {
        value += 8;
        const row = x + ((<usize>load<u32>(at)) << 6);
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
        subtract(x + ((<usize>load<u32>(at)) << 6), v128.load64_splat(value), a, b, c, d);
        value += 8;
      }
    }
  }
}

/** x ← L⁻ᵀ·D⁻¹·x. Rows go from the last to the first; the entries of each row keep their order. */
function upperSolve(n: usize, x: usize, offsets: usize, indices: usize, values: usize, inverse: usize): void {
  for (let k = n; k-- > 0; ) {
    const from = loadIndex(offsets, k);
    const until = loadIndex(offsets, k + 1);
    const own = x + (k << 6);
    const s = v128.load64_splat(inverse + (k << 3));
    let a = f64x2.mul(s, v128.load(own));
    let b = f64x2.mul(s, v128.load(own, 16));
    let c = f64x2.mul(s, v128.load(own, 32));
    let d = f64x2.mul(s, v128.load(own, 48));
    const end = indices + (from << 2);
    let value = values + (until << 3);
    if (k > 0 && isPair(k - 1, loadIndex(offsets, k - 1), from, until, indices)) {
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
        const row = x + ((<usize>load<u32>(at)) << 6);
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
        const row = x + ((<usize>load<u32>(at)) << 6);
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
    const from = rhs + <usize>loadU32(order, k) * stride;
    const to = x + ((<usize>k) << 6);
    for (let c = 0; c < width; c++) storeF64(to, c, loadF64(from, c));
    for (let c = width; c < 8; c++) storeF64(to, c, 0);
  }
}

function emptyPanel(n: i32, x: usize, rhs: usize, stride: usize, width: i32, order: usize): void {
  for (let k = 0; k < n; k++) {
    const to = rhs + <usize>loadU32(order, k) * stride;
    const from = x + ((<usize>k) << 6);
    for (let c = 0; c < width; c++) storeF64(to, c, loadF64(from, c));
  }
}

/** x ← diag(scale)·x, `scale` in the caller's order of rows. */
function scalePanel(n: i32, x: usize, scale: usize, order: usize): void {
  for (let k = 0; k < n; k++) {
    const s = v128.load64_splat(scale + ((<usize>loadU32(order, k)) << 3));
    const at = x + ((<usize>k) << 6);
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
  const x = scratch + ((<usize>slot * <usize>n) << 6);
  const stride = (<usize>columns) << 3;
  for (let panel = begin; panel < end; panel++) {
    const width = min(8, columns - 8 * panel);
    const own = rhs + ((<usize>panel) << 6);
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
    storeF64(y, k, loadF64(x, loadU32(order, k)));
  }
  for (let k: usize = 0; k < size; k++) {
    const own = loadF64(y, k);
    const from = loadIndex(columnOffsets, k);
    const end = columnIndices + (loadIndex(columnOffsets, k + 1) << 2);
    let value = columnValues + (from << 3);
    for (let at = columnIndices + (from << 2); at < end; at += 4) {
      const to = y + ((<usize>load<u32>(at)) << 3);
      store<f64>(to, load<f64>(to) - load<f64>(value) * own);
      value += 8;
    }
  }
  for (let k = size; k-- > 0; ) {
    const begin = columnIndices + (loadIndex(columnOffsets, k) << 2);
    const until = loadIndex(columnOffsets, k + 1);
    let value = columnValues + (until << 3);
    let sum = loadF64(y, k) * loadF64(inverse, k);
    for (let at = columnIndices + (until << 2); at > begin; ) {
      at -= 4;
      value -= 8;
      sum -= load<f64>(value) * loadF64(y, load<u32>(at));
    }
    storeF64(y, k, sum);
    storeF64(x, loadU32(order, k), sum);
  }
}
