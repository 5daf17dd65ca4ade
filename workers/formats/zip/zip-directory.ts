/** The table of contents of a zip (APPNOTE 6.3), with checks of the sizes that it gives. */
import { SinewError } from "../../model/errors";
import { dataView } from "../source/data-view";
import type { SourceFile } from "../source/source";
import { decodeText } from "../source/text-cursor";
import { DEFLATE_RATIO } from "./deflate-ratio";

/** The most bytes of all unpacked entries, and the most entries. */
const MOST_UNPACKED = 16e9;
const MOST_ENTRIES = 100_000;

const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR64_SIGNATURE = 0x07064b50;
const ENTRY_SIGNATURE = 0x02014b50;
/** The bytes of an entry's local header, without its name. */
export const LOCAL_BYTES = 30;
const UNKNOWN32 = 0xffffffff;

export interface ZipEntry {
  name: string;
  method: number;
  encrypted: boolean;
  crc: number;
  packed: number;
  size: number;
  /** The offset of its local header. */
  offset: number;
}

const u64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

export function damagedZip(name: string, body: string): SinewError {
  return new SinewError({ title: `${name} is cut short or damaged`, body: `${body} Copy or pack it again.` });
}

/** The place of the central directory, from the record at the end of the file (APPNOTE 4.3.14 to 4.3.16). */
async function findDirectory(file: SourceFile): Promise<{ offset: number; size: number }> {
  const tailBegin = Math.max(0, file.size - 65557);
  const tail = await file.read(tailBegin, file.size);
  const view = dataView(tail);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
    const large = size === UNKNOWN32 || offset === UNKNOWN32 || view.getUint16(at + 10, true) === 0xffff;
    if (!large || at < 20 || view.getUint32(at - 20, true) !== LOCATOR64_SIGNATURE) return { offset, size };
    const end64 = await file.read(u64(view, at - 12), u64(view, at - 12) + 56);
    if (end64.length < 56 || dataView(end64).getUint32(0, true) !== END64_SIGNATURE) break;
    return { size: u64(dataView(end64), 40), offset: u64(dataView(end64), 48) };
  }
  throw damagedZip(file.name, "It has no table of contents at its end.");
}

/** The sizes and offset of an entry that do not fit 32 bits, from its extra field (APPNOTE 4.5.3). */
function widen(entry: ZipEntry, extra: Uint8Array): void {
  const view = dataView(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let from = at + 4;
    const end = Math.min(extra.length, from + view.getUint16(at + 2, true));
    for (const field of ["size", "packed", "offset"] as const) {
      if (entry[field] !== UNKNOWN32 || from + 8 > end) continue;
      entry[field] = u64(view, from);
      from += 8;
    }
  }
}

function parseDirectory(file: SourceFile, bytes: Uint8Array): ZipEntry[] {
  const view = dataView(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY_SIGNATURE) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > bytes.length)
      throw damagedZip(file.name, `Entry ${entries.length + 1} of its contents ends early.`);
    const entry: ZipEntry = {
      name: plainPath(decodeText(bytes.subarray(at + 46, nameEnd)).replaceAll("\\", "/")),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    widen(entry, bytes.subarray(nameEnd, extraEnd));
    entries.push(entry);
    if (entries.length > MOST_ENTRIES) {
      throw new SinewError({
        title: `${file.name} holds too many files`,
        body: `It has more than ${MOST_ENTRIES}. Unpack it, and drop those that belong together.`,
      });
    }
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * A path without a drive, a root, or steps up. Nothing is written to disk, but files refer to each other by their
 * paths.
 */
function plainPath(name: string): string {
  const parts = name.replace(/^[a-z]:/i, "").split("/");
  return parts
    .filter((part, n) => (part !== "" || n === parts.length - 1) && part !== "." && part !== "..")
    .join("/");
}

/**
 * Checks the declared numbers of files and bytes before anything is unpacked, and that entries do not overlap.
 * @throws SinewError
 */
function checkEntries(archive: SourceFile, entries: readonly ZipEntry[]): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > MOST_UNPACKED) {
    throw new SinewError({
      title: `${archive.name} is too large`,
      body: `Unpacked it has ${Math.round(total / 1e9)} GB; Sinew looks into archives of up to ${MOST_UNPACKED / 1e9} GB. Unpack it first, then drop the folder.`,
    });
  }
  const liar = entries.find(
    ({ size, packed, method }) => method !== 0 && size > DEFLATE_RATIO * (packed + 1),
  );
  if (liar) {
    throw damagedZip(archive.name, `${liar.name} cannot unpack to ${liar.size} bytes from ${liar.packed}.`);
  }
  const inOrder = entries.filter(({ packed }) => packed > 0).sort((a, b) => a.offset - b.offset);
  const shared = inOrder.findIndex(
    ({ offset }, n) => n > 0 && offset < inOrder[n - 1].offset + LOCAL_BYTES + inOrder[n - 1].packed,
  );
  if (shared > 0) {
    throw damagedZip(
      archive.name,
      `${inOrder[shared - 1].name} and ${inOrder[shared].name} lie in it at the same place.`,
    );
  }
}

/**
 * The entries of an archive.
 * @throws SinewError if the archive is damaged, or has more than can be unpacked.
 */
export async function readDirectory(archive: SourceFile): Promise<ZipEntry[]> {
  const { offset, size } = await findDirectory(archive);
  if (offset + size > archive.size)
    throw damagedZip(archive.name, "Its table of contents lies beyond its end.");
  const entries = parseDirectory(archive, await archive.read(offset, offset + size));
  checkEntries(archive, entries);
  return entries;
}
