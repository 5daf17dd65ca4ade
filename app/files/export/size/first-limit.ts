import type { ExportResult } from "../../../../workers/client";
import { EXPORT_FORMATS } from "../../../../workers/model/files/export/export-formats";
import type { ByteKind, ExportOptions } from "../../../../workers/model/files/export/export-options";

/** Kinds of bytes that no choice makes smaller, and those that only compression does. */
const FIXED: readonly ByteKind[] = ["textures", "other"];
const ONLY_PACKED: readonly ByteKind[] = ["mesh", "morphs"];

type Written = Pick<ExportResult, "bytes" | "beside" | "bytesByKind">;

/** All bytes of a file, with those beside it. */
export const wholeBytes = ({ bytes, beside }: Pick<Written, "bytes" | "beside">): number =>
  beside.reduce((sum, file) => sum + file.bytes.length, bytes.length);

/** A first limit that almost every file can reach: half of the bytes that can become fewer. */
export function firstLimit(file: Written, { format = "glb", compression = "none" }: ExportOptions): number {
  const isPacked = compression === EXPORT_FORMATS[format].holds.compression.at(-1);
  const fixed = isPacked ? [...FIXED, ...ONLY_PACKED] : FIXED;
  const kept = fixed.reduce((sum, kind) => sum + (file.bytesByKind[kind] ?? 0), 0);
  const inside = file.bytes.length;
  return wholeBytes(file) - Math.floor((inside - Math.min(inside, kept)) / 2);
}
