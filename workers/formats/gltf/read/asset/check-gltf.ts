/**
 * Checks cross-references of a glTF file: every index refers to something, every accessor lies within its data, nodes
 * form trees.
 */
import { damagedGltf } from "../../complaint";
import type { GltfData } from "./container";
import type { AccessorJson, GltfJson } from "./gltf-json";

/** The most numbers of all accessors without their own data (zeros, sparse, Draco). */
const MOST_VIRTUAL_NUMBERS = 2e8;

const COMPONENT_BYTES: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

/** The number of components of an accessor. */
export const componentsOf = (accessor: Pick<AccessorJson, "type">): number => COMPONENTS[accessor.type];

/**
 * Checks that every index in the JSON is valid.
 * @throws SinewError with the first invalid reference.
 */
export function checkGltf({ json, buffers }: GltfData, file: string): void {
  const wrong = (what: string): never => {
    throw damagedGltf(file, what);
  };
  const within = (index: number | undefined, list: unknown[], what: string) => {
    if (index !== undefined && index >= list.length) {
      wrong(`It uses ${what} ${index}, but has ${list.length}.`);
    }
  };
  const accessor = (index: number | undefined) => within(index, json.accessors, "accessor");

  for (const [v, view] of json.bufferViews.entries()) {
    within(view.buffer, json.buffers, "buffer");
    const meshopt = view.extensions?.EXT_meshopt_compression ?? view.extensions?.KHR_meshopt_compression;
    if (meshopt) within(meshopt.buffer, json.buffers, "buffer");
    const data = meshopt ?? view;
    const buffer = buffers[data.buffer];
    if (!buffer) wrong(`Buffer view ${v} lies in buffer ${data.buffer}, which has no data.`);
    else if (data.byteOffset + data.byteLength > buffer.length) {
      wrong(
        `Buffer view ${v} ends at byte ${data.byteOffset + data.byteLength} of a buffer of ${buffer.length}.`,
      );
    }
    if (meshopt && meshopt.count * meshopt.byteStride !== view.byteLength) {
      wrong(
        `Buffer view ${v} unpacks to ${meshopt.count * meshopt.byteStride} bytes, not ${view.byteLength}.`,
      );
    }
  }
  checkAccessors(json, within, wrong);
  for (const mesh of json.meshes) {
    for (const primitive of mesh.primitives) {
      within(primitive.material, json.materials, "material");
      accessor(primitive.indices);
      for (const set of [primitive.attributes, ...primitive.targets]) Object.values(set).forEach(accessor);
      within(primitive.extensions?.KHR_draco_mesh_compression?.bufferView, json.bufferViews, "buffer view");
    }
  }
  for (const skin of json.skins) {
    accessor(skin.inverseBindMatrices);
    for (const joint of skin.joints) within(joint, json.nodes, "node");
  }
  for (const animation of json.animations) {
    for (const { input, output } of animation.samplers) [input, output].forEach(accessor);
    for (const { sampler, target } of animation.channels) {
      within(sampler, animation.samplers, "animation sampler");
      within(target.node, json.nodes, "node");
    }
  }
  for (const scene of json.scenes) for (const root of scene.nodes) within(root, json.nodes, "node");
  within(json.scene, json.scenes, "scene");
  for (const node of json.nodes) {
    within(node.mesh, json.meshes, "mesh");
    within(node.skin, json.skins, "skin");
    Object.values(node.extensions?.EXT_mesh_gpu_instancing?.attributes ?? {}).forEach(accessor);
  }
  checkTrees(json, within, wrong);
}

type Within = (index: number | undefined, list: unknown[], what: string) => void;
type Wrong = (what: string) => never;

function checkAccessors(json: GltfJson, within: Within, wrong: Wrong): void {
  let virtual = 0;
  for (const [a, accessor] of json.accessors.entries()) {
    const elementBytes = componentsOf(accessor) * COMPONENT_BYTES[accessor.componentType];
    const fits = (viewIndex: number, offset: number, count: number, bytes: number) => {
      within(viewIndex, json.bufferViews, "buffer view");
      const view = json.bufferViews[viewIndex];
      const stride = view.byteStride ?? bytes;
      const end = count === 0 ? 0 : offset + (count - 1) * stride + bytes;
      if (end > view.byteLength) {
        wrong(`Accessor ${a} needs ${end} bytes, but its buffer view has ${view.byteLength}.`);
      }
    };
    if (accessor.bufferView !== undefined) {
      fits(accessor.bufferView, accessor.byteOffset, accessor.count, elementBytes);
    } else virtual += accessor.count * componentsOf(accessor);
    if (accessor.sparse) {
      const { count, indices, values } = accessor.sparse;
      fits(indices.bufferView, indices.byteOffset, count, COMPONENT_BYTES[indices.componentType]);
      fits(values.bufferView, values.byteOffset, count, elementBytes);
    }
  }
  if (virtual > MOST_VIRTUAL_NUMBERS)
    wrong(`Its accessors ask for ${virtual} numbers that it does not hold.`);
}

/** Checks that every node has at most one parent, and no node is its own ancestor. */
function checkTrees(json: GltfJson, within: Within, wrong: Wrong): void {
  const parent = new Int32Array(json.nodes.length).fill(-1);
  for (const [n, node] of json.nodes.entries()) {
    for (const child of node.children) {
      within(child, json.nodes, "node");
      if (parent[child] !== -1) wrong(`Node ${child} has two parents, ${parent[child]} and ${n}.`);
      parent[child] = n;
    }
  }
  // Each node has one parent, so nodes that no root reaches form a cycle.
  const reached = new Uint8Array(json.nodes.length);
  const open = [...parent.keys()].filter((n) => parent[n] === -1);
  while (open.length > 0) {
    const n = open.pop()!;
    reached[n] = 1;
    for (const child of json.nodes[n].children) open.push(child);
  }
  const ring = reached.indexOf(0);
  if (ring >= 0) wrong(`Node ${ring} is its own ancestor.`);
}
