import { isObject, type Json, listOf, omit } from "../../carried/carried-json";
import type { GltfData } from "../asset/container";
import { nodesOfScene } from "../scene/build-scene";
import { facesOf, type GltfScene } from "../scene/scene";
import type { KeptAccessors } from "./kept-accessors";
import { type KeptMotion, keptAnimations } from "./kept-animations";
import type { RowsAre } from "./mend-numbers";

/** Names of empty nodes with which programs mark the tips of bones. */
const TIP = /[_.]?(end|tip|nub)\d*([_.]?[lr])?$/i;
/** The extension that repeats a mesh. The copies are part of the surface. */
const REPEATED = "EXT_mesh_gpu_instancing";
/** Extensions that refer to nodes by number, which changes in a new file. */
const NAMING = /^(MSFT_lod|KHR_physics_|KHR_collision_|OMI_physics_|OMI_collider|VRMC_node_constraint)/;
export const namesNodes = (extension: string): boolean => NAMING.test(extension);

/** The kept nodes, with their meshes and animations. */
export interface KeptNodes extends KeptMotion {
  nodes: Json[];
  /** Indices of `nodes`. */
  roots: number[];
  meshes: Json[];
  /** Whether a node of the file is kept. */
  isKept(node: number): boolean;
}

/** Marks the nodes that have something besides the surface and its skeleton, and all nodes above them. */
function chooseNodes(root: Json, { json }: GltfData, scene: GltfScene, shown: Set<number>): Uint8Array {
  const nodes = listOf(root, "nodes");
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

/** The nodes whose mesh is part of the surface or follows its skeleton. Other nodes with points or lines are kept. */
const shownNodes = (scene: GltfScene): Set<number> =>
  new Set(
    scene.instances.flatMap(({ source, geometry, skin }) =>
      source && (facesOf(geometry) > 0 || skin) ? [source.node] : [],
    ),
  );

/**
 * Attributes that kept meshes may have. Joints and weights are not among them, because kept nodes have no skin. All
 * other names need an underscore.
 */
const KEPT_ATTRIBUTE = /^(POSITION|NORMAL|TANGENT|(TEXCOORD|COLOR)_\d+|_.*)$/s;

/** What an attribute's rows are. */
function rowsOf(semantic: string): RowsAre {
  if (semantic === "POSITION") return "positions";
  if (semantic === "NORMAL") return "normals";
  if (semantic === "TANGENT") return "tangents";
  return /^COLOR_\d+$/.test(semantic) ? "colours" : "numbers";
}

/** The number of morph targets of a mesh. All its primitives have the same. */
function targetsOf(mesh: Json): number {
  const { targets } = listOf(mesh, "primitives")[0] ?? {};
  return Array.isArray(targets) ? targets.length : 0;
}

/** "weights" if a mesh or a node has weights for another number of morph targets. */
const withoutWeights = ({ weights }: Json, targets: number): string[] =>
  Array.isArray(weights) && weights.length === targets && targets > 0 ? [] : ["weights"];

/** The mesh of a kept node, with its accessors; null if none of its primitives has positions: it would show nothing. */
function keptMesh(mesh: Json, accessors: KeptAccessors): Json | null {
  const owner = typeof mesh.name === "string" ? mesh.name : "a mesh without a surface";
  const kept = (attributes: unknown, areOf: (semantic: string) => RowsAre) =>
    isObject(attributes)
      ? Object.fromEntries(
          Object.entries(attributes).flatMap(([key, index]) =>
            KEPT_ATTRIBUTE.test(key) ? [[key, accessors.keep(index as number, areOf(key), owner)]] : [],
          ),
        )
      : {};
  const offsets = (semantic: string): RowsAre => (semantic === "POSITION" ? "positions" : "numbers");
  const placed = listOf(mesh, "primitives").filter(
    ({ attributes }) => isObject(attributes) && "POSITION" in attributes,
  );
  const primitives = placed.map((primitive) => ({
    ...omit(primitive, ["extensions"]),
    attributes: kept(primitive.attributes, rowsOf),
    ...(primitive.indices !== undefined && {
      indices: accessors.keep(primitive.indices as number, "numbers", owner),
    }),
    ...(Array.isArray(primitive.targets) && {
      targets: primitive.targets.map((target) => kept(target, offsets)),
    }),
  }));
  if (primitives.length === 0) return null;
  return { ...omit(mesh, withoutWeights(mesh, targetsOf({ primitives }))), primitives };
}

/** The rotation of a node, if it has to be scaled to a unit quaternion. The validator allows a length off by 0.0077. */
function unitRotation({ rotation }: Json, unit: Float64Array): Json {
  if (!Array.isArray(rotation)) return {};
  const off = Math.abs(Math.hypot(...rotation) - 1) > 0.005 || rotation.some((x) => Math.abs(x) > 1);
  return off ? { rotation: [...unit] } : {};
}

/**
 * The nodes of the default scene to keep, in their hierarchy and with their own motion: cameras, lights, other meshes,
 * empty nodes. Joints and other nodes above them become plain nodes.
 */
export function keptNodes(root: Json, data: GltfData, scene: GltfScene, accessors: KeptAccessors): KeptNodes {
  const givenNodes = listOf(root, "nodes");
  const meshes = listOf(root, "meshes");
  const shown = shownNodes(scene);
  const kept = chooseNodes(root, data, scene, shown);
  const numberOf = new Int32Array(givenNodes.length).fill(-1);
  let count = 0;
  for (let n = 0; n < givenNodes.length; n++) if (kept[n]) numberOf[n] = count++;
  const meshOf = new Map<number, number>();
  const keptMeshes: Json[] = [];
  const withoutMesh = new Set(shown);
  const nodes = givenNodes.flatMap((node, n) => {
    if (!kept[n]) return [];
    const { mesh, children } = data.json.nodes[n];
    const below = children.map((child) => numberOf[child]).filter((child) => child >= 0);
    const given = isObject(node.extensions) ? omit(node.extensions, [REPEATED]) : {};
    const extensions = omit(given, Object.keys(given).filter(namesNodes));
    let own: number | undefined;
    if (mesh !== undefined && !shown.has(n)) {
      own = meshOf.get(mesh);
      const made = own === undefined ? keptMesh(meshes[mesh], accessors) : null;
      if (made) {
        own = keptMeshes.push(made) - 1;
        meshOf.set(mesh, own);
      }
      if (own === undefined || targetsOf(meshes[mesh]) === 0) withoutMesh.add(n);
    } else withoutMesh.add(n);
    const targets = own === undefined ? 0 : targetsOf(keptMeshes[own]);
    const without = ["children", "mesh", "skin", "extensions", ...withoutWeights(node, targets)];
    return [
      {
        ...omit(node, without),
        ...unitRotation(node, scene.nodes[n].rotation),
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
    ...keptAnimations(root, data, scene, { nodes: numberOf, meshes: meshOf, shown, withoutMesh }, accessors),
    isKept: (n) => kept[n] === 1,
  };
}
