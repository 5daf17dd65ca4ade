import { MemoryError } from "../../model/errors";
import type { ImageFile } from "../../model/mesh/appearance";

/** Shared memory if the page allows it, so that other threads can use it without a copy. */
function reserve(bytes: number): ArrayBufferLike {
  try {
    return typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
  } catch {
    throw new MemoryError({
      title: "There is not enough memory for this sequence",
      body: `It needs another ${Math.ceil(bytes / 1e6)} MB. Close other pages, read fewer frames, or reduce the mesh.`,
    });
  }
}

export function sharedFloats(count: number): Float32Array {
  return new Float32Array(reserve(4 * count));
}

/** A copy in shared memory. */
export function shareFloats(values: ArrayLike<number>): Float32Array {
  const out = sharedFloats(values.length);
  out.set(values);
  return out;
}

/** A copy in shared memory. */
export function shareBytes(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(reserve(bytes.length));
  out.set(bytes);
  return out;
}

/** Images whose bytes are in shared memory, so that jobs do not copy them. */
export const shareImages = (images: readonly ImageFile[]): ImageFile[] =>
  images.map((image) => ({ ...image, bytes: shareBytes(image.bytes) }));

/** A copy in shared memory. */
export function shareIndices(values: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array(reserve(4 * values.length));
  out.set(values);
  return out;
}
