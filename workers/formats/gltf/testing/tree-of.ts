/** Compares GLBs with different numbering: replaces every index in the JSON by the entry itself. */
import type { Json } from "../carried/carried-json";
import { partsOfGlb, widthOf } from "../compress/glb-parts";

const ARRAYS: Record<number, new (buffer: ArrayBuffer) => ArrayLike<number> & Iterable<number>> = {
  5121: Uint8Array,
  5123: Uint16Array,
  5126: Float32Array,
};
const SIZES: Record<number, number> = { 5121: 1, 5123: 2, 5126: 4 };

/** The numbers of an accessor, even a sparse one, by definition. */
function accessorOf(glb: ReturnType<typeof partsOfGlb>, index: number): unknown {
  const { json, binary } = glb;
  const { bufferView, byteOffset = 0, sparse, count, type, componentType, extras } = json.accessors![index];
  const numbers = (view: number, from: number, length: number, of: number): number[] => {
    const start = (json.bufferViews![view].byteOffset ?? 0) + from;
    return [...new ARRAYS[of](binary.slice(start, start + length * SIZES[of]).buffer)];
  };
  const width = widthOf({ type });
  const values =
    bufferView === undefined
      ? Array<number>(count * width).fill(0)
      : numbers(bufferView, byteOffset, count * width, componentType);
  if (sparse) {
    const rows = numbers(
      sparse.indices.bufferView,
      sparse.indices.byteOffset ?? 0,
      sparse.count,
      sparse.indices.componentType,
    );
    const given = numbers(
      sparse.values.bufferView,
      sparse.values.byteOffset ?? 0,
      sparse.count * width,
      componentType,
    );
    rows.forEach((row, n) => {
      values.splice(row * width, width, ...given.slice(n * width, (n + 1) * width));
    });
  }
  return { type, componentType, values, ...(extras !== undefined && { extras }) };
}

/**
 * The JSON of a GLB with every index replaced by its entry. So two files with the same content are equal, with any
 * numbering. `names` are the nodes to compare. Channels are included if their target is one of these or not a node.
 */
export function treeOf(bytes: Uint8Array, names: readonly string[]): Json {
  const glb = partsOfGlb(bytes);
  const json = glb.json as unknown as Record<string, Json[] & Json>;
  const attributes = (of: Json) =>
    Object.fromEntries(Object.entries(of).map(([name, index]) => [name, accessorOf(glb, index as number)]));
  const meshOf = (index: number) => ({
    ...json.meshes[index],
    primitives: (json.meshes[index].primitives as Json[]).map((primitive) => ({
      ...primitive,
      attributes: attributes(primitive.attributes as Json),
      ...(Array.isArray(primitive.targets) && { targets: primitive.targets.map(attributes) }),
    })),
  });
  const nodeOf = (node: Json) => ({
    ...node,
    ...(node.mesh !== undefined && { mesh: meshOf(node.mesh as number) }),
    ...(Array.isArray(node.children) && { children: node.children.map((n) => json.nodes[n].name) }),
  });
  const named = (pointer: string) =>
    pointer.replace(/^\/nodes\/(\d+)/, (_, n) => `/nodes/${json.nodes[Number(n)].name}`);
  const channelsOf = ({ channels, samplers }: Json) =>
    (channels as { sampler: number; target: Json }[]).flatMap(({ sampler, target, ...channel }) => {
      const node = target.node === undefined ? null : (json.nodes[target.node as number].name as string);
      if (node !== null && !names.includes(node)) return [];
      const pointed = target.extensions as { KHR_animation_pointer: { pointer: string } } | undefined;
      const { input, output, ...own } = (samplers as Json[])[sampler];
      return [
        {
          ...{ ...channel, ...own, path: target.path, node },
          ...(pointed && { pointer: named(pointed.KHR_animation_pointer.pointer) }),
          ...{ input: accessorOf(glb, input as number), output: accessorOf(glb, output as number) },
        },
      ];
    });
  const { asset, extras, cameras, materials: looks, textures, samplers, extensions } = json;
  return {
    ...{
      asset: { ...asset, generator: "" },
      extras,
      cameras,
      materials: looks,
      textures,
      samplers,
      extensions,
    },
    images: json.images.map(({ bufferView, ...image }) => {
      const { byteOffset = 0, byteLength } = json.bufferViews[bufferView as number] as Record<string, number>;
      return { ...image, pixels: [...glb.binary.slice(byteOffset, byteOffset + byteLength)] };
    }),
    scene: { ...json.scenes[(json.scene as unknown as number) ?? 0], nodes: null },
    nodes: json.nodes.filter(({ name }) => names.includes(name as string)).map(nodeOf),
    animations: json.animations.map((animation) => ({
      ...animation,
      samplers: null,
      channels: channelsOf(animation),
    })),
  };
}
