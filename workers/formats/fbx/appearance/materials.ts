import type { Vector } from "../../../math/vectors";
import type { Material } from "../../../model/mesh/appearance";
import { textOf } from "../document/node";
import { linear } from "../mesh/mesh-values";
import type { FbxObject, FbxObjects } from "../objects/objects";
import type { Properties } from "../objects/properties";

const PLAIN: Vector = [0.8, 0.8, 0.8];

const share = (x: number) => Math.min(1, Math.max(0, x));

/** The first of several properties that an object has. Programs use different names for the same thing. */
function firstOf(properties: Properties, names: readonly string[]): string | undefined {
  return names.find((name) => properties.has(name));
}

const COLOURS = [
  "Maya|baseColor",
  "Maya|base_color",
  "3dsMax|Parameters|base_color",
  "DiffuseColor",
  "Diffuse",
];
const METAL = ["Maya|metalness", "Maya|metallic", "3dsMax|Parameters|metalness"];
const ROUGH = ["Maya|specularRoughness", "Maya|roughness", "3dsMax|Parameters|roughness"];

/** The properties of renderers' own materials that are read. */
export const READ_VALUES: ReadonlySet<string> = new Set([...COLOURS, ...METAL, ...ROUGH]);

/** The opacity; 1 is opaque. */
function opacityOf(properties: Properties): number {
  if (properties.hasOwn("Opacity")) return share(properties.number("Opacity", 1));
  const factor = properties.number("TransparencyFactor", 0);
  if (!properties.hasOwn("TransparentColor"))
    return properties.hasOwn("TransparencyFactor") ? share(1 - factor) : 1;
  const [r, g, b] = properties.vector("TransparentColor");
  return share(1 - (properties.hasOwn("TransparencyFactor") ? factor : 1) * ((r + g + b) / 3));
}

/** Converts shininess to roughness by Blender's formula, 1 − √s / 10. */
function roughnessOf({ properties, node }: FbxObject): number | undefined {
  const own = firstOf(properties, ROUGH);
  if (own) return share(properties.number(own, 1));
  const isLambert = node.children.some(
    ({ name, values }) => name === "ShadingModel" && values[0] === "lambert",
  );
  const name = ["ShininessExponent", "Shininess"].find((each) => properties.hasOwn(each));
  if (isLambert || !name) return undefined;
  return share(1 - Math.sqrt(Math.max(0, properties.number(name, 0))) / 10);
}

/**
 * Whether Blender wrote the file. It writes metalness as the reflection factor, which makes mirrors in other programs.
 */
export const isByBlender = ({ top }: FbxObjects): boolean =>
  /\bBlender\b/.test(textOf(top.find(({ name }) => name === "Creator")?.values[0]));

/**
 * A material in glTF's terms, without its textures.
 * @param reflectionIsMetal whether a reflection is metalness
 */
export function materialOf(object: FbxObject, number: number, reflectionIsMetal = false): Material {
  const { properties } = object;
  const name = firstOf(properties, COLOURS);
  const isClassic = name === "DiffuseColor";
  const factor = isClassic ? properties.number("DiffuseFactor", 1) : 1;
  const [r, g, b] = (name ? properties.vector(name, PLAIN) : PLAIN).map((c) =>
    // Colours of renderers' own materials are linear. Colours of classic materials are in sRGB.
    share(name && !name.includes("|") ? linear(share(c * factor)) : c),
  );
  const opacity = opacityOf(properties);
  const hasMirror = reflectionIsMetal && properties.hasOwn("ReflectionFactor");
  const metal = firstOf(properties, METAL) ?? (hasMirror ? "ReflectionFactor" : undefined);
  const roughness = roughnessOf(object);
  const glow = properties.number("EmissiveFactor", 1);
  const emissive = properties.vector("EmissiveColor").map((c) => linear(share(c)) * Math.max(0, glow));
  const isGlowing = emissive.some((c) => c > 0);
  return {
    name: object.name || `material ${number}`,
    baseColour: [r, g, b, opacity],
    // FBX does not tell whether materials are double-sided. Programs that write it show both sides.
    doubleSided: true,
    ...(metal && { metallic: share(properties.number(metal, 0)) }),
    ...(roughness !== undefined && { roughness }),
    ...(isGlowing && { emissive: [emissive[0], emissive[1], emissive[2]] as Vector }),
    ...(opacity < 1 && { alpha: "blend" as const }),
  };
}
