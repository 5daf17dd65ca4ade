/** The parts of a GLB that we wrote: its JSON, its accessors, its binary chunk. */
import type { GLTF } from "@gltf-transform/core";
import { wellFormedJson } from "../../../model/files/well-formed";

export type NumberArray = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

const ARRAYS = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
} as const;
const WIDTHS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export const widthOf = ({ type }: Pick<GLTF.IAccessor, "type">): number => WIDTHS[type];

export interface GlbParts {
  json: GLTF.IGLTF;
  binary: Uint8Array<ArrayBuffer>;
}

export function partsOfGlb(bytes: Uint8Array): GlbParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const jsonLength = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonLength)));
  const at = 20 + jsonLength;
  const binaryLength = at < bytes.length ? view.getUint32(at, true) : 0;
  return { json, binary: bytes.slice(at + 8, at + 8 + binaryLength) };
}

/** The contiguous numbers of accessor `a`; null if it is sparse, has a stride, or has no data. */
export function numbersOf({ json, binary }: GlbParts, a: number): NumberArray | null {
  const accessor = json.accessors![a];
  const view = accessor.bufferView === undefined ? null : json.bufferViews![accessor.bufferView];
  const Numbers = ARRAYS[accessor.componentType as keyof typeof ARRAYS];
  if (!view || accessor.sparse || !Numbers || !WIDTHS[accessor.type]) return null;
  const count = accessor.count * widthOf(accessor);
  const stride = view.byteStride ?? 0;
  if (stride > 0 && stride !== widthOf(accessor) * Numbers.BYTES_PER_ELEMENT) return null;
  const at = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  return new Numbers(binary.slice(at, at + count * Numbers.BYTES_PER_ELEMENT).buffer);
}

/**
 * The binary container (glTF 2.0, section 4.4): a header, the JSON chunk padded with spaces, and the binary chunk
 * padded with zeros.
 */
export function packGlb(json: GLTF.IGLTF, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(wellFormedJson(json));
  const jsonLength = Math.ceil(text.length / 4) * 4;
  const binaryLength = Math.ceil(binary.length / 4) * 4;
  const bytes = new Uint8Array(28 + jsonLength + binaryLength);
  const view = new DataView(bytes.buffer);
  const words = [0x46546c67, 2, bytes.length, jsonLength, 0x4e4f534a];
  for (const [w, word] of words.entries()) view.setUint32(4 * w, word, true);
  bytes.fill(0x20, 20, 20 + jsonLength).set(text, 20);
  view.setUint32(20 + jsonLength, binaryLength, true);
  view.setUint32(24 + jsonLength, 0x004e4942, true);
  bytes.set(binary, 28 + jsonLength);
  return bytes;
}
