/** Who writes which format of a rig. What each format can hold is in `model/files/export-formats.ts`. */
import type { FileRig } from "../export/prepare";
import type { PlayedClip } from "../export/written-error";
import type { ExportFormatId } from "../model/files/export-formats";
import type { ExportOptions } from "../model/files/export-options";
import type { Task } from "../model/task";
import { writeFbx } from "./fbx/write/write-fbx";
import { compressGlb } from "./gltf/compress/compress-glb";
import { checkGlb } from "./gltf/write/check-glb";
import { playGlb } from "./gltf/write/play-glb";
import { writeGlb } from "./gltf/write/write-glb";
import { writeUsda, writeUsdz } from "./usd/write/write-usd";
import type { WrittenFile } from "./written-file";

/** Writes what `prepareFileRig` prepared. The same content and options give the same bytes. */
export interface FileWriter {
  write(content: FileRig, options: ExportOptions, task: Task): Promise<WrittenFile>;
  /** Sentences of a program that checks files of this format; empty if it finds nothing. */
  check?(bytes: Uint8Array, content: FileRig): Promise<string[]>;
  /** Reads a clip of the bytes back, to measure its error; the numbers of other formats are those that were prepared. */
  play?(bytes: Uint8Array, content: FileRig, clip: number): Promise<PlayedClip>;
}

export const WRITERS: Readonly<Record<ExportFormatId, FileWriter>> = {
  glb: {
    write: async (content, options) => compressGlb(await writeGlb(content), options),
    check: checkGlb,
    play: playGlb,
  },
  fbx: { write: writeFbx },
  usdz: { write: writeUsdz },
  usda: { write: writeUsda },
};
