import { gather, PER_FRAME } from "./residuals";
import { StagedRig } from "./staged-rig";

/** out (width) += f · row (width), an even number of them. @inline */
function addScaled(out: usize, row: usize, f: f64, width: i32): void {
  const s = f64x2.splat(f);
  const bytes = (<usize>width) << 3;
  for (let c: usize = 0; c < bytes; c += 16) {
    v128.store(out + c, f64x2.add(v128.load(out + c), f64x2.mul(s, v128.load(row + c))));
  }
}

/** The scratch numbers that `correctionSketch` needs on each thread. */
export function sketchScratch(frames: i32, width: i32): i32 {
  return 12 + PER_FRAME * frames + 3 * width;
}

/**
 * sums[block] (frames x (width + 2)) = D Dᵀ Q over a block of vertices, followed by the energy of each frame. D holds
 * the residuals mapped back to the rest pose, frames by 3V, and q (frames x width) is orthonormal. `width` is even.
 */
export function correctionSketch(
  begin: i32,
  end: i32,
  slot: i32,
  rig: StagedRig,
  block: i32,
  q: usize,
  width: i32,
  sums: usize,
  scratch: usize,
): void {
  const frames = rig.frames;
  const m = scratch + ((<usize>slot * <usize>sketchScratch(frames, width)) << 3);
  const data = m + 96;
  const p = data + ((<usize>(PER_FRAME * frames)) << 3);
  const row: usize = (<usize>width) << 3;
  const mine: usize = row + 16;
  const to = sums + <usize>(begin / block) * <usize>frames * mine;
  memory.fill(to, 0, <usize>frames * mine);
  for (let i = begin; i < end; i++) {
    gather(i, rig, 0, m, data, to + row, mine);
    memory.fill(p, 0, 3 * row);
    for (let k = 0; k < frames; k++) {
      const d = data + ((<usize>(k * PER_FRAME)) << 3);
      for (let axis: usize = 0; axis < 3; axis++) {
        addScaled(p + axis * row, q + <usize>k * row, load<f64>(d + (axis << 3), 48), width);
      }
    }
    for (let k = 0; k < frames; k++) {
      const d = data + ((<usize>(k * PER_FRAME)) << 3);
      for (let axis: usize = 0; axis < 3; axis++) {
        addScaled(to + <usize>k * mine, p + axis * row, load<f64>(d + (axis << 3), 48), width);
      }
    }
  }
}
