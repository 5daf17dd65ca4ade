/**
 * EXT_meshopt_compression and KHR_meshopt_compression. Compressed buffer views are unpacked into new buffers, so that
 * all later code reads plain accessors.
 */
import { damagedGltf } from "../../complaint";
import type { GltfData } from "./container";

/** The most bytes of all unpacked views of one file. */
const MOST_BYTES = 2e9;

/**
 * @returns the container without compressed views; the same object if it has none.
 * @throws SinewError if a view cannot be unpacked.
 */
export async function unpackMeshopt(container: GltfData, file: string): Promise<GltfData> {
  const { json } = container;
  const packed = (view: (typeof json.bufferViews)[number]) =>
    view.extensions?.EXT_meshopt_compression ?? view.extensions?.KHR_meshopt_compression;
  if (!json.bufferViews.some(packed)) return container;
  const { MeshoptDecoder } = await import("meshoptimizer/decoder");
  await MeshoptDecoder.ready;
  const buffers = [...container.buffers];
  const bufferDefs = [...json.buffers];
  let total = 0;
  const bufferViews = json.bufferViews.map((view, v) => {
    const { extensions, ...plain } = view;
    const source = extensions?.EXT_meshopt_compression ?? extensions?.KHR_meshopt_compression;
    if (!source) return plain;
    total += view.byteLength;
    if (total > MOST_BYTES)
      throw damagedGltf(file, `Its compressed data unpacks to more than ${MOST_BYTES} bytes.`);
    const { byteOffset, byteLength, count, byteStride, mode, filter } = source;
    const bytes = buffers[source.buffer]!.subarray(byteOffset, byteOffset + byteLength);
    const target = new Uint8Array(view.byteLength);
    try {
      MeshoptDecoder.decodeGltfBuffer(target, count, byteStride, bytes, mode, filter);
    } catch {
      throw damagedGltf(file, `The meshopt data of buffer view ${v} cannot be unpacked.`);
    }
    buffers.push(target);
    bufferDefs.push({ byteLength: target.length });
    return { ...plain, buffer: buffers.length - 1, byteOffset: 0 };
  });
  return { json: { ...json, bufferViews, buffers: bufferDefs }, buffers };
}
