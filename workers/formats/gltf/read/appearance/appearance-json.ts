/**
 * The schema of materials, textures and images in a glTF file. Unlike geometry, a wrong colour is not worth an error: a
 * value of a wrong type gets the default, and an invalid reference is ignored.
 */
import { z } from "zod";

const number = z.number().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const index = z.int().min(0).optional().catch(undefined);
const numbers = (count: number) => z.array(z.number()).length(count).optional().catch(undefined);

const transform = z.object({
  offset: numbers(2),
  rotation: number,
  scale: numbers(2),
  texCoord: index,
});

const textureInfo = z
  .object({
    index: z.int().min(0),
    texCoord: index,
    /** The scale of normal maps. */
    scale: number,
    strength: number,
    extensions: z
      .object({ KHR_texture_transform: transform.optional().catch(undefined) })
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);

const specularGlossiness = z.object({
  diffuseFactor: numbers(4),
  diffuseTexture: textureInfo,
  glossinessFactor: number,
});

const metallicRoughness = z.object({
  baseColorFactor: numbers(4),
  baseColorTexture: textureInfo,
  metallicFactor: number,
  roughnessFactor: number,
  metallicRoughnessTexture: textureInfo,
});

const material = z.object({
  name: text,
  doubleSided: z.boolean().optional().catch(undefined),
  pbrMetallicRoughness: metallicRoughness.optional().catch(undefined),
  normalTexture: textureInfo,
  occlusionTexture: textureInfo,
  emissiveTexture: textureInfo,
  emissiveFactor: numbers(3),
  alphaMode: z.enum(["OPAQUE", "MASK", "BLEND"]).optional().catch(undefined),
  alphaCutoff: number,
  extensions: z
    .object({
      KHR_materials_pbrSpecularGlossiness: specularGlossiness.optional().catch(undefined),
      KHR_materials_emissive_strength: z.object({ emissiveStrength: number }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const source = z.object({ source: index }).optional().catch(undefined);
/** Extensions that refer to an image in another format. The core image is only a fallback. */
const texture = z.object({
  source: index,
  sampler: index,
  extensions: z
    .object({
      KHR_texture_basisu: source,
      EXT_texture_webp: source,
      EXT_texture_avif: source,
      MSFT_texture_dds: source,
    })
    .optional()
    .catch(undefined),
});

const image = z.object({ name: text, uri: text, mimeType: text, bufferView: index });
const sampler = z.object({ magFilter: number, wrapS: number, wrapT: number });

const listOf = <T extends z.ZodType<object>>(item: T) => z.array(item.catch({} as never)).catch([]);

const appearance = z
  .object({
    materials: listOf(material).default([]),
    textures: listOf(texture).default([]),
    images: listOf(image).default([]),
    samplers: listOf(sampler).default([]),
  })
  .catch({ materials: [], textures: [], images: [], samplers: [] });

export type AppearanceJson = z.infer<typeof appearance>;
export type MaterialJson = AppearanceJson["materials"][number];
export type TextureInfoJson = NonNullable<z.infer<typeof textureInfo>>;

/** @param root the JSON of a file, in any form. */
export const appearanceOf = (root: unknown): AppearanceJson => appearance.parse(root);
