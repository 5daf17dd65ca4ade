import {
  attribute,
  Fn,
  float,
  frontFacing,
  fwidth,
  If,
  mix,
  modelWorldMatrix,
  normalize,
  positionWorld,
  select,
  smoothstep,
  varying,
  vec3,
  vec4,
} from "three/tsl";
import { DoubleSide, type Node, NodeMaterial, type UniformNode } from "three/webgpu";
import { storedCoordinate } from "../../deform/data/stored-texture";
import { rotated } from "../../deform/models/quaternion";
import type { DeformTarget } from "../../deform/passes/deform-target";
import type { AmbientOcclusion } from "../light/ambient-occlusion";
import type { DirectionalDepth } from "../light/directional-depth";
import { studioLit } from "../light/studio-light";
import { MODES, type SurfaceShading } from "./shading";
import { solverVertex } from "./solver-vertex";

/** World normal of a deformed surface, towards the viewer, in a fragment shader. */
export function worldNormal(target: DeformTarget): Node<"vec3"> {
  const local = rotated(target.rotation(solverVertex()), attribute<"vec3">("normal", "vec3"));
  const n = normalize(varying(modelWorldMatrix.mul(vec4(local, 0)).xyz));
  return select(frontFacing, n, n.negate());
}

const HATCH_LIGHT = vec3(0.17, 0.175, 0.195);
const HATCH_DARK = vec3(0.115, 0.12, 0.135);
/** Pixels of a stripe and its gap. */
const HATCH_PERIOD = 8;
/** Smaller weights are exactly 0 at all corners of the triangle. */
const NO_WEIGHT = 1e-6;

export interface SurfaceInputs {
  /** The drawn pose. */
  target: DeformTarget;
  /** The measured value of a vertex, an error or its strain, in a vertex shader. */
  measured: (vertex: Node<"uint">) => Node<"float">;
  surfaceShading: SurfaceShading;
  mode: UniformNode<"int", number>;
  key: DirectionalDepth;
  ambient: AmbientOcclusion;
  /** Length of the shadow bias along the normal, in the sequence's unit. */
  bias: UniformNode<"float", number>;
}

/** Diagonal stripes on the screen: 1 on a stripe. */
function hatch(): Node<"float"> {
  const pixel = storedCoordinate().toVar();
  const along = pixel.x.add(pixel.y).div(HATCH_PERIOD).fract();
  return smoothstep(0.05, 0.2, along).sub(smoothstep(0.5, 0.65, along));
}

/** sRGB colour of the surface before lighting, inside a shader function. */
function surfaceColour({ measured, surfaceShading, mode }: SurfaceInputs): Node<"vec3"> {
  const s = solverVertex();
  const is = (m: number) => mode.equal(m);
  const number = varying(
    Fn(() => {
      const shown = float(0).toVar();
      If(is(MODES.error).or(is(MODES.strain)), () => {
        shown.assign(measured(s));
      })
        .ElseIf(is(MODES.strength).or(is(MODES.balance)).or(is(MODES.energy)), () => {
          shown.assign(surfaceShading.strength(s));
        })
        .ElseIf(is(MODES.energyBeside), () => {
          shown.assign(surfaceShading.beside(s));
        })
        .ElseIf(is(MODES.weight), () => {
          shown.assign(surfaceShading.weights.weight(s));
        });
      return shown;
    })(),
  ).toVar();
  const plain = varying(
    Fn(() => {
      const shown = attribute<"vec3">("tint", "vec3").toVar();
      If(is(MODES.bones), () => {
        shown.assign(surfaceShading.weights.mixture(s));
      })
        .ElseIf(is(MODES.influences), () => {
          shown.assign(surfaceShading.weights.count(s));
        })
        .ElseIf(is(MODES.regions), () => {
          shown.assign(surfaceShading.region(s, attribute<"vec3">("tint", "vec3")));
        });
      return shown;
    })(),
  );
  const { x: low, y: high } = surfaceShading.errorRange;
  const t = number.sub(low).div(high.sub(low).max(1e-12)).toVar();
  const width = fwidth(t).clamp(1e-6, 0.06).toVar();
  const colour = plain.toVar();
  If(is(MODES.error).or(is(MODES.energy)).or(is(MODES.energyBeside)), () => {
    // A thin white contour where the error leaves the range.
    const rim = smoothstep(width.mul(0.4), width.mul(1.4), t.sub(1).abs()).oneMinus();
    colour.assign(mix(surfaceShading.ramp("error", t), vec3(1), rim.mul(0.9)));
  })
    .ElseIf(is(MODES.weight).or(is(MODES.strength)), () => {
      const striped = mix(HATCH_DARK, HATCH_LIGHT, hatch());
      colour.assign(select(number.lessThan(NO_WEIGHT), striped, surfaceShading.ramp("weight", number)));
    })
    .ElseIf(is(MODES.balance), () => {
      // Here 1 is the middle and 4 the end.
      const below = number.mul(0.5);
      const above = number.sub(1).div(6).add(0.5);
      colour.assign(surfaceShading.ramp("signed", select(number.lessThan(1), below, above)));
    })
    .ElseIf(is(MODES.strain), () => {
      colour.assign(surfaceShading.ramp("signed", number.div(surfaceShading.strainRange).mul(0.5).add(0.5)));
    });
  return colour;
}

/** The mesh in the studio's light, with the chosen shading. */
export function surfaceMaterial(inputs: SurfaceInputs): NodeMaterial {
  const { target, mode, key, ambient, bias } = inputs;
  const material = new NodeMaterial();
  material.positionNode = target.position(solverVertex());
  material.fragmentNode = Fn(() => {
    const normal = worldNormal(target).toVar();
    const lifted = positionWorld.add(normal.mul(bias)).toVar();
    const lit = studioLit({
      colour: surfaceColour(inputs),
      normal,
      position: positionWorld,
      key: () => key.visible(lifted, 0.004),
      open: varying(ambient.openness(solverVertex())),
      data: select(mode.equal(MODES.tint), float(0), float(1)),
    });
    return vec4(lit, 1);
  })();
  material.side = DoubleSide;
  return material;
}
