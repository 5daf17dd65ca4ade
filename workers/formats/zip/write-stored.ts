import { crc32 } from "./crc32";
import { LOCAL_BYTES } from "./zip-directory";

const DIRECTORY_BYTES = 46;
const END_BYTES = 22;
/** The date is always 1 January 1980, so that the same files give the same bytes. */
const DATE = 0x21;
/** The flag for names in UTF-8. */
const FLAGS = 0x800;
const VERSION = 10;
/** The identifier of the extra field that moves data to their alignment, as in usdzip. */
const PADDING = 0x1986;

export interface StoredEntry {
  name: string;
  bytes: Uint8Array;
}

/** Writes the fields that an entry and its directory record have in common, from the needed version on. */
function shared(
  view: DataView,
  at: number,
  { bytes }: StoredEntry,
  crc: number,
  name: number,
  extra: number,
) {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, FLAGS, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, bytes.length, true);
  view.setUint32(at + 18, bytes.length, true);
  view.setUint16(at + 22, name, true);
  view.setUint16(at + 24, extra, true);
}

/**
 * Writes a zip of files without compression (APPNOTE 4.3). Up to 4 GB.
 * @param alignment the data of each file begin at a multiple of this many bytes: 64 in a USD package.
 */
export function writeStored(files: readonly StoredEntry[], alignment: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const entries: { file: StoredEntry; name: Uint8Array; at: number; extra: number; crc: number }[] = [];
  let at = 0;
  for (const file of files) {
    const name = encoder.encode(file.name);
    const plain = at + LOCAL_BYTES + name.length;
    let extra = (alignment - (plain % alignment)) % alignment;
    // The extra field itself takes four bytes.
    if (extra > 0 && extra < 4) extra += alignment;
    entries.push({ file, name, at, extra, crc: crc32(file.bytes) });
    at = plain + extra + file.bytes.length;
  }
  const directory = entries.reduce((sum, { name }) => sum + DIRECTORY_BYTES + name.length, 0);
  const out = new Uint8Array(at + directory + END_BYTES);
  const view = new DataView(out.buffer);
  for (const { file, name, at: start, extra, crc } of entries) {
    view.setUint32(start, 0x04034b50, true);
    shared(view, start + 4, file, crc, name.length, extra);
    out.set(name, start + LOCAL_BYTES);
    const field = start + LOCAL_BYTES + name.length;
    if (extra > 0) {
      view.setUint16(field, PADDING, true);
      view.setUint16(field + 2, extra - 4, true);
    }
    out.set(file.bytes, field + extra);
  }
  let to = at;
  for (const { file, name, at: start, crc } of entries) {
    view.setUint32(to, 0x02014b50, true);
    view.setUint16(to + 4, VERSION, true);
    shared(view, to + 6, file, crc, name.length, 0);
    view.setUint32(to + 42, start, true);
    out.set(name, to + DIRECTORY_BYTES);
    to += DIRECTORY_BYTES + name.length;
  }
  view.setUint32(to, 0x06054b50, true);
  view.setUint16(to + 8, entries.length, true);
  view.setUint16(to + 10, entries.length, true);
  view.setUint32(to + 12, directory, true);
  view.setUint32(to + 16, at, true);
  return out;
}
