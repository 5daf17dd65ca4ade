import { Matrix4, Quaternion, Vector3 } from "three/webgpu";
import type { Bone } from "../../../workers/model/rig/rig";

/** The direction of a bone in the rest pose: to the mean of its children, or the direction from its parent. */
function directionOf(bones: readonly Bone[], j: number): Vector3 | null {
  const head = new Vector3(...bones[j].head);
  const children = bones.filter(({ parent }) => parent === j);
  const along = new Vector3();
  for (const child of children) along.add(new Vector3(...child.head).sub(head));
  if (along.length() < 1e-9 && bones[j].parent >= 0)
    along.copy(head).sub(new Vector3(...bones[bones[j].parent].head));
  return along.length() < 1e-9 ? null : along.normalize();
}

/**
 * The rotation axes of a bone in the rest pose: y along the bone, so that y twists it, and x horizontal if possible. A
 * bone without a direction has the sequence's own axes.
 */
export function boneAxes(bones: readonly Bone[], j: number): Quaternion {
  const y = directionOf(bones, j);
  if (!y) return new Quaternion();
  const least = Math.abs(y.x) <= Math.abs(y.z) ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1);
  const z = new Vector3().crossVectors(least, y).normalize();
  const x = new Vector3().crossVectors(y, z);
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
}
