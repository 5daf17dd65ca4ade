import { deflateSync, inflateSync } from "fflate";
import { SinewError } from "../../model/errors";
import { dataView } from "../source/data-view";
import { crc32 } from "../zip/crc32";
import { DEFLATE_RATIO } from "../zip/deflate-ratio";

/**
 * A .sinew file, little-endian: the magic, u32 version, u32 length and u32 CRC-32 of the header, the header (JSON,
 * UTF-8), then the sections in the header's order, each deflated without a wrapper.
 */
const MAGIC = "SINEWPRJ";
const VERSION = 1;
const FIXED_BYTES = MAGIC.length + 12;

/** A section's record in the header. */
export interface SectionRecord {
  name: string;
  /** Bytes after inflating. */
  size: number;
  /** Bytes in the file. */
  packed: number;
  /** CRC-32 of the bytes in the file. */
  crc: number;
}

/** What helps with a project file that is not whole. */
const COPY_AGAIN = "Copy it again from where it came, or open an earlier version of it.";
const CUT_SHORT = `It was cut short. ${COPY_AGAIN}`;

export const brokenProject = (name: string, body: string): SinewError =>
  new SinewError({ title: `${name} cannot be opened`, body });

export interface PackedSection {
  record: SectionRecord;
  bytes: Uint8Array;
}

/**
 * Deflates a section.
 * @param level of the compression: 1 is fast, 9 small.
 */
export function packSection(name: string, bytes: Uint8Array, level: 1 | 6 | 9): PackedSection {
  const packed = deflateSync(bytes, { level });
  const record = { name, size: bytes.length, packed: packed.length, crc: crc32(packed) };
  return { record, bytes: packed };
}

/** The start of a file: magic, version, and the header with the table of its sections. */
export function fileHead(header: object, sections: SectionRecord[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ ...header, sections }));
  const head = new Uint8Array(FIXED_BYTES + text.length);
  new TextEncoder().encodeInto(MAGIC, head);
  const view = new DataView(head.buffer);
  [VERSION, text.length, crc32(text)].forEach((x, n) => {
    view.setUint32(MAGIC.length + 4 * n, x, true);
  });
  head.set(text, FIXED_BYTES);
  return head;
}

/** Collects sections. `finish` makes the file. */
export class ContainerWriter {
  private readonly sections: PackedSection[] = [];

  add(name: string, bytes: Uint8Array, level: 1 | 6 | 9): void {
    this.sections.push(packSection(name, bytes, level));
  }

  finish(header: object): Uint8Array {
    const records = this.sections.map(({ record }) => record);
    const pieces = [fileHead(header, records), ...this.sections.map(({ bytes }) => bytes)];
    const file = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      file.set(piece, at);
      at += piece.length;
    }
    return file;
  }
}

/**
 * The header of a project file, parsed but not yet validated, and the bytes after it.
 * @throws SinewError if this is not a project file, or a newer or damaged one.
 */
export function openContainer(bytes: Uint8Array, name: string): { header: unknown; body: Uint8Array } {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw brokenProject(name, "It is not a Sinew project: it does not begin like one.");
  if (bytes.length < FIXED_BYTES)
    throw brokenProject(name, `It ends after ${bytes.length} bytes. ${CUT_SHORT}`);
  const view = dataView(bytes);
  const [version, length, crc] = [0, 4, 8].map((n) => view.getUint32(MAGIC.length + n, true));
  if (version !== VERSION) {
    throw brokenProject(
      name,
      `It is of version ${version}, and this Sinew reads version ${VERSION}. Open it with a newer Sinew.`,
    );
  }
  const end = FIXED_BYTES + length;
  if (end > bytes.length) {
    throw brokenProject(
      name,
      `Its header should end at byte ${end}, but the file has ${bytes.length}. ${CUT_SHORT}`,
    );
  }
  // A copy: TextDecoder refuses views of shared memory.
  const text = bytes.slice(FIXED_BYTES, end);
  if (crc32(text) !== crc) throw brokenProject(name, `Its header is damaged. ${COPY_AGAIN}`);
  try {
    return { header: JSON.parse(new TextDecoder().decode(text)), body: bytes.subarray(end) };
  } catch {
    throw brokenProject(name, `Its header is damaged. ${COPY_AGAIN}`);
  }
}

/** Returns inflated sections in order, with one in memory at a time. */
export class ContainerReader {
  private readonly name: string;
  private readonly records: SectionRecord[];
  private readonly body: Uint8Array;
  private next = 0;
  private at = 0;

  constructor(name: string, records: SectionRecord[], body: Uint8Array) {
    this.name = name;
    this.records = records;
    this.body = body;
    const packed = records.reduce((sum, r) => sum + r.packed, 0);
    if (packed !== body.length) {
      throw brokenProject(
        name,
        `Its sections need ${packed} bytes, but ${body.length} follow its header. ${packed > body.length ? CUT_SHORT : COPY_AGAIN}`,
      );
    }
    const liar = records.find((r) => r.size > DEFLATE_RATIO * r.packed);
    if (liar) throw brokenProject(name, `Its section “${liar.name}” cannot have ${liar.size} bytes.`);
  }

  /** The inflated bytes of all sections with this name. */
  sizeOf(section: string): number {
    return this.records.reduce((sum, r) => sum + (r.name === section ? r.size : 0), 0);
  }

  /**
   * Inflates the next section.
   * @param size the bytes that it must have.
   */
  take(section: string, size: number): Uint8Array {
    const record = this.records[this.next++];
    if (record?.name !== section) throw brokenProject(this.name, `Its section “${section}” is missing.`);
    if (record.size !== size) {
      throw brokenProject(
        this.name,
        `Its section “${section}” has ${record.size} bytes and should have ${size}.`,
      );
    }
    const packed = this.body.subarray(this.at, this.at + record.packed);
    this.at += record.packed;
    const damaged = brokenProject(this.name, `Its section “${section}” is damaged. ${COPY_AGAIN}`);
    if (crc32(packed) !== record.crc) throw damaged;
    try {
      const bytes = inflateSync(packed, { out: new Uint8Array(size) });
      if (bytes.length === size) return bytes;
    } catch {
      // Reported below.
    }
    throw damaged;
  }
}
