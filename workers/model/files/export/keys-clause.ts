import { howMany, significant } from "../../reports/figures";
import type { ExportResult } from "./export-options";

/**
 * What a file's curves have, as the end of a sentence about the file. Angles need keys that rotations do not, so an FBX
 * may have more keys than the curves of the rig.
 */
export function keysClause({ before, after, deviation }: ExportResult["keys"]): string {
  const away = `no vertex is more than ${significant(deviation)} away.`;
  if (after <= before) return `has ${after} of ${howMany(before, "key")}, and ${away}`;
  return `has ${howMany(after, "key")}: the rig's curves have ${before}, and angles need more. With them, ${away}`;
}
