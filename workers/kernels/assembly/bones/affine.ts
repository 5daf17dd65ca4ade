import { cholesky, choleskySolve } from "../dense/cholesky";
import { loadF64, Optional, storeF64 } from "../memory";

/**
 * Factors the matrix of all affine bones, N + ρI, into `system` (h bones, 4h by 4h). Locked bones (h flags, or 0) have
 * the identity's rows and columns.
 */
export function affineFactor(normal: usize, h: i32, ridge: f64, locked: Optional, system: usize): void {
  const width = 4 * h;
  for (let i = 0; i < width; i++) {
    const row = (<usize>(i * width)) << 3;
    memory.copy(system + row, normal + row, (<usize>width) << 3);
    const fixed = isLocked(locked, i >> 2);
    for (let k = 0; k < width; k++) {
      const at = system + row + ((<usize>k) << 3);
      if (fixed || isLocked(locked, k >> 2)) store<f64>(at, i === k ? 1.0 : 0.0);
      else if (i === k) store<f64>(at, load<f64>(at) + ridge);
    }
  }
  cholesky(system, width, width, 1e-14);
}

/** @inline */
function isLocked(locked: usize, bone: i32): bool {
  return locked !== 0 && load<u8>(locked + <usize>bone) !== 0;
}

/** The scratch numbers that `affineSolve` needs on each thread. */
export function affineScratch(h: i32): i32 {
  return 12 * h + 64;
}

/**
 * Solves (N + ρI)bᵀ = cᵀ + ρ·b_oldᵀ for rows of B (items; 4h numbers each, in place). Locked bones move to the right
 * side.
 */
export function affineSolve(
  begin: i32,
  end: i32,
  slot: i32,
  system: usize,
  normal: usize,
  cross: usize,
  h: i32,
  ridge: f64,
  locked: Optional,
  bones: usize,
  scratch: usize,
  scratchBytes: i32,
): void {
  const width = 4 * h;
  const x = scratch + <usize>slot * <usize>scratchBytes;
  for (let row = begin; row < end; row++) {
    const b = bones + ((<usize>(row * width)) << 3);
    const c = cross + ((<usize>(row * width)) << 3);
    for (let i = 0; i < width; i++) {
      const old = loadF64(b, i);
      if (isLocked(locked, i >> 2)) {
        storeF64(x, i, old);
        continue;
      }
      let sum = loadF64(c, i) + ridge * old;
      if (locked) {
        for (let k = 0; k < width; k++) {
          if (!isLocked(locked, k >> 2)) continue;
          sum -= loadF64(normal, i * width + k) * loadF64(b, k);
        }
      }
      storeF64(x, i, sum);
    }
    choleskySolve(system, width, width, x);
    memory.copy(b, x, (<usize>width) << 3);
  }
}
