import {
  attribute,
  cross,
  dFdx,
  dFdy,
  Fn,
  float,
  max,
  normalize,
  positionWorld,
  texture,
  varying,
  vec2,
  vec3,
  vec4,
} from "three/tsl";
import { DoubleSide, FrontSide, type Node, NodeMaterial } from "three/webgpu";
import type { Material, TextureMap } from "../../../../workers/model/mesh/appearance";
import { studioLit } from "../light/studio-light";
import { solverVertex } from "./solver-vertex";
import type { SurfaceImages } from "./surface-images";
import { type SurfaceInputs, worldNormal } from "./surface-material";

export interface TexturedInputs extends Pick<SurfaceInputs, "target" | "key" | "ambient" | "bias"> {
  material: Material;
  images: SurfaceImages;
  /** Whether the geometry has colours. */
  hasColours: boolean;
}

/** The attribute of a UV set in the geometry of a part. */
export const uvName = (set: number): string => `uv${set}`;
export const COLOUR_NAME = "colour";

/** UVs of a texture, transformed like KHR_texture_transform: scaled, turned counter-clockwise, moved. */
function uvOf({ uvSet, transform }: TextureMap): Node<"vec2"> {
  const uv = varying(attribute<"vec2">(uvName(uvSet), "vec2"));
  if (!transform) return uv;
  const { offset, rotation, scale } = transform;
  const [c, s] = [Math.cos(rotation), Math.sin(rotation)];
  const [x, y] = [uv.x.mul(scale[0]), uv.y.mul(scale[1])];
  return vec2(x.mul(c).add(y.mul(s)).add(offset[0]), y.mul(c).sub(x.mul(s)).add(offset[1]));
}

/**
 * The normal from a normal map, by the change of UVs over the picture (Mikkelsen, "Bump mapping unparametrized surfaces
 * on the GPU"). Needs no tangents, which the pose would have to turn.
 */
function mappedNormal(normal: Node<"vec3">, map: TextureMap, sample: Node<"vec3">): Node<"vec3"> {
  const uv = uvOf(map).toVar();
  const across = dFdx(positionWorld).toVar();
  const down = dFdy(positionWorld).toVar();
  const [uvAcross, uvDown] = [dFdx(uv).toVar(), dFdy(uv).toVar()];
  const first = cross(down, normal).toVar();
  const second = cross(normal, across).toVar();
  const tangent = first.mul(uvAcross.x).add(second.mul(uvDown.x)).toVar();
  const bitangent = first.mul(uvAcross.y).add(second.mul(uvDown.y)).toVar();
  const size = max(max(tangent.dot(tangent), bitangent.dot(bitangent)), 1e-24).inverseSqrt();
  const bent = sample.mul(2).sub(1).toVar();
  const strength = map.strength ?? 1;
  // Green is up in the image, and v grows downwards.
  const turned = tangent
    .mul(bent.x.mul(strength))
    .sub(bitangent.mul(bent.y.mul(strength)))
    .mul(size);
  return normalize(turned.add(normal.mul(bent.z)));
}

/**
 * A part of the mesh in its own material and the studio's light: base colour, vertex colours, normal map, glow, alpha.
 */
export function texturedMaterial(inputs: TexturedInputs): NodeMaterial {
  const { target, key, ambient, bias, images, hasColours } = inputs;
  const {
    baseColour,
    emissive,
    alpha = "opaque",
    alphaCutoff = 0.5,
    doubleSided,
    textures = {},
  } = inputs.material;
  const { baseColour: baseMap, normal: normalMap, emissive: glowMap } = textures;
  const base = images.texture(baseMap, "colour");
  const bumps = images.texture(normalMap, "numbers");
  const glow = images.texture(glowMap, "colour");
  const material = new NodeMaterial();
  material.positionNode = target.position(solverVertex());
  material.fragmentNode = Fn(() => {
    const [r, g, b, a] = baseColour;
    const colour = vec4(r, g, b, a).toVar();
    if (base && baseMap) colour.mulAssign(texture(base, uvOf(baseMap)));
    if (hasColours) colour.mulAssign(varying(attribute<"vec4">(COLOUR_NAME, "vec4")));
    if (alpha === "mask") colour.a.lessThan(alphaCutoff).discard();
    const smooth = worldNormal(target).toVar();
    const normal =
      bumps && normalMap ? mappedNormal(smooth, normalMap, texture(bumps, uvOf(normalMap)).xyz) : smooth;
    const lifted = positionWorld.add(smooth.mul(bias)).toVar();
    const lit = studioLit({
      // The studio's light works with squares.
      colour: colour.xyz.sqrt(),
      normal: normal.toVar(),
      position: positionWorld,
      key: () => key.visible(lifted, 0.004),
      open: varying(ambient.openness(solverVertex())),
      data: float(0),
    }).toVar();
    if (emissive) {
      const light = vec3(...emissive);
      const shown = glow && glowMap ? light.mul(texture(glow, uvOf(glowMap)).xyz) : light;
      lit.assign(lit.mul(lit).add(shown).clamp(0, 1).sqrt());
    }
    return vec4(lit, alpha === "blend" ? colour.a : float(1));
  })();
  material.side = doubleSided ? DoubleSide : FrontSide;
  if (alpha === "blend") {
    material.transparent = true;
    material.depthWrite = false;
  }
  return material;
}
