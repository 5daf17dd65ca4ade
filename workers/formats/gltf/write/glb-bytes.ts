import type { GLTF } from "@gltf-transform/core";

/** The JSON of a glTF file under construction and its only buffer, which grows at its end. */
export class GrowingGlb {
  readonly json: GLTF.IGLTF;
  private readonly pieces: Uint8Array[];
  private length: number;

  constructor(json: GLTF.IGLTF, binary: Uint8Array) {
    this.json = json;
    this.pieces = [binary];
    this.length = binary.length;
  }

  /** Appends bytes on a multiple of four. @returns where they begin */
  addBytes(bytes: Uint8Array): number {
    const gap = (4 - (this.length % 4)) % 4;
    if (gap > 0) this.pieces.push(new Uint8Array(gap));
    this.json.buffers ??= [];
    this.json.buffers[0] ??= { byteLength: 0 };
    const at = this.length + gap;
    this.pieces.push(bytes);
    this.length = at + bytes.length;
    this.json.buffers[0].byteLength = this.length;
    return at;
  }

  /** The same. @returns the index of a new buffer view of them */
  addView(bytes: Uint8Array): number {
    const byteOffset = this.addBytes(bytes);
    this.json.bufferViews ??= [];
    return this.json.bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
  }

  /** The binary container (glTF 2.0, section 4.4): header, JSON chunk padded by spaces, binary chunk by zeros. */
  pack(): Uint8Array {
    const text = new TextEncoder().encode(JSON.stringify(this.json));
    const jsonLength = Math.ceil(text.length / 4) * 4;
    const binaryLength = Math.ceil(this.length / 4) * 4;
    const bytes = new Uint8Array(28 + jsonLength + binaryLength);
    const view = new DataView(bytes.buffer);
    const words = [0x46546c67, 2, bytes.length, jsonLength, 0x4e4f534a];
    for (const [w, word] of words.entries()) view.setUint32(4 * w, word, true);
    bytes.fill(0x20, 20, 20 + jsonLength).set(text, 20);
    view.setUint32(20 + jsonLength, binaryLength, true);
    view.setUint32(24 + jsonLength, 0x004e4942, true);
    let at = 28 + jsonLength;
    for (const piece of this.pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }
}
