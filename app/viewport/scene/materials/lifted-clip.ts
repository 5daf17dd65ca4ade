import { cameraProjectionMatrix, modelViewMatrix, vec4 } from "three/tsl";
import type { Node } from "three/webgpu";

/**
 * A point of a mesh in clip space, moved towards the viewer so that the surface below does not cover it.
 * @param lift the share of the distance by which it moves.
 */
export function liftedClip(position: Node<"vec3">, lift: number): Node<"vec4"> {
  const view = modelViewMatrix.mul(vec4(position, 1)) as Node<"vec4">;
  // An orthographic camera sees along z everywhere, so x and y stay. The last number of its matrix is 1, else 0.
  const flat = (cameraProjectionMatrix.mul(vec4(0, 0, 0, 1)) as Node<"vec4">).w;
  const aside = flat.sub(1).mul(lift).add(1);
  return cameraProjectionMatrix.mul(vec4(view.xy.mul(aside), view.z.mul(1 - lift), 1)) as Node<"vec4">;
}
