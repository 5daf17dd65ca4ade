import type { CarriedScene } from "../../../../model/mesh/appearance";
import { type CarriedJson, isObject, type Json, listOf, omit, pick } from "../../carried/carried-json";
import type { GltfData } from "../asset/container";
import { facesOf, type GltfScene } from "../scene/scene";
import { KeptAccessors } from "./kept-accessors";
import { keptNodes } from "./kept-nodes";

/** Extensions of the root that only name materials, textures, images and lights, whose indices stay. */
const ROOT_EXTENSIONS = /^(KHR_lights_|KHR_materials_|KHR_texture_|KHR_xmp|EXT_texture_)/;
/** Extensions of nodes that are part of the surface that was read. */
const SURFACE_EXTENSIONS = ["EXT_mesh_gpu_instancing"];
/** Extensions of primitives that are about how their numbers are stored. */
const STORED = ["KHR_draco_mesh_compression"];
/** Extensions that the carried JSON no longer needs. */
const UNPACKED =
  /^(KHR_draco_mesh_compression|EXT_meshopt_compression|KHR_meshopt_compression|EXT_mesh_gpu_instancing|KHR_mesh_quantization)$/;

const extensionsOf = (json: Json): Json => (isObject(json.extensions) ? json.extensions : {});

/** Extras and extensions of an object without those of some names; nothing where there are none. */
function besides(json: Json, without: readonly string[]): Json {
  const extensions = omit(extensionsOf(json), without);
  return {
    ...pick(json, ["extras"]),
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
}

/** A mesh's extras without the names of its morph targets, which are not there any more. */
function besidesTargets(mesh: Json): Json {
  const { extras, ...others } = besides(mesh, []);
  if (!isObject(extras)) return extras === undefined ? others : { ...others, extras };
  const kept = omit(extras, ["targetNames"]);
  return Object.keys(kept).length > 0 ? { ...others, extras: kept } : others;
}

const isEmpty = (json: Json): boolean => Object.keys(json).length === 0;
const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** What of the root is lost, in sentences. */
function lostOf(root: Json, scene: GltfScene): string[] {
  const lost: string[] = [];
  const scenes = listOf(root, "scenes").length;
  if (scenes > 1) lost.push(`${plural(scenes - 1, "other scene", "other scenes")} of the source file.`);
  const unknown = Object.keys(extensionsOf(root)).filter((name) => !ROOT_EXTENSIONS.test(name));
  if (unknown.length > 0)
    lost.push(`${unknown.join(", ")} of the source file, which may name its old bones and meshes.`);
  const morphs = scene.instances.filter(({ geometry }) => geometry.targets.length > 0);
  const names = [...new Set(morphs.map(({ name }) => name))];
  if (names.length > 0)
    lost.push(`The morph targets of ${names.slice(0, 3).join(", ")}: what they move is in the motion.`);
  return lost;
}

/** What there is besides materials, in words. */
function contentsOf(nodes: readonly Json[], gltf: Json): string[] {
  const cameras = nodes.filter(({ camera }) => camera !== undefined).length;
  const lights = nodes.filter((node) => "KHR_lights_punctual" in extensionsOf(node)).length;
  const meshes = nodes.filter(({ mesh }) => mesh !== undefined).length;
  const others = nodes.length - cameras - lights - meshes;
  const words = [
    cameras > 0 && plural(cameras, "camera", "cameras"),
    lights > 0 && plural(lights, "light", "lights"),
    meshes > 0 && plural(meshes, "mesh without a surface", "meshes without a surface"),
    others > 0 && plural(others, "other node", "other nodes"),
    listOf(gltf, "materials").some((material) => !isEmpty(extensionsOf(material))) &&
      "extensions of materials",
    JSON.stringify(gltf).includes('"extras":') && "extras",
  ];
  return words.filter((word) => word !== false);
}

/**
 * The rest of a glTF file beside the surface, skins and clips that were read.
 * @param text the file's JSON.
 * @param data the same with plain buffers, checked by `checkGltf`.
 * @param numbers of an accessor.
 * @param imageOf index in the sequence's images of each image of the file, −1 for none.
 */
export function buildCarried(
  text: string,
  data: GltfData,
  scene: GltfScene,
  imageOf: readonly number[],
  numbers: (accessor: number) => ArrayLike<number>,
): CarriedScene {
  const root = JSON.parse(text) as Json;
  const nodes = listOf(root, "nodes");
  const meshes = listOf(root, "meshes");
  const accessors = new KeptAccessors(root, data);
  const kept = keptNodes(root, data, scene, accessors, numbers);
  const surfaces = scene.instances.filter(({ geometry }) => facesOf(geometry) > 0);
  const parts = surfaces.map(({ source }) => {
    const node = source ? nodes[source.node] : {};
    const mesh = source ? meshes[source.mesh] : {};
    const primitive = source ? (listOf(mesh, "primitives")[source.primitive] ?? {}) : {};
    return {
      // A node that stays keeps its own.
      node: source && kept.isKept(source.node) ? {} : besides(node, SURFACE_EXTENSIONS),
      mesh: besidesTargets(mesh),
      primitive: besides(primitive, STORED),
    };
  });
  const joints: CarriedJson["joints"] = {};
  for (const joint of new Set(scene.skins.flatMap(({ joints }) => joints))) {
    const own = nodes[joint] && pick(nodes[joint], ["extras"]);
    const name = scene.nodes[joint]?.name;
    if (own && !isEmpty(own) && name && !kept.isKept(joint)) joints[name] = own;
  }
  const used = root.extensionsUsed;
  const required = root.extensionsRequired;
  const names = (list: unknown) =>
    Array.isArray(list) ? list.filter((name) => typeof name === "string" && !UNPACKED.test(name)) : [];
  const ownScene = listOf(root, "scenes")[typeof root.scene === "number" ? root.scene : 0] ?? {};
  const extensions = pick(
    extensionsOf(root),
    Object.keys(extensionsOf(root)).filter((name) => ROOT_EXTENSIONS.test(name)),
  );
  const gltf: Json = {
    ...pick(root, ["asset", "extras", "materials", "textures", "samplers", "cameras"]),
    ...(!isEmpty(extensions) && { extensions }),
    extensionsUsed: names(used),
    extensionsRequired: names(required),
    images: listOf(root, "images").map((image, i) =>
      (imageOf[i] ?? -1) < 0 && typeof image.uri === "string" && !image.uri.startsWith("data:")
        ? image
        : omit(image, ["uri", "bufferView", "mimeType"]),
    ),
    scenes: [{ ...omit(ownScene, ["nodes"]), nodes: kept.roots }],
    nodes: kept.nodes,
    meshes: kept.meshes,
    animations: kept.animations,
    accessors: accessors.accessors,
    bufferViews: accessors.views,
  };
  const carried: CarriedJson = {
    gltf,
    images: [...imageOf],
    materials: scene.materialSources ?? [],
    parts,
    joints,
  };
  return {
    text: JSON.stringify(carried),
    bytes: accessors.bytes(),
    contents: contentsOf(kept.nodes, gltf),
    lost: lostOf(root, scene),
  };
}
