// Gauss-Newton on all rotations, translations and joints of a skeleton at once. Frames depend on each other only through
// the joints: `strictReduce` eliminates the unknowns of the frames (Schur complement), the caller solves for the joints,
// `strictSteps` finds the step of each frame, and `strictTrial` measures it.

import { costOf } from "../bones/rigid-gauss-newton";
import { choleskySolve, choleskyTall } from "../dense/cholesky";
import { dot } from "../dense/dot";
import { addTo, f64At, loadF64, loadI32, Optional, storeF64 } from "../memory";
import { writeRotation } from "../rotations/rotation";
import { StrictJob } from "./strict-job";
import {
  frameUnknowns,
  holdLocked,
  opensOf,
  partsScratch,
  residualOf,
  writeFrame,
  writeParts,
  writePivots,
  writeRight,
} from "./strict-system";
import { writeBones } from "./tree";

const FLOOR = 1e-14;

/** Numbers of scratch memory on each thread for the kernels of this file and of strict-levenberg.ts. */
export function strictScratch(h: i32, shifts: i32, pivots: i32): i32 {
  const unknowns = 3 * h + 3 * shifts;
  return (unknowns + 3 * pivots + 1) * (unknowns + 1) + partsScratch(h, pivots) + unknowns + 24 * h + 64;
}

/** The distance between rows of a system. */
function rowsApart(job: StrictJob): i32 {
  const n = frameUnknowns(job);
  return n + (n & 1);
}

/**
 * Eliminates the unknowns of each frame. Writes one sum for each block of `block` frames: the lower triangle of the
 * joints' system, 3J by 3J, its right side, 3J, and the cost, 1.
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

/** out(i, j) −= row_i · row_j for j ≤ i, out m by m; four at a time. */
function subtractDots(rows: usize, ld: i32, n: i32, m: i32, out: usize): void {
  const rowBytes = (<usize>ld) << 3;
  const bytes = (<usize>(n & ~1)) << 3;
  for (let i = 0; i < m; i++) {
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
      for (let k: usize = 0; k < bytes; k += 16) {
        const x = v128.load(r + k);
        s0 = f64x2.add(s0, f64x2.mul(x, v128.load(r0 + k)));
        s1 = f64x2.add(s1, f64x2.mul(x, v128.load(r1 + k)));
        s2 = f64x2.add(s2, f64x2.mul(x, v128.load(r2 + k)));
        s3 = f64x2.add(s3, f64x2.mul(x, v128.load(r3 + k)));
      }
      const to = f64At(out, i * m + j);
      const x = n & 1 ? load<f64>(r + bytes) : 0.0;
      addTo(to, -(lanes(s0) + (n & 1 ? x * load<f64>(r0 + bytes) : 0.0)));
      addTo(to + 8, -(lanes(s1) + (n & 1 ? x * load<f64>(r1 + bytes) : 0.0)));
      addTo(to + 16, -(lanes(s2) + (n & 1 ? x * load<f64>(r2 + bytes) : 0.0)));
      addTo(to + 24, -(lanes(s3) + (n & 1 ? x * load<f64>(r3 + bytes) : 0.0)));
    }
    for (; j <= i; j++) addTo(f64At(out, i * m + j), -dot(r, rows + <usize>j * rowBytes, n));
  }
}

/** @inline */
function lanes(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}

/** The step of each frame, n numbers, for a step of the joints (3J numbers, or 0 where they stay). */
export function strictSteps(
  begin: i32,
  end: i32,
  slot: i32,
  job: StrictJob,
  moves: Optional,
  steps: usize,
): void {
  const h = job.bones;
  const n = frameUnknowns(job);
  const ld = rowsApart(job);
  const a = job.scratch + <usize>slot * <usize>job.scratchBytes;
  const parts = f64At(a, (n + 3 * job.pivotCount + 1) * ld);
  for (let f = begin; f < end; f++) {
    const x = f64At(job.pose, 12 * f * h);
    const step = f64At(steps, f * n);
    writeParts(job, x, f64At(job.cross, 12 * f * h), parts);
    solveFrame(job, x, parts, a, moves, step, job.damping);
  }
}

/** The step of one frame from its parts. */
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

/**
 * Takes the steps times `size`: the trial pose, its global bones under the moved joints, and its cost in each frame from
 * the statistics N and C in the usual basis.
 */
export function strictTrial(
  begin: i32,
  end: i32,
  slot: i32,
  job: StrictJob,
  steps: usize,
  size: f64,
  order: usize,
  joints: usize,
  normal: usize,
  cross: usize,
  pose: usize,
  bones: usize,
  costs: usize,
): void {
  const h = job.bones;
  const width = 4 * h;
  const n = frameUnknowns(job);
  const scratch = job.scratch + <usize>slot * <usize>job.scratchBytes;
  for (let f = begin; f < end; f++) {
    const to = f64At(pose, 12 * f * h);
    const b = f64At(bones, 12 * f * h);
    takeStep(job, f64At(job.pose, 12 * f * h), f64At(steps, f * n), size, to, scratch);
    writeBones(to, h, job.parents, order, joints, b);
    const cost = costOf(b, f64At(cross, 12 * f * h), normal, width, scratch);
    storeF64(costs, f, cost + costOfShifts(job, to));
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
