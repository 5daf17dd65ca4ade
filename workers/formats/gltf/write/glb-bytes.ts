import type { GLTF } from "@gltf-transform/core";
import { packGlb } from "../compress/glb-parts";

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

  /**
   * Appends bytes at a multiple of four.
   * @returns where they begin.
   */
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

  /**
   * Appends bytes with a new buffer view.
   * @returns the index of the view.
   */
  addView(bytes: Uint8Array): number {
    const byteOffset = this.addBytes(bytes);
    this.json.bufferViews ??= [];
    return this.json.bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
  }

  pack(): Uint8Array {
    const binary = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      binary.set(piece, at);
      at += piece.length;
    }
    return packGlb(this.json, binary);
  }
}
