import type { ExportResult, SolverClient } from "../../../workers/client";
import { download } from "../../common/download";

/** Downloads a file. Packs it with its companion files into one zip, because a page saves one file at a time. */
export async function saveWhole(
  client: SolverClient,
  file: Pick<ExportResult, "bytes" | "beside">,
  name: string,
  mediaType: string,
): Promise<void> {
  if (file.beside.length === 0) return download(file.bytes, name, mediaType);
  const zip = await client.packFiles({ name, file }).result;
  download(zip, `${name}.zip`, "application/zip");
}
