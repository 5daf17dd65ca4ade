import type { CarriedScene } from "../../../../model/mesh/appearance";
import {
  type CarriedJson,
  isObject,
  type Json,
  listOf,
  omit,
  pickProperties,
} from "../../carried/carried-json";
import type { Accessors } from "../asset/accessors";
import type { GltfData } from "../asset/container";
import { facesOf, type GltfScene } from "../scene/scene";
import { contentsOf, extensionsOf, isEmpty, isRootExtension, lostOf, replacedIn } from "./carried-words";
import { KeptAccessors } from "./kept-accessors";
import { type KeptNodes, keptNodes, namesNodes } from "./kept-nodes";
import { mendRoot } from "./mend-root";

/** Extensions of nodes that are part of the surface that was read. */
const SURFACE_EXTENSIONS = ["EXT_mesh_gpu_instancing"];
/** Extensions of primitives that only describe how their numbers are stored. */
const STORED = ["KHR_draco_mesh_compression"];
/** Extensions that the carried JSON no longer needs. */
const UNPACKED =
  /^(KHR_draco_mesh_compression|EXT_meshopt_compression|KHR_meshopt_compression|EXT_mesh_gpu_instancing)$/;
/** The extension for meshes with integers, which kept meshes may need. */
const QUANTISED = "KHR_mesh_quantization";

/** The extras and extensions of an object, without some names; empty if there are none. */
function besides(json: Json, without: readonly string[]): Json {
  const own = extensionsOf(json);
  const extensions = omit(own, [...without, ...Object.keys(own).filter(namesNodes)]);
  return {
    ...pickProperties(json, ["extras"]),
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
}

/** A name that is not empty, as an object's only property. */
const nameOf = ({ name }: Json): Json => (typeof name === "string" && name !== "" ? { name } : {});

/** A mesh's name and extras without the names of its morph targets, which the new file does not have. */
function besidesTargets(mesh: Json): Json {
  const { extras, ...own } = besides(mesh, []);
  const others = { ...nameOf(mesh), ...own };
  if (!isObject(extras)) return extras === undefined ? others : { ...others, extras };
  const kept = omit(extras, ["targetNames"]);
  return Object.keys(kept).length > 0 ? { ...others, extras: kept } : others;
}

/**
 * Extras of joints by name, the names of joints that are not kept as plain nodes, and the number of joints with extras
 * but without a unique name.
 */
function jointsOf(nodes: readonly Json[], scene: GltfScene, kept: KeptNodes) {
  const joints: CarriedJson["joints"] = {};
  const gone: string[] = [];
  let nameless = 0;
  for (const joint of new Set(scene.skins.flatMap((skin) => skin.joints))) {
    const own = pickProperties(nodes[joint] ?? {}, ["extras"]);
    if (isEmpty(own)) continue;
    const { name } = scene.nodes[joint];
    const isNew = name !== "" && !Object.hasOwn(joints, name);
    if (isNew) joints[name] = own;
    if (kept.isKept(joint)) continue;
    if (isNew) gone.push(name);
    else nameless++;
  }
  return { joints, gone, nameless };
}

/** The names of extensions that the remaining JSON uses. */
function usedIn(written: string, hasMeshes: boolean, list: unknown): string[] {
  const names = Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
  return names.filter((name) =>
    name === QUANTISED ? hasMeshes : !UNPACKED.test(name) && written.includes(`"${name}"`),
  );
}

/**
 * Builds the rest of a glTF file, besides the surface, skins and clips that were read.
 * @param text the file's JSON.
 * @param data the same file with plain buffers, checked by `checkGltf`.
 * @param imageOf for each image of the file, its index in the sequence's images, or −1.
 * @param decoded reads the numbers of the file's accessors.
 */
export function buildCarried(
  text: string,
  data: GltfData,
  scene: GltfScene,
  imageOf: readonly number[],
  decoded: Accessors,
): CarriedScene {
  const { root, replaced } = mendRoot(JSON.parse(text) as Json);
  const nodes = listOf(root, "nodes");
  const meshes = listOf(root, "meshes");
  const accessors = new KeptAccessors(root, data, decoded);
  const kept = keptNodes(root, data, scene, accessors);
  const surfaces = scene.instances.filter(({ geometry }) => facesOf(geometry) > 0);
  const parts = surfaces.map(({ source }) => {
    const node = source ? nodes[source.node] : {};
    const mesh = source ? meshes[source.mesh] : {};
    const primitive = source ? (listOf(mesh, "primitives")[source.primitive] ?? {}) : {};
    return {
      // A kept node has its own extras and extensions.
      node: source && kept.isKept(source.node) ? {} : besides(node, SURFACE_EXTENSIONS),
      mesh: besidesTargets(mesh),
      primitive: besides(primitive, STORED),
    };
  });
  const { joints, gone, nameless } = jointsOf(nodes, scene, kept);
  const [firstSkin = {}] = listOf(root, "skins");
  const skin = { ...nameOf(firstSkin), ...besides(firstSkin, []) };
  const ownScene = listOf(root, "scenes")[typeof root.scene === "number" ? root.scene : 0] ?? {};
  const extensions = pickProperties(
    extensionsOf(root),
    Object.keys(extensionsOf(root)).filter(isRootExtension),
  );
  const gltf: Json = {
    ...pickProperties(root, ["asset", "extras", "materials", "textures", "samplers", "cameras"]),
    ...(!isEmpty(extensions) && { extensions }),
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
  const written = JSON.stringify([gltf, parts, skin]);
  for (const key of ["extensionsUsed", "extensionsRequired"])
    gltf[key] = usedIn(written, kept.meshes.length > 0, root[key]);
  const carried: CarriedJson = {
    gltf,
    images: [...imageOf],
    materials: scene.materialSources ?? [],
    parts,
    joints,
    ...(!isEmpty(skin) && { skin }),
    ...(kept.whole.length > 0 && { whole: kept.whole }),
  };
  return {
    text: JSON.stringify(carried),
    bytes: accessors.bytes(),
    contents: contentsOf(kept.nodes, gltf),
    lost: [...lostOf(root, data.json, scene, kept, nameless), ...replacedIn(accessors), ...replaced],
    ...(kept.partly.length > 0 && { motion: kept.partly }),
    ...(gone.length > 0 && { joints: gone }),
  };
}
