import { f64At } from "../memory";
import { apply, blend } from "./blend";
import { StagedRig } from "./staged-rig";

/** The scratch numbers that `rigPositions` needs on each thread. */
export function rigPositionsScratch(): i32 {
  return 12;
}

/** Writes the positions of the rig's vertices [begin, end) in all frames to its stage. */
export function rigPositions(begin: i32, end: i32, slot: i32, rig: StagedRig, scratch: usize): void {
  const matrix = f64At(scratch, slot * rigPositionsScratch());
  for (let k = 0; k < rig.frames; k++) {
    const frameMotion = rig.motion + <usize>k * rig.boneCount * 48;
    for (let i = begin; i < end; i++) {
      const entry = rig.offsets + ((<usize>i) << 2);
      blend(frameMotion, rig.bones, rig.values, load<i32>(entry), load<i32>(entry, 4), matrix);
      const at = rig.rest + <usize>i * 12;
      const x = <f64>load<f32>(at),
        y = <f64>load<f32>(at, 4),
        z = <f64>load<f32>(at, 8);
      const out = rig.staged + (<usize>k * rig.count + i) * 12;
      store<f32>(out, <f32>apply(matrix, x, y, z));
      store<f32>(out, <f32>apply(matrix + 32, x, y, z), 4);
      store<f32>(out, <f32>apply(matrix + 64, x, y, z), 8);
    }
  }
}
