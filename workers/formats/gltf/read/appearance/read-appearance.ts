import {
  asShare,
  type ImageFile,
  type Material,
  type TextureMap,
  type TextureWrap,
} from "../../../../model/mesh/appearance";
import { findFile } from "../../../images/find-file";
import { imageOf, NoImage, readImage } from "../../../images/image-file";
import { ImageList } from "../../../images/image-list";
import type { SourceFile } from "../../../source/source";
import { baseName } from "../../../source/source-file";
import { decodeDataUri, type GltfContainer } from "../asset/container";
import {
  type AppearanceJson,
  appearanceOf,
  type MaterialJson,
  type TextureInfoJson,
} from "./appearance-json";

/** The appearance of a file's surfaces. */
export interface Appearance {
  /** One for each material of the file, in the same order. */
  materials: Material[];
  images: ImageFile[];
  /** The index in `images` of each image of the file; −1 for an image that is left out. */
  imageOf: number[];
  /** Sentences about images that are left out. */
  notes: string[];
}

/** Wrap modes of glTF 2.0, section 5.27. */
const WRAPS: Record<number, TextureWrap> = { 33071: "clamp", 33648: "mirror", 10497: "repeat" };
const NEAREST = 9728;

/** Numbers clamped to 0..1; `otherwise` if there are none. */
const shares = (values: number[] | undefined, otherwise: number[]) => (values ?? otherwise).map(asShare);

/** Reads images and materials. */
class AppearanceReader {
  private readonly list = new ImageList();
  private readonly json: AppearanceJson;
  private readonly container: GltfContainer;
  private readonly files: SourceFile[];
  private readonly main: SourceFile;

  constructor(container: GltfContainer, files: SourceFile[], main: SourceFile) {
    this.json = appearanceOf(JSON.parse(container.text));
    this.container = container;
    this.files = files;
    this.main = main;
  }

  async read(): Promise<Appearance> {
    const imageOf: number[] = [];
    for (const i of this.json.images.keys()) imageOf.push((await this.image(i)) ?? -1);
    const materials: Material[] = [];
    for (const [m, material] of this.json.materials.entries()) {
      materials.push(await this.material(material, `material ${m + 1}`));
    }
    return { materials, images: this.list.images, imageOf, notes: this.list.notes() };
  }

  private image(index: number): Promise<number | null> {
    return this.list.add(`image ${index}`, async () => {
      const image = this.json.images[index];
      if (!image) throw new NoImage(`image ${index} does not exist`);
      const { name = "", uri, mimeType, bufferView } = image;
      const label = name || `image ${index + 1}`;
      if (bufferView !== undefined) return imageOf(this.view(bufferView, label), label, mimeType);
      if (uri === undefined) throw new NoImage(`${label} has no data`);
      if (uri.startsWith("data:")) return this.dataUri(uri, label, mimeType);
      const file = findFile(this.files, this.main, uri);
      if (!file) throw new NoImage(`${baseName(uri)} is missing`);
      return readImage(file);
    });
  }

  private dataUri(uri: string, label: string, mimeType: string | undefined): ImageFile {
    let bytes: Uint8Array;
    try {
      bytes = decodeDataUri(uri, label);
    } catch {
      throw new NoImage(`${label} cannot be decoded`);
    }
    return imageOf(bytes, label, mimeType ?? /^data:([^;,]+)/.exec(uri)?.[1]);
  }

  /** The bytes of a buffer view. `checkGltf` has checked that the view lies in its buffer. */
  private view(index: number, label: string): Uint8Array {
    const view = this.container.json.bufferViews[index];
    const buffer = view && this.container.buffers[view.buffer];
    if (!buffer) throw new NoImage(`${label} has no data`);
    return buffer.subarray(view.byteOffset, view.byteOffset + view.byteLength);
  }

  private async texture(info: TextureInfoJson | undefined): Promise<TextureMap | null> {
    const texture = info && this.json.textures[info.index];
    if (!texture) return null;
    const {
      KHR_texture_basisu: basis,
      EXT_texture_webp: webp,
      EXT_texture_avif: avif,
      MSFT_texture_dds: dds,
    } = texture.extensions ?? {};
    const source = texture.source ?? webp?.source ?? avif?.source ?? basis?.source ?? dds?.source;
    const image = source === undefined ? null : await this.image(source);
    if (image === null) return null;
    const sampler = this.json.samplers[texture.sampler ?? -1];
    const wrap = [WRAPS[sampler?.wrapS ?? 0] ?? "repeat", WRAPS[sampler?.wrapT ?? 0] ?? "repeat"] as const;
    const strength = info.scale ?? info.strength;
    const { KHR_texture_transform: transform } = info.extensions ?? {};
    return {
      image,
      uvSet: transform?.texCoord ?? info.texCoord ?? 0,
      ...(transform && {
        transform: {
          offset: (transform.offset ?? [0, 0]) as [number, number],
          rotation: transform.rotation ?? 0,
          scale: (transform.scale ?? [1, 1]) as [number, number],
        },
      }),
      ...(wrap.some((side) => side !== "repeat") && { wrap: [...wrap] }),
      ...(sampler?.magFilter === NEAREST && { nearest: true }),
      ...(strength !== undefined && { strength }),
    };
  }

  private async material(json: MaterialJson, name: string): Promise<Material> {
    const { KHR_materials_pbrSpecularGlossiness: glossy, KHR_materials_emissive_strength: glow } =
      json.extensions ?? {};
    const pbr = json.pbrMetallicRoughness;
    const [r, g, b, a] = shares(pbr?.baseColorFactor ?? glossy?.diffuseFactor, [1, 1, 1, 1]);
    const strength = Math.max(0, glow?.emissiveStrength ?? 1);
    const [er, eg, eb] = shares(json.emissiveFactor, [0, 0, 0]).map((x) => strength * x);
    const alpha = json.alphaMode === "MASK" ? "mask" : json.alphaMode === "BLEND" ? "blend" : null;
    const textures: NonNullable<Material["textures"]> = {};
    const slots = {
      baseColour: pbr?.baseColorTexture ?? glossy?.diffuseTexture,
      metallicRoughness: pbr?.metallicRoughnessTexture,
      normal: json.normalTexture,
      occlusion: json.occlusionTexture,
      emissive: json.emissiveTexture,
    } as const;
    for (const slot of Object.keys(slots) as (keyof typeof slots)[]) {
      const map = await this.texture(slots[slot]);
      if (map) textures[slot] = map;
    }
    const metallic = glossy && !pbr ? 0 : asShare(pbr?.metallicFactor ?? 1);
    const roughness =
      glossy && !pbr ? 1 - asShare(glossy.glossinessFactor ?? 1) : asShare(pbr?.roughnessFactor ?? 1);
    return {
      name: json.name || name,
      baseColour: [r, g, b, a],
      doubleSided: json.doubleSided ?? false,
      ...(metallic !== 0 && { metallic }),
      ...(roughness !== 1 && { roughness }),
      ...(er + eg + eb > 0 && { emissive: [er, eg, eb] }),
      ...(alpha && { alpha }),
      ...(alpha === "mask" && json.alphaCutoff !== undefined && { alphaCutoff: asShare(json.alphaCutoff) }),
      ...(Object.keys(textures).length > 0 && { textures }),
    };
  }
}

/**
 * Reads the materials of a file and their images, which may be inside the file, beside it, or in data URIs. Images that
 * cannot be read are left out with a note.
 * @param container checked by `checkGltf`, before compressed views are unpacked.
 * @param files everything that was opened together.
 */
export function readAppearance(
  container: GltfContainer,
  files: SourceFile[],
  main: SourceFile,
): Promise<Appearance> {
  return new AppearanceReader(container, files, main).read();
}
