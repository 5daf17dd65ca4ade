import { loadF64, Optional, storeF64 } from "../memory";
import { nearestRotationFast } from "../rotations/fast-rotation";
import { costAndSlope } from "./rigid-gauss-newton";

/** The scratch numbers that `rigidSweeps` and `projectRotations` need on each thread. */
export function rigidSweepsScratch(h: i32): i32 {
  return 12 * h + 64;
}

/**
 * The bones phase of SSDR (Le & Deng 2012, algorithm 4): in each frame and in `sweeps` rounds, each bone in turn gets
 * the rigid motion that best explains the residual of the other bones (weighted absolute orientation, equations 16-20).
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
  const small = d + ((<usize>(3 * width)) << 3);
  for (let k = begin; k < end; k++) {
    const b = motion + ((<usize>(3 * k * width)) << 3);
    const c = cross + ((<usize>(3 * k * width)) << 3);
    costAndSlope(b, c, normal, width, d);
    const scale = scales ? loadF64(scales, k) : 1.0;
    for (let sweep = 0; sweep < sweeps; sweep++) {
      for (let j = 0; j < h; j++) {
        if (locked !== 0 && load<u8>(locked + <usize>j) !== 0) continue;
        if (loadF64(normal, (4 * j + 3) * width + 4 * j + 3) > 1e-9)
          refitBone(b, d, normal, j, width, scale, small);
      }
    }
  }
}

function refitBone(b: usize, d: usize, normal: usize, j: i32, width: i32, scale: f64, small: usize): void {
  const rows = normal + ((<usize>(4 * j * width)) << 3);
  const block = rows + ((<usize>(4 * j)) << 3);
  const bj = b + ((<usize>(4 * j)) << 3);
  const dj = d + ((<usize>(4 * j)) << 3);
  const mass = loadF64(block, 3 * width + 3);
  const q = small; // 3x4: Σ w q [v 1] of the residual without this bone
  const m = q + 96;
  const r = m + 72;
  const old = r + 72;
  for (let a = 0; a < 3; a++) {
    for (let c = 0; c < 4; c++) {
      let sum = loadF64(dj, a * width + c);
      for (let e = 0; e < 4; e++) sum += loadF64(bj, a * width + e) * loadF64(block, e * width + c);
      storeF64(q, 4 * a + c, sum);
    }
    for (let c = 0; c < 3; c++) {
      storeF64(
        m,
        3 * a + c,
        loadF64(q, 4 * a + c) - (loadF64(q, 4 * a + 3) * loadF64(block, c * width + 3)) / mass,
      );
    }
  }
  nearestRotationFast(m, 24, r, 24, old);
  if (scale !== 1.0) for (let e = 0; e < 9; e++) storeF64(r, e, scale * loadF64(r, e));
  for (let a = 0; a < 3; a++) {
    let t = loadF64(q, 4 * a + 3);
    for (let c = 0; c < 3; c++) t -= loadF64(r, 3 * a + c) * loadF64(block, c * width + 3);
    const row = bj + ((<usize>(a * width)) << 3);
    const now0 = loadF64(r, 3 * a);
    const now1 = loadF64(r, 3 * a + 1);
    const now2 = loadF64(r, 3 * a + 2);
    const now3 = t / mass;
    subtractFour(
      d + ((<usize>(a * width)) << 3),
      rows,
      now0 - loadF64(row, 0),
      now1 - loadF64(row, 1),
      now2 - loadF64(row, 2),
      now3 - loadF64(row, 3),
      width,
    );
    storeF64(row, 0, now0);
    storeF64(row, 1, now1);
    storeF64(row, 2, now2);
    storeF64(row, 3, now3);
  }
}

/** x ← x − s0·y0 − s1·y1 − s2·y2 − s3·y3, in this order. The four rows of y follow each other; n is even. */
function subtractFour(x: usize, y: usize, s0: f64, s1: f64, s2: f64, s3: f64, n: i32): void {
  const bytes = (<usize>n) << 3;
  const f0 = f64x2.splat(s0);
  const f1 = f64x2.splat(s1);
  const f2 = f64x2.splat(s2);
  const f3 = f64x2.splat(s3);
  for (let k: usize = 0; k < bytes; k += 16) {
    let at = y + k;
    let left = f64x2.sub(v128.load(x + k), f64x2.mul(f0, v128.load(at)));
    at += bytes;
    left = f64x2.sub(left, f64x2.mul(f1, v128.load(at)));
    at += bytes;
    left = f64x2.sub(left, f64x2.mul(f2, v128.load(at)));
    at += bytes;
    v128.store(x + k, f64x2.sub(left, f64x2.mul(f3, v128.load(at))));
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
  const bytes = (<usize>(4 * h)) << 3;
  for (let k = begin; k < end; k++) {
    for (let j = 0; j < h; j++) {
      if (locked !== 0 && load<u8>(locked + <usize>j) !== 0) continue;
      const at = motion + <usize>(3 * k) * bytes + ((<usize>(4 * j)) << 3);
      nearestRotationFast(at, bytes, at, bytes, small);
      const scale = scales ? loadF64(scales, k) : 1.0;
      if (scale === 1.0) continue;
      for (let a: usize = 0; a < 3; a++)
        for (let c = 0; c < 3; c++) storeF64(at + a * bytes, c, scale * loadF64(at + a * bytes, c));
    }
  }
}
