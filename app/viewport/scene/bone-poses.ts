import { Matrix4, Vector3 } from "three/webgpu";
import type { Rig } from "../../../workers/model/rig";
import type { HandlePose } from "./bone-handles";

/**
 * The handles of frame `k` in the world: each at its bone's posed head, which the solver puts in the middle of what the
 * bone moves, and turned as the bone is.
 */
export function handlePose(rig: Rig, k: number, world: Matrix4): HandlePose {
  const count = rig.bones.length;
  const pose: HandlePose = { centres: new Float32Array(3 * count), axes: new Float32Array(9 * count) };
  const bone = new Matrix4();
  const v = new Vector3();
  for (let j = 0; j < count; j++) {
    const m = rig.motion.subarray(12 * (k * count + j), 12 * (k * count + j) + 12);
    bone.set(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 0, 0, 0, 1);
    bone.premultiply(world);
    v.set(...rig.bones[j].head)
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
