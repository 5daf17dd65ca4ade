/** Writes materials as Phong surfaces, with their textures and images. */
import { toSrgb } from "../../../geometry/srgb";
import type { ImageFile, Material, TextureMap, TextureSlot } from "../../../model/mesh/appearance";
import { placedValues } from "../appearance/placement";
import { type FbxRecord, int, properties, props, record } from "./record";
import type { SceneRecords } from "./scene";

/**
 * For each slot, the properties of a material to which its texture is connected. Phong has none for metallic, roughness
 * and occlusion, so these have the names of Maya's Stingray material.
 */
const SLOTS: Record<TextureSlot, readonly string[]> = {
  baseColour: ["DiffuseColor"],
  normal: ["NormalMap"],
  emissive: ["EmissiveColor"],
  occlusion: ["Maya|TEX_ao_map"],
  metallicRoughness: ["Maya|TEX_metallic_map", "Maya|TEX_roughness_map"],
};

/** Converts roughness to shininess like Blender and others: roughness 1 is 0, roughness 0 is 100. */
const shininessOf = (roughness: number) => (10 * (1 - roughness)) ** 2;

function materialRecords(material: Material): FbxRecord[] {
  const { baseColour, emissive = [0, 0, 0], metallic = 0, roughness = 1, textures } = material;
  const colour = baseColour.slice(0, 3).map(toSrgb);
  // A colour above 1 is written as a colour and a factor.
  const strength = Math.max(1, ...emissive);
  const light = emissive.map((x) => toSrgb(x / strength));
  const alpha = baseColour[3];
  return [
    record("Version", [int(102)]),
    record("ShadingModel", ["phong"]),
    record("MultiLayer", [int(0)]),
    properties(
      props.text("ShadingModel", "phong"),
      props.colour("DiffuseColor", colour),
      props.number("DiffuseFactor", 1),
      props.colour("EmissiveColor", light),
      props.number("EmissiveFactor", strength),
      props.colour("SpecularColor", [1, 1, 1]),
      props.number("SpecularFactor", 0.25),
      props.number("Shininess", shininessOf(roughness)),
      props.number("ShininessExponent", shininessOf(roughness)),
      props.number("ReflectionFactor", metallic),
      props.double("Maya|metallic", metallic),
      props.double("Maya|roughness", roughness),
      props.colour("TransparentColor", [1 - alpha, 1 - alpha, 1 - alpha]),
      props.number("TransparencyFactor", 1 - alpha),
      props.number("Opacity", alpha),
      props.double("BumpFactor", textures?.normal?.strength ?? 1),
    ),
  ];
}

/** The places of images: in the file, or at paths relative to it. */
export interface ImagePlaces {
  /** For each image its path, or its name if it is inside; null if it is left out. */
  paths: readonly (string | null)[];
  inside: boolean;
}

/** Writes the images, textures and materials of a file. */
export class MaterialWriter {
  private readonly scene: SceneRecords;
  private readonly images: readonly ImageFile[];
  private readonly places: ImagePlaces;
  private readonly uvNames: readonly string[];
  private readonly videos = new Map<number, bigint>();
  private readonly materials = new Map<number, bigint>();

  constructor(
    scene: SceneRecords,
    images: readonly ImageFile[],
    places: ImagePlaces,
    uvNames: readonly string[],
  ) {
    this.scene = scene;
    this.images = images;
    this.places = places;
    this.uvNames = uvNames;
  }

  private path(image: number): string {
    return this.places.paths[image] ?? "";
  }

  private video(n: number): bigint {
    const known = this.videos.get(n);
    if (known !== undefined) return known;
    const name = this.path(n);
    const video = this.scene.add("Video", name, "Clip", [
      record("Type", ["Clip"]),
      properties(props.text("Path", name), props.text("RelPath", name)),
      record("UseMipMap", [int(0)]),
      record("Filename", [name]),
      record("RelativeFilename", [name]),
      ...(this.places.inside ? [record("Content", [this.images[n].bytes])] : []),
    ]);
    this.videos.set(n, video);
    return video;
  }

  private texture(map: TextureMap): bigint {
    const { scene } = this;
    const name = this.path(map.image);
    const placed = Object.entries(map.transform ? placedValues(map.transform) : {});
    const [wrapU, wrapV] = (map.wrap ?? ["repeat", "repeat"]).map((wrap) => (wrap === "clamp" ? 1 : 0));
    const id = scene.add("Texture", name, "", [
      record("Type", ["TextureVideoClip"]),
      record("Version", [int(202)]),
      record("TextureName", [`${name}\0\x01Texture`]),
      properties(
        props.text("UVSet", this.uvNames[map.uvSet] ?? ""),
        props.enum("WrapModeU", wrapU),
        props.enum("WrapModeV", wrapV),
        props.bool("UseMaterial", true),
        ...placed.map(([key, values]) => props.vector(key, values)),
      ),
      record("Media", [`${name}\0\x01Video`]),
      record("FileName", [name]),
      record("RelativeFilename", [name]),
      record("ModelUVTranslation", [0, 0]),
      record("ModelUVScaling", [1, 1]),
      record("Texture_Alpha_Source", ["None"]),
      record("Cropping", [int(0), int(0), int(0), int(0)]),
    ]);
    scene.connect(this.video(map.image), id);
    return id;
  }

  /** The object of a material. Meshes may share it. */
  use(n: number, material: Material): bigint {
    const known = this.materials.get(n);
    if (known !== undefined) return known;
    const id = this.scene.add("Material", material.name, "", materialRecords(material));
    this.materials.set(n, id);
    for (const [slot, targets] of Object.entries(SLOTS)) {
      const map = material.textures?.[slot as TextureSlot];
      if (!map || this.path(map.image) === "") continue;
      const texture = this.texture(map);
      for (const target of targets) this.scene.connect(texture, id, target);
      // Transparency is in the alpha channel of the base colour's image.
      const isClear = slot === "baseColour" && material.alpha !== undefined && material.alpha !== "opaque";
      if (isClear) this.scene.connect(texture, id, "TransparencyFactor");
    }
    return id;
  }
}
