import { type Json, listOf, omit } from "../../carried/carried-json";
import type { GltfData } from "../asset/container";

/** Copies the accessors and buffer views to keep into one new buffer. */
export class KeptAccessors {
  readonly accessors: Json[] = [];
  readonly views: Json[] = [];
  private readonly given: Json[];
  private readonly data: GltfData;
  private readonly accessorOf = new Map<number, number>();
  private readonly viewOf = new Map<number, number>();
  private readonly pieces: Uint8Array[] = [];
  private length = 0;

  /**
   * @param root the file's JSON.
   * @param data the same file with plain buffers.
   */
  constructor(root: Json, data: GltfData) {
    this.given = listOf(root, "accessors");
    this.data = data;
  }

  /**
   * Keeps an accessor.
   * @returns its new index.
   */
  keep(index: number): number {
    const known = this.accessorOf.get(index);
    if (known !== undefined) return known;
    const { bufferView, sparse } = this.data.json.accessors[index];
    const accessor = {
      ...omit(this.given[index] ?? {}, ["bufferView", "sparse"]),
      ...(bufferView !== undefined && { bufferView: this.view(bufferView) }),
      ...(sparse && {
        sparse: {
          ...sparse,
          indices: { ...sparse.indices, bufferView: this.view(sparse.indices.bufferView) },
          values: { ...sparse.values, bufferView: this.view(sparse.values.bufferView) },
        },
      }),
    };
    const made = this.accessors.push(accessor) - 1;
    this.accessorOf.set(index, made);
    return made;
  }

  /** Adds an accessor with the times of `index`, `earlier` by some seconds. */
  shifted(index: number, times: ArrayLike<number>, earlier: number): number {
    if (earlier === 0) return this.keep(index);
    const values = Float32Array.from(times, (t) => Math.max(0, t - earlier));
    const bufferView = this.add(new Uint8Array(values.buffer));
    const [first, last] = [values[0], values[values.length - 1]];
    const shape = { componentType: 5126, count: values.length, type: "SCALAR", min: [first], max: [last] };
    return this.accessors.push({ bufferView, ...shape }) - 1;
  }

  private view(index: number): number {
    const known = this.viewOf.get(index);
    if (known !== undefined) return known;
    const { buffer, byteOffset, byteLength, byteStride } = this.data.json.bufferViews[index];
    const bytes = this.data.buffers[buffer]!.subarray(byteOffset, byteOffset + byteLength);
    const made = this.add(bytes, byteStride);
    this.viewOf.set(index, made);
    return made;
  }

  private add(bytes: Uint8Array, byteStride?: number): number {
    const gap = (4 - (this.length % 4)) % 4;
    const byteOffset = this.length + gap;
    this.pieces.push(new Uint8Array(gap), bytes);
    this.length = byteOffset + bytes.length;
    const view = { buffer: 0, byteOffset, byteLength: bytes.length, ...(byteStride && { byteStride }) };
    return this.views.push(view) - 1;
  }

  /** The new buffer. */
  bytes(): Uint8Array {
    const out = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      out.set(piece, at);
      at += piece.length;
    }
    return out;
  }
}
