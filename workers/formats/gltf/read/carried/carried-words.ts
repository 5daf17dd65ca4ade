/** Notes for the artist: what a glTF file has besides its surface, skins and clips, and what is lost. */
import { isObject, type Json, listOf } from "../../carried/carried-json";
import type { GltfJson } from "../asset/gltf-json";
import { nodesOfScene } from "../scene/build-scene";
import { facesOf, type GltfScene } from "../scene/scene";
import { isOwnAttribute } from "../scene/surface-sets";
import { isSurface } from "../scene/triangles";
import type { KeptAccessors } from "./kept-accessors";
import type { KeptMotion } from "./kept-animations";
import { namesNodes } from "./kept-nodes";

/** Extensions of the root that only refer to materials, textures, images and lights, whose indices stay. */
const ROOT_EXTENSIONS = /^(KHR_lights_|KHR_materials_|KHR_texture_|KHR_xmp|EXT_texture_)/;
export const isRootExtension = (name: string): boolean => ROOT_EXTENSIONS.test(name);

export const extensionsOf = (json: Json): Json => (isObject(json.extensions) ? json.extensions : {});
export const isEmpty = (json: Json): boolean => Object.keys(json).length === 0;

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** The first three of some names, each once. */
const someOf = (names: readonly string[]): string => [...new Set(names)].slice(0, 3).join(", ");

/** A note about scenes and nodes that are not shown. */
function unseen(root: Json, json: GltfJson): string[] {
  const scenes = listOf(root, "scenes").length;
  if (scenes > 1) return [`${plural(scenes - 1, "other scene", "other scenes")} of the source file.`];
  const outside = json.nodes.length - nodesOfScene(json).length;
  return outside > 0 ? [`${plural(outside, "node", "nodes")} that no scene of the source file has.`] : [];
}

/** A note about extensions that refer to nodes or meshes, which have other numbers in a new file. */
function namingExtensions(root: Json): string[] {
  const unknown = Object.keys(extensionsOf(root)).filter((name) => !isRootExtension(name));
  const ofNodes = listOf(root, "nodes").flatMap((node) => Object.keys(extensionsOf(node)).filter(namesNodes));
  const names = [...new Set([...unknown, ...ofNodes])];
  return names.length > 0
    ? [`${names.join(", ")} of the source file, which may name its old bones and meshes.`]
    : [];
}

/** Notes about what meshes have besides triangles with known attributes. */
function ofMeshes(json: GltfJson, scene: GltfScene): string[] {
  const surfaces = scene.instances.filter(({ geometry }) => facesOf(geometry) > 0);
  const shown = new Map(surfaces.flatMap(({ source, name }) => (source ? [[source.mesh, name]] : [])));
  const bare = [...shown].filter(([mesh]) =>
    json.meshes[mesh].primitives.some(({ mode }) => !isSurface(mode)),
  );
  const follow = scene.instances.filter(({ geometry, skin }) => skin && facesOf(geometry) === 0);
  const drawn = [...bare.map(([, name]) => name), ...follow.map(({ name }) => name)];
  const kept = new Set(
    surfaces.flatMap(({ geometry: { attributes = [] } }) => attributes.map(({ name }) => name)),
  );
  const custom = [...shown].flatMap(([mesh]) =>
    json.meshes[mesh].primitives.flatMap(({ attributes }) =>
      Object.keys(attributes).filter((name) => isOwnAttribute(name) && !kept.has(name)),
    ),
  );
  return [
    ...(drawn.length > 0 ? [`The points and lines of ${someOf(drawn)}.`] : []),
    ...(custom.length > 0 ? [`Attributes of vertices that are matrices: ${someOf(custom)}.`] : []),
  ];
}

/**
 * Sentences about parts of the source that a new file does not have.
 * @param nameless the number of joints with extras but without a unique name.
 */
export function lostOf(
  root: Json,
  json: GltfJson,
  scene: GltfScene,
  motion: KeptMotion,
  nameless: number,
): string[] {
  const skins = listOf(root, "skins").slice(1);
  const told = skins.filter(({ extras, extensions }) => extras !== undefined || extensions !== undefined);
  const { lostPointers } = motion;
  return [
    ...unseen(root, json),
    ...namingExtensions(root),
    ...ofMeshes(json, scene),
    ...(told.length > 0 ? ["Extras of all skins but the first: the file has one."] : []),
    ...(nameless > 0 ? [`Extras of ${plural(nameless, "joint", "joints")} without a name of its own.`] : []),
    ...(lostPointers.length > 0
      ? [`Animated values of nodes and meshes that are replaced: ${someOf(lostPointers)}.`]
      : []),
  ];
}

/** Words for the contents besides materials. */
export function contentsOf(nodes: readonly Json[], gltf: Json): string[] {
  const cameras = nodes.filter(({ camera }) => camera !== undefined).length;
  const lights = nodes.filter((node) => "KHR_lights_punctual" in extensionsOf(node)).length;
  const meshes = nodes.filter(({ mesh }) => mesh !== undefined).length;
  const ofMaterials = new Set(
    listOf(gltf, "materials").flatMap((material) => Object.keys(extensionsOf(material))),
  );
  // Other formats hold a strong glow too.
  ofMaterials.delete("KHR_materials_emissive_strength");
  const shown = [...ofMaterials].map((name) => name.replace("KHR_materials_", "")).join(", ");
  const others = nodes.length - cameras - lights - meshes;
  const words = [
    cameras > 0 && plural(cameras, "camera", "cameras"),
    lights > 0 && plural(lights, "light", "lights"),
    meshes > 0 && plural(meshes, "mesh without a surface", "meshes without a surface"),
    others > 0 && plural(others, "other node", "other nodes"),
    shown !== "" && `extensions of materials (${shown})`,
    JSON.stringify(gltf).includes('"extras":') && "extras",
  ];
  return words.filter((word) => word !== false);
}

/** A sentence for each kind of number that was replaced, because glTF does not allow it. */
export const replacedIn = ({ replaced }: KeptAccessors): string[] =>
  [...replaced].map(([what, count]) => `${count} unusable ${what}: zeros, or values that are not numbers.`);
