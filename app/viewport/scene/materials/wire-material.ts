import { cameraProjectionMatrix, modelViewMatrix, vec4 } from "three/tsl";
import { type Node, NodeMaterial, type UniformNode, type Vector4 } from "three/webgpu";
import type { DeformTarget } from "../../deform/passes/deform-target";
import { solverVertex } from "./solver-vertex";

/** Moves lines towards the viewer by this fraction of the distance, so that they are in front of the faces below. */
const LIFT = 0.0008;

/** Wireframe of a deformed mesh, just above its surface. `colour` is sRGB and alpha. */
export function wireMaterial(target: DeformTarget, colour: UniformNode<"vec4", Vector4>): NodeMaterial {
  const material = new NodeMaterial();
  const view = modelViewMatrix.mul(vec4(target.position(solverVertex()), 1)) as Node<"vec4">;
  // Without perspective, a point moves towards the viewer along the line of sight. The matrix tells by its last number.
  const flat = (cameraProjectionMatrix.mul(vec4(0, 0, 0, 1)) as Node<"vec4">).w;
  const aside = flat.sub(1).mul(LIFT).add(1);
  material.vertexNode = cameraProjectionMatrix.mul(vec4(view.xy.mul(aside), view.z.mul(1 - LIFT), 1));
  material.fragmentNode = colour;
  material.transparent = true;
  material.depthWrite = false;
  return material;
}
