import { loadF64, storeF64 } from "../memory";
import { dot, sumLanes } from "./dot";

/**
 * A = L·Lᵀ in place, lower triangle, n by n with rows `ld` numbers apart. A pivot below `floor` is raised to `floor`,
 * so a singular matrix gives a finite, damped factor. Returns the number of raised pivots. It is meant for small
 * systems. `choleskyTall` is faster for large ones, but rounds differently.
 */
export function cholesky(a: usize, n: i32, ld: i32, floor: f64): i32 {
  const rowBytes = (<usize>ld) << 3;
  let lifted = 0;
  for (let j = 0; j < n; j++) {
    const rowJ = a + <usize>j * rowBytes;
    const at = (<usize>j) << 3;
    let pivot = load<f64>(rowJ + at) - dot(rowJ, rowJ, j);
    if (!(pivot > floor)) {
      pivot = floor;
      lifted++;
    }
    const diagonal = Math.sqrt(pivot);
    const inverse = 1.0 / diagonal;
    store<f64>(rowJ + at, diagonal);
    let i = j + 1;
    for (; i + 4 <= n; i += 4) {
      const r0 = a + <usize>i * rowBytes;
      const r1 = r0 + rowBytes;
      const r2 = r1 + rowBytes;
      const r3 = r2 + rowBytes;
      let s0 = f64x2.splat(0);
      let s1 = f64x2.splat(0);
      let s2 = f64x2.splat(0);
      let s3 = f64x2.splat(0);
      let k: usize = 0;
      const even = (<usize>(j & ~1)) << 3;
      for (; k < even; k += 16) {
        const x = v128.load(rowJ + k);
        s0 = f64x2.add(s0, f64x2.mul(x, v128.load(r0 + k)));
        s1 = f64x2.add(s1, f64x2.mul(x, v128.load(r1 + k)));
        s2 = f64x2.add(s2, f64x2.mul(x, v128.load(r2 + k)));
        s3 = f64x2.add(s3, f64x2.mul(x, v128.load(r3 + k)));
      }
      let t0 = sumLanes(s0);
      let t1 = sumLanes(s1);
      let t2 = sumLanes(s2);
      let t3 = sumLanes(s3);
      if (j & 1) {
        const x = load<f64>(rowJ + k);
        t0 += x * load<f64>(r0 + k);
        t1 += x * load<f64>(r1 + k);
        t2 += x * load<f64>(r2 + k);
        t3 += x * load<f64>(r3 + k);
      }
      store<f64>(r0 + at, (load<f64>(r0 + at) - t0) * inverse);
      store<f64>(r1 + at, (load<f64>(r1 + at) - t1) * inverse);
      store<f64>(r2 + at, (load<f64>(r2 + at) - t2) * inverse);
      store<f64>(r3 + at, (load<f64>(r3 + at) - t3) * inverse);
    }
    for (; i < n; i++) {
      const row = a + <usize>i * rowBytes;
      store<f64>(row + at, (load<f64>(row + at) - dot(row, rowJ, j)) * inverse);
    }
  }
  return lifted;
}

/** x ← (L·Lᵀ)⁻¹ x, n numbers in place. */
export function choleskySolve(l: usize, n: i32, ld: i32, x: usize): void {
  const rowBytes = (<usize>ld) << 3;
  for (let i = 0; i < n; i++) {
    const row = l + <usize>i * rowBytes;
    const at = (<usize>i) << 3;
    store<f64>(x + at, (load<f64>(x + at) - dot(row, x, i)) / load<f64>(row + at));
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = l + <usize>i * rowBytes;
    const value = loadF64(x, i) / loadF64(row, i);
    storeF64(x, i, value);
    const both = f64x2.splat(value);
    let k: usize = 0;
    const even = (<usize>(i & ~1)) << 3;
    for (; k < even; k += 16) {
      v128.store(x + k, f64x2.sub(v128.load(x + k), f64x2.mul(both, v128.load(row + k))));
    }
    if (i & 1) store<f64>(x + k, load<f64>(x + k) - value * load<f64>(row + k));
  }
}
