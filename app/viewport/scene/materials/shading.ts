import { Fn, If, texture, uint, uniform, vec2 } from "three/tsl";
import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  type Node,
  RGBAFormat,
  UnsignedByteType,
  Vector2,
} from "three/webgpu";
import type { BoneTint } from "../../colours/bone-tints";
import { BONE_COLOURS, boneColour, rampColour } from "../../colours/palette";
import { StoredTexture } from "../../deform/data/stored-texture";
import { Texels } from "../../deform/data/texels";
import type { SurfaceShadingName } from "../../views/views";
import { WeightColours } from "./weight-colours";

/** The colour modes of the surface shader. */
export const MODES = {
  tint: 0,
  error: 1,
  weight: 2,
  bones: 3,
  strength: 4,
  strain: 5,
  influences: 6,
  balance: 7,
  regions: 8,
  energy: 9,
  energyBeside: 10,
} as const;

const RAMP_WIDTH = 256;
const RAMP_ROWS = ["error", "weight", "signed"] as const;
const MODE_OF: Record<SurfaceShadingName, number> = {
  clay: MODES.tint,
  /** Used until its images are decoded. */
  textures: MODES.tint,
  error: MODES.error,
  difference: MODES.error,
  weights: MODES.weight,
  bones: MODES.bones,
  influences: MODES.influences,
  strength: MODES.strength,
  strain: MODES.strain,
  balance: MODES.balance,
  regions: MODES.regions,
  energy: MODES.energy,
  "energy-beside": MODES.energyBeside,
  normals: MODES.error,
  change: MODES.strain,
  "normals-change": MODES.strain,
};

/** The mode of a shading. */
export const modeOf = (shading: SurfaceShadingName): number => MODE_OF[shading];

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

/** The colours of bones, for regions. */
function paletteTexels(): Texels<"vec4"> {
  const made = new Texels("vec4");
  const texels = made.reserve(BONE_COLOURS.length);
  for (let n = 0; n < BONE_COLOURS.length; n++) texels.set(boneColour(n), 4 * n);
  made.flush();
  return made;
}

/** The inputs of surface colours, the same in every view: the ramps, their ranges, a rig's weights, strengths. */
export class SurfaceShading {
  readonly weights: WeightColours;
  /** One per solver vertex. */
  private readonly strengthTexels = new Texels("float");
  /** The strengths of the second view, one per solver vertex. */
  private readonly besideTexels = new Texels("float");
  /** Ends of the error ramp, in the sequence's unit. */
  readonly errorRange = uniform(new Vector2(0, 1));
  /** Strain at the end of the signed ramp. */
  readonly strainRange = uniform(0.5);
  private readonly ramps = new StoredTexture(rampTexture());
  private readonly regionColours = paletteTexels();
  /** Colours of the rig's bones if they come from a skeleton's segments. */
  tints: readonly BoneTint[] | null = null;
  private besideValues: Float32Array | null = null;
  private strengths: { values: Float32Array; version: number } | null = null;

  constructor(vertexCount: number) {
    this.weights = new WeightColours(vertexCount);
  }

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

  /** The strength of a vertex, in a shader. */
  strength(i: Node<"uint">): Node<"float"> {
    return this.strengthTexels.load(i).x;
  }

  /** The value of a vertex in the second view, in a shader. */
  beside(i: Node<"uint">): Node<"float"> {
    return this.besideTexels.load(i).x;
  }

  /** The colour of a vertex's region, or `none` if it is in no region, in a shader. */
  region(i: Node<"uint">, none: Node<"vec3">): Node<"vec3"> {
    return Fn(() => {
      const colour = none.toVar();
      const region = this.strength(i).toVar();
      If(region.greaterThan(0.5), () => {
        const n = uint(region.sub(0.5)).mod(uint(BONE_COLOURS.length));
        colour.assign(this.regionColours.load(n).xyz);
      });
      return colour;
    })();
  }

  /**
   * Sets a value for each vertex, V: a strength in 0..1, or a map's own value. Does nothing for the same version of the
   * same array.
   */
  paintStrengths(values: Float32Array, version: number): void {
    if (this.strengths?.values === values && this.strengths.version === version) return;
    this.strengths = { values, version };
    this.strengthTexels.reserve(values.length).set(values);
    this.strengthTexels.flush();
  }

  /** Sets the values of the second view, V. */
  paintBeside(values: Float32Array): void {
    if (this.besideValues === values) return;
    this.besideValues = values;
    this.besideTexels.reserve(values.length).set(values);
    this.besideTexels.flush();
  }

  dispose(): void {
    this.weights.dispose();
    this.besideTexels.dispose();
    this.strengthTexels.dispose();
    this.regionColours.dispose();
    this.ramps.value.dispose();
  }
}
