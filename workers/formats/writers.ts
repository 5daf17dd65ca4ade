/** Who writes which format of a rig. What each format can hold is in `model/files/export-formats.ts`. */
import type { FileRig } from "../export/prepare";
import type { ExportFormatId } from "../model/files/export-formats";
import type { ExportOptions } from "../model/files/export-options";
import type { Task } from "../model/task";
import { checkGlb } from "./gltf/write/check-glb";
import { writeGlb } from "./gltf/write/write-glb";
import type { WrittenFile } from "./written-file";

/** Writes what `prepareFileRig` prepared. The same content and options give the same bytes. */
export interface FileWriter {
  write(content: FileRig, options: ExportOptions, task: Task): Promise<WrittenFile>;
  /** Sentences of a program that checks files of this format; empty if it finds nothing. */
  check?(bytes: Uint8Array, content: FileRig): Promise<string[]>;
}

export const WRITERS: Readonly<Record<ExportFormatId, FileWriter>> = {
  glb: { write: writeGlb, check: checkGlb },
};
