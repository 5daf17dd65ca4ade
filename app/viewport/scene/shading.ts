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
import type { PaneShading, Shading } from "../../document/view-state";
import { Texels } from "../deform/texels";
import { boneColour, countStop, RAMPS, rampColour, rgb } from "../palette";

/** How the surface shader colours: by tint, by a distance, by one of two painted numbers, by a painted colour, by strain. */
export const MODES = { tint: 0, error: 1, weight: 2, colour: 3, strength: 4, strain: 5 } as const;

const RAMP_WIDTH = 256;
const RAMP_ROWS = ["error", "weight", "signed"] as const;
/** Bone colours are taken this far towards a light grey, so that the light still models them. */
const SOFTENING = 0.12;

const MODE_OF: Record<Shading | PaneShading, number> = {
  clay: MODES.tint,
  error: MODES.error,
  difference: MODES.error,
  weights: MODES.weight,
  bones: MODES.colour,
  influences: MODES.colour,
  strength: MODES.strength,
  strain: MODES.strain,
};

/** The mode of a shading. */
export const modeOf = (shading: Shading | PaneShading): number => MODE_OF[shading];

function rampTexture(): DataTexture {
  const data = new Uint8Array(RAMP_ROWS.length * 4 * RAMP_WIDTH);
  RAMP_ROWS.forEach((name, row) => {
    for (let i = 0; i < RAMP_WIDTH; i++) {
      const colour = rampColour(name, i / (RAMP_WIDTH - 1));
      const at = 4 * (row * RAMP_WIDTH + i);
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(255 * colour[c]);
      data[at + 3] = 255;
    }
  });
  const ramp = new DataTexture(data, RAMP_WIDTH, RAMP_ROWS.length, RGBAFormat, UnsignedByteType);
  ramp.minFilter = ramp.magFilter = LinearFilter;
  ramp.wrapS = ramp.wrapT = ClampToEdgeWrapping;
  ramp.needsUpdate = true;
  return ramp;
}

/** What the surfaces are coloured by, the same in every view: the ramps, their ranges, and texels for each vertex. */
export class Shades {
  /** Per solver vertex: a colour. */
  readonly colours = new Texels("vec4");
  /** Per solver vertex: the weight of a bone in x, a strength in y. */
  readonly numbers = new Texels("vec4");
  /** Ends of the error ramp, in the sequence's unit. */
  readonly errorRange = uniform(new Vector2(0, 1));
  /** Strain at the end of the signed ramp. */
  readonly strainRange = uniform(0.5);
  private readonly ramps = rampTexture();
  private coloured: { rig: Rig; shading: string } | null = null;
  private weighted: { rig: Rig; bone: number | null } | null = null;
  private strengths: { values: Float32Array; version: number } | null = null;

  /** Colour of a ramp at t in 0..1, in a shader. */
  ramp(name: (typeof RAMP_ROWS)[number], t: Node<"float">): Node<"vec3"> {
    const inset = 0.5 / RAMP_WIDTH;
    const row = (RAMP_ROWS.indexOf(name) + 0.5) / RAMP_ROWS.length;
    const u = t
      .clamp(0, 1)
      .mul(1 - 2 * inset)
      .add(inset);
    return texture(this.ramps, vec2(u, row)).xyz as Node<"vec3">;
  }

  /** Paints the vertices for a shading of a rig; does nothing where nothing changed. */
  paint(rig: Rig, shading: Shading | PaneShading, bone: number | null): void {
    if (shading === "weights") this.paintWeight(rig, bone);
    if (shading !== "bones" && shading !== "influences") return;
    if (this.coloured?.rig === rig && this.coloured.shading === shading) return;
    this.coloured = { rig, shading };
    const texels = this.colours.reserve(rig.weights.offsets.length - 1);
    if (shading === "bones") paintBones(texels, rig);
    else paintCounts(texels, rig);
    this.colours.flush();
  }

  private paintWeight(rig: Rig, bone: number | null): void {
    if (this.weighted?.rig === rig && this.weighted.bone === bone) return;
    this.weighted = { rig, bone };
    paintWeights(this.numbers.reserve(rig.weights.offsets.length - 1), rig, bone);
    this.numbers.flush();
  }

  /** Takes a strength for each vertex, V in 0..1; does nothing where it is the same version of the same array. */
  paintStrengths(values: Float32Array, version: number): void {
    if (this.strengths?.values === values && this.strengths.version === version) return;
    this.strengths = { values, version };
    const texels = this.numbers.reserve(values.length);
    for (let i = 0; i < values.length; i++) texels[4 * i + 1] = values[i];
    this.numbers.flush();
  }

  dispose(): void {
    this.colours.dispose();
    this.numbers.dispose();
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
  const colours = Float32Array.from(
    all.flatMap((_, j) => boneColour(j).map((c) => c + (0.55 - c) * SOFTENING)),
  );
  for (let i = 0; i + 1 < offsets.length; i++) {
    let [r, g, b] = [0, 0, 0];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const at = 3 * bones[e];
      r += values[e] * colours[at];
      g += values[e] * colours[at + 1];
      b += values[e] * colours[at + 2];
    }
    texels[4 * i] = r;
    texels[4 * i + 1] = g;
    texels[4 * i + 2] = b;
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
