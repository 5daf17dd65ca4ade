import type { ExportResult } from "../../model/files/export/export-options";
import { writeStored } from "./write-stored";

/** A file and those that belong to it, in one zip. @param name of the file */
export const packFiles = (
  name: string,
  { bytes, beside }: Pick<ExportResult, "bytes" | "beside">,
): Uint8Array => writeStored([{ name, bytes }, ...beside], 1);
