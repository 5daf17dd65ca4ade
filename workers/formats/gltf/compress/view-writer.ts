import type { GLTF } from "@gltf-transform/core";
import type { BytesByKind } from "../../../model/files/export/export-options";
import { type Encoder, type Filter, filtered, type Use } from "./filters";
import { type GlbParts, type NumberArray, widthOf } from "./glb-parts";

export type { Encoder };

export const MESHOPT = "EXT_meshopt_compression";

/** Accessors that share a view: their rows have the same size and the same use. */
export interface ViewGroup {
  use: Use;
  stride: number;
  /** The filter, if they are packed with one. */
  filter: Filter | undefined;
  /** The accessors, each with its bytes in the file and its original numbers. */
  members: { accessor: GLTF.IAccessor; bytes: Uint8Array; given: NumberArray }[];
}

/** Writes buffer views one after the other. */
export class ViewWriter {
  readonly views: GLTF.IBufferView[] = [];
  readonly bytesByKind: BytesByKind = {};
  /** The bytes of the second buffer, which has only unpacked views and no data in the file. */
  unpacked = 0;
  private readonly encoder: Encoder | null;
  private readonly pieces: Uint8Array[] = [];
  private length = 0;

  constructor(encoder: Encoder | null) {
    this.encoder = encoder;
  }

  private append(bytes: Uint8Array): number {
    const at = this.length;
    this.pieces.push(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
    this.length = Math.ceil((at + bytes.length) / 4) * 4;
    return at;
  }

  /** Writes the view of a group, and sets the view and offset of its accessors. */
  add({ use: { kind, as }, stride, filter, members }: ViewGroup): void {
    const bytes = joined(members);
    const count = bytes.length / stride;
    const isPackable = as === "triangles" ? count % 3 === 0 : stride % 4 === 0 && stride <= 256;
    const plain: Partial<GLTF.IBufferView> = as === "attribute" ? { byteStride: stride } : {};
    let size = bytes.length;
    if (this.encoder && isPackable && count > 0) {
      const mode = as === "triangles" ? "TRIANGLES" : "ATTRIBUTES";
      const width = widthOf(members[0].accessor);
      const given = members.map((member) => member.given);
      const source = filter ? filtered(this.encoder, filter, given, width, stride) : bytes;
      const packed = this.encoder.encodeGltfBuffer(source, count, stride, mode);
      size = packed.length;
      const place = { buffer: 0, byteOffset: this.append(packed), byteLength: size };
      const extensions = { [MESHOPT]: { ...place, byteStride: stride, count, mode, filter: filter?.name } };
      const byteOffset = this.unpacked;
      this.unpacked += Math.ceil(bytes.length / 4) * 4;
      this.views.push({ buffer: 1, byteOffset, byteLength: bytes.length, ...plain, extensions });
    } else {
      const byteOffset = this.append(bytes);
      this.views.push({ buffer: 0, byteOffset, byteLength: bytes.length, ...plain });
    }
    for (const { accessor } of members) accessor.bufferView = this.views.length - 1;
    this.bytesByKind[kind] = (this.bytesByKind[kind] ?? 0) + size;
  }

  /** Copies a view of the old file unchanged. */
  copy({ binary }: GlbParts, view: GLTF.IBufferView): number {
    const { byteOffset = 0, byteLength } = view;
    const at = this.append(binary.subarray(byteOffset, byteOffset + byteLength));
    return this.views.push({ ...view, buffer: 0, byteOffset: at }) - 1;
  }

  get binary(): Uint8Array {
    const out = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      out.set(piece, at);
      at += piece.length;
    }
    return out;
  }
}

/** The numbers of all members, one after the other. Each member begins on a multiple of its numbers' size. */
function joined(members: ViewGroup["members"]): Uint8Array {
  const out = new Uint8Array(members.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { accessor, bytes } of members) {
    if (at > 0) accessor.byteOffset = at;
    out.set(bytes, at);
    at += bytes.length;
  }
  return out;
}
