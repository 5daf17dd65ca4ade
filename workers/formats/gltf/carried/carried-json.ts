/** What is inside `CarriedScene.text`: a glTF file without the surface that was read, its skins and its clips. */
export interface CarriedJson {
  /**
   * The file's own JSON. Materials, textures, samplers, cameras and extensions have their old indices; images have
   * neither data nor a view, and nodes, meshes, accessors and views only what is left. One buffer, one scene.
   */
  gltf: Record<string, unknown>;
  /** For each image of `gltf`: its index in `MeshSequence.images`, or −1 for one that names a file that was not there. */
  images: number[];
  /** For each material of the sequence: its index in `gltf`, or −1 for surfaces without one. */
  materials: number[];
  /** For each part of the sequence: what its node, mesh and primitive have besides the surface. */
  parts: { node: object; mesh: object; primitive: object }[];
  /** What joints have besides their place, by name. */
  joints: Record<string, object>;
  /** What the first skin has besides its joints. */
  skin?: object;
  /** Names of animations that need no clip of the rig: they move only what is in here. */
  whole?: string[];
}

export type Json = Record<string, unknown>;

/** A list of objects in JSON of any form. */
export const listOf = (json: Json, key: string): Json[] => {
  const list = json[key];
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? item : {})) : [];
};

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The properties of an object with these names, where it has them. */
export function pickProperties(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
}

/** An object without the properties of these names. */
export function omit(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}
