import { texture, uniform, vec2 } from "three/tsl";
import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  type Node,
  RGBAFormat,
  UnsignedByteType,
  Vector2,
} from "three/webgpu";
import type { Rig } from "../../../workers/model/rig";
import type { Shading } from "../../document/view-state";
import { Texels } from "../deform/texels";
import { boneColour, countStop, RAMPS, rampColour, rgb } from "../palette";

/** How the surface shader colours: by tint, by error, by a painted number, by a painted colour. */
export const MODES = { tint: 0, error: 1, weight: 2, colour: 3 } as const;

const RAMP_WIDTH = 256;
/** Bone colours are taken this far towards a light grey, so that the light still models them. */
const SOFTENING = 0.12;

/** The mode of a shading. */
export function modeOf(shading: Shading): number {
  if (shading === "error") return MODES.error;
  if (shading === "weights") return MODES.weight;
  return shading === "clay" ? MODES.tint : MODES.colour;
}

function rampTexture(): DataTexture {
  const data = new Uint8Array(2 * 4 * RAMP_WIDTH);
  (["error", "weight"] as const).forEach((name, row) => {
    for (let i = 0; i < RAMP_WIDTH; i++) {
      const colour = rampColour(name, i / (RAMP_WIDTH - 1));
      const at = 4 * (row * RAMP_WIDTH + i);
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(255 * colour[c]);
      data[at + 3] = 255;
    }
  });
  const ramp = new DataTexture(data, RAMP_WIDTH, 2, RGBAFormat, UnsignedByteType);
  ramp.minFilter = ramp.magFilter = LinearFilter;
  ramp.wrapS = ramp.wrapT = ClampToEdgeWrapping;
  ramp.needsUpdate = true;
  return ramp;
}

/** What the surfaces are coloured by: the ramps, the error's range, and a texel for each vertex. */
export class Shades {
  /** Per solver vertex: the weight in x, or a colour. */
  readonly painted = new Texels("vec4");
  /** Ends of the error ramp, in the sequence's unit. */
  readonly errorRange = uniform(new Vector2(0, 1));
  private readonly ramps = rampTexture();
  private state: { rig: Rig; shading: Shading; bone: number | null } | null = null;

  /** Colour of the error ramp at t in 0..1, in a shader. */
  errorColour(t: Node<"float">): Node<"vec3"> {
    return this.ramp(t, 0.25);
  }

  /** Colour of the weight ramp at t in 0..1, in a shader. */
  weightColour(t: Node<"float">): Node<"vec3"> {
    return this.ramp(t, 0.75);
  }

  private ramp(t: Node<"float">, row: number): Node<"vec3"> {
    const inset = 0.5 / RAMP_WIDTH;
    const u = t
      .clamp(0, 1)
      .mul(1 - 2 * inset)
      .add(inset);
    return texture(this.ramps, vec2(u, row)).xyz as Node<"vec3">;
  }

  /** Paints the vertices for a shading of a rig; does nothing where nothing changed. */
  paint(rig: Rig, shading: Shading, bone: number | null): void {
    const last = this.state;
    if (shading === "clay" || shading === "error") return;
    if (last && last.rig === rig && last.shading === shading && last.bone === bone) return;
    this.state = { rig, shading, bone };
    const texels = this.painted.reserve(rig.weights.offsets.length - 1);
    if (shading === "weights") paintWeights(texels, rig, bone);
    else if (shading === "bones") paintBones(texels, rig);
    else paintCounts(texels, rig);
    this.painted.flush();
  }

  dispose(): void {
    this.painted.dispose();
    this.ramps.dispose();
  }
}

function paintWeights(texels: Float32Array, { weights }: Rig, bone: number | null): void {
  const { offsets, bones, values } = weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    let weight = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === bone) weight = values[e];
    texels[4 * i] = weight;
  }
}

function paintBones(texels: Float32Array, { weights, bones: all }: Rig): void {
  const { offsets, bones, values } = weights;
  const colours = all.map((_, j) => boneColour(j).map((c) => c + (0.55 - c) * SOFTENING));
  for (let i = 0; i + 1 < offsets.length; i++) {
    texels.fill(0, 4 * i, 4 * i + 3);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      for (let c = 0; c < 3; c++) texels[4 * i + c] += values[e] * colours[bones[e]][c];
    }
  }
}

function paintCounts(texels: Float32Array, { weights }: Rig): void {
  const { offsets, values } = weights;
  const stops = RAMPS.count.map((hex) => rgb(hex));
  for (let i = 0; i + 1 < offsets.length; i++) {
    let count = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (values[e] > 0) count++;
    texels.set(stops[countStop(count)], 4 * i);
  }
}
