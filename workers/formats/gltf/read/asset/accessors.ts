import { type JSONDocument, Logger, type TypedArray, WebIO } from "@gltf-transform/core";
import { KHRDracoMeshCompression, KHRMeshQuantization } from "@gltf-transform/extensions";
import { SinewError } from "../../../../model/errors";
import { damagedGltf } from "../../complaint";
import { componentsOf } from "./check-gltf";
import type { GltfData } from "./container";
import { createDracoDecoder } from "./draco";

/** Extensions that a file may require because they change only its look, not its shape or motion. */
const HARMLESS =
  /^(KHR_materials_|KHR_texture_|EXT_texture_|MSFT_texture_|KHR_lights_|EXT_lights_|KHR_xmp|KHR_node_visibility|EXT_structural)/;
const READ = [
  "KHR_draco_mesh_compression",
  "KHR_mesh_quantization",
  "EXT_meshopt_compression",
  "KHR_meshopt_compression",
  "EXT_mesh_gpu_instancing",
];

const FULL_SCALE: Record<number, number> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

/** The numbers of every accessor of a file. */
export interface Accessors {
  count(accessor: number): number;
  components(accessor: number): number;
  /** The stored numbers, for indices and joints. */
  raw(accessor: number): TypedArray;
  /** The values, with normalised integers decoded. Read-only. */
  numbers(accessor: number): Float64Array;
}

/** The parts that glTF-Transform needs to decode accessors: no nodes, skins, animations or images. */
function accessorsOnly({ json, buffers }: GltfData): JSONDocument {
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  const bufferDefs = json.buffers.map(({ byteLength }, b) => {
    resources[`buffer-${b}`] = buffers[b] ?? new Uint8Array(0);
    return { byteLength, uri: `buffer-${b}` };
  });
  // glTF-Transform checks even views of a buffer without data, which are never read.
  const bufferViews = json.bufferViews.map((view) =>
    buffers[view.buffer] ? view : { ...view, byteOffset: 0, byteLength: 0 },
  );
  const meshes = json.meshes.map(({ primitives }) => ({
    primitives: primitives
      .filter((primitive) => primitive.extensions?.KHR_draco_mesh_compression)
      .map(({ material, ...primitive }) => primitive),
  }));
  const draco = meshes.some((mesh) => mesh.primitives.length > 0);
  const document = {
    asset: { version: "2.0" },
    extensionsUsed: draco ? ["KHR_draco_mesh_compression"] : [],
    buffers: bufferDefs,
    bufferViews,
    accessors: json.accessors,
    meshes: draco ? meshes : [],
  };
  return { json: document as unknown as JSONDocument["json"], resources };
}

/**
 * Decodes every accessor: plain, interleaved, sparse, Draco.
 * @throws SinewError if a required extension is not supported, or data cannot be decoded.
 */
export async function decodeAccessors(container: GltfData, file: string): Promise<Accessors> {
  const { json } = container;
  const unknown = json.extensionsRequired.filter((name) => !READ.includes(name) && !HARMLESS.test(name));
  if (unknown.length > 0) {
    throw new SinewError({
      title: `${file} needs ${unknown[0]}`,
      body: `Its geometry is stored by the extension ${unknown.join(", ")}, which Sinew does not read. Export it without.`,
    });
  }
  const document = accessorsOnly(container);
  const io = new WebIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions([KHRDracoMeshCompression, KHRMeshQuantization]);
  if (document.json.extensionsUsed!.length > 0) {
    io.registerDependencies({ "draco3d.decoder": await createDracoDecoder() });
  }
  let arrays: (TypedArray | null)[];
  try {
    const read = await io.readJSON(document);
    arrays = read
      .getRoot()
      .listAccessors()
      .map((accessor) => accessor.getArray());
  } catch (error) {
    // A RangeError means too little memory, or offsets outside the data.
    if (error instanceof RangeError) throw error;
    // A decoder's other messages are for programmers.
    const packed = document.json.extensionsUsed!.length > 0;
    throw damagedGltf(file, packed ? "Its Draco data cannot be unpacked." : "Its data cannot be decoded.");
  }
  const raw = (a: number) => {
    const array = arrays[a];
    // Draco data have their own counts, which may differ from the accessor's.
    if (!array || array.length !== json.accessors[a].count * componentsOf(json.accessors[a])) {
      throw damagedGltf(
        file,
        `Accessor ${a} should have ${json.accessors[a].count} elements, but its data differs.`,
      );
    }
    return array;
  };
  const decoded = new Map<number, Float64Array>();
  return {
    count: (a) => json.accessors[a].count,
    components: (a) => componentsOf(json.accessors[a]),
    raw,
    numbers(a) {
      // Primitives with shared vertices request the same accessor repeatedly.
      let numbers = decoded.get(a);
      if (!numbers) {
        numbers = new Float64Array(raw(a));
        const scale = json.accessors[a].normalized ? FULL_SCALE[json.accessors[a].componentType] : undefined;
        if (scale) for (let c = 0; c < numbers.length; c++) numbers[c] = Math.max(numbers[c] / scale, -1);
        decoded.set(a, numbers);
      }
      return numbers;
    },
  };
}
