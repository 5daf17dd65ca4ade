import { SinewError } from "../../model/errors";
import type { SourceFile } from "./source";

/** A file in memory. `read` returns views instead of copies. */
export function bytesFile(name: string, bytes: Uint8Array): SourceFile {
  return {
    name,
    size: bytes.length,
    read: async (begin, end) => bytes.subarray(Math.max(0, begin), Math.max(0, Math.min(end, bytes.length))),
  };
}

/** A dropped or chosen file. Only requested bytes are read from disk. */
export function blobFile(blob: Blob, name: string): SourceFile {
  return {
    name,
    size: blob.size,
    async read(begin, end) {
      try {
        return new Uint8Array(await blob.slice(begin, end).arrayBuffer());
      } catch (reason) {
        throw new SinewError({
          title: `${name} can no longer be read`,
          body: `The browser says: ${reason instanceof Error ? reason.message : String(reason)}. Was it moved, changed or unmounted after it was dropped? Drop it again.`,
        });
      }
    },
  };
}

/** The whole file. */
export function readAll(file: SourceFile): Promise<Uint8Array> {
  return file.read(0, file.size);
}

/** The last part of a path: "shot_010/hound.0001.obj" is "hound.0001.obj". */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a path with its slash; "" if there is none. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The last part of a path without its extension: "hound.0001". */
export function stemOf(path: string): string {
  const base = baseName(path);
  const dot = base.lastIndexOf(".");
  return dot > 0 ? base.slice(0, dot) : base;
}

/** The extension of a path in lower case, without the dot; "" if there is none. */
export function extensionOf(path: string): string {
  const base = baseName(path);
  const dot = base.lastIndexOf(".");
  return dot > 0 ? base.slice(dot + 1).toLowerCase() : "";
}
