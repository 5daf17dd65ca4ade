import type { BytesByKind } from "../model/files/export-options";

/** What a writer of `writers.ts` returns: the bytes of a file, and what they are for. */
export interface WrittenFile {
  bytes: Uint8Array;
  bytesByKind: BytesByKind;
}
