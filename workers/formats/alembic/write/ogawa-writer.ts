/** The place of a written group or data block. Position 0 is an empty one. */
export interface OgawaPointer {
  data: boolean;
  position: number;
}

export const EMPTY_DATA: OgawaPointer = { data: true, position: 0 };

const HEADER_BYTES = 16;
const MAGIC = [0x4f, 0x67, 0x61, 0x77, 0x61, 0xff, 0, 1];

/** Writes an Ogawa container from its leaves to its root, piece by piece (ogawa.ts describes the layout). */
export class OgawaWriter {
  private readonly put: (bytes: Uint8Array) => void;
  private position = 0;

  /** @param put writes the next bytes of the file. */
  constructor(put: (bytes: Uint8Array) => void) {
    this.put = (bytes) => {
      put(bytes);
      this.position += bytes.length;
    };
    this.put(new Uint8Array(HEADER_BYTES));
  }

  /** Writes a data block that consists of the parts one after another. */
  data(...parts: Uint8Array[]): OgawaPointer {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    if (size === 0) return EMPTY_DATA;
    const at = this.position;
    this.put(u64(size));
    for (const part of parts) this.put(part);
    return { data: true, position: at };
  }

  /** Writes a group: the places of its children, with the top bit set for data. */
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

  /** The first bytes of the file. They replace the zeros written first, because the root is only known at the end. */
  header(root: OgawaPointer): Uint8Array {
    const header = new Uint8Array(HEADER_BYTES);
    header.set(MAGIC);
    header.set(u64(root.position), 8);
    return header;
  }
}

/** A file in memory that collects the pieces from a writer. */
export class MemoryFile {
  private readonly pieces: Uint8Array[] = [];

  readonly put = (bytes: Uint8Array): void => void this.pieces.push(bytes);

  /**
   * The whole file.
   * @param header replaces the first bytes.
   */
  whole(header: Uint8Array): Uint8Array<ArrayBuffer> {
    const file = new Uint8Array(this.pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.pieces) {
      file.set(piece, at);
      at += piece.length;
    }
    file.set(header);
    return file;
  }
}

/** The eight bytes of an integer, the lowest first. */
export function u64(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, value >>> 0, true);
  view.setUint32(4, Math.floor(value / 2 ** 32), true);
  return new Uint8Array(view.buffer);
}
