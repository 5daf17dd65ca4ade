/** Reads the values of shaders that exported files can hold: colour, opacity, metalness, roughness and glow. */
import { asShare, type Material } from "../../../model/mesh/appearance";
import { plainMaterial } from "../../assemble/polygon-mesh";
import { POD } from "../archive/pods";
import type { Property } from "../archive/property";
import type { Shader, Shaders } from "./shaders";

/**
 * Names of parameters in small letters without underscores, the best first. They are those of standard surface and
 * Arnold, USD's preview surface, Disney's and RenderMan's shaders, and classic ones.
 */
const COLOURS = ["basecolor", "diffusecolor", "kdcolor", "albedo", "surfacecolor", "diffuse", "color", "cs"];
const METALS = ["metalness", "metallic"];
const ROUGHS = ["specularroughness", "roughness"];
const OPACITIES = ["opacity"];
/**
 * USD's preview surface has one colour. Standard surface has a colour (white by default) and a weight (0 by default),
 * which are multiplied.
 */
const GLOW_COLOURS = ["emissivecolor", "emissioncolor"];
const GLOW_WEIGHTS = ["emission"];

const FLOATS: readonly number[] = [POD.float16, POD.float32, POD.float64];

/** A material, and the names of shader parameters that it leaves out. */
export interface MaterialLook {
  material: Material;
  unread: string[];
}

/** The numbers of a parameter in the first frame; null unless it is one value of at most four finite numbers. */
async function numbersOf(property: Property): Promise<number[] | null> {
  const { kind, pod, extent } = property.header;
  if (kind === "compound" || !FLOATS.includes(pod) || property.sampleCount === 0) return null;
  const count = extent * (kind === "scalar" ? 1 : await property.elementCount(0));
  if (count < 1 || count > 4) return null;
  const numbers = Array.from(await property.numbers(0));
  return numbers.every(Number.isFinite) ? numbers : null;
}

/** The first of some parameters that has a fitting value of its own. */
async function find(
  { parameters, linked }: Shader,
  names: readonly string[],
  fits: (count: number) => boolean,
): Promise<{ name: string; value: number[] } | null> {
  for (const wanted of names) {
    for (const [name, property] of parameters) {
      if (linked.has(name) || name.toLowerCase().replaceAll("_", "") !== wanted) continue;
      const value = await numbersOf(property);
      if (value && fits(value.length)) return { name, value };
    }
  }
  return null;
}

const isColour = (count: number) => count === 3 || count === 4;
const isOne = (count: number) => count === 1;

/** The linear RGB that a surface emits, null if it is black, and the names of the parameters that say so. */
async function glowOf(shader: Shader): Promise<{ names: string[]; emissive: Material["emissive"] | null }> {
  const colour = await find(shader, GLOW_COLOURS, isColour);
  const weight = await find(shader, GLOW_WEIGHTS, isOne);
  const names = [colour, weight].flatMap((found) => found?.name ?? []);
  const isWeighted = colour === null || colour.name.toLowerCase().startsWith("emission");
  const strength = isWeighted ? (weight?.value[0] ?? 0) : 1;
  const [r, g, b] = (colour?.value ?? [1, 1, 1]).map((x) => Math.max(0, strength * x));
  return { names, emissive: r + g + b > 0 ? [r, g, b] : null };
}

/** The names of all parameters and links of some shaders, except for those that the material uses. */
function unreadOf(shaders: Shaders, shown: Shader | undefined, used: ReadonlySet<string>): string[] {
  const names = shaders
    .all()
    .flatMap((shader) =>
      [...shader.parameters.keys(), ...shader.linked].filter((name) => shader !== shown || !used.has(name)),
    );
  return [...new Set(names)];
}

/** The look of the first surface shader with a colour; if none has one, of the first surface shader. */
export async function lookOf(name: string, shaders: Shaders): Promise<MaterialLook> {
  const material = plainMaterial(name);
  const surfaces = shaders.surfaces();
  let shown = surfaces[0];
  let colour: Awaited<ReturnType<typeof find>> = null;
  for (const shader of surfaces) {
    colour = await find(shader, COLOURS, isColour);
    if (!colour) continue;
    shown = shader;
    break;
  }
  if (!shown) return { material, unread: unreadOf(shaders, undefined, new Set()) };
  const one = (names: readonly string[]) => find(shown, names, isOne);
  const [metal, rough] = [await one(METALS), await one(ROUGHS)];
  const opacity = await find(shown, OPACITIES, (count) => count === 1 || count === 3);
  if (colour) material.baseColour.splice(0, 3, ...colour.value.slice(0, 3).map(asShare));
  if (metal) material.metallic = asShare(metal.value[0]);
  if (rough) material.roughness = asShare(rough.value[0]);
  if (opacity) {
    const mean = opacity.value.reduce((sum, x) => sum + x, 0) / opacity.value.length;
    material.baseColour[3] = asShare(mean);
    if (mean < 1) material.alpha = "blend";
  }
  const glow = await glowOf(shown);
  if (glow.emissive) material.emissive = glow.emissive;
  const used = new Set(
    [colour, metal, rough, opacity].flatMap((found) => found?.name ?? []).concat(glow.names),
  );
  return { material, unread: unreadOf(shaders, shown, used) };
}
