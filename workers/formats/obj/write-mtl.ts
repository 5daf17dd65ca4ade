/** Writes the materials of an OBJ: a library (.mtl) and its images. */

import type { FileBeside } from "../../model/files/export/export-options";
import { setNamesLeftOut } from "../../model/files/export/set-names-left-out";
import type { Material, TextureMap } from "../../model/mesh/appearance";
import type { AnySequence } from "../../model/mesh/streamed-sequence";
import { imageFileNames, shownImages } from "../images/image-names";
import { specularOf } from "./mtl";

/** Unique names that are valid in a line. */
export function materialNames(materials: readonly Material[]): string[] {
  const taken = new Set<string>();
  return materials.map(({ name }) => {
    const plain = name.replace(/\s+/g, " ").trim() || "material";
    let free = plain;
    for (let n = 2; taken.has(free); n++) free = `${plain}_${n}`;
    taken.add(free);
    return free;
  });
}

/** Converts roughness to Phong's exponent by Blender's rule. The reader does the opposite. */
const exponentOf = (roughness: number): number => 1000 * (1 - roughness) ** 2;

/** The line of a map with its options. v is counted from the bottom, so the offset is too. */
function mapLine(keyword: string, map: TextureMap, path: string, strength = 1): string {
  const { offset: [u, v] = [0, 0], scale: [su, sv] = [1, 1] } = map.transform ?? {};
  const isMoved = u !== 0 || v !== 0 || su !== 1 || sv !== 1;
  const words = [
    keyword,
    ...(isMoved ? ["-s", su, sv, 1, "-o", u, 1 - sv - v, 0] : []),
    ...(map.wrap?.every((wrap) => wrap === "clamp") ? ["-clamp", "on"] : []),
    ...(strength !== 1 ? ["-bm", strength] : []),
    path,
  ];
  return words.join(" ");
}

/** @param pathOf the path of an image relative to the library; null for a missing image. */
function materialLines(material: Material, name: string, pathOf: (image: number) => string | null): string[] {
  const { baseColour, metallic, roughness, emissive, alpha = "opaque", textures = {} } = material;
  const [r, g, b, a] = baseColour;
  const line = (keyword: string, map: TextureMap | undefined, strength?: number): string[] => {
    const path = map && pathOf(map.image);
    return map && path ? [mapLine(keyword, map, path, strength)] : [];
  };
  const { baseColour: base, metallicRoughness: surface, normal, emissive: light } = textures;
  return [
    `newmtl ${name}`,
    `Kd ${r} ${g} ${b}`,
    `Ks ${specularOf(material).join(" ")}`,
    ...(roughness === undefined ? [] : [`Pr ${roughness}`, `Ns ${exponentOf(roughness)}`]),
    ...(metallic === undefined ? [] : [`Pm ${metallic}`]),
    ...(emissive ? [`Ke ${emissive.join(" ")}`] : []),
    `d ${a}`,
    "illum 2",
    ...line("map_Kd", base),
    ...(alpha === "opaque" ? [] : line("map_d", base)),
    ...line("map_Ke", light),
    // Programs look for a normal map in one of these two places.
    ...line("map_Bump", normal, normal?.strength),
    ...line("norm", normal, normal?.strength),
    ...line("map_Pr", surface),
    ...((metallic ?? 0) > 0 ? line("map_Pm", surface) : []),
  ];
}

/**
 * The materials of `writeObj`: colours are linear, as Blender and Maya write them.
 * @param paths of the images relative to the library, by default as `objBeside` writes them.
 */
export function writeMaterials(
  { materials, images = [] }: AnySequence,
  paths: readonly string[] = imageFileNames(images),
): Uint8Array<ArrayBuffer> {
  const names = materialNames(materials);
  const blocks = materials.map((material, m) =>
    materialLines(material, names[m], (image) => paths[image] ?? null),
  );
  return new TextEncoder().encode(`${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`);
}

/**
 * The files beside an OBJ: its library and the library's images.
 * @param stem the name of the OBJ without its extension, with which the other names begin.
 */
export function objBeside(sequence: AnySequence, stem: string): FileBeside[] {
  const { images = [] } = sequence;
  const paths = imageFileNames(images).map((name) => `${stem}_${name}`);
  const library = { name: `${stem}.mtl`, bytes: writeMaterials(sequence, paths) };
  const shown = shownImages(sequence.materials);
  const files = images.map(({ bytes }, n) => ({ name: paths[n], bytes }));
  return [library, ...files.filter((_, n) => shown.has(n))];
}

/** Properties of materials that a library cannot hold. */
const LOST: [has: (material: Material) => boolean, what: string][] = [
  [({ textures }) => textures?.occlusion !== undefined, "occlusion"],
  [({ alpha }) => alpha === "mask", "the cut-off of alpha"],
  [({ doubleSided }) => !doubleSided, "hidden back sides"],
  [
    ({ textures = {} }) => Object.values(textures).some(({ uvSet }) => uvSet > 0),
    "textures of other UV sets",
  ],
  [
    ({ textures = {} }) => Object.values(textures).some(({ transform }) => (transform?.rotation ?? 0) !== 0),
    "textures that are turned",
  ],
  [
    ({ textures = {} }) => Object.values(textures).some(({ wrap }) => wrap?.includes("mirror")),
    "textures that mirror at their edges",
  ],
  [
    ({ textures, metallic = 0, roughness = 1 }) =>
      textures?.metallicRoughness !== undefined && ((metallic !== 0 && metallic !== 1) || roughness !== 1),
    "the factors of maps of metal and roughness",
  ],
];

/** Sentences about the parts of a surface's look that an OBJ and its library leave out. */
export function objLosses(sequence: AnySequence, hasPointColours: boolean): string[] {
  const { materials, uvs, moreUvs = [], colours = [], tangents } = sequence;
  const lost = LOST.filter(([has]) => materials.some(has)).map(([, what]) => what);
  return [
    ...(lost.length > 0 ? [`Its materials are without ${lost.join(", ")}.`] : []),
    ...(uvs && moreUvs.length > 0 ? [`It keeps 1 of ${1 + moreUvs.length} UV sets.`] : []),
    ...(colours.length > 0 && !hasPointColours
      ? ["It has no vertex colours: an OBJ has one for each point, and here points have several."]
      : []),
    ...(colours.length > 1 && hasPointColours
      ? [`It keeps 1 of ${colours.length} sets of vertex colours.`]
      : []),
    ...setNamesLeftOut(sequence, "It"),
    ...(tangents ? ["It has no tangents: programs compute them."] : []),
  ];
}
