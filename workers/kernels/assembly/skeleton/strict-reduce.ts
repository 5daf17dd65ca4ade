// The system of the joints, which all frames share: the unknowns of the frames are eliminated from it.

import { choleskyTall } from "../dense/cholesky-tall";
import { dot, sumLanes } from "../dense/dot";
import { addTo, f64At, loadF64, loadI32 } from "../memory";
import { costOfShifts, FLOOR, rowsApart } from "./strict-frame";
import { StrictJob } from "./strict-job";
import {
  frameUnknowns,
  holdLocked,
  opensOf,
  residualOf,
  writeFrame,
  writeParts,
  writePivots,
  writeRight,
} from "./strict-system";

/**
 * Eliminates the unknowns of each frame. Each block of `block` frames writes a sum: the lower triangle of the joints'
 * system (3J by 3J), its right side (3J), and the cost (1).
 */
export function strictReduce(begin: i32, end: i32, slot: i32, job: StrictJob, block: i32, sums: usize): void {
  const h = job.bones;
  const n = frameUnknowns(job);
  const ld = rowsApart(job);
  const m = 3 * job.pivotCount;
  const a = job.scratch + <usize>slot * <usize>job.scratchBytes;
  const parts = f64At(a, (n + m + 1) * ld);
  const pivots = f64At(a, n * ld);
  const right = f64At(pivots, m * ld);
  const own = f64At(sums, (begin / block) * (m * m + m + 1));
  memory.fill(own, 0, (<usize>(m * m + m + 1)) << 3);
  for (let f = begin; f < end; f++) {
    const x = f64At(job.pose, 12 * f * h);
    const cost = writeParts(job, x, f64At(job.cross, 12 * f * h), parts);
    addTo(f64At(own, m * m + m), cost + costOfShifts(job, x));
    writeFrame(job, x, parts, a, ld, job.damping);
    writePivots(job, parts, pivots, ld);
    writeRight(job, x, parts, right);
    holdLocked(job, a, n + m + 1, ld);
    choleskyTall(a, n, n + m + 1, ld, FLOOR);
    addPivots(job, parts, own, f64At(own, m * m));
    subtractDots(pivots, ld, n, m, own);
    for (let i = 0; i < m; i++) addTo(f64At(own, m * m + i), -dot(f64At(pivots, i * ld), right, n));
  }
}

/** Adds the joints' own blocks M D_kᵀD_l (lower triangle) and right sides D_kᵀRes. */
function addPivots(job: StrictJob, parts: usize, system: usize, right: usize): void {
  const h = job.bones;
  const width = 4 * h;
  const m = 3 * job.pivotCount;
  const opens = opensOf(parts, h);
  const residual = residualOf(parts, h);
  for (let k = 0; k < h; k++) {
    const n = loadI32(job.pivots, k);
    if (n < 0) continue;
    const d = f64At(opens, 9 * n);
    for (let c = 0; c < 3; c++) {
      let sum = 0.0;
      for (let a = 0; a < 3; a++) sum += loadF64(d, 3 * a + c) * loadF64(residual, a * width + 4 * k + 3);
      addTo(f64At(right, 3 * n + c), sum);
    }
    for (let l = 0; l < h; l++) {
      const s = loadI32(job.pivots, l);
      if (s < 0 || s > n) continue;
      const e = f64At(opens, 9 * s);
      const mass = loadF64(job.normal, (4 * k + 3) * width + 4 * l + 3);
      for (let c = 0; c < 3; c++) {
        for (let q = 0; q < 3; q++) {
          let sum = 0.0;
          for (let a = 0; a < 3; a++) sum += loadF64(d, 3 * a + c) * loadF64(e, 3 * a + q);
          addTo(f64At(system, (3 * n + c) * m + 3 * s + q), mass * sum);
        }
      }
    }
  }
}

/** out(i, j) −= row_i · row_j for j ≤ i, out m by m; two rows by four columns at a time. */
function subtractDots(rows: usize, ld: i32, n: i32, m: i32, out: usize): void {
  const rowBytes = (<usize>ld) << 3;
  const bytes = (<usize>(n & ~1)) << 3;
  let i = 0;
  for (; i + 2 <= m; i += 2) {
    const r = rows + <usize>i * rowBytes;
    let j = 0;
    for (; j + 4 <= i + 1; j += 4) {
      const r0 = rows + <usize>j * rowBytes;
      const r1 = r0 + rowBytes;
      const r2 = r1 + rowBytes;
      const r3 = r2 + rowBytes;
      let s0 = f64x2.splat(0);
      let s1 = s0;
      let s2 = s0;
      let s3 = s0;
      let t0 = s0;
      let t1 = s0;
      let t2 = s0;
      let t3 = s0;
      for (let k: usize = 0; k < bytes; k += 16) {
        const x = v128.load(r + k);
        const y = v128.load(r + rowBytes + k);
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
      const odd = n & 1;
      const x = odd ? load<f64>(r + bytes) : 0.0;
      const y = odd ? load<f64>(r + rowBytes + bytes) : 0.0;
      const z0 = odd ? load<f64>(r0 + bytes) : 0.0;
      const z1 = odd ? load<f64>(r1 + bytes) : 0.0;
      const z2 = odd ? load<f64>(r2 + bytes) : 0.0;
      const z3 = odd ? load<f64>(r3 + bytes) : 0.0;
      const to = f64At(out, i * m + j);
      addTo(to, -(sumLanes(s0) + x * z0));
      addTo(to + 8, -(sumLanes(s1) + x * z1));
      addTo(to + 16, -(sumLanes(s2) + x * z2));
      addTo(to + 24, -(sumLanes(s3) + x * z3));
      const next = f64At(out, (i + 1) * m + j);
      addTo(next, -(sumLanes(t0) + y * z0));
      addTo(next + 8, -(sumLanes(t1) + y * z1));
      addTo(next + 16, -(sumLanes(t2) + y * z2));
      addTo(next + 24, -(sumLanes(t3) + y * z3));
    }
    for (let row = i; row < i + 2; row++) subtractRest(rows, rowBytes, n, m, row, j, out);
  }
  if (i < m) subtractRest(rows, rowBytes, n, m, i, 0, out);
}

/** out(i, j) −= row_i · row_j for one row i, from column j on. */
function subtractRest(rows: usize, rowBytes: usize, n: i32, m: i32, i: i32, j: i32, out: usize): void {
  const r = rows + <usize>i * rowBytes;
  for (; j <= i; j++) addTo(f64At(out, i * m + j), -dot(r, rows + <usize>j * rowBytes, n));
}
