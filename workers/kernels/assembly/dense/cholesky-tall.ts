import { dot, sumLanes } from "./dot";

/**
 * A = L·Lᵀ in place like `cholesky`, but A may have further rows below its n rows. Each further row r becomes L⁻¹rᵀ,
 * the forward solve of a right side. The dot products of two such rows are their products in A⁻¹. Two columns are
 * computed together, for four rows at a time. Returns the number of raised pivots.
 */
export function choleskyTall(a: usize, n: i32, rows: i32, ld: i32, floor: f64): i32 {
  const rowBytes = (<usize>ld) << 3;
  let lifted = 0;
  let j = 0;
  for (; j + 2 <= n; j += 2) {
    const rowJ = a + <usize>j * rowBytes;
    const rowK = rowJ + rowBytes;
    const at = (<usize>j) << 3;
    lifted += pivotOf(rowJ, j, floor);
    const inverseJ = 1.0 / load<f64>(rowJ + at);
    store<f64>(rowK + at, (load<f64>(rowK + at) - dot(rowK, rowJ, j)) * inverseJ);
    lifted += pivotOf(rowK, j + 1, floor);
    const inverseK = 1.0 / load<f64>(rowK + at, 8);
    const link = load<f64>(rowK + at);
    let i = j + 2;
    for (; i + 4 <= rows; i += 4) {
      const r0 = a + <usize>i * rowBytes;
      const r1 = r0 + rowBytes;
      const r2 = r1 + rowBytes;
      const r3 = r2 + rowBytes;
      let s0 = f64x2.splat(0);
      let s1 = f64x2.splat(0);
      let s2 = f64x2.splat(0);
      let s3 = f64x2.splat(0);
      let t0 = f64x2.splat(0);
      let t1 = f64x2.splat(0);
      let t2 = f64x2.splat(0);
      let t3 = f64x2.splat(0);
      for (let k: usize = 0; k < at; k += 16) {
        const x = v128.load(rowJ + k);
        const y = v128.load(rowK + k);
        let z = v128.load(r0 + k);
        s0 = f64x2.add(s0, f64x2.mul(x, z));
        t0 = f64x2.add(t0, f64x2.mul(y, z));
        z = v128.load(r1 + k);
        s1 = f64x2.add(s1, f64x2.mul(x, z));
        t1 = f64x2.add(t1, f64x2.mul(y, z));
        z = v128.load(r2 + k);
        s2 = f64x2.add(s2, f64x2.mul(x, z));
        t2 = f64x2.add(t2, f64x2.mul(y, z));
        z = v128.load(r3 + k);
        s3 = f64x2.add(s3, f64x2.mul(x, z));
        t3 = f64x2.add(t3, f64x2.mul(y, z));
      }
      finishPair(r0 + at, sumLanes(s0), sumLanes(t0), link, inverseJ, inverseK);
      finishPair(r1 + at, sumLanes(s1), sumLanes(t1), link, inverseJ, inverseK);
      finishPair(r2 + at, sumLanes(s2), sumLanes(t2), link, inverseJ, inverseK);
      finishPair(r3 + at, sumLanes(s3), sumLanes(t3), link, inverseJ, inverseK);
    }
    for (; i < rows; i++) {
      const row = a + <usize>i * rowBytes;
      finishPair(row + at, dot(row, rowJ, j), dot(row, rowK, j), link, inverseJ, inverseK);
    }
  }
  if (j === n) return lifted;
  const last = a + <usize>j * rowBytes;
  const at = (<usize>j) << 3;
  lifted += pivotOf(last, j, floor);
  const inverse = 1.0 / load<f64>(last + at);
  for (let i = j + 1; i < rows; i++) {
    const row = a + <usize>i * rowBytes;
    store<f64>(row + at, (load<f64>(row + at) - dot(row, last, j)) * inverse);
  }
  return lifted;
}

/** Finishes the pivot of row j. Returns 1 if it is raised to the floor. */
function pivotOf(row: usize, j: i32, floor: f64): i32 {
  const at = (<usize>j) << 3;
  const pivot = load<f64>(row + at) - dot(row, row, j);
  store<f64>(row + at, Math.sqrt(pivot > floor ? pivot : floor));
  return pivot > floor ? 0 : 1;
}

/** Finishes two neighbouring numbers of a row, from its dot products with the rows of the two columns. @inline */
function finishPair(to: usize, dotJ: f64, dotK: f64, link: f64, inverseJ: f64, inverseK: f64): void {
  const first = (load<f64>(to) - dotJ) * inverseJ;
  store<f64>(to, first);
  store<f64>(to, (load<f64>(to, 8) - (dotK + link * first)) * inverseK, 8);
}
