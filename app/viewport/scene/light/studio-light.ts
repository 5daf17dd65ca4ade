import { cameraPosition, float, If, mix, normalize, vec3 } from "three/tsl";
import type { Node } from "three/webgpu";

/**
 * Direction towards the key light, in the world: right, high, a little in front. It is fixed, so that the ground's
 * shadow stays in place while the camera orbits.
 */
export const KEY_DIRECTION: readonly [number, number, number] = [0.646, 0.722, 0.243];
const FILL_DIRECTION = normalize(vec3(-0.6, 0.25, 0.5));
const KEY_TINT = vec3(1.04, 1, 0.95);
/** The sky is cooler than the key. */
const SKY_TINT = vec3(0.93, 0.99, 1.08);
const RIM_TINT = vec3(0.82, 0.92, 1);

export interface Lit {
  /** sRGB. */
  colour: Node<"vec3">;
  /** Unit, world. */
  normal: Node<"vec3">;
  /** World. */
  position: Node<"vec3">;
  /** 1 where the key light arrives; evaluated only where the surface faces it. */
  key: () => Node<"float">;
  /** Openness to the surroundings, 0..1. */
  open: Node<"float">;
  /** 0 for a plain surface; 1 for a colour that must be read exactly, which gets flatter light. */
  data: Node<"float">;
}

/**
 * A surface in the studio's light: key, fill, sky, a cool rim and a soft highlight. sRGB in, sRGB out; light is
 * computed with squares, which is close enough to the sRGB curve and cheap. Call it inside a shader function.
 */
export function studioLit({ colour, normal, position, key, open, data }: Lit): Node<"vec3"> {
  const direction = vec3(...KEY_DIRECTION);
  const eye = normalize(cameraPosition.sub(position)).toVar();
  const n = normal.toVar();
  const facing = n.dot(eye).clamp(0, 1).toVar();
  const direct = n.dot(direction).clamp(0, 1).toVar();
  const arrives = float(0).toVar();
  If(direct.greaterThan(0), () => {
    arrives.assign(key());
    direct.mulAssign(arrives);
  });
  const fill = n.dot(FILL_DIRECTION).mul(0.5).add(0.5);
  const above = n.y.mul(0.5).add(0.5);
  const shade = open.mul(open.sqrt()).toVar();
  const ambient = above.mul(0.17).add(fill.mul(0.06)).add(facing.mul(0.045)).add(0.03).mul(shade);
  const light = mix(SKY_TINT.mul(ambient), vec3(ambient), data).add(
    KEY_TINT.mul(direct).mul(shade.mul(0.5).add(0.45)),
  );
  const strength = mix(light.mul(1.12), light.mul(0.9).add(0.2), data);
  const half = normalize(eye.add(direction));
  const shine = n.dot(half).clamp(0, 1).pow2().pow2().pow2().pow2().pow2();
  const highlight = shine.mul(arrives).mul(0.1);
  const rim = facing.oneMinus().pow3().mul(n.y.mul(0.65).add(0.35).clamp(0, 1)).mul(open).mul(0.16);
  const linear = colour.mul(colour).mul(strength).add(RIM_TINT.mul(rim)).add(highlight);
  const rolled = linear.div(linear.mul(0.12).add(1));
  return rolled.clamp(0, 1).sqrt();
}
