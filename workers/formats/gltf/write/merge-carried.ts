import type { GLTF } from "@gltf-transform/core";
import type { FileSpace } from "../../../export/file-space";
import type { CarriedScene } from "../../../model/mesh/appearance";
import type { AnySequence } from "../../../model/mesh/streamed-sequence";
import { type CarriedJson, isObject, type Json, listOf } from "../carried/carried-json";
import { pointerOf, renumbered, withPointer } from "../carried/pointers";
import type { WrittenAppearance } from "./appearance-json";
import type { GrowingGlb } from "./glb-bytes";

/** The carried JSON, with the names that its animations get in the new file. */
function withClipNames(carried: CarriedJson, names: ReadonlyMap<unknown, string>): CarriedJson {
  const animations = listOf(carried.gltf, "animations").map((animation) => ({
    ...animation,
    name: names.get(animation.name) ?? animation.name,
  }));
  return {
    ...carried,
    gltf: { ...carried.gltf, ...(animations.length > 0 && { animations }) },
    whole: carried.whole?.map((name) => names.get(name) ?? name),
  };
}

/**
 * The content of a carried scene; null if its text was not written by our reader, as in a project that was changed by
 * hand.
 * @param names the names of the clips in the new file, by their names in the source.
 */
export function readCarried(
  carried: CarriedScene | undefined,
  { parts, materials }: AnySequence,
  names: ReadonlyMap<unknown, string>,
): CarriedJson | null {
  if (!carried) return null;
  try {
    const read: unknown = JSON.parse(carried.text);
    if (!isObject(read) || !isObject(read.gltf) || !Array.isArray(read.parts)) return null;
    const { images, materials: own, joints } = read;
    const fits =
      Array.isArray(images) && Array.isArray(own) && own.length === materials.length && isObject(joints);
    return fits && read.parts.length === parts.length
      ? withClipNames(read as unknown as CarriedJson, names)
      : null;
  } catch {
    return null;
  }
}

/**
 * The materials and images of the source, with everything that Sinew does not know; null if an image is neither in the
 * source nor in a file of its own.
 */
export function carriedAppearance(
  { gltf, images, materials }: CarriedJson,
  sequence: AnySequence,
): WrittenAppearance | null {
  const written = listOf(gltf, "images").map((json, i) => {
    const image = sequence.images?.[images[i]];
    if (image) return { json: { ...json, mimeType: image.mimeType }, pixels: image.bytes };
    return typeof json.uri === "string" ? { json, pixels: null } : null;
  });
  if (!written.every((image) => image !== null)) return null;
  const [given, textures, samplers] = ["materials", "textures", "samplers"].map((key) => listOf(gltf, key));
  const materialOf = materials.map((index) => (index < given.length ? index : -1));
  // Their extensions are already in the list of the whole file.
  return { materials: given, textures, samplers, images: written, extensionsUsed: [], materialOf };
}

/** An index in the JSON, shifted by the number of entries that the list already has. */
const moved = (index: unknown, by: number): number => Number(index) + by;
const movedAll = (attributes: unknown, by: number): Json =>
  isObject(attributes)
    ? Object.fromEntries(Object.entries(attributes).map(([key, index]) => [key, moved(index, by)]))
    : {};

interface Offsets {
  views: number;
  accessors: number;
  meshes: number;
  nodes: number;
  bytes: number;
}

function addLists(json: Json, gltf: Json, at: Offsets, name: (own: string) => string): void {
  const append = (key: string, items: Json[]) => {
    if (items.length > 0) json[key] = [...((json[key] as Json[] | undefined) ?? []), ...items];
  };
  append(
    "bufferViews",
    listOf(gltf, "bufferViews").map((view) => ({
      ...view,
      byteOffset: moved(view.byteOffset ?? 0, at.bytes),
    })),
  );
  const inView = (of: Json) =>
    of.bufferView === undefined ? of : { ...of, bufferView: moved(of.bufferView, at.views) };
  append(
    "accessors",
    listOf(gltf, "accessors").map((accessor) => {
      const { sparse } = accessor;
      if (!isObject(sparse) || !isObject(sparse.indices) || !isObject(sparse.values)) return inView(accessor);
      return {
        ...inView(accessor),
        sparse: { ...sparse, indices: inView(sparse.indices), values: inView(sparse.values) },
      };
    }),
  );
  append(
    "meshes",
    listOf(gltf, "meshes").map((mesh) => ({
      ...mesh,
      primitives: listOf(mesh, "primitives").map((primitive) => ({
        ...primitive,
        attributes: movedAll(primitive.attributes, at.accessors),
        ...(primitive.indices !== undefined && { indices: moved(primitive.indices, at.accessors) }),
        ...(Array.isArray(primitive.targets) && {
          targets: primitive.targets.map((target) => movedAll(target, at.accessors)),
        }),
      })),
    })),
  );
  append(
    "nodes",
    listOf(gltf, "nodes").map((node) => ({
      ...node,
      ...(typeof node.name === "string" && { name: name(node.name) }),
      ...(node.mesh !== undefined && { mesh: moved(node.mesh, at.meshes) }),
      ...(Array.isArray(node.children) && { children: node.children.map((child) => moved(child, at.nodes)) }),
    })),
  );
}

/** The target of a channel, with the numbers of the new file. */
function movedTarget(target: Json, at: Offsets): Json {
  const pointer = pointerOf(target);
  if (pointer === null) return { ...target, node: moved(target.node, at.nodes) };
  const numbers = { nodes: (n: number) => n + at.nodes, meshes: (m: number) => m + at.meshes };
  return withPointer(target, renumbered(pointer, numbers) ?? pointer);
}

/**
 * Adds the motion of kept parts to the clips with the same names. Animations that need no clip get their own if there
 * is none.
 */
function addAnimations(json: Json, { gltf, whole = [] }: CarriedJson, at: Offsets): void {
  const own = [...((json.animations as Json[] | undefined) ?? [])];
  for (const { channels, samplers, name, ...others } of listOf(gltf, "animations")) {
    if (!Array.isArray(channels) || !Array.isArray(samplers)) continue;
    let clip = own.find((animation) => animation.name === name);
    if (!clip && whole.includes(name as string)) own.push((clip = { name, channels: [], samplers: [] }));
    if (!clip) continue;
    Object.assign(clip, others);
    const before = listOf(clip, "samplers").length;
    clip.samplers = [
      ...listOf(clip, "samplers"),
      ...samplers.map((sampler: Json) => ({
        ...sampler,
        input: moved(sampler.input, at.accessors),
        output: moved(sampler.output, at.accessors),
      })),
    ];
    clip.channels = [
      ...listOf(clip, "channels"),
      ...channels.map(({ sampler, target, ...beside }: { sampler: number; target: Json }) => ({
        ...beside,
        sampler: sampler + before,
        target: movedTarget(target, at),
      })),
    ];
  }
  if (own.length > 0) json.animations = own;
}

/** Adds extras and extensions to an object of the file, unless it has others of the same name. */
function addBesides(to: object, besides: object): void {
  const own = to as Json;
  for (const key of ["extras", "extensions"]) {
    const given = (besides as Json)[key];
    if (given === undefined) continue;
    own[key] = isObject(given) && isObject(own[key]) ? { ...given, ...own[key] } : (own[key] ?? given);
  }
}

/** Adds the extras and extensions of the surface's nodes, meshes and primitives, and of joints. */
function addToSurface(
  json: GLTF.IGLTF,
  { parts, joints, skin }: CarriedJson,
  partOf: readonly number[],
  boneNodes: ReadonlyMap<number, string>,
): void {
  const nodeOf = new Map(
    (json.nodes ?? []).flatMap((node) => (node.mesh === undefined ? [] : [[node.mesh, node]])),
  );
  let n = 0;
  for (const [m, mesh] of (json.meshes ?? []).entries()) {
    const first = parts[partOf[n]];
    addBesides(mesh, first?.mesh ?? {});
    addBesides(nodeOf.get(m) ?? {}, first?.node ?? {});
    for (const primitive of mesh.primitives) addBesides(primitive, parts[partOf[n++]]?.primitive ?? {});
  }
  for (const [n, name] of boneNodes) {
    const node = json.nodes?.[n];
    if (node && Object.hasOwn(joints, name)) addBesides(node, joints[name]);
  }
  if (skin && json.skins?.[0]) addBesides(json.skins[0], skin);
}

/**
 * Adds the rest of the source's scene to a file that has the source's materials.
 * @param partOf for each primitive, its part in the sequence, in the order of meshes and primitives.
 * @param boneNodes the names of the rig's bones before renaming, by the nodes of their joints.
 * @param name makes a node's name unique.
 */
export function mergeCarried(
  file: GrowingGlb,
  carried: CarriedJson,
  bytes: Uint8Array,
  partOf: readonly number[],
  boneNodes: ReadonlyMap<number, string>,
  root: FileSpace,
  name: (own: string) => string,
): void {
  const { json } = file;
  const { gltf } = carried;
  addToSurface(json, carried, partOf, boneNodes);
  const at: Offsets = {
    views: json.bufferViews?.length ?? 0,
    accessors: json.accessors?.length ?? 0,
    meshes: json.meshes?.length ?? 0,
    nodes: json.nodes?.length ?? 0,
    bytes: bytes.length > 0 ? file.addBytes(bytes) : 0,
  };
  const plain = json as unknown as Json;
  addLists(plain, gltf, at, name);
  addAnimations(plain, carried, at);
  const { asset, cameras, extras, extensions } = gltf;
  if (isObject(asset)) json.asset = { ...asset, version: "2.0", generator: json.asset.generator };
  for (const [key, value] of Object.entries({ cameras, extras, extensions })) {
    if (value !== undefined) plain[key] = value;
  }
  for (const key of ["extensionsUsed", "extensionsRequired"] as const) {
    const given = gltf[key];
    const all = new Set([...(json[key] ?? []), ...(Array.isArray(given) ? given : [])]);
    if (all.size > 0) json[key] = [...all];
  }
  addScene(json, gltf, at, root, name);
}

/**
 * Adds the scene's own properties and its other nodes. If the file has other axes or another unit, they are below a
 * node that converts them.
 */
function addScene(
  json: GLTF.IGLTF,
  gltf: Json,
  at: Offsets,
  root: FileSpace,
  name: (own: string) => string,
): void {
  const [given = {}] = listOf(gltf, "scenes");
  const scene = json.scenes![0];
  const roots = (Array.isArray(given.nodes) ? given.nodes : []).map((n) => moved(n, at.nodes));
  const own = scene.nodes ?? [];
  const called = typeof given.name === "string" && given.name !== "" ? name(given.name) : scene.name;
  json.scenes = [{ ...given, name: called, nodes: own }];
  const isSame = root.scale === 1 && root.rotation[3] === 1;
  if (isSame || roots.length === 0) for (const node of roots) own.push(node);
  else {
    const { rotation, scale } = root;
    const node = { name: name("scene_space"), rotation, scale: [scale, scale, scale], children: roots };
    own.push(json.nodes!.push(node) - 1);
  }
  json.scenes[0].nodes = own;
}
