import { type Node, NodeMaterial, type UniformNode, type Vector4 } from "three/webgpu";
import type { DeformTarget } from "../../deform/passes/deform-target";
import { liftedClip } from "./lifted-clip";
import { solverVertex } from "./solver-vertex";

/** Moves lines towards the viewer by this fraction of the distance, so that they are in front of the faces below. */
const LIFT = 0.0008;

/** Wireframe of a deformed mesh, just above its surface. `colour` is sRGB and alpha. */
export function wireMaterial(target: DeformTarget, colour: UniformNode<"vec4", Vector4>): NodeMaterial {
  const material = new NodeMaterial();
  material.vertexNode = liftedClip(target.position(solverVertex()) as Node<"vec3">, LIFT);
  material.fragmentNode = colour;
  material.transparent = true;
  material.depthWrite = false;
  return material;
}
