import { Matrix4, Quaternion, Vector3 } from "three/webgpu";
import type { Bone, Hinge } from "../../../workers/model/rig/rig";

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

/** A hinge twists the bone if the cosine between its axis and the bone's direction is at least this. */
const ALONG = 0.9;

/** An own axis is a hinge's if the cosine between them is at least this. */
const SAME = 0.9999;

/**
 * The axes about which a bone turns, in the rest pose. They are those of the artist's file. Without these, y runs along
 * the bone, so that turning about y twists it, and x is horizontal if it can be; a bone without a direction takes the
 * axes of the sequence. A hinge turns about one of its axes: about the file's if one fits, or else about x, or y for a
 * twist.
 */
export function boneAxes(bones: readonly Bone[], j: number): Quaternion {
  const { limits, axes } = bones[j];
  const own = axes && new Quaternion(...axes);
  if (own && hasHinge(own, limits?.hinge)) return own;
  return axesAlong(directionOf(bones, j), limits?.hinge && new Vector3(...limits.hinge.axis));
}

/** Whether a joint can turn about its hinge with rings about these axes; true without a hinge. */
function hasHinge(axes: Quaternion, hinge: Hinge | undefined): boolean {
  if (!hinge) return true;
  const turned = new Vector3(...hinge.axis).applyQuaternion(axes.clone().conjugate());
  return turned.toArray().some((cosine) => Math.abs(cosine) > SAME);
}

function axesAlong(y: Vector3 | null, hinge: Vector3 | undefined): Quaternion {
  if (hinge) {
    const isTwist = y !== null && Math.abs(y.dot(hinge)) > ALONG;
    if (isTwist) return axesAlong(hinge, undefined);
    const z = new Vector3().crossVectors(hinge, y ?? acrossOf(hinge)).normalize();
    return basis(hinge, new Vector3().crossVectors(z, hinge), z);
  }
  if (!y) return new Quaternion();
  const least = Math.abs(y.x) <= Math.abs(y.z) ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1);
  const z = new Vector3().crossVectors(least, y).normalize();
  return basis(new Vector3().crossVectors(y, z), y, z);
}

/** Any direction that is not parallel to another. */
const acrossOf = (v: Vector3): Vector3 => (Math.abs(v.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0));

const basis = (x: Vector3, y: Vector3, z: Vector3): Quaternion =>
  new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
