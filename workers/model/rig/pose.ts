import { affineProduct } from "../../math/affine";
import { bestRotation } from "../../math/best-rotation";
import { addRotated, rotationMatrix } from "../../math/quaternion";
import type { Bone } from "./rig";

/** A pose of a skeleton made by hand: each bone turned and moved relative to its rest pose. */
export interface Pose {
  name: string;
  /**
   * 4B: unit quaternions x, y, z, w about each bone's head, in the axes of the rest pose, before the parent's own
   * motion.
   */
  rotations: Float32Array;
  /** 3B: added to each bone's head, in the axes of the rest pose, before the parent's own motion. */
  translations: Float32Array;
}

export function restPose(bones: readonly Bone[], name = "Rest"): Pose {
  const rotations = new Float32Array(4 * bones.length);
  for (let j = 0; j < bones.length; j++) rotations[4 * j + 3] = 1;
  return { name, rotations, translations: new Float32Array(3 * bones.length) };
}

/**
 * The bones' matrices, row-major 3x4 from rest to posed, 12B:
 * M_j = M_parent · [R, h + t − R h], with h the bone's head, R its rotation and t its translation.
 */
export function poseMatrices(bones: readonly Bone[], pose: Pose): Float32Array {
  const world: Float64Array[] = [];
  const linear = new Float64Array(9);
  const turned = new Float64Array(3);
  bones.forEach(({ parent, head }, j) => {
    rotationMatrix(pose.rotations, 4 * j, linear, 0);
    addRotated(pose.rotations, 4 * j, head, 0, turned.fill(0), 0);
    const local = new Float64Array(12);
    for (let r = 0; r < 3; r++) {
      local.set(linear.subarray(3 * r, 3 * r + 3), 4 * r);
      local[4 * r + 3] = head[r] + pose.translations[3 * j + r] - turned[r];
    }
    world.push(parent < 0 ? local : affineProduct(world[parent], local));
  });
  const out = new Float32Array(12 * bones.length);
  world.forEach((matrix, j) => {
    out.set(matrix, 12 * j);
  });
  return out;
}

/** The inverse of a rotation and translation. */
function inverse(m: ArrayLike<number>): Float64Array {
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      out[4 * r + c] = m[4 * c + r];
      out[4 * r + 3] -= m[4 * c + r] * m[4 * c + 3];
    }
  }
  return out;
}

/**
 * The pose with these matrices (12B, like one frame of a rig's motion). Bones that scale or shear get the nearest
 * rotation that keeps their heads in place.
 */
export function poseOfMatrices(bones: readonly Bone[], matrices: ArrayLike<number>, name: string): Pose {
  const pose = restPose(bones, name);
  const world: Float64Array[] = [];
  const linear = new Float64Array(9);
  const rotation = new Float64Array(4);
  const matrix = new Float64Array(9);
  bones.forEach(({ parent, head }, j) => {
    for (let n = 0; n < 9; n++) linear[n] = matrices[12 * j + 4 * Math.floor(n / 3) + (n % 3)];
    bestRotation(linear, 0, rotation, 0);
    rotationMatrix(rotation, 0, matrix, 0);
    const rigid = new Float64Array(12);
    for (let r = 0; r < 3; r++) {
      rigid.set(matrix.subarray(3 * r, 3 * r + 3), 4 * r);
      rigid[4 * r + 3] = matrices[12 * j + 4 * r + 3];
      for (let c = 0; c < 3; c++) {
        rigid[4 * r + 3] += (matrices[12 * j + 4 * r + c] - matrix[3 * r + c]) * head[c];
      }
    }
    world.push(rigid);
    const local = parent < 0 ? rigid : affineProduct(inverse(world[parent]), rigid);
    for (let n = 0; n < 9; n++) linear[n] = local[4 * Math.floor(n / 3) + (n % 3)];
    bestRotation(linear, 0, rotation, 0);
    pose.rotations.set(rotation, 4 * j);
    for (let r = 0; r < 3; r++) {
      const moved =
        local[4 * r] * head[0] + local[4 * r + 1] * head[1] + local[4 * r + 2] * head[2] + local[4 * r + 3];
      pose.translations[3 * j + r] = moved - head[r];
    }
  });
  return pose;
}
