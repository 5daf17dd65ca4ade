/** What glTF 2.0 (section 5) and its ratified extensions allow in materials, textures and samplers. */
import {
  among,
  extensions,
  flag,
  indexOf,
  numberIn,
  numbers,
  object,
  positive,
  type Rule,
  share,
  text,
} from "./mend-json";

const atLeast0 = numberIn(0);
const colour = numbers(3, share);
const colourWithAlpha = numbers(4, share);
const texCoord: Rule = (value) => (Number.isInteger(value) && (value as number) >= 0 ? value : undefined);

const textureInfo = object(
  {
    index: indexOf("textures"),
    texCoord,
    scale: numberIn(),
    strength: share,
    extensions: extensions({
      KHR_texture_transform: object({
        offset: numbers(2),
        rotation: numberIn(),
        scale: numbers(2),
        texCoord,
      }),
    }),
  },
  ["index"],
);

/** An object with textures besides these values. */
const surface = (rules: Readonly<Record<string, Rule>>): Rule =>
  object(rules, [], (name) => (name.endsWith("Texture") ? textureInfo : undefined));

/** A refractive index; 0 stands for an infinite one. */
const ior: Rule = (value, mending) => (value === 0 ? value : numberIn(1)(value, mending));

const materialExtensions = extensions({
  KHR_materials_anisotropy: surface({ anisotropyStrength: share, anisotropyRotation: numberIn() }),
  KHR_materials_clearcoat: surface({ clearcoatFactor: share, clearcoatRoughnessFactor: share }),
  KHR_materials_diffuse_transmission: surface({
    diffuseTransmissionFactor: share,
    diffuseTransmissionColorFactor: colour,
  }),
  KHR_materials_dispersion: surface({ dispersion: atLeast0 }),
  KHR_materials_emissive_strength: surface({ emissiveStrength: atLeast0 }),
  KHR_materials_ior: surface({ ior }),
  KHR_materials_iridescence: surface({
    iridescenceFactor: share,
    iridescenceIor: numberIn(1),
    iridescenceThicknessMinimum: atLeast0,
    iridescenceThicknessMaximum: atLeast0,
  }),
  KHR_materials_pbrSpecularGlossiness: surface({
    diffuseFactor: colourWithAlpha,
    specularFactor: colour,
    glossinessFactor: share,
  }),
  KHR_materials_sheen: surface({ sheenColorFactor: colour, sheenRoughnessFactor: share }),
  KHR_materials_specular: surface({ specularFactor: share, specularColorFactor: numbers(3, atLeast0) }),
  KHR_materials_transmission: surface({ transmissionFactor: share }),
  KHR_materials_volume: surface({
    thicknessFactor: atLeast0,
    attenuationDistance: positive,
    attenuationColor: colour,
  }),
});

const anyMaterial = surface({
  name: text,
  alphaMode: among("OPAQUE", "MASK", "BLEND"),
  alphaCutoff: atLeast0,
  doubleSided: flag,
  emissiveFactor: colour,
  pbrMetallicRoughness: surface({
    baseColorFactor: colourWithAlpha,
    metallicFactor: share,
    roughnessFactor: share,
  }),
  extensions: materialExtensions,
});

/** A material. Its limit of alpha goes with the mode that needs it. */
export const material: Rule = (value, mending) => {
  const mended = anyMaterial(value, mending) as { alphaMode?: unknown; alphaCutoff?: unknown };
  if (mended === value || mended.alphaMode === "MASK") return mended;
  const { alphaCutoff: _, ...others } = mended;
  return others;
};

const imageIn = object({ source: indexOf("images") }, ["source"]);

export const texture = object({
  name: text,
  sampler: indexOf("samplers"),
  source: indexOf("images"),
  extensions: extensions({
    EXT_texture_avif: imageIn,
    EXT_texture_webp: imageIn,
    KHR_texture_basisu: imageIn,
    MSFT_texture_dds: imageIn,
  }),
});

const wrap = among(33071, 33648, 10497);

export const sampler = object({
  name: text,
  magFilter: among(9728, 9729),
  minFilter: among(9728, 9729, 9984, 9985, 9986, 9987),
  wrapS: wrap,
  wrapT: wrap,
  extensions: extensions(),
});
