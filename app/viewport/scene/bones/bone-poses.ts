import { type Matrix4, Vector3 } from "three/webgpu";
import type { Bone } from "../../../../workers/model/rig/rig";
import { matrixOf } from "../../geometry/bone-boxes";
import type { HandlePose } from "./bone-handles";

/**
 * The handles of a pose (3x4 from rest to pose, 12B) in the world: each at its bone's posed head, rotated with the
 * bone. The solver puts heads in the centres of the bones' regions.
 */
export function handlePose(bones: readonly Bone[], matrices: ArrayLike<number>, world: Matrix4): HandlePose {
  const count = bones.length;
  const pose: HandlePose = { centres: new Float32Array(3 * count), axes: new Float32Array(9 * count) };
  const v = new Vector3();
  for (let j = 0; j < count; j++) {
    const bone = matrixOf(matrices, j).premultiply(world);
    v.set(...bones[j].head)
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
