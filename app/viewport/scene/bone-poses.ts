import { Matrix4, Vector3 } from "three/webgpu";
import type { Rig } from "../../../workers/model/rig";
import type { HandlePose } from "./bone-handles";

/** Weighted middle, in the rest pose, of what each bone moves, 3B; the bone's head where it moves nothing. */
export function restCentres(rig: Rig): Float32Array {
  const { weights, rest, bones } = rig;
  const sums = new Float64Array(4 * bones.length);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const at = 4 * weights.bones[e];
      const w = weights.values[e];
      sums[at] += w * rest[3 * i];
      sums[at + 1] += w * rest[3 * i + 1];
      sums[at + 2] += w * rest[3 * i + 2];
      sums[at + 3] += w;
    }
  }
  const centres = new Float32Array(3 * bones.length);
  bones.forEach((bone, j) => {
    const total = sums[4 * j + 3];
    for (let axis = 0; axis < 3; axis++) {
      centres[3 * j + axis] = total > 0 ? sums[4 * j + axis] / total : bone.head[axis];
    }
  });
  return centres;
}

/** The handles of frame `k` in the world: each at the posed middle of what its bone moves, turned as the bone is. */
export function handlePose(rig: Rig, k: number, centres: Float32Array, world: Matrix4): HandlePose {
  const count = rig.bones.length;
  const pose: HandlePose = { centres: new Float32Array(3 * count), axes: new Float32Array(9 * count) };
  const bone = new Matrix4();
  const v = new Vector3();
  for (let j = 0; j < count; j++) {
    const m = rig.motion.subarray(12 * (k * count + j), 12 * (k * count + j) + 12);
    bone.set(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 0, 0, 0, 1);
    bone.premultiply(world);
    v.fromArray(centres, 3 * j)
      .applyMatrix4(bone)
      .toArray(pose.centres, 3 * j);
    for (let axis = 0; axis < 3; axis++) {
      v.setFromMatrixColumn(bone, axis)
        .normalize()
        .toArray(pose.axes, 9 * j + 3 * axis);
    }
  }
  return pose;
}
