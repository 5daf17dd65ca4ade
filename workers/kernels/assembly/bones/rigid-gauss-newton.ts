// Rigid bones from the statistics N (4h by 4h) and C (3 rows of 4h a frame). In each frame, the motion B (3 rows of 4h:
// [R_j | t_j] side by side) changes to lower tr(BNBᵀ) − 2 tr(BCᵀ), which is the squared error up to a constant. Items
// are frames; a frame owns its rows. With weighted frames, rows and their rotations are multiplied by `scales` (one
// number per frame; 0 if all weights are equal).

import { cholesky, choleskySolve } from "../dense/cholesky";
import { dot } from "../dense/dot";
import { product } from "../dense/product";
import { loadF64, Optional, storeF64 } from "../memory";
import { writeRotation } from "../rotations/rotation";

/** tr(BNBᵀ) − 2 tr(BCᵀ). Leaves BN in `normalB`. */
export function costOf(b: usize, c: usize, normal: usize, width: i32, normalB: usize): f64 {
  product(0, 3, 0, b, width, 1, normal, width, width, width, normalB, width);
  return dot(b, normalB, 3 * width) - 2.0 * dot(b, c, 3 * width);
}

/** tr(BNBᵀ) − 2 tr(BCᵀ). Leaves the slope C − BN in `slope`. */
export function costAndSlope(b: usize, c: usize, normal: usize, width: i32, slope: usize): f64 {
  const cost = costOf(b, c, normal, width, slope);
  for (let i = 0; i < 3 * width; i++) storeF64(slope, i, loadF64(c, i) - loadF64(slope, i));
  return cost;
}

/** out(3x3) = R (rows `width` apart) times the top left of a 4x4 block of N. */
function rotateBlock(r: usize, block: usize, width: i32, out: usize): void {
  for (let a = 0; a < 3; a++) {
    const x = loadF64(r, a * width);
    const y = loadF64(r, a * width + 1);
    const z = loadF64(r, a * width + 2);
    for (let c = 0; c < 3; c++) {
      storeF64(
        out,
        3 * a + c,
        x * loadF64(block, c) + y * loadF64(block, width + c) + z * loadF64(block, 2 * width + c),
      );
    }
  }
}

/** The 6x6 block (j, k) of the Gauss-Newton matrix: rotation vector and translation of each bone. */
function writeBlock(
  to: usize,
  ld: i32,
  rj: usize,
  rk: usize,
  block: usize,
  width: i32,
  scratch: usize,
): void {
  rotateBlock(rj, block, width, scratch);
  const p = scratch + 72;
  for (let a = 0; a < 3; a++) {
    for (let c = 0; c < 3; c++) {
      const row = c * width;
      const x = loadF64(scratch, 3 * a) * loadF64(rk, row);
      storeF64(
        p,
        3 * a + c,
        x +
          loadF64(scratch, 3 * a + 1) * loadF64(rk, row + 1) +
          loadF64(scratch, 3 * a + 2) * loadF64(rk, row + 2),
      );
    }
  }
  const trace = loadF64(p, 0) + loadF64(p, 4) + loadF64(p, 8);
  const n0 = loadF64(block, 3);
  const n1 = loadF64(block, width + 3);
  const n2 = loadF64(block, 2 * width + 3);
  const mass = loadF64(block, 3 * width + 3);
  const m = p + 72;
  const o = m + 24;
  for (let a = 0; a < 3; a++) {
    storeF64(
      m,
      a,
      loadF64(rj, a * width) * n0 + loadF64(rj, a * width + 1) * n1 + loadF64(rj, a * width + 2) * n2,
    );
    const under = block + ((<usize>(3 * width)) << 3);
    storeF64(
      o,
      a,
      loadF64(rk, a * width) * loadF64(under, 0) +
        loadF64(rk, a * width + 1) * loadF64(under, 1) +
        loadF64(rk, a * width + 2) * loadF64(under, 2),
    );
    for (let c = 0; c < 3; c++) {
      storeF64(to, a * ld + c, (a === c ? trace : 0.0) - loadF64(p, 3 * c + a));
      storeF64(to, (a + 3) * ld + c + 3, a === c ? mass : 0.0);
    }
  }
  writeSkew(to + 24, ld, m, 1.0);
  writeSkew(to + ((<usize>(3 * ld)) << 3), ld, o, -1.0);
}

function writeSkew(to: usize, ld: i32, v: usize, sign: f64): void {
  storeF64(to, 0, 0.0);
  storeF64(to, 1, -sign * loadF64(v, 2));
  storeF64(to, 2, sign * loadF64(v, 1));
  storeF64(to, ld, sign * loadF64(v, 2));
  storeF64(to, ld + 1, 0.0);
  storeF64(to, ld + 2, -sign * loadF64(v, 0));
  storeF64(to, 2 * ld, -sign * loadF64(v, 1));
  storeF64(to, 2 * ld + 1, sign * loadF64(v, 0));
  storeF64(to, 2 * ld + 2, 0.0);
}

/** Lower triangle of the damped Gauss-Newton matrix. A locked bone has the identity. */
function writeSystem(
  a: usize,
  b: usize,
  normal: usize,
  h: i32,
  damping: f64,
  locked: usize,
  scratch: usize,
): void {
  const width = 4 * h;
  const ld = 6 * h;
  for (let j = 0; j < h; j++) {
    const fixed = locked !== 0 && load<u8>(locked + <usize>j) !== 0;
    for (let k = 0; k <= j; k++) {
      const to = a + ((<usize>(6 * j * ld + 6 * k)) << 3);
      if (fixed || (locked !== 0 && load<u8>(locked + <usize>k) !== 0)) {
        for (let r = 0; r < 6; r++) {
          for (let c = 0; c < 6; c++) storeF64(to, r * ld + c, fixed && j === k && r === c ? 1.0 : 0.0);
        }
        continue;
      }
      const block = normal + ((<usize>(4 * j * width + 4 * k)) << 3);
      writeBlock(to, ld, b + ((<usize>(4 * j)) << 3), b + ((<usize>(4 * k)) << 3), block, width, scratch);
    }
    for (let r = 0; r < 6; r++) {
      const at = (6 * j + r) * ld + 6 * j + r;
      storeF64(a, at, loadF64(a, at) * (1.0 + damping) + 1e-9);
    }
  }
}

/** The right side: D = C − BN, pulled back to rotation vectors and translations. */
function writeSlope(g: usize, b: usize, d: usize, h: i32, locked: usize): void {
  const width = 4 * h;
  for (let j = 0; j < h; j++) {
    const to = g + ((<usize>(6 * j)) << 3);
    if (locked !== 0 && load<u8>(locked + <usize>j) !== 0) {
      for (let r = 0; r < 6; r++) storeF64(to, r, 0.0);
      continue;
    }
    const dj = d + ((<usize>(4 * j)) << 3);
    const rj = b + ((<usize>(4 * j)) << 3);
    storeF64(to, 0, turn(dj, rj, width, 2, 1));
    storeF64(to, 1, turn(dj, rj, width, 0, 2));
    storeF64(to, 2, turn(dj, rj, width, 1, 0));
    for (let a = 0; a < 3; a++) storeF64(to, 3 + a, loadF64(dj, a * width + 3));
  }
}

/** (D Rᵀ)_ac − (D Rᵀ)_ca. */
export function turn(d: usize, r: usize, width: i32, a: i32, c: i32): f64 {
  let sum = 0.0;
  for (let q = 0; q < 3; q++) {
    sum +=
      loadF64(d, a * width + q) * loadF64(r, c * width + q) -
      loadF64(d, c * width + q) * loadF64(r, a * width + q);
  }
  return sum;
}

/** to = B moved by the step x: t ← t + τ, and R ← cay(ω)R, which is exp(ω) to second order, for |ω| ≤ 1. */
function applyStep(to: usize, b: usize, x: usize, h: i32, scratch: usize): void {
  const width = 4 * h;
  for (let j = 0; j < h; j++) {
    const r = b + ((<usize>(4 * j)) << 3);
    const out = to + ((<usize>(4 * j)) << 3);
    const wx = loadF64(x, 6 * j);
    const wy = loadF64(x, 6 * j + 1);
    const wz = loadF64(x, 6 * j + 2);
    const scale = 0.5 / Math.max(Math.sqrt(wx * wx + wy * wy + wz * wz), 1.0);
    writeRotation(1.0, wx * scale, wy * scale, wz * scale, scratch, 24);
    for (let a = 0; a < 3; a++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0.0;
        for (let q = 0; q < 3; q++) sum += loadF64(scratch, 3 * a + q) * loadF64(r, q * width + c);
        storeF64(out, a * width + c, sum);
      }
      storeF64(out, a * width + 3, loadF64(r, a * width + 3) + loadF64(x, 6 * j + 3 + a));
    }
  }
}

/** The scratch numbers that `rigidGaussNewton` needs on each thread. */
export function rigidGaussNewtonScratch(h: i32): i32 {
  return 36 * h * h + 30 * h + 64;
}

/**
 * One Gauss-Newton step per frame over all 6h unknowns at once, with Levenberg-Marquardt damping: a step that does not
 * lower the cost is shortened and tried again, up to five times. `locked`: h flags, or 0.
 */
export function rigidGaussNewton(
  begin: i32,
  end: i32,
  slot: i32,
  motion: usize,
  cross: usize,
  normal: usize,
  h: i32,
  locked: Optional,
  scratch: usize,
  scratchBytes: i32,
): void {
  const width = 4 * h;
  const unknowns = 6 * h;
  const system = scratch + <usize>slot * <usize>scratchBytes;
  const x = system + ((<usize>(unknowns * unknowns)) << 3);
  const d = x + ((<usize>unknowns) << 3);
  const trial = d + ((<usize>(3 * width)) << 3);
  const small = trial + ((<usize>(3 * width)) << 3);
  for (let k = begin; k < end; k++) {
    const b = motion + ((<usize>(3 * k * width)) << 3);
    const c = cross + ((<usize>(3 * k * width)) << 3);
    const before = costAndSlope(b, c, normal, width, d);
    let damping = 1e-6;
    for (let attempt = 0; attempt < 5; attempt++) {
      writeSystem(system, b, normal, h, damping, locked, small);
      cholesky(system, unknowns, unknowns, 1e-14);
      writeSlope(x, b, d, h, locked);
      choleskySolve(system, unknowns, unknowns, x);
      applyStep(trial, b, x, h, small);
      // `system` is free now, so BN of the trial goes there.
      if (costOf(trial, c, normal, width, system) < before) {
        memory.copy(b, trial, (<usize>(3 * width)) << 3);
        break;
      }
      damping = Math.max(damping * 10.0, 1e-4) * 10.0;
    }
  }
}
