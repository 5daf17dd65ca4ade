import type { BytesByKind, FileBeside } from "../model/files/export/export-options";

/** The result of a writer of `writers.ts`: the bytes of a file, and how many there are of each kind. */
export interface WrittenFile {
  bytes: Uint8Array;
  /** Files to which it refers: its textures. */
  beside?: FileBeside[];
  bytesByKind: BytesByKind;
  /**
   * For formats whose curves interpolate differently from the prepared ones: the number of keys, and how far the
   * difference moves a vertex.
   */
  keys?: { count: number; deviation: number };
}

/** The bytes of a file and of the files beside it. */
export const sizeOf = ({ bytes, beside = [] }: Pick<WrittenFile, "bytes" | "beside">): number =>
  beside.reduce((sum, file) => sum + file.bytes.length, bytes.length);
