/** Writes materials as UsdPreviewSurface, with textures as UsdUVTexture. */
import type { Material, TextureMap, TextureSlot, TextureWrap } from "../../../model/mesh/appearance";
import { Identifiers } from "./identifiers";
import { decimal, displayName, type UsdPrim } from "./text";

const WRAPS: Record<TextureWrap, string> = { repeat: "repeat", clamp: "clamp", mirror: "mirror" };

/** How a texture becomes an input: pixel · scale + bias. */
interface Slot {
  slot: TextureSlot;
  prim: string;
  isColour: boolean;
  scale(material: Material, map: TextureMap): number[];
  bias?(map: TextureMap): number[];
  /** Inputs of the surface, and the outputs that feed them. */
  feeds: [type: string, input: string, output: string][];
}

const SLOTS: Slot[] = [
  {
    ...{ slot: "baseColour", prim: "BaseColour", isColour: true },
    scale: ({ baseColour }) => baseColour,
    feeds: [["color3f", "diffuseColor", "rgb"]],
  },
  {
    ...{ slot: "metallicRoughness", prim: "MetallicRoughness", isColour: false },
    scale: ({ metallic = 0, roughness = 1 }) => [1, roughness, metallic, 1],
    feeds: [
      ["float", "roughness", "g"],
      ["float", "metallic", "b"],
    ],
  },
  {
    ...{ slot: "normal", prim: "Normal", isColour: false },
    scale: (_, { strength = 1 }) => [2 * strength, 2 * strength, 2, 1],
    bias: ({ strength = 1 }) => [-strength, -strength, -1, 0],
    feeds: [["normal3f", "normal", "rgb"]],
  },
  {
    ...{ slot: "occlusion", prim: "Occlusion", isColour: false },
    scale: (_, { strength = 1 }) => [strength, strength, strength, 1],
    bias: ({ strength = 1 }) => [1 - strength, 1 - strength, 1 - strength, 0],
    feeds: [["float", "occlusion", "r"]],
  },
  {
    ...{ slot: "emissive", prim: "Emissive", isColour: true },
    scale: ({ emissive = [0, 0, 0] }) => [...emissive, 1],
    feeds: [["color3f", "emissiveColor", "rgb"]],
  },
];

const tuple = (values: readonly number[]): string => `(${values.map(decimal).join(", ")})`;

/**
 * The placement of a texture: UVs are scaled, turned and moved with v from the bottom. In KHR_texture_transform v is
 * from the top.
 */
function transformProperties({
  offset: [x, y],
  rotation,
  scale: [su, sv],
}: NonNullable<TextureMap["transform"]>) {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  return [
    `float2 inputs:scale = ${tuple([su, sv])}`,
    `float inputs:rotation = ${decimal((rotation * 180) / Math.PI)}`,
    `float2 inputs:translation = ${tuple([x + sin * sv, 1 - y - cos * sv])}`,
  ];
}

function shader(name: string, id: string, properties: string[]): UsdPrim {
  return { type: "Shader", name, properties: [`uniform token info:id = "${id}"`, ...properties] };
}

/** The shaders that read a texture at its UVs. */
function textureShaders(
  material: Material,
  map: TextureMap,
  slot: Slot,
  path: string,
  file: string,
): UsdPrim[] {
  const reader = shader(`${slot.prim}Uv`, "UsdPrimvarReader_float2", [
    `string inputs:varname = "${map.uvSet === 0 ? "st" : `st${map.uvSet}`}"`,
    "float2 outputs:result",
  ]);
  const placed = map.transform
    ? [
        shader(`${slot.prim}Place`, "UsdTransform2d", [
          `float2 inputs:in.connect = <${path}/${reader.name}.outputs:result>`,
          ...transformProperties(map.transform),
          "float2 outputs:result",
        ]),
      ]
    : [];
  const [wrapU, wrapV] = map.wrap ?? ["repeat", "repeat"];
  const texture = shader(slot.prim, "UsdUVTexture", [
    `asset inputs:file = @${file}@`,
    `float2 inputs:st.connect = <${path}/${(placed[0] ?? reader).name}.outputs:result>`,
    `token inputs:wrapS = "${WRAPS[wrapU]}"`,
    `token inputs:wrapT = "${WRAPS[wrapV]}"`,
    `token inputs:sourceColorSpace = "${slot.isColour ? "sRGB" : "raw"}"`,
    `float4 inputs:scale = ${tuple(slot.scale(material, map))}`,
    ...(slot.bias ? [`float4 inputs:bias = ${tuple(slot.bias(map))}`] : []),
    ...["r", "g", "b", "a"].map((channel) => `float outputs:${channel}`),
    "float3 outputs:rgb",
  ]);
  return [reader, ...placed, texture];
}

/** The inputs without textures. */
function constants({ baseColour, emissive, metallic = 0, roughness = 1 }: Material): Map<string, string> {
  return new Map([
    ["diffuseColor", `color3f inputs:diffuseColor = ${tuple(baseColour.slice(0, 3))}`],
    ["metallic", `float inputs:metallic = ${decimal(metallic)}`],
    ["roughness", `float inputs:roughness = ${decimal(roughness)}`],
    ...(emissive ? [["emissiveColor", `color3f inputs:emissiveColor = ${tuple(emissive)}`] as const] : []),
    ...(baseColour[3] < 1 ? [["opacity", `float inputs:opacity = ${decimal(baseColour[3])}`] as const] : []),
  ]);
}

function materialPrim(
  material: Material,
  path: string,
  name: string,
  fileOf: (image: number) => string | null,
): UsdPrim {
  const inputs = constants(material);
  const shaders: UsdPrim[] = [];
  for (const slot of SLOTS) {
    const map = material.textures?.[slot.slot];
    const file = map && fileOf(map.image);
    if (!map || !file) continue;
    shaders.push(...textureShaders(material, map, slot, path, file));
    for (const [type, input, output] of slot.feeds) {
      inputs.set(input, `${type} inputs:${input}.connect = <${path}/${slot.prim}.outputs:${output}>`);
    }
    if (slot.slot === "baseColour" && material.alpha && material.alpha !== "opaque") {
      inputs.set("opacity", `float inputs:opacity.connect = <${path}/${slot.prim}.outputs:a>`);
    }
  }
  if (material.alpha === "mask") {
    inputs.set("opacityThreshold", `float inputs:opacityThreshold = ${decimal(material.alphaCutoff ?? 0.5)}`);
  }
  return {
    type: "Material",
    name,
    metadata: displayName(name, material.name),
    properties: [`token outputs:surface.connect = <${path}/Surface.outputs:surface>`],
    children: [
      shader("Surface", "UsdPreviewSurface", [...inputs.values(), "token outputs:surface"]),
      ...shaders,
    ],
  };
}

/**
 * @param parent path of the prim above.
 * @param fileOf path of an image in the layer's folder; null for an image that is not written.
 */
export function materialPrims(
  materials: readonly Material[],
  parent: string,
  fileOf: (image: number) => string | null,
): { prims: UsdPrim[]; paths: string[] } {
  const identifiers = new Identifiers();
  const names = materials.map(({ name }) => identifiers.take(name, "material"));
  const paths = names.map((name) => `${parent}/${name}`);
  return { prims: materials.map((material, m) => materialPrim(material, paths[m], names[m], fileOf)), paths };
}
