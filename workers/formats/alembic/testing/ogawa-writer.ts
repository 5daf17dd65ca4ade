/** The place of a written group or data block. Position 0 is an empty one. */
export interface OgawaPointer {
  data: boolean;
  position: number;
}

export const EMPTY_DATA: OgawaPointer = { data: true, position: 0 };

const HEADER_BYTES = 16;
const MAGIC = [0x4f, 0x67, 0x61, 0x77, 0x61, 0xff, 0, 1];

/** Writes an Ogawa container from its leaves to its root (ogawa.ts describes the layout). */
export class OgawaWriter {
  private readonly chunks: Uint8Array[] = [];
  private position = HEADER_BYTES;

  /** A data block of the parts one after another. */
  data(...parts: Uint8Array[]): OgawaPointer {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    if (size === 0) return EMPTY_DATA;
    const at = this.position;
    this.put(u64(size));
    for (const part of parts) this.put(part);
    return { data: true, position: at };
  }

  group(children: OgawaPointer[]): OgawaPointer {
    if (children.length === 0) return { data: false, position: 0 };
    const at = this.position;
    const bytes = new Uint8Array(8 + 8 * children.length);
    bytes.set(u64(children.length));
    for (const [i, child] of children.entries()) {
      bytes.set(u64(child.position), 8 + 8 * i);
      if (child.data) bytes[15 + 8 * i] |= 0x80;
    }
    this.put(bytes);
    return { data: false, position: at };
  }

  /** The whole file with `root` as its root group. */
  finish(root: OgawaPointer): Uint8Array<ArrayBuffer> {
    const file = new Uint8Array(this.position);
    file.set(MAGIC);
    file.set(u64(root.position), 8);
    let at = HEADER_BYTES;
    for (const chunk of this.chunks) {
      file.set(chunk, at);
      at += chunk.length;
    }
    return file;
  }

  private put(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.position += bytes.length;
  }
}

export function u64(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, value >>> 0, true);
  view.setUint32(4, Math.floor(value / 2 ** 32), true);
  return new Uint8Array(view.buffer);
}
