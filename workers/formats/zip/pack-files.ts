import type { ExportResult } from "../../model/files/export/export-options";
import { writeStored } from "./write-stored";

/**
 * Packs a file and the files beside it into one zip.
 * @param name of the file.
 */
export const packFiles = (
  name: string,
  { bytes, beside }: Pick<ExportResult, "bytes" | "beside">,
): Uint8Array => writeStored([{ name, bytes }, ...beside], 1);
