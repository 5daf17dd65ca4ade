// Solves the linear system of one frame for its step, and applies the step to the pose.

import { choleskySolve } from "../dense/cholesky";
import { choleskyTall } from "../dense/cholesky-tall";
import { dot } from "../dense/dot";
import { addTo, f64At, loadF64, loadI32, storeF64 } from "../memory";
import { writeRotation } from "../rotations/rotation";
import { StrictJob } from "./strict-job";
import { frameUnknowns, holdLocked, opensOf, partsScratch, writeFrame, writeRight } from "./strict-system";

/** Pivots below this are raised to it, so a singular system still gives a step. */
export const FLOOR: f64 = 1e-14;

/** The scratch numbers that the kernels over frames need on each thread. */
export function strictScratch(h: i32, shifts: i32, pivots: i32): i32 {
  const unknowns = 3 * h + 3 * shifts;
  return (unknowns + 3 * pivots + 1) * (unknowns + 1) + partsScratch(h, pivots) + unknowns + 24 * h + 64;
}

/** The distance between rows of a system. */
export function rowsApart(job: StrictJob): i32 {
  const n = frameUnknowns(job);
  return n + (n & 1);
}

/** The scratch memory behind the system of a frame without joints. */
export function frameScratch(job: StrictJob, scratch: usize): usize {
  return f64At(scratch, (frameUnknowns(job) + 1) * rowsApart(job));
}

/** Σ ridge·|τ|². */
export function costOfShifts(job: StrictJob, x: usize): f64 {
  let sum = 0.0;
  for (let k = 0; k < job.bones; k++) {
    const ridge = loadF64(job.ridges, k);
    if (ridge === 0.0) continue;
    for (let c = 0; c < 3; c++) {
      const t = loadF64(x, c * 4 * job.bones + 4 * k + 3);
      sum += ridge * t * t;
    }
  }
  return sum;
}

/** Computes the step of one frame from the parts of its system. */
export function solveFrame(
  job: StrictJob,
  x: usize,
  parts: usize,
  a: usize,
  moves: usize,
  step: usize,
  damping: f64,
): void {
  const n = frameUnknowns(job);
  const ld = rowsApart(job);
  writeFrame(job, x, parts, a, ld, damping);
  writeRight(job, x, parts, f64At(a, n * ld));
  if (moves !== 0) subtractMoves(job, parts, moves, f64At(a, n * ld));
  holdLocked(job, a, n + 1, ld);
  memory.copy(step, f64At(a, n * ld), (<usize>n) << 3);
  choleskyTall(a, n, n, ld, FLOOR);
  choleskySolve(a, n, ld, step);
}

/** g −= H(·, o) δ. */
function subtractMoves(job: StrictJob, parts: usize, moves: usize, g: usize): void {
  const h = job.bones;
  const width = 4 * h;
  const opens = opensOf(parts, h);
  for (let k = 0; k < h; k++) {
    const n = loadI32(job.pivots, k);
    if (n < 0) continue;
    const d = f64At(opens, 9 * n);
    const delta = f64At(moves, 3 * n);
    const x = dot(d, delta, 3);
    const y = dot(f64At(d, 3), delta, 3);
    const z = dot(f64At(d, 6), delta, 3);
    for (let l = 0; l < h; l++) {
      const v = f64At(parts, 3 * l * width + 4 * k + 3);
      const vx = loadF64(v, 0);
      const vy = loadF64(v, width);
      const vz = loadF64(v, 2 * width);
      addTo(f64At(g, 3 * l), vz * y - vy * z);
      addTo(f64At(g, 3 * l + 1), vx * z - vz * x);
      addTo(f64At(g, 3 * l + 2), vy * x - vx * y);
      const s = loadI32(job.shifts, l);
      if (s < 0) continue;
      const mass = loadF64(job.normal, (4 * k + 3) * width + 4 * l + 3);
      addTo(f64At(g, 3 * h + 3 * s), -mass * x);
      addTo(f64At(g, 3 * h + 3 * s + 1), -mass * y);
      addTo(f64At(g, 3 * h + 3 * s + 2), -mass * z);
    }
  }
}

/** to = the pose after a step: R ← cay(ω)R, which is exp(ω) to second order, and τ ← τ + its step. */
export function takeStep(
  job: StrictJob,
  from: usize,
  step: usize,
  size: f64,
  to: usize,
  scratch: usize,
): void {
  const h = job.bones;
  const width = 4 * h;
  for (let k = 0; k < h; k++) {
    const wx = size * loadF64(step, 3 * k);
    const wy = size * loadF64(step, 3 * k + 1);
    const wz = size * loadF64(step, 3 * k + 2);
    const half = 0.5 / Math.max(Math.sqrt(wx * wx + wy * wy + wz * wz), 1.0);
    writeRotation(1.0, wx * half, wy * half, wz * half, scratch, 24);
    const r = f64At(from, 4 * k);
    const out = f64At(to, 4 * k);
    const n = loadI32(job.shifts, k);
    for (let a = 0; a < 3; a++) {
      for (let c = 0; c < 3; c++) {
        const x = loadF64(scratch, 3 * a) * loadF64(r, c);
        const y = loadF64(scratch, 3 * a + 1) * loadF64(r, width + c);
        storeF64(out, a * width + c, x + y + loadF64(scratch, 3 * a + 2) * loadF64(r, 2 * width + c));
      }
      const move = n < 0 ? 0.0 : size * loadF64(step, 3 * h + 3 * n + a);
      storeF64(out, a * width + 3, loadF64(r, a * width + 3) + move);
    }
  }
}
