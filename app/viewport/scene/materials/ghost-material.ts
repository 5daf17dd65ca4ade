import {
  cameraPosition,
  cameraProjectionMatrix,
  Fn,
  float,
  modelViewMatrix,
  normalize,
  positionWorld,
  pow,
  vec4,
} from "three/tsl";
import { DoubleSide, type Node, NodeMaterial, type UniformNode, type Vector3 } from "three/webgpu";
import type { DeformTarget } from "../../deform/passes/deform-target";
import { solverVertex } from "./solver-vertex";
import { worldNormal } from "./surface-material";

/** The fraction of the depth range for things drawn in front of everything else. */
const FRONT = 0.05;

/**
 * A clip position in front of everything else, with correct depth among its own kind. `webgl`: depth starts at -1
 * there.
 */
export function inFront(clip: Node<"vec4">, webgl: boolean): Node<"vec4"> {
  const z = webgl ? clip.z.add(clip.w).mul(FRONT).sub(clip.w) : clip.z.mul(FRONT);
  return vec4(clip.xy, z, clip.w);
}

/** The strength of a ghost, 0 to 1: the more the surface turns away from the viewer, the stronger. */
function rimOf(target: DeformTarget): Node<"float"> {
  const eye = normalize(cameraPosition.sub(positionWorld));
  const edge = float(1).sub(worldNormal(target).dot(eye).clamp(0, 1));
  return pow(edge, 2.4);
}

/**
 * A frame of the source as a ghost behind the surface: a strong rim, and a little colour where it faces the viewer.
 * @param strength 0 to 1; weaker for frames that are farther away.
 */
export function onionMaterial(
  target: DeformTarget,
  tint: UniformNode<"vec3", Vector3>,
  strength: UniformNode<"float", number>,
): NodeMaterial {
  const material = new NodeMaterial();
  material.positionNode = target.position(solverVertex());
  material.transparent = true;
  material.depthWrite = false;
  material.fragmentNode = vec4(tint, rimOf(target).mul(0.6).add(0.06).mul(strength).clamp(0, 1));
  return material;
}

/**
 * The source as a ghost over the rig: transparent where it faces the viewer, with a bright edge where it turns away.
 * Draw it twice: `depth` keeps only the nearest layer, `colour` draws that.
 */
export function ghostMaterials(
  target: DeformTarget,
  tint: UniformNode<"vec3", Vector3>,
  webgl: boolean,
): { depth: NodeMaterial; colour: NodeMaterial } {
  const place = Fn(() => {
    const p = target.position(solverVertex());
    return inFront(cameraProjectionMatrix.mul(modelViewMatrix).mul(vec4(p, 1)).toVar(), webgl);
  });
  const make = () => {
    const material = new NodeMaterial();
    material.positionNode = target.position(solverVertex());
    material.vertexNode = place();
    material.side = DoubleSide;
    material.transparent = true;
    // Only the nearest layer is drawn, so back and front need no order.
    material.forceSinglePass = true;
    return material;
  };
  const depth = make();
  depth.colorWrite = false;
  depth.fragmentNode = vec4(0);
  const colour = make();
  colour.depthWrite = false;
  colour.fragmentNode = vec4(tint, rimOf(target).mul(0.62).add(0.03).clamp(0, 1));
  return { depth, colour };
}
