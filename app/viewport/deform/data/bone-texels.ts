import { uint, vec3, vec4 } from "three/tsl";
import type { Node } from "three/webgpu";
import { boneRotations } from "../../../../workers/model/rig/bone-rotations";
import { Texels } from "./texels";

/** Texels per bone: the rows of its 3x4 from rest to pose, and its rotation as a quaternion. */
const STRIDE = 4;

/** The rows of the linear part of a blend of bones. */
export type MatrixRows = [Node<"vec3">, Node<"vec3">, Node<"vec3">];

/** Bones whose matrices a shader can read. */
export interface Matrices {
  /** The three rows of a bone's 3x4, in a shader. */
  rows(bone: Node<"uint">): [Node<"vec4">, Node<"vec4">, Node<"vec4">];
}

/** The pose on the GPU. */
export class BoneTexels implements Matrices {
  private readonly texels = new Texels("vec4");
  private readonly turning: boolean;

  /** @param turning whether the shader reads rotations of bones. */
  constructor(turning: boolean) {
    this.turning = turning;
  }

  /** @param matrices row-major 3x4 from rest to pose, 12 numbers per bone. */
  set(matrices: Float32Array): void {
    const count = matrices.length / 12;
    const texels = this.texels.reserve(STRIDE * count);
    const rotations = this.turning ? boneRotations(matrices) : null;
    for (let j = 0; j < count; j++) {
      texels.set(matrices.subarray(12 * j, 12 * j + 12), 4 * STRIDE * j);
      if (rotations) texels.set(rotations.subarray(4 * j, 4 * j + 4), 4 * STRIDE * j + 12);
    }
    this.texels.flush();
  }

  /** The three rows of a bone's 3x4, in a shader. */
  rows(bone: Node<"uint">): [Node<"vec4">, Node<"vec4">, Node<"vec4">] {
    const at = bone.mul(uint(STRIDE)).toVar();
    const row = (r: number) => this.texels.load(at.add(uint(r))).toVar();
    return [row(0), row(1), row(2)];
  }

  /** One of the three rows of a bone's 3x4, in a shader. */
  row(bone: Node<"uint">, row: Node<"uint">): Node<"vec4"> {
    return this.texels.load(bone.mul(uint(STRIDE)).add(row)).toVar();
  }

  /** The rotation of a bone, or the nearest one if it stretches. In a shader. */
  rotation(bone: Node<"uint">): Node<"vec4"> {
    return this.texels.load(bone.mul(uint(STRIDE)).add(uint(STRIDE - 1))).toVar();
  }

  dispose(): void {
    this.texels.dispose();
  }
}

/** M [v; 1] from the rows of M, in a shader. */
export function transformPoint(rows: Node<"vec4">[], v: Node<"vec3">): Node<"vec3"> {
  const h = vec4(v, 1).toVar();
  return vec3(rows[0].dot(h), rows[1].dot(h), rows[2].dot(h));
}

/** Mᴿ v from the rows of M, in a shader. */
export function transformDirection(rows: (Node<"vec3"> | Node<"vec4">)[], v: Node<"vec3">): Node<"vec3"> {
  return vec3(rows[0].xyz.dot(v), rows[1].xyz.dot(v), rows[2].xyz.dot(v));
}
