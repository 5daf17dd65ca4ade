import type { Material, TextureMap } from "../../model/mesh/appearance";
import { someOf } from "../../model/reports/some-of";
import type { PolygonMesh } from "../assemble/polygon-mesh";
import { findFile } from "../images/find-file";
import { NoImage, readImage } from "../images/image-file";
import { ImageList } from "../images/image-list";
import type { SourceFile } from "../source/source";
import { baseName, readAll } from "../source/source-file";
import { decodeText } from "../source/text-cursor";
import { type MtlMap, type MtlMaterial, parseMaterials } from "./mtl";

const LARGEST_LIBRARY = 16e6;

/** The libraries of a mesh, and the names of missing ones. */
function findLibraries(mesh: PolygonMesh, files: SourceFile[]): { found: SourceFile[]; missing: string[] } {
  const from = files.find(({ name }) => name === mesh.file) ?? files[0];
  const found = new Set<SourceFile>();
  const missing = new Set<string>();
  for (const line of new Set(mesh.libraries)) {
    // A line may have several names, and a name may have spaces.
    const names = (line.match(/\.mtl\b/gi)?.length ?? 0) > 1 ? line.split(/(?<=\.mtl)\s+/i) : [line];
    for (const name of names) {
      const file = from && findFile(files, from, name);
      if (file && file.size <= LARGEST_LIBRARY) found.add(file);
      else if (name !== "") missing.add(baseName(name.replaceAll("\\", "/")));
    }
  }
  return { found: [...found], missing: [...missing] };
}

/** Finds the images of a library's materials. */
class MapReader {
  readonly list = new ImageList();
  private readonly files: SourceFile[];
  /** Words about maps that cannot be kept. */
  readonly lost = new Set<string>();
  /** Values that cannot be kept, and the names of their materials. */
  readonly unread = { values: new Set<string>(), materials: new Set<string>() };

  constructor(files: SourceFile[]) {
    this.files = files;
  }

  private async texture(map: MtlMap | undefined, library: SourceFile): Promise<TextureMap | null> {
    if (!map) return null;
    const file = findFile(this.files, library, map.path);
    const image = await this.list.add(file?.name ?? map.path, async () => {
      if (!file) throw new NoImage(`${baseName(map.path.replaceAll("\\", "/"))} is missing`);
      return readImage(file);
    });
    if (image === null) return null;
    const { scale, offset, clamp, strength } = map;
    const isMoved = scale.some((x) => x !== 1) || offset.some((x) => x !== 0);
    return {
      image,
      uvSet: 0,
      // The same transform with v from the top: 1 − (s·(1 − v) + o) = s·v + (1 − s − o).
      ...(isMoved && {
        transform: { offset: [offset[0], 1 - scale[1] - offset[1]], rotation: 0, scale },
      }),
      ...(clamp && { wrap: ["clamp", "clamp"] as const }),
      ...(strength !== 1 && { strength }),
    } as TextureMap;
  }

  /** A material with its images. */
  async material({ material, maps, others, unread }: MtlMaterial, library: SourceFile): Promise<Material> {
    const textures: NonNullable<Material["textures"]> = {};
    const baseColour = await this.texture(maps.baseColour, library);
    const normal = await this.texture(maps.normal, library);
    const emissive = await this.texture(maps.emissive, library);
    if (baseColour) textures.baseColour = baseColour;
    if (normal) textures.normal = normal;
    if (emissive) textures.emissive = emissive;
    const surface = await this.roughness(maps, material, library);
    if (surface) textures.metallicRoughness = surface;
    const alphaIsOwn = maps.alpha && maps.alpha.path !== maps.baseColour?.path;
    if (alphaIsOwn) this.lost.add("map_d");
    for (const other of others) this.lost.add(other);
    for (const word of unread) this.unread.values.add(word);
    if (unread.length > 0) this.unread.materials.add(material.name);
    const [r, g, b, a] = material.baseColour;
    // Writers fill in 0.8 or black for Kd if there is a texture. Neither is meant to darken the texture.
    const isFiller = r === g && g === b && (r === 0 || Math.abs(r - 0.8) < 1e-6);
    return {
      ...material,
      baseColour: baseColour && isFiller ? [1, 1, 1, a] : material.baseColour,
      ...(emissive && !material.emissive && { emissive: [1, 1, 1] as [number, number, number] }),
      ...(surface && { roughness: 1, ...(maps.metallic && { metallic: 1 }) }),
      ...(maps.alpha && !alphaIsOwn && baseColour && { alpha: "blend" as const }),
      ...(Object.keys(textures).length > 0 && { textures }),
    };
  }

  /**
   * Finds the map of roughness and metalness. In glTF one image has roughness in green and metalness in blue. Two
   * images cannot be kept without making a new one. A map of only roughness is grey, so it may only be used if nothing
   * is metal.
   */
  private async roughness(
    { roughness, metallic }: MtlMaterial["maps"],
    material: Material,
    library: SourceFile,
  ): Promise<TextureMap | null> {
    if (!roughness && !metallic) return null;
    const isPacked = roughness && metallic && roughness.path === metallic.path;
    const isGrey = roughness && !metallic && (material.metallic ?? 0) === 0;
    if (isPacked || isGrey) return this.texture(roughness, library);
    this.lost.add([roughness && "map_Pr", metallic && "map_Pm"].filter(Boolean).join(" and "));
    return null;
  }
}

/** Gives a mesh the materials of its libraries, with their images, if these are among `files`. Notes missing ones. */
export async function readMaterials(mesh: PolygonMesh, files: SourceFile[]): Promise<void> {
  if (mesh.libraries.length === 0) return;
  const { found: libraries, missing } = findLibraries(mesh, files);
  const reader = new MapReader(files);
  const found = new Map<string, Material>();
  const wanted = new Set(mesh.materials.map(({ name }) => name));
  for (const library of libraries) {
    for (const [name, material] of parseMaterials(decodeText(await readAll(library)))) {
      if (wanted.has(name)) found.set(name, await reader.material(material, library));
    }
  }
  const { images } = reader.list;
  mesh.materials = mesh.materials.map((material) => found.get(material.name) ?? material);
  if (images.length > 0) mesh.images = images;
  if (missing.length > 0) {
    mesh.notes.push(
      `${missing.join(", ")} with the colours of ${baseName(mesh.file)} is missing. Open it together with the mesh.`,
    );
  }
  mesh.notes.push(...reader.list.notes());
  const lost = [...reader.lost];
  if (lost.length > 0) {
    mesh.notes.push(
      `Materials have maps that Sinew cannot keep, and are left without them: ${lost.join(", ")}.`,
    );
  }
  const { values, materials } = reader.unread;
  mesh.lost = [
    ...(mesh.lost ?? []),
    ...(lost.length > 0 ? [`Maps of materials: ${lost.join(", ")}.`] : []),
    ...(values.size > 0
      ? [`Values of the materials ${someOf([...materials])}: ${[...values].join(", ")}.`]
      : []),
  ];
}
