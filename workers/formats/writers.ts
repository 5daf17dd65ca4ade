/** The writer for each format of a rig. What each format can hold is in `model/files/export/export-formats.ts`. */
import type { FileRig } from "../export/prepare";
import type { PlayedFile } from "../export/written-error";
import type { ExportFormatId } from "../model/files/export/export-formats";
import type { ExportOptions, ValidatorMessage } from "../model/files/export/export-options";
import type { Task } from "../model/task";
import { playFbx } from "./fbx/write/play-fbx";
import { writeFbx } from "./fbx/write/write-fbx";
import { compressGlb } from "./gltf/compress/compress-glb";
import { checkGlb } from "./gltf/write/check-glb";
import { playGlb } from "./gltf/write/play-glb";
import { writeGlb } from "./gltf/write/write-glb";
import { writeUsda, writeUsdz } from "./usd/write/write-usd";
import type { WrittenFile } from "./written-file";

/** Writes the result of `prepareFileRig`. The same content and options give the same bytes. */
export interface FileWriter {
  write(content: FileRig, options: ExportOptions, task: Task): Promise<WrittenFile>;
  /** Messages of the format's validator; empty if it finds nothing. */
  check?(bytes: Uint8Array, content: FileRig): Promise<ValidatorMessage[]>;
  /**
   * Reads the bytes back, to measure their error. If Sinew has no reader, or none for a file of this size, the error of
   * the prepared numbers is shown. For such formats tests compare it with the bytes.
   */
  play?(bytes: Uint8Array, content: FileRig, options: ExportOptions, task: Task): Promise<PlayedFile | null>;
}

export const WRITERS: Readonly<Record<ExportFormatId, FileWriter>> = {
  glb: {
    write: async (content, options) => compressGlb(await writeGlb(content), options),
    check: checkGlb,
    play: (bytes, content, _, task) => playGlb(bytes, content, task),
  },
  fbx: { write: writeFbx, play: playFbx },
  usdz: { write: writeUsdz },
  usda: { write: writeUsda },
};
