import { Optional } from "./memory";
import { cholesky, choleskySolve } from "./cholesky";
import { dot } from "./dot";
import { product } from "./product";
import { nearestRotation, writeRotation } from "./rotation";

// Rigid bones from the statistics N (4h by 4h) and C (3 rows of 4h a frame): per frame, the motion B (3 rows of 4h:
// [R_j | t_j] side by side) that lowers tr(BNBᵀ) − 2 tr(BCᵀ), which is the squared error up to a constant.
// Items are frames; a frame owns its rows. Frames that count differently have rows times `scales` (one number a frame,
// or 0 where all count alike): their rotations then are that multiple of one.

// @ts-ignore: decorator
@inline
function f(base: usize, i: i32): f64 {
  return load<f64>(base + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline
function put(base: usize, i: i32, x: f64): void {
  store<f64>(base + (<usize>i << 3), x);
}

/** tr(BNBᵀ) − 2 tr(BCᵀ); leaves BN in `normalB`. */
function costOf(b: usize, c: usize, normal: usize, width: i32, normalB: usize): f64 {
  product(0, 3, 0, b, width, 1, normal, width, width, width, normalB, width);
  return dot(b, normalB, 3 * width) - 2.0 * dot(b, c, 3 * width);
}

/** out(3x3) = R (rows `width` apart) times the top left of a 4x4 block of N. */
function rotateBlock(r: usize, block: usize, width: i32, out: usize): void {
  for (let a = 0; a < 3; a++) {
    const x = f(r, a * width);
    const y = f(r, a * width + 1);
    const z = f(r, a * width + 2);
    for (let c = 0; c < 3; c++) {
      put(out, 3 * a + c, x * f(block, c) + y * f(block, width + c) + z * f(block, 2 * width + c));
    }
  }
}

/** The 6x6 block (j, k) of the Gauss-Newton matrix: rotation vector and translation of each bone. */
function writeBlock(to: usize, ld: i32, rj: usize, rk: usize, block: usize, width: i32, scratch: usize): void {
  rotateBlock(rj, block, width, scratch);
  const p = scratch + 72;
  for (let a = 0; a < 3; a++) {
    for (let c = 0; c < 3; c++) {
      const row = c * width;
      const x = f(scratch, 3 * a) * f(rk, row);
      put(p, 3 * a + c, x + f(scratch, 3 * a + 1) * f(rk, row + 1) + f(scratch, 3 * a + 2) * f(rk, row + 2));
    }
  }
  const trace = f(p, 0) + f(p, 4) + f(p, 8);
  const n0 = f(block, 3);
  const n1 = f(block, width + 3);
  const n2 = f(block, 2 * width + 3);
  const mass = f(block, 3 * width + 3);
  const m = p + 72;
  const o = m + 24;
  for (let a = 0; a < 3; a++) {
    put(m, a, f(rj, a * width) * n0 + f(rj, a * width + 1) * n1 + f(rj, a * width + 2) * n2);
    const under = block + (<usize>(3 * width) << 3);
    put(o, a, f(rk, a * width) * f(under, 0) + f(rk, a * width + 1) * f(under, 1) + f(rk, a * width + 2) * f(under, 2));
    for (let c = 0; c < 3; c++) {
      put(to, a * ld + c, (a == c ? trace : 0.0) - f(p, 3 * c + a));
      put(to, (a + 3) * ld + c + 3, a == c ? mass : 0.0);
    }
  }
  writeSkew(to + 24, ld, m, 1.0);
  writeSkew(to + (<usize>(3 * ld) << 3), ld, o, -1.0);
}

function writeSkew(to: usize, ld: i32, v: usize, sign: f64): void {
  put(to, 0, 0.0);
  put(to, 1, -sign * f(v, 2));
  put(to, 2, sign * f(v, 1));
  put(to, ld, sign * f(v, 2));
  put(to, ld + 1, 0.0);
  put(to, ld + 2, -sign * f(v, 0));
  put(to, 2 * ld, -sign * f(v, 1));
  put(to, 2 * ld + 1, sign * f(v, 0));
  put(to, 2 * ld + 2, 0.0);
}

/** Lower triangle of the damped Gauss-Newton matrix. A locked bone's part is the identity. */
function writeSystem(a: usize, b: usize, normal: usize, h: i32, damping: f64, locked: usize, scratch: usize): void {
  const width = 4 * h;
  const ld = 6 * h;
  for (let j = 0; j < h; j++) {
    const fixed = locked != 0 && load<u8>(locked + <usize>j) != 0;
    for (let k = 0; k <= j; k++) {
      const to = a + (<usize>(6 * j * ld + 6 * k) << 3);
      if (fixed || (locked != 0 && load<u8>(locked + <usize>k) != 0)) {
        for (let r = 0; r < 6; r++) {
          for (let c = 0; c < 6; c++) put(to, r * ld + c, fixed && j == k && r == c ? 1.0 : 0.0);
        }
        continue;
      }
      const block = normal + (<usize>(4 * j * width + 4 * k) << 3);
      writeBlock(to, ld, b + (<usize>(4 * j) << 3), b + (<usize>(4 * k) << 3), block, width, scratch);
    }
    for (let r = 0; r < 6; r++) {
      const at = (6 * j + r) * ld + 6 * j + r;
      put(a, at, f(a, at) * (1.0 + damping) + 1e-9);
    }
  }
}

/** The right side: D = C − BN pulled back to rotation vectors and translations. */
function writeSlope(g: usize, b: usize, d: usize, h: i32, locked: usize): void {
  const width = 4 * h;
  for (let j = 0; j < h; j++) {
    const to = g + (<usize>(6 * j) << 3);
    if (locked != 0 && load<u8>(locked + <usize>j) != 0) {
      for (let r = 0; r < 6; r++) put(to, r, 0.0);
      continue;
    }
    const dj = d + (<usize>(4 * j) << 3);
    const rj = b + (<usize>(4 * j) << 3);
    put(to, 0, turn(dj, rj, width, 2, 1));
    put(to, 1, turn(dj, rj, width, 0, 2));
    put(to, 2, turn(dj, rj, width, 1, 0));
    for (let a = 0; a < 3; a++) put(to, 3 + a, f(dj, a * width + 3));
  }
}

/** (D Rᵀ)_ac − (D Rᵀ)_ca. */
function turn(d: usize, r: usize, width: i32, a: i32, c: i32): f64 {
  let sum = 0.0;
  for (let q = 0; q < 3; q++) {
    sum += f(d, a * width + q) * f(r, c * width + q) - f(d, c * width + q) * f(r, a * width + q);
  }
  return sum;
}

/** to = B moved by the step x: t ← t + τ, and R ← cay(ω)R, which is exp(ω) to second order, for |ω| ≤ 1. */
function applyStep(to: usize, b: usize, x: usize, h: i32, scratch: usize): void {
  const width = 4 * h;
  for (let j = 0; j < h; j++) {
    const r = b + (<usize>(4 * j) << 3);
    const out = to + (<usize>(4 * j) << 3);
    const wx = f(x, 6 * j);
    const wy = f(x, 6 * j + 1);
    const wz = f(x, 6 * j + 2);
    const scale = 0.5 / Math.max(Math.sqrt(wx * wx + wy * wy + wz * wz), 1.0);
    writeRotation(1.0, wx * scale, wy * scale, wz * scale, scratch, 24);
    for (let a = 0; a < 3; a++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0.0;
        for (let q = 0; q < 3; q++) sum += f(scratch, 3 * a + q) * f(r, q * width + c);
        put(out, a * width + c, sum);
      }
      put(out, a * width + 3, f(r, a * width + 3) + f(x, 6 * j + 3 + a));
    }
  }
}

/** Numbers of scratch per thread for all kernels of this file. */
export function rigidScratch(h: i32): i32 {
  return 36 * h * h + 6 * h + 24 * h + 64;
}

/**
 * One Gauss-Newton step per frame over all 6h unknowns at once, with Levenberg-Marquardt damping: a step that does
 * not lower the cost is tried again shorter, and given up after five times. `locked`: h flags, or 0.
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
  const x = system + (<usize>(unknowns * unknowns) << 3);
  const d = x + (<usize>unknowns << 3);
  const trial = d + (<usize>(3 * width) << 3);
  const small = trial + (<usize>(3 * width) << 3);
  for (let k = begin; k < end; k++) {
    const b = motion + (<usize>(3 * k * width) << 3);
    const c = cross + (<usize>(3 * k * width) << 3);
    const before = costOf(b, c, normal, width, d);
    for (let i = 0; i < 3 * width; i++) put(d, i, f(c, i) - f(d, i));
    let damping = 1e-6;
    for (let attempt = 0; attempt < 5; attempt++) {
      writeSystem(system, b, normal, h, damping, locked, small);
      cholesky(system, unknowns, unknowns, 1e-14);
      writeSlope(x, b, d, h, locked);
      choleskySolve(system, unknowns, unknowns, x);
      applyStep(trial, b, x, h, small);
      // `system` is free now: BN of the trial goes there.
      if (costOf(trial, c, normal, width, system) < before) {
        memory.copy(b, trial, <usize>(3 * width) << 3);
        break;
      }
      damping = Math.max(damping * 10.0, 1e-4) * 10.0;
    }
  }
}

/**
 * The bones phase of SSDR (Le & Deng 2012, algorithm 4): per frame, each bone in turn gets the rigid motion that best
 * explains what the others leave (weighted absolute orientation, equations 16-20), `sweeps` times round.
 */
export function rigidSweeps(
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
  sweeps: i32,
  scales: Optional,
): void {
  const width = 4 * h;
  const d = scratch + <usize>slot * <usize>scratchBytes;
  const small = d + (<usize>(3 * width) << 3);
  for (let k = begin; k < end; k++) {
    const b = motion + (<usize>(3 * k * width) << 3);
    const c = cross + (<usize>(3 * k * width) << 3);
    costOf(b, c, normal, width, d);
    for (let i = 0; i < 3 * width; i++) put(d, i, f(c, i) - f(d, i));
    const scale = scales ? f(scales, k) : 1.0;
    for (let sweep = 0; sweep < sweeps; sweep++) {
      for (let j = 0; j < h; j++) {
        if (locked != 0 && load<u8>(locked + <usize>j) != 0) continue;
        if (f(normal, (4 * j + 3) * width + 4 * j + 3) > 1e-9) refitBone(b, d, normal, j, width, scale, small);
      }
    }
  }
}

function refitBone(b: usize, d: usize, normal: usize, j: i32, width: i32, scale: f64, small: usize): void {
  const rows = normal + (<usize>(4 * j * width) << 3);
  const block = rows + (<usize>(4 * j) << 3);
  const bj = b + (<usize>(4 * j) << 3);
  const dj = d + (<usize>(4 * j) << 3);
  const mass = f(block, 3 * width + 3);
  const q = small; // 3x4: Σ w q [v 1] of the residual without this bone
  const m = q + 96;
  const r = m + 72;
  const old = r + 72;
  for (let a = 0; a < 3; a++) {
    for (let c = 0; c < 4; c++) {
      let sum = f(dj, a * width + c);
      for (let e = 0; e < 4; e++) sum += f(bj, a * width + e) * f(block, e * width + c);
      put(q, 4 * a + c, sum);
    }
    for (let c = 0; c < 3; c++) {
      put(m, 3 * a + c, f(q, 4 * a + c) - (f(q, 4 * a + 3) * f(block, c * width + 3)) / mass);
    }
  }
  nearestRotation(m, 24, r, 24, old);
  if (scale != 1.0) for (let e = 0; e < 9; e++) put(r, e, scale * f(r, e));
  for (let a = 0; a < 3; a++) {
    let t = f(q, 4 * a + 3);
    for (let c = 0; c < 3; c++) t -= f(r, 3 * a + c) * f(block, c * width + 3);
    const row = bj + (<usize>(a * width) << 3);
    for (let c = 0; c < 4; c++) {
      const now = c < 3 ? f(r, 3 * a + c) : t / mass;
      subtractScaled(d + (<usize>(a * width) << 3), rows + (<usize>(c * width) << 3), now - f(row, c), width);
      put(row, c, now);
    }
  }
}

/** x ← x − s·y, n even. */
function subtractScaled(x: usize, y: usize, s: f64, n: i32): void {
  const both = f64x2.splat(s);
  for (let k: usize = 0; k < <usize>n << 3; k += 16) {
    v128.store(x + k, f64x2.sub(v128.load(x + k), f64x2.mul(both, v128.load(y + k))));
  }
}

/** Replaces each bone's 3x3 by the nearest rotation. `locked`: h flags, or 0. */
export function projectRotations(
  begin: i32,
  end: i32,
  slot: i32,
  motion: usize,
  h: i32,
  locked: Optional,
  scratch: usize,
  scratchBytes: i32,
  scales: Optional,
): void {
  const small = scratch + <usize>slot * <usize>scratchBytes;
  const bytes = <usize>(4 * h) << 3;
  for (let k = begin; k < end; k++) {
    for (let j = 0; j < h; j++) {
      if (locked != 0 && load<u8>(locked + <usize>j) != 0) continue;
      const at = motion + <usize>(3 * k) * bytes + (<usize>(4 * j) << 3);
      nearestRotation(at, bytes, at, bytes, small);
      const scale = scales ? f(scales, k) : 1.0;
      if (scale == 1.0) continue;
      for (let a: usize = 0; a < 3; a++) for (let c = 0; c < 3; c++) put(at + a * bytes, c, scale * f(at + a * bytes, c));
    }
  }
}
