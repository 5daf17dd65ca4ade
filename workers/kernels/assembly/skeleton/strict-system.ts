// The Gauss-Newton system of one frame: rotation vectors of all bones (3h unknowns), the τ that may change, and the
// joints, which all frames share. With X = [R | τ], the residual is Res = C − X M. The block of two rotations is H(k,
// l) = tr(P) I − Pᵀ with P = R_k M_kl R_lᵀ; the block of a rotation and a translation is [R_k M_kτ]×.

import { costAndSlope, turn } from "../bones/rigid-gauss-newton";
import { product } from "../dense/product";
import { addTo, f64At, loadF64, loadI32, storeF64 } from "../memory";
import { StrictJob } from "./strict-job";

/** A share of the mean diagonal, added so that undetermined unknowns do not make the system singular. */
const LEAST = 1e-10;
/** The damping of an unknown that nothing depends on, as a share of the mean. */
const IDLE = 1e-3;

/** Unknowns of a frame. */
export function frameUnknowns(job: StrictJob): i32 {
  return 3 * job.bones + 3 * job.shiftCount;
}

/** Numbers for the parts of a frame's system besides its matrix: R_k M_k, the residual, and D of the joints. */
export function partsScratch(h: i32, pivots: i32): i32 {
  return 12 * h * h + 12 * h + 9 * pivots;
}

/** The residual of a frame. @inline */
export function residualOf(parts: usize, h: i32): usize {
  return f64At(parts, 12 * h * h);
}

/** D = R_parent − R_k of the joints that may move. @inline */
export function opensOf(parts: usize, h: i32): usize {
  return f64At(parts, 12 * h * h + 12 * h);
}

/** Computes the parts. Returns tr(XMXᵀ) − 2 tr(XCᵀ), without the cost of τ. */
export function writeParts(job: StrictJob, x: usize, c: usize, parts: usize): f64 {
  const h = job.bones;
  const width = 4 * h;
  const cost = costAndSlope(x, c, job.normal, width, residualOf(parts, h));
  for (let k = 0; k < h; k++) {
    const from = f64At(job.normal, 4 * k * width);
    product(0, 3, 0, f64At(x, 4 * k), width, 1, from, width, 3, width, f64At(parts, 3 * k * width), width);
  }
  const opens = opensOf(parts, h);
  for (let k = 0; k < h; k++) {
    const n = loadI32(job.pivots, k);
    if (n < 0) continue;
    const p = loadI32(job.parents, k);
    for (let a = 0; a < 3; a++) {
      for (let q = 0; q < 3; q++) {
        const d = loadF64(x, a * width + 4 * p + q) - loadF64(x, a * width + 4 * k + q);
        storeF64(opens, 9 * n + 3 * a + q, d);
      }
    }
  }
  return cost;
}

/** Lower triangle of the damped system of rotations and translations, rows `ld` numbers apart. */
export function writeFrame(job: StrictJob, x: usize, parts: usize, a: usize, ld: i32, damping: f64): void {
  const h = job.bones;
  const width = 4 * h;
  for (let k = 0; k < h; k++) {
    const turned = f64At(parts, 3 * k * width);
    for (let l = 0; l <= k; l++) {
      writeTurns(f64At(turned, 4 * l), f64At(x, 4 * l), width, f64At(a, 3 * k * ld + 3 * l), ld);
    }
  }
  for (let k = 0; k < h; k++) {
    const n = loadI32(job.shifts, k);
    if (n < 0) continue;
    const rows = f64At(a, (3 * h + 3 * n) * ld);
    for (let l = 0; l < h; l++) {
      writeCross(f64At(parts, 3 * l * width + 4 * k + 3), width, f64At(rows, 3 * l), ld);
      const s = loadI32(job.shifts, l);
      if (s < 0 || s > n) continue;
      let mass = loadF64(job.normal, (4 * k + 3) * width + 4 * l + 3);
      if (k === l) mass += loadF64(job.ridges, k);
      for (let r = 0; r < 3; r++) {
        for (let q = 0; q < 3; q++) storeF64(rows, r * ld + 3 * h + 3 * s + q, r === q ? mass : 0.0);
      }
    }
  }
  damp(job, a, ld, damping);
}

/** H(k, l) = tr(P) I − Pᵀ. */
function writeTurns(turned: usize, r: usize, width: i32, to: usize, ld: i32): void {
  const x0 = loadF64(r, 0);
  const y0 = loadF64(r, 1);
  const z0 = loadF64(r, 2);
  const x1 = loadF64(r, width);
  const y1 = loadF64(r, width + 1);
  const z1 = loadF64(r, width + 2);
  const x2 = loadF64(r, 2 * width);
  const y2 = loadF64(r, 2 * width + 1);
  const z2 = loadF64(r, 2 * width + 2);
  let trace = 0.0;
  for (let q = 0; q < 3; q++) {
    const x = loadF64(turned, q * width);
    const y = loadF64(turned, q * width + 1);
    const z = loadF64(turned, q * width + 2);
    const p0 = x * x0 + y * y0 + z * z0;
    const p1 = x * x1 + y * y1 + z * z1;
    const p2 = x * x2 + y * y2 + z * z2;
    trace += q === 0 ? p0 : q === 1 ? p1 : p2;
    storeF64(to, q, -p0);
    storeF64(to, ld + q, -p1);
    storeF64(to, 2 * ld + q, -p2);
  }
  for (let q = 0; q < 3; q++) addTo(f64At(to, q * ld + q), trace);
}

/** The block of a translation (rows) and a rotation (columns): −[v]×. `v` has its numbers `width` apart. */
function writeCross(v: usize, width: i32, to: usize, ld: i32): void {
  const x = loadF64(v, 0);
  const y = loadF64(v, width);
  const z = loadF64(v, 2 * width);
  storeF64(to, 0, 0.0);
  storeF64(to, 1, z);
  storeF64(to, 2, -y);
  storeF64(to, ld, -z);
  storeF64(to, ld + 1, 0.0);
  storeF64(to, ld + 2, x);
  storeF64(to, 2 * ld, y);
  storeF64(to, 2 * ld + 1, -x);
  storeF64(to, 2 * ld + 2, 0.0);
}

function damp(job: StrictJob, a: usize, ld: i32, damping: f64): void {
  const turns = 3 * job.bones;
  let mean = 0.0;
  for (let i = 0; i < turns; i++) mean += loadF64(a, i * ld + i) / <f64>turns;
  const n = frameUnknowns(job);
  for (let i = 0; i < n; i++) {
    const at = f64At(a, i * ld + i);
    addTo(at, damping * (load<f64>(at) + IDLE * mean) + LEAST * mean);
  }
}

/** The right side of a frame: minus half the slope of the cost. */
export function writeRight(job: StrictJob, x: usize, parts: usize, g: usize): void {
  const h = job.bones;
  const width = 4 * h;
  const residual = residualOf(parts, h);
  for (let k = 0; k < h; k++) {
    const d = f64At(residual, 4 * k);
    const r = f64At(x, 4 * k);
    storeF64(g, 3 * k, turn(d, r, width, 2, 1));
    storeF64(g, 3 * k + 1, turn(d, r, width, 0, 2));
    storeF64(g, 3 * k + 2, turn(d, r, width, 1, 0));
    const n = loadI32(job.shifts, k);
    if (n < 0) continue;
    const ridge = loadF64(job.ridges, k);
    for (let c = 0; c < 3; c++) {
      const slope = loadF64(d, c * width + 3) - ridge * loadF64(x, c * width + 4 * k + 3);
      storeF64(g, 3 * h + 3 * n + c, slope);
    }
  }
}

/** Writes the rows of the joints: their blocks with rotations and translations, transposed. */
export function writePivots(job: StrictJob, parts: usize, a: usize, ld: i32): void {
  const h = job.bones;
  const width = 4 * h;
  for (let k = 0; k < h; k++) {
    const n = loadI32(job.pivots, k);
    if (n < 0) continue;
    const d = f64At(opensOf(parts, h), 9 * n);
    const rows = f64At(a, 3 * n * ld);
    for (let l = 0; l < h; l++) {
      const v = f64At(parts, 3 * l * width + 4 * k + 3);
      const s = loadI32(job.shifts, l);
      const mass = loadF64(job.normal, (4 * k + 3) * width + 4 * l + 3);
      for (let c = 0; c < 3; c++) {
        writeProduct(v, width, d, c, f64At(rows, c * ld + 3 * l));
        if (s < 0) continue;
        for (let r = 0; r < 3; r++) storeF64(rows, c * ld + 3 * h + 3 * s + r, mass * loadF64(d, 3 * r + c));
      }
    }
  }
}

/** out = v × D_c, where D_c is column c of a 3x3. */
function writeProduct(v: usize, width: i32, d: usize, c: i32, out: usize): void {
  const x = loadF64(v, 0);
  const y = loadF64(v, width);
  const z = loadF64(v, 2 * width);
  const dx = loadF64(d, c);
  const dy = loadF64(d, 3 + c);
  const dz = loadF64(d, 6 + c);
  storeF64(out, 0, y * dz - z * dy);
  storeF64(out, 1, z * dx - x * dz);
  storeF64(out, 2, x * dy - y * dx);
}

/**
 * Removes the rotations of locked bones from a system. Rows beyond the frame's unknowns are joints and the right side.
 */
export function holdLocked(job: StrictJob, a: usize, rows: i32, ld: i32): void {
  if (!job.locked) return;
  const n = frameUnknowns(job);
  for (let k = 0; k < job.bones; k++) {
    if (load<u8>(job.locked + <usize>k) === 0) continue;
    for (let i = 3 * k; i < 3 * k + 3; i++) {
      for (let j = 0; j < i; j++) storeF64(a, i * ld + j, 0.0);
      for (let r = i; r < rows; r++) storeF64(a, r * ld + i, 0.0);
      if (i < n) storeF64(a, i * ld + i, 1.0);
    }
  }
}
