/** Values of materials that exported files cannot hold. */
import { someOf } from "../../../model/reports/some-of";
import type { FbxObject } from "../objects/objects";
import type { Properties } from "../objects/properties";
import { READ_VALUES } from "./materials";

/** Prefixes of properties of renderers' own materials. */
const OWN = /^(Maya|3dsMax\|Parameters)\|/;
/** Parts of names of textures, switches and the program's own data. */
const NO_LOOK = /_map|_mapon|TEX_|TypeId|use_|normalCamera|\|(type|version|name)$/i;

/** The factor that Blender writes for the usual highlights, which glTF's materials always have. */
const USUAL_HIGHLIGHT = 0.25;

/** For each value of classic materials, whether it has an effect that glTF's materials lack. */
const CLASSIC: Readonly<Record<string, (properties: Properties) => boolean>> = {
  specular: (of) => {
    if (!of.hasOwn("SpecularColor")) return false;
    const [colour, factor] = [of.vector("SpecularColor"), of.number("SpecularFactor", 1)];
    // Blender gives the usual highlights the colour of the surface.
    const diffuse = of.vector("DiffuseColor");
    const isUsual = Math.abs(factor - USUAL_HIGHLIGHT) < 1e-3;
    if (isUsual && colour.every((x, c) => Math.abs(x - diffuse[c]) < 1e-6)) return false;
    const shares = colour.map((x) => x * factor);
    return shares.some((x) => x > 0) && shares.some((x) => Math.abs(x - USUAL_HIGHLIGHT) > 1e-3);
  },
  reflection: (of) => of.hasOwn("ReflectionFactor") && of.number("ReflectionFactor", 0) > 0,
  displacement: (of) => of.hasOwn("DisplacementColor") && of.vector("DisplacementColor").some((x) => x > 0),
};

/** The names of the values of a material that have an effect, and are not read. */
function unreadOf({ properties }: FbxObject, reflectionIsMetal: boolean): string[] {
  const own = properties.ownNames().filter((name) => OWN.test(name));
  // The classic values of a renderer's own material are only an approximation of it.
  if (own.length === 0) {
    const words = Object.keys(CLASSIC).filter((word) => CLASSIC[word](properties));
    return words.filter((word) => word !== "reflection" || !reflectionIsMetal);
  }
  return own
    .filter((name) => !NO_LOOK.test(name) && !READ_VALUES.has(name))
    .filter((name) => properties.vector(name).some((x) => x !== 0))
    .map((name) => name.slice(name.lastIndexOf("|") + 1));
}

/**
 * A sentence about the values of these materials that exported files cannot hold; empty if there are none.
 * @param reflectionIsMetal whether reflections are read as metalness
 */
export function unreadValues(materials: readonly FbxObject[], reflectionIsMetal: boolean): string[] {
  const partial = materials
    .map((material) => ({ name: material.name, unread: unreadOf(material, reflectionIsMetal) }))
    .filter(({ unread }) => unread.length > 0);
  if (partial.length === 0) return [];
  const names = someOf(partial.map(({ name }) => name));
  return [`Values of the materials ${names}: ${someOf(partial.flatMap(({ unread }) => unread))}.`];
}
