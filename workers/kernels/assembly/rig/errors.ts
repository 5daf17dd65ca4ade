import { f64At, Optional, storeF64 } from "../memory";
import { apply, blend } from "./blend";
import { StagedRig } from "./staged-rig";

/** The scratch numbers that `rigErrors` needs on each thread. */
export function rigErrorsScratch(block: i32): i32 {
  return 12 + 3 * block;
}

/**
 * Distances between a stage of the sequence and its rig. Items are vertices of the stage, `block` a block. Squared
 * distances are summed per vertex (vertexSums, which begins at the stage) and per block and frame
 * (blockSums[(firstBlock + block)·frames + k]), and so are the distances themselves (blockDistances). blockExtra
 * receives two numbers per block: the largest squared distance, and the sum of squared changes of the error from frame
 * to frame. `scratch` has room for 12 + 3·block numbers per slot.
 * @param before the errors of the last frame, three f64 a vertex, for a sequence whose frames come in several stages;
 * 0 if this is the only one.
 * @param continues whether `before` holds the errors of the frame before the first one.
 */
export function rigErrors(
  begin: i32,
  end: i32,
  slot: i32,
  rig: StagedRig,
  block: i32,
  firstBlock: i32,
  vertexSums: usize,
  blockSums: usize,
  blockDistances: usize,
  blockExtra: usize,
  scratch: usize,
  before: Optional,
  continues: i32,
): void {
  const frames = rig.frames,
    rest = rig.rest,
    offsets = rig.offsets,
    bones = rig.bones,
    values = rig.values;
  const matrix = f64At(scratch, slot * rigErrorsScratch(block));
  const errors = before ? before + <usize>begin * 24 : matrix + 96;
  const number = firstBlock + begin / block;
  const sums = blockSums + ((<usize>number * frames) << 3);
  const distances = blockDistances + ((<usize>number * frames) << 3);
  let most: f64 = 0,
    jitter: f64 = 0;
  for (let i = begin; i < end; i++) storeF64(vertexSums, i, 0);
  for (let k = 0; k < frames; k++) {
    const frameMotion = rig.motion + <usize>k * rig.boneCount * 48;
    let target = rig.staged + (<usize>k * rig.count + begin) * 12;
    let last = errors;
    let sum: f64 = 0,
      length: f64 = 0;
    for (let i = begin; i < end; i++) {
      const entry = offsets + ((<usize>i) << 2);
      blend(frameMotion, bones, values, load<i32>(entry), load<i32>(entry, 4), matrix);
      const at = rest + <usize>i * 12;
      const x = <f64>load<f32>(at),
        y = <f64>load<f32>(at, 4),
        z = <f64>load<f32>(at, 8);
      const dx = apply(matrix, x, y, z) - <f64>load<f32>(target);
      const dy = apply(matrix + 32, x, y, z) - <f64>load<f32>(target, 4);
      const dz = apply(matrix + 64, x, y, z) - <f64>load<f32>(target, 8);
      const square = dx * dx + dy * dy + dz * dz;
      sum += square;
      length += sqrt(square);
      most = max(most, square);
      const total = vertexSums + ((<usize>i) << 3);
      store<f64>(total, load<f64>(total) + square);
      if (k > 0 || continues) {
        const jx = dx - load<f64>(last),
          jy = dy - load<f64>(last, 8),
          jz = dz - load<f64>(last, 16);
        jitter += jx * jx + jy * jy + jz * jz;
      }
      store<f64>(last, dx);
      store<f64>(last, dy, 8);
      store<f64>(last, dz, 16);
      last += 24;
      target += 12;
    }
    storeF64(sums, k, sum);
    storeF64(distances, k, length);
  }
  store<f64>(blockExtra + ((<usize>number) << 4), most);
  store<f64>(blockExtra + ((<usize>number) << 4), jitter, 8);
}
