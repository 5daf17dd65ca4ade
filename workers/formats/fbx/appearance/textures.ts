/** Reads the images of materials, from the file or from files beside it. */
import type {
  ImageFile,
  Material,
  TextureMap,
  TextureSlot,
  TextureWrap,
} from "../../../model/mesh/appearance";
import { someOf } from "../../../model/reports/some-of";
import { findFile } from "../../images/find-file";
import { imageOf, NoImage, readImage } from "../../images/image-file";
import { ImageList } from "../../images/image-list";
import type { SourceFile } from "../../source/source";
import { childOf, type FbxValue, textOf } from "../document/node";
import type { FbxObject, FbxObjects } from "../objects/objects";
import { texturePlacement } from "./placement";

/** The slot for each property that can have a texture, for classic and renderers' materials. */
const SLOTS: Record<string, TextureSlot> = {
  DiffuseColor: "baseColour",
  "Maya|baseColor": "baseColour",
  "Maya|TEX_color_map": "baseColour",
  "3dsMax|Parameters|base_color_map": "baseColour",
  NormalMap: "normal",
  "Maya|normalCamera": "normal",
  "Maya|TEX_normal_map": "normal",
  "3dsMax|Parameters|bump_map": "normal",
  EmissiveColor: "emissive",
  "Maya|emissionColor": "emissive",
  "Maya|TEX_emissive_map": "emissive",
  "3dsMax|Parameters|emit_color_map": "emissive",
  "Maya|TEX_ao_map": "occlusion",
};
/**
 * The properties for metalness and roughness. glTF keeps both in one image, so they are only read if they
 * share one. Files from Sinew and from game engines do.
 */
const METAL_AND_ROUGH = ["Maya|TEX_metallic_map", "Maya|TEX_roughness_map"];
/** Programs write normal maps as bumps. Grey bumps, which are not normal maps, do not have such names. */
const BUMP = "Bump";
const NORMAL_NAME = /norm|nrm|_n\.\w+$/i;
const TRANSPARENT = ["TransparentColor", "TransparencyFactor"];
const CLAMP = 1;

/** What reading textures needs from a scene. */
export interface TextureUse {
  objects: FbxObjects;
  materials: readonly Material[];
  /** The object of each material; null for the plain one. */
  materialObjects: readonly (FbxObject | null)[];
  /** For each material, the names of the UV sets of a mesh that uses it. */
  uvNames: readonly (readonly string[])[];
}

/** Bytes that are embedded in a file, directly or as text in base 64. */
function contentOf(values: readonly FbxValue[]): Uint8Array | null {
  const [bytes] = values;
  if (bytes instanceof Uint8Array) return bytes;
  const text = values.map(textOf).join("");
  if (text === "") return null;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The path in a texture or a video. The first object that has one decides. */
function pathOf(objects: readonly FbxObject[]): string {
  const names = ["RelativeFilename", "FileName", "Filename"];
  const paths = objects.flatMap(({ node }) => names.map((name) => textOf(childOf(node, name)?.values[0])));
  return paths.find((path) => path !== "") ?? "";
}

const fileName = (path: string) => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

class TextureReader {
  readonly list = new ImageList();
  readonly leftOut = new Set<string>();
  private readonly use: TextureUse;
  private readonly files: readonly SourceFile[];
  private readonly main: SourceFile;

  constructor(use: TextureUse, files: readonly SourceFile[], main: SourceFile) {
    this.use = use;
    this.files = files;
    this.main = main;
  }

  /** Sets the textures of one material. */
  async addTo(material: Material, object: FbxObject, uvNames: readonly string[]): Promise<void> {
    const textures: Material["textures"] = {};
    const keys: { base?: string; transparent?: string } = {};
    const isPacked = this.isPacked(object);
    for (const { object: linked, property } of this.use.objects.childrenOf(object)) {
      const texture = this.textureOf(linked);
      if (!texture) continue;
      const slot = this.slotOf(property, texture, isPacked);
      if (slot === "baseColour") keys.base ??= this.sourceOf(texture).key;
      if (TRANSPARENT.includes(property)) keys.transparent ??= this.sourceOf(texture).key;
      else if (!slot) this.leftOut.add(property.slice(property.lastIndexOf("|") + 1));
      else if (!textures[slot]) {
        const map = await this.mapOf(texture, uvNames);
        if (map) textures[slot] = slot === "normal" ? { ...map, ...strengthOf(object) } : map;
      }
    }
    if (Object.keys(textures).length > 0) material.textures = textures;
    // Only the alpha of the base colour's own image has a place in glTF's materials.
    if (keys.transparent === undefined) return;
    if (keys.transparent === keys.base && textures.baseColour) material.alpha = "blend";
    else this.leftOut.add("transparency");
  }

  /** The texture itself, or the first texture of a layered one. */
  private textureOf(object: FbxObject): FbxObject | null {
    if (object.type === "Texture") return object;
    return object.type === "LayeredTexture"
      ? (this.use.objects.childrenOfType(object, "Texture")[0] ?? null)
      : null;
  }

  private slotOf(property: string, texture: FbxObject, isPacked: boolean): TextureSlot | undefined {
    if (property === BUMP && this.isNormalMap(texture)) return "normal";
    return isPacked && METAL_AND_ROUGH.includes(property) ? "metallicRoughness" : SLOTS[property];
  }

  /** Whether one image has both metalness and roughness. */
  private isPacked(material: FbxObject): boolean {
    const links = this.use.objects.childrenOf(material);
    const [metal, rough] = METAL_AND_ROUGH.map((name) => {
      const linked = links.find(({ property }) => property === name);
      const texture = linked && this.textureOf(linked.object);
      return texture && this.sourceOf(texture).key;
    });
    return metal !== undefined && metal === rough;
  }

  private isNormalMap(texture: FbxObject): boolean {
    return NORMAL_NAME.test(fileName(pathOf([texture, ...this.videosOf(texture)])));
  }

  private videosOf(texture: FbxObject): FbxObject[] {
    return this.use.objects.childrenOfType(texture, "Video");
  }

  private async mapOf(texture: FbxObject, uvNames: readonly string[]): Promise<TextureMap | null> {
    const image = await this.image(texture);
    if (image === null) return null;
    const { properties } = texture;
    const wrapOf = (name: string): TextureWrap => (properties.number(name, 0) === CLAMP ? "clamp" : "repeat");
    const wrap: TextureMap["wrap"] = [wrapOf("WrapModeU"), wrapOf("WrapModeV")];
    const transform = texturePlacement(properties);
    if (properties.flag("UVSwap")) this.leftOut.add("exchanged u and v");
    return {
      image,
      uvSet: Math.max(0, uvNames.indexOf(properties.text("UVSet"))),
      ...(wrap.includes("clamp") && { wrap }),
      ...(transform && { transform }),
    };
  }

  /** The place of an image: embedded in a video, or at a path. Equal keys are the same image. */
  private sourceOf(texture: FbxObject): { key: string; name: string; path: string; video?: FbxObject } {
    const videos = this.videosOf(texture);
    const path = pathOf([...videos, texture]);
    const name = fileName(path) || videos[0]?.name || texture.name;
    const video = videos.find(({ node }) => childOf(node, "Content")?.values.length);
    return { key: video ? `in the file ${video.id}` : path, name, path, video };
  }

  private image(texture: FbxObject): Promise<number | null> {
    const { key, name, path, video } = this.sourceOf(texture);
    return this.list.add(key, async (): Promise<ImageFile> => {
      const content = video && contentOf(childOf(video.node, "Content")?.values ?? []);
      if (content && content.length > 0) return imageOf(content, name);
      if (path === "") throw new NoImage(`${name || "a texture"} names no file`);
      const file = findFile(this.files, this.main, path);
      if (!file) throw new NoImage(`${name} is missing`);
      return readImage(file);
    });
  }
}

/** The strength of a normal map, if the material has one. */
function strengthOf({ properties }: FbxObject): Pick<TextureMap, "strength"> {
  const strength = properties.hasOwn("BumpFactor") ? properties.number("BumpFactor", 1) : 1;
  return strength === 1 ? {} : { strength };
}

/**
 * Gives the materials their textures.
 * @param files everything that was opened together: images are looked up there.
 * @param main the FBX itself.
 * @returns the images, notes about textures that are left out, and sentences about textures that exports lack.
 */
export async function readTextures(
  use: TextureUse,
  files: readonly SourceFile[],
  main: SourceFile,
): Promise<{ images: ImageFile[]; notes: string[]; lost: string[] }> {
  const reader = new TextureReader(use, files, main);
  for (const [n, object] of use.materialObjects.entries()) {
    if (object) await reader.addTo(use.materials[n], object, use.uvNames[n] ?? []);
  }
  const { list } = reader;
  const leftOut = [...reader.leftOut].sort();
  const notes =
    leftOut.length > 0
      ? [`Textures that materials of glTF have no place for are left out: ${leftOut.join(", ")}.`]
      : [];
  const lost = leftOut.length > 0 ? [`Textures of materials: ${someOf(leftOut)}.`] : [];
  return { images: list.images, notes: [...list.notes(), ...notes], lost };
}
