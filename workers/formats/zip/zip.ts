import { Inflate } from "fflate";
import { SinewError } from "../../model/errors";
import { dataView } from "../source/data-view";
import type { SourceFile } from "../source/source";
import { crc32 } from "./crc32";
import { PLAIN_BYTES, PLAIN_RATIO } from "./deflate-ratio";
import { damagedZip, LOCAL_BYTES, readDirectory, type ZipEntry } from "./zip-directory";

/** The largest entry. It is held in memory as a whole when more than its beginning is read. */
const LARGEST_ENTRY = 1.5e9;
/** Up to this many bytes are read without unpacking the whole entry. They are enough to recognise a file. */
const HEAD = 1 << 16;
const INPUT_CHUNK = 1 << 18;

const LOCAL_SIGNATURE = 0x04034b50;

/** Unpacks entries of one archive and keeps the last one, because files are read from front to back. */
class Unpacker {
  private readonly archive: SourceFile;
  private last: ZipEntry | null = null;
  private bytes: Promise<Uint8Array> | null = null;

  constructor(archive: SourceFile) {
    this.archive = archive;
  }

  async read(entry: ZipEntry, begin: number, end: number): Promise<Uint8Array> {
    const [from, to] = [Math.max(0, begin), Math.min(end, entry.size)];
    if (to <= from) return new Uint8Array(0);
    this.check(entry);
    if (entry.method === 0) {
      if (entry.packed !== entry.size)
        throw damagedZip(this.archive.name, `The sizes of ${entry.name} disagree.`);
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

  private check(entry: ZipEntry): void {
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
    if (entry.size > PLAIN_BYTES && entry.size > PLAIN_RATIO * entry.packed) {
      throw new SinewError({
        title: `${name} is packed too tightly to be a mesh`,
        body: `Its ${Math.round(entry.packed / 1e3)} kB would unpack to ${Math.round(entry.size / 1e6)} MB. If you know what it is, unpack the archive first.`,
      });
    }
    if (entry.size > LARGEST_ENTRY) {
      throw new SinewError({
        title: `${name} is too large`,
        body: `Unpacked it has ${Math.round(entry.size / 1e6)} MB; Sinew unpacks up to ${LARGEST_ENTRY / 1e6} MB. Unpack the archive first, then files are read in pieces.`,
      });
    }
  }

  /** The start of the entry's bytes, after its local header. */
  private async dataStart(entry: ZipEntry): Promise<number> {
    const header = await this.archive.read(entry.offset, entry.offset + LOCAL_BYTES);
    const view = dataView(header);
    if (header.length < LOCAL_BYTES || view.getUint32(0, true) !== LOCAL_SIGNATURE) {
      throw damagedZip(this.archive.name, `${entry.name} is not where the contents say.`);
    }
    const start = entry.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
    if (start + entry.packed > this.archive.size)
      throw damagedZip(this.archive.name, `${entry.name} ends early.`);
    return start;
  }

  /**
   * The first `wanted` bytes of an entry. It only allocates memory for bytes that came out of the archive, and never
   * more than the contents declare, so a small archive cannot fill the memory.
   */
  private async inflate(entry: ZipEntry, wanted: number): Promise<Uint8Array> {
    const name = `${entry.name} in ${this.archive.name}`;
    const pieces: Uint8Array[] = [];
    let length = 0;
    const inflate = new Inflate((piece) => {
      length += piece.length;
      if (length > entry.size)
        throw damagedZip(name, `It unpacks to more than the ${entry.size} bytes that it should.`);
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
        throw damagedZip(name, "Its packed data cannot be read.");
      }
    }
    if (length < wanted) throw damagedZip(name, `It unpacks to ${length} of ${entry.size} bytes.`);
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    if (wanted === entry.size && crc32(bytes) !== entry.crc) throw damagedZip(name, "Its checksum is wrong.");
    return bytes;
  }
}

/** Files that operating systems add beside the packed ones. */
const isJunk = (name: string) =>
  name === "" || name.endsWith("/") || /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/.test(name);

export interface ZipContents {
  files: SourceFile[];
  /** Names that several entries have. The last entry counts, as in other programs. */
  repeated: string[];
}

/**
 * The files in a zip, by its table of contents. An entry is unpacked when it is read. Names keep their folders.
 * @throws SinewError if the archive is damaged, or has more than can be unpacked.
 */
export async function openZip(archive: SourceFile): Promise<ZipContents> {
  const entries = await readDirectory(archive);
  const unpacker = new Unpacker(archive);
  const byName = new Map<string, SourceFile>();
  const repeated = new Set<string>();
  for (const entry of entries) {
    if (isJunk(entry.name)) continue;
    if (byName.has(entry.name)) repeated.add(entry.name);
    byName.set(entry.name, {
      name: entry.name,
      size: entry.size,
      read: (begin, end) => unpacker.read(entry, begin, end),
    });
  }
  return { files: [...byName.values()], repeated: [...repeated] };
}
