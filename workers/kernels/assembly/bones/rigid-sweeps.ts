import { loadF64, Optional, storeF64 } from "../memory";
import { nearestRotationFast } from "../rotations/fast-rotation";
import { overlapSlope, overlapUpdate } from "./overlaps";

/** The scratch numbers that `rigidSweeps` and `projectRotations` need on each thread. */
export function rigidSweepsScratch(h: i32): i32 {
  return 12 * h + 64;
}

/**
 * The bones phase of SSDR (Le & Deng 2012, algorithm 4): in each frame and in `sweeps` rounds, each bone in turn gets
 * the rigid motion that best explains the residual of the other bones (weighted absolute orientation, equations 16-20).
 * `counts` and `overlaps` are those of `listOverlaps` for `normal`.
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
  counts: usize,
  overlaps: usize,
): void {
  const width = 4 * h;
  const d = scratch + <usize>slot * <usize>scratchBytes;
  const small = d + ((<usize>(3 * width)) << 3);
  for (let k = begin; k < end; k++) {
    const b = motion + ((<usize>(3 * k * width)) << 3);
    const c = cross + ((<usize>(3 * k * width)) << 3);
    overlapSlope(b, c, normal, h, counts, overlaps, d);
    const scale = scales ? loadF64(scales, k) : 1.0;
    for (let sweep = 0; sweep < sweeps; sweep++) {
      for (let j = 0; j < h; j++) {
        if (locked !== 0 && load<u8>(locked + <usize>j) !== 0) continue;
        if (loadF64(normal, (4 * j + 3) * width + 4 * j + 3) <= 1e-9) continue;
        refitBone(b, d, normal, j, width, scale, small);
        overlapUpdate(d, small, normal, j, h, counts, overlaps);
      }
    }
  }
}

/** Refits bone j. Leaves its change, 3x4 numbers, in `small`. */
function refitBone(b: usize, d: usize, normal: usize, j: i32, width: i32, scale: f64, small: usize): void {
  const block = normal + ((<usize>(4 * j * width + 4 * j)) << 3);
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
    for (let c = 0; c < 4; c++) {
      const now = c < 3 ? loadF64(r, 3 * a + c) : t / mass;
      storeF64(q, 4 * a + c, now - loadF64(row, c));
      storeF64(row, c, now);
    }
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
