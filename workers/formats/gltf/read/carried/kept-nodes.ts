import { isObject, type Json, listOf, omit } from "../../carried/carried-json";
import type { GltfData } from "../asset/container";
import { nodesOfScene } from "../scene/build-scene";
import type { GltfScene } from "../scene/scene";
import type { KeptAccessors } from "./kept-accessors";

/** Empty nodes with which programs mark the tips of bones. */
const TIP = /[_.]?(end|tip|nub)\d*([_.]?[lr])?$/i;
/** Extensions that say how a mesh is repeated: its copies are part of the surface. */
const REPEATED = "EXT_mesh_gpu_instancing";
const ANIMATED = ["translation", "rotation", "scale", "weights"];

/** Nodes that stay, with the meshes and animations that belong to them. */
export interface KeptNodes {
  nodes: Json[];
  /** Indices of `nodes`. */
  roots: number[];
  meshes: Json[];
  animations: Json[];
  /** Whether a node of the file stays. */
  isKept(node: number): boolean;
}

/** Marks the nodes that have something besides the surface and its skeleton, and all nodes above them. */
function chooseNodes(root: Json, { json }: GltfData, scene: GltfScene): Uint8Array {
  const nodes = listOf(root, "nodes");
  const shown = new Set(scene.instances.flatMap(({ source }) => (source ? [source.node] : [])));
  const joints = new Set(scene.skins.flatMap((skin) => skin.joints));
  const kept = new Uint8Array(nodes.length);
  const below = new Uint8Array(nodes.length);
  const order = nodesOfScene(json);
  for (const n of order) below[n] = joints.has(n) || below[scene.nodes[n].parent] ? 1 : 0;
  const hasOwn = (n: number) => {
    const { camera, extensions, extras, children, name } = nodes[n];
    if (camera !== undefined) return true;
    if (isObject(extensions) && Object.keys(extensions).some((key) => key !== REPEATED)) return true;
    if (json.nodes[n].mesh !== undefined) return !shown.has(n);
    if (joints.has(n)) return false;
    const isEmpty = !Array.isArray(children) || children.length === 0;
    return isEmpty ? !(below[n] && TIP.test(String(name ?? ""))) : extras !== undefined;
  };
  for (const n of order.toReversed()) {
    if (!kept[n] && !hasOwn(n)) continue;
    kept[n] = 1;
    const { parent } = scene.nodes[n];
    if (parent >= 0) kept[parent] = 1;
  }
  return kept;
}

/** The channels of a file's animations that move what stays. Times begin where the clip does. */
function keptAnimations(
  root: Json,
  { json }: GltfData,
  scene: GltfScene,
  numberOf: Int32Array,
  accessors: KeptAccessors,
  times: (accessor: number) => ArrayLike<number>,
): Json[] {
  return listOf(root, "animations").map((animation, a) => {
    const { name, start } = scene.clips[a];
    const given = json.animations[a];
    const samplers: Json[] = [];
    const channels = given.channels.flatMap((channel) => {
      const { node, path } = channel.target;
      const number = node === undefined ? -1 : numberOf[node];
      if (number < 0 || !ANIMATED.includes(path)) return [];
      if (path === "weights" && isShown(scene, node!)) return [];
      const { input, output, interpolation } = given.samplers[channel.sampler];
      const sampler =
        samplers.push({
          input: accessors.shifted(input, times(input), start),
          output: accessors.keep(output),
          interpolation,
        }) - 1;
      return [{ sampler, target: { node: number, path } }];
    });
    return { ...omit(animation, ["name", "channels", "samplers"]), name, channels, samplers };
  });
}

const isShown = (scene: GltfScene, node: number) =>
  scene.instances.some(({ source }) => source?.node === node);

/** A mesh of a node that stays, with its accessors. */
function keptMesh(mesh: Json, accessors: KeptAccessors): Json {
  const kept = (attributes: unknown) =>
    isObject(attributes)
      ? Object.fromEntries(
          Object.entries(attributes).map(([key, index]) => [key, accessors.keep(index as number)]),
        )
      : {};
  const primitives = listOf(mesh, "primitives").map((primitive) => ({
    ...omit(primitive, ["extensions"]),
    attributes: kept(primitive.attributes),
    ...(primitive.indices !== undefined && { indices: accessors.keep(primitive.indices as number) }),
    ...(Array.isArray(primitive.targets) && { targets: primitive.targets.map(kept) }),
  }));
  return { ...mesh, primitives };
}

/**
 * The nodes of the default scene that stay, in their hierarchy and with their own motion: cameras, lights, other meshes,
 * places. Joints and other nodes above them stay as plain nodes.
 * @param times the numbers of an accessor
 */
export function keptNodes(
  root: Json,
  data: GltfData,
  scene: GltfScene,
  accessors: KeptAccessors,
  times: (accessor: number) => ArrayLike<number>,
): KeptNodes {
  const given = listOf(root, "nodes");
  const meshes = listOf(root, "meshes");
  const kept = chooseNodes(root, data, scene);
  const numberOf = new Int32Array(given.length).fill(-1);
  let count = 0;
  for (let n = 0; n < given.length; n++) if (kept[n]) numberOf[n] = count++;
  const meshOf = new Map<number, number>();
  const keptMeshes: Json[] = [];
  const nodes = given.flatMap((node, n) => {
    if (!kept[n]) return [];
    const { mesh, children } = data.json.nodes[n];
    const below = children.map((child) => numberOf[child]).filter((child) => child >= 0);
    const extensions = isObject(node.extensions) ? omit(node.extensions, [REPEATED]) : {};
    let own: number | undefined;
    if (mesh !== undefined && !isShown(scene, n)) {
      own = meshOf.get(mesh) ?? keptMeshes.push(keptMesh(meshes[mesh], accessors)) - 1;
      meshOf.set(mesh, own);
    }
    const without = ["children", "mesh", "skin", "extensions", ...(own === undefined ? ["weights"] : [])];
    return [
      {
        ...omit(node, without),
        ...(below.length > 0 && { children: below }),
        ...(own !== undefined && { mesh: own }),
        ...(Object.keys(extensions).length > 0 && { extensions }),
      },
    ];
  });
  const roots = [...kept.keys()].filter((n) => kept[n] && scene.nodes[n].parent < 0).map((n) => numberOf[n]);
  return {
    nodes,
    roots,
    meshes: keptMeshes,
    animations: keptAnimations(root, data, scene, numberOf, accessors, times),
    isKept: (n) => kept[n] === 1,
  };
}
