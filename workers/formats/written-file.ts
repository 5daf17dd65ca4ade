import type { BytesByKind, FileBeside } from "../model/files/export/export-options";

/** What a writer of `writers.ts` returns: the bytes of a file, and what they are for. */
export interface WrittenFile {
  bytes: Uint8Array;
  /** Files that it names: its textures. */
  beside?: FileBeside[];
  bytesByKind: BytesByKind;
  /** The keys of a file whose curves blend in another way than the prepared ones, and how far that moves a vertex. */
  keys?: { count: number; deviation: number };
}

/** Bytes of a file with those beside it. */
export const sizeOf = ({ bytes, beside = [] }: Pick<WrittenFile, "bytes" | "beside">): number =>
  beside.reduce((sum, file) => sum + file.bytes.length, bytes.length);
