/** The content of `CarriedScene.text`: a glTF file without the surface that was read, its skins and its clips. */
export interface CarriedJson {
  /**
   * The file's own JSON. Materials, textures, samplers, cameras and extensions have their old indices. Images have no
   * data and no view. Of nodes, meshes, accessors and views it has only the remaining ones. It has one buffer and one
   * scene.
   */
  gltf: Record<string, unknown>;
  /** For each image of `gltf`: its index in `MeshSequence.images`, or −1 for an image whose file was missing. */
  images: number[];
  /** For each material of the sequence: its index in `gltf`, or −1 for surfaces without one. */
  materials: number[];
  /** For each part of the sequence: the data of its node, mesh (with its name) and primitive besides the surface. */
  parts: { node: object; mesh: object; primitive: object }[];
  /** The data of joints besides their place, by name. */
  joints: Record<string, object>;
  /** The name and the data of the first skin besides its joints. */
  skin?: object;
  /** Names of animations that move only parts of this JSON, so they need no clip of the rig. */
  whole?: string[];
}

export type Json = Record<string, unknown>;

/** The list of objects with a key, in JSON of any form. */
export const listOf = (json: Json, key: string): Json[] => {
  const list = json[key];
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? item : {})) : [];
};

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The properties with these names that an object has. */
export function pickProperties(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
}

/** An object without the properties with these names. */
export function omit(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}
