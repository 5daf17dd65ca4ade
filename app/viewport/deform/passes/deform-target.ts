import { vec4 } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import { VertexTarget } from "../data/vertex-target";

/** The position of a vertex, and the rotation of its normal since the rest pose, in a shader. */
export interface PosedVertex {
  position: Node<"vec3">;
  rotation: Node<"vec4">;
}

/**
 * A pose of all solver vertices in two float textures with one texel per vertex, written by a full-screen pass.
 * Everything that draws or measures samples it.
 */
export class DeformTarget extends VertexTarget {
  /** `pose` builds the shader of vertex `i`; it is called inside a shader function. */
  constructor(vertexCount: number, pose: (i: Node<"uint">) => PosedVertex) {
    super(vertexCount, 2, (i) => {
      const { position, rotation } = pose(i);
      return [vec4(position, 1), rotation];
    });
  }

  /** Position of vertex `i`, in a shader. */
  position(i: Node<"uint">): Node<"vec3"> {
    return this.load(i).xyz;
  }

  /** Rotation of vertex `i` from rest to pose, in a shader. */
  rotation(i: Node<"uint">): Node<"vec4"> {
    return this.load(i, 1);
  }

  /** The positions from the last pass, 3V. */
  readPositions(renderer: WebGPURenderer): Promise<Float32Array> {
    return this.read(renderer, 0, 3);
  }
}
