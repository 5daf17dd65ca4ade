/** The materials and images of a mesh as lists of a glTF file. */
import type { ImageFile, Material, TextureMap, TextureWrap } from "../../../model/mesh/appearance";
import type { AnySequence } from "../../../model/mesh/streamed-sequence";

export interface WrittenAppearance {
  materials: object[];
  textures: object[];
  samplers: object[];
  /** `pixels` are the bytes to put into the file. An image without pixels refers to a file beside it. */
  images: { json: object; pixels: Uint8Array | null }[];
  extensionsUsed: string[];
  /** For each material of the sequence: its index in `materials`, or −1 for none. */
  materialOf: number[];
}

const WRAPS: Record<TextureWrap, number> = { repeat: 10497, clamp: 33071, mirror: 33648 };
const NEAREST = 9728;
const LINEAR = 9729;
const MIPMAPS = 9987;
const NEAREST_MIPMAPS = 9984;

/** The extension for images of a type; null for types of core glTF. */
const EXTENSIONS: Record<string, string | null> = {
  "image/png": null,
  "image/jpeg": null,
  "image/webp": "EXT_texture_webp",
  "image/avif": "EXT_texture_avif",
  "image/ktx2": "KHR_texture_basisu",
  "image/vnd-ms.dds": "MSFT_texture_dds",
};

/** Whether a glTF file can contain an image unchanged. */
export const isGltfImage = ({ mimeType }: Pick<ImageFile, "mimeType">): boolean => mimeType in EXTENSIONS;

/** A list in which equal entries are stored once. */
class Entries {
  readonly list: object[] = [];
  private readonly indices = new Map<string, number>();

  add(entry: object): number {
    const key = JSON.stringify(entry);
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    this.indices.set(key, this.list.length);
    return this.list.push(entry) - 1;
  }
}

class AppearanceWriter {
  private readonly samplers = new Entries();
  private readonly textures = new Entries();
  private readonly extensions = new Set<string>();
  /** Indices of the images that textures use, in the order of first use. */
  private readonly used: number[] = [];
  private readonly sequence: AnySequence;

  constructor(sequence: AnySequence) {
    this.sequence = sequence;
  }

  write(): WrittenAppearance {
    const { materials, images = [] } = this.sequence;
    const written = materials.map((material) => this.material(material));
    return {
      materials: written,
      textures: this.textures.list,
      samplers: this.samplers.list,
      images: this.used.map((i) => {
        const { name, mimeType, bytes } = images[i];
        return { json: { name, mimeType }, pixels: bytes };
      }),
      extensionsUsed: [...this.extensions],
      materialOf: materials.map((_, m) => m),
    };
  }

  private use(extension: string): string {
    this.extensions.add(extension);
    return extension;
  }

  private texture(map: TextureMap | undefined): { index: number; texCoord?: number } | null {
    const { images = [], uvs, moreUvs = [] } = this.sequence;
    const image = map && images[map.image];
    const sets = uvs ? 1 + moreUvs.length : 0;
    if (!image || !isGltfImage(image) || map.uvSet >= sets) return null;
    const [wrapS, wrapT] = (map.wrap ?? ["repeat", "repeat"]).map((wrap) => WRAPS[wrap]);
    const sampler = this.samplers.add({
      magFilter: map.nearest ? NEAREST : LINEAR,
      minFilter: map.nearest ? NEAREST_MIPMAPS : MIPMAPS,
      wrapS,
      wrapT,
    });
    const extension = EXTENSIONS[image.mimeType];
    if (!this.used.includes(map.image)) this.used.push(map.image);
    const source = this.used.indexOf(map.image);
    const named = extension ? { extensions: { [this.use(extension)]: { source } } } : { source };
    return {
      index: this.textures.add({ sampler, ...named }),
      ...(map.uvSet > 0 && { texCoord: map.uvSet }),
      ...(map.transform && { extensions: { [this.use("KHR_texture_transform")]: map.transform } }),
    };
  }

  private material({ textures = {}, ...material }: Material): object {
    const { name, baseColour, metallic = 0, roughness = 1, emissive, doubleSided } = material;
    const alpha = material.alpha ?? (baseColour[3] < 1 ? "blend" : "opaque");
    const base = this.texture(textures.baseColour);
    const surface = this.texture(textures.metallicRoughness);
    const normal = this.texture(textures.normal);
    const occlusion = this.texture(textures.occlusion);
    const glow = this.texture(textures.emissive);
    const strength = Math.max(1, ...(emissive ?? []));
    return {
      name,
      pbrMetallicRoughness: {
        baseColorFactor: baseColour,
        metallicFactor: metallic,
        roughnessFactor: roughness,
        ...(base && { baseColorTexture: base }),
        ...(surface && { metallicRoughnessTexture: surface }),
      },
      ...(normal && { normalTexture: { ...normal, scale: textures.normal?.strength ?? 1 } }),
      ...(occlusion && { occlusionTexture: { ...occlusion, strength: textures.occlusion?.strength ?? 1 } }),
      ...(glow && { emissiveTexture: glow }),
      ...(emissive && { emissiveFactor: emissive.map((x) => x / strength) }),
      ...(strength > 1 && {
        extensions: { [this.use("KHR_materials_emissive_strength")]: { emissiveStrength: strength } },
      }),
      ...(alpha !== "opaque" && { alphaMode: alpha.toUpperCase() }),
      ...(alpha === "mask" && { alphaCutoff: material.alphaCutoff ?? 0.5 }),
      ...(doubleSided && { doubleSided }),
    };
  }
}

/** The lists for a sequence's own materials. Images of types that glTF lacks are left out, with their textures. */
export const appearanceJson = (sequence: AnySequence): WrittenAppearance =>
  new AppearanceWriter(sequence).write();
