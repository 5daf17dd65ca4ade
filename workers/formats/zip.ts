import { Inflate } from "fflate";
import { SinewError } from "../model/errors";
import { crc32 } from "./crc32";
import type { SourceFile } from "./source";
import { decodeText } from "./text-cursor";

/** An entry is held in memory whole once more than its beginning is read. */
const LARGEST_ENTRY = 1.5e9;
/** Up to this many bytes are read without unpacking the whole entry: enough to tell what a file is. */
const HEAD = 1 << 16;
const INPUT_CHUNK = 1 << 18;

const END_SIGNATURE = 0x06054b50;
const END64_SIGNATURE = 0x06064b50;
const LOCATOR64_SIGNATURE = 0x07064b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const UNKNOWN32 = 0xffffffff;

interface Entry {
  name: string;
  method: number;
  encrypted: boolean;
  crc: number;
  packed: number;
  size: number;
  /** Where its local header begins. */
  offset: number;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const u64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

function damaged(name: string, body: string): SinewError {
  return new SinewError({ title: `${name} is cut short or damaged`, body: `${body} Copy or pack it again.` });
}

/** Where the central directory lies, from the record at the end of the file (APPNOTE 4.3.14 to 4.3.16). */
async function findDirectory(file: SourceFile): Promise<{ offset: number; size: number }> {
  const tailBegin = Math.max(0, file.size - 65557);
  const tail = await file.read(tailBegin, file.size);
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
    const large = size === UNKNOWN32 || offset === UNKNOWN32 || view.getUint16(at + 10, true) === 0xffff;
    if (!large || at < 20 || view.getUint32(at - 20, true) !== LOCATOR64_SIGNATURE) return { offset, size };
    const end64 = await file.read(u64(view, at - 12), u64(view, at - 12) + 56);
    if (end64.length < 56 || viewOf(end64).getUint32(0, true) !== END64_SIGNATURE) break;
    return { size: u64(viewOf(end64), 40), offset: u64(viewOf(end64), 48) };
  }
  throw damaged(file.name, "It has no table of contents at its end.");
}

/** The sizes and offset of an entry that do not fit 32 bits, from its extra field (APPNOTE 4.5.3). */
function widen(entry: Entry, extra: Uint8Array): void {
  const view = viewOf(extra);
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

function parseDirectory(file: SourceFile, bytes: Uint8Array): Entry[] {
  const view = viewOf(bytes);
  const entries: Entry[] = [];
  let at = 0;
  while (at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY_SIGNATURE) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > bytes.length)
      throw damaged(file.name, `Entry ${entries.length + 1} of its contents ends early.`);
    const entry: Entry = {
      name: decodeText(bytes.subarray(at + 46, nameEnd)).replaceAll("\\", "/"),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    widen(entry, bytes.subarray(nameEnd, extraEnd));
    entries.push(entry);
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Unpacks entries of one archive and keeps the last one, since files are read from front to back. */
class Unpacker {
  private readonly archive: SourceFile;
  private last: Entry | null = null;
  private bytes: Promise<Uint8Array> | null = null;

  constructor(archive: SourceFile) {
    this.archive = archive;
  }

  async read(entry: Entry, begin: number, end: number): Promise<Uint8Array> {
    const [from, to] = [Math.max(0, begin), Math.min(end, entry.size)];
    if (to <= from) return new Uint8Array(0);
    this.check(entry);
    if (entry.method === 0) {
      if (entry.packed !== entry.size)
        throw damaged(this.archive.name, `The sizes of ${entry.name} disagree.`);
      const start = await this.dataStart(entry);
      return this.archive.read(start + from, start + to);
    }
    if (this.last !== entry && to <= HEAD) return (await this.inflate(entry, to)).slice(from, to);
    if (this.last !== entry) {
      this.last = entry;
      this.bytes = this.inflate(entry, entry.size);
    }
    return (await this.bytes!).subarray(from, to);
  }

  private check(entry: Entry): void {
    const name = `${entry.name} in ${this.archive.name}`;
    if (entry.encrypted) {
      throw new SinewError({ title: `${name} is locked with a password`, body: "Unpack the archive first." });
    }
    if (entry.method !== 0 && entry.method !== 8) {
      throw new SinewError({
        title: `${name} is packed in a way that Sinew does not read`,
        body: `Its method is ${entry.method}; Sinew reads stored and deflated entries. Unpack the archive first.`,
      });
    }
    if (entry.size > LARGEST_ENTRY) {
      throw new SinewError({
        title: `${name} is too large`,
        body: `Unpacked it has ${Math.round(entry.size / 1e6)} MB; Sinew unpacks up to ${LARGEST_ENTRY / 1e6} MB. Unpack the archive first, then files are read in pieces.`,
      });
    }
  }

  /** Where the entry's bytes begin: after its local header. */
  private async dataStart(entry: Entry): Promise<number> {
    const header = await this.archive.read(entry.offset, entry.offset + 30);
    const view = viewOf(header);
    if (header.length < 30 || view.getUint32(0, true) !== LOCAL_SIGNATURE) {
      throw damaged(this.archive.name, `${entry.name} is not where the contents say.`);
    }
    const start = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
    if (start + entry.packed > this.archive.size)
      throw damaged(this.archive.name, `${entry.name} ends early.`);
    return start;
  }

  /**
   * The first `wanted` bytes of an entry. Nothing is allocated before it has come out of the archive, and nothing
   * beyond what the contents say: a small archive cannot fill the memory.
   */
  private async inflate(entry: Entry, wanted: number): Promise<Uint8Array> {
    const name = `${entry.name} in ${this.archive.name}`;
    const pieces: Uint8Array[] = [];
    let length = 0;
    const inflate = new Inflate((piece) => {
      length += piece.length;
      if (length > entry.size)
        throw damaged(name, `It unpacks to more than the ${entry.size} bytes that it should.`);
      pieces.push(piece);
    });
    const start = await this.dataStart(entry);
    for (let at = 0; at < entry.packed && length < wanted; at += INPUT_CHUNK) {
      const end = Math.min(entry.packed, at + INPUT_CHUNK);
      const input = await this.archive.read(start + at, start + end);
      try {
        inflate.push(input, end === entry.packed);
      } catch (reason) {
        if (reason instanceof SinewError) throw reason;
        throw damaged(name, "Its data make no sense.");
      }
    }
    if (length < wanted) throw damaged(name, `It unpacks to ${length} of ${entry.size} bytes.`);
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    if (wanted === entry.size && crc32(bytes) !== entry.crc) throw damaged(name, "Its checksum is wrong.");
    return bytes;
  }
}

/** What operating systems put beside the files that were packed. */
const isJunk = (name: string) =>
  name.endsWith("/") || /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/.test(name);

/**
 * The files in a zip, by its table of contents; an entry is unpacked when it is read. Names keep their folders.
 * @throws SinewError where the archive is damaged.
 */
export async function openZip(archive: SourceFile): Promise<SourceFile[]> {
  const { offset, size } = await findDirectory(archive);
  if (offset + size > archive.size) throw damaged(archive.name, "Its table of contents lies beyond its end.");
  const entries = parseDirectory(archive, await archive.read(offset, offset + size));
  const unpacker = new Unpacker(archive);
  return entries
    .filter(({ name }) => !isJunk(name))
    .map((entry) => ({
      name: entry.name,
      size: entry.size,
      read: (begin, end) => unpacker.read(entry, begin, end),
    }));
}
