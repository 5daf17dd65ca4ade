import type { BlockReader } from "./block-reader";
import { type TimeSampling, timeSampling } from "./time-sampling";

/**
 * The packed headers of the Alembic layer over Ogawa: time samplings, indexed metadata, object and property headers.
 *
 * A property header begins with 32 bits: 0-1 kind (0 compound, 1 scalar, 2 array, 3 array of single values),
 * 2-3 the size of the integers that follow (1, 2 or 4 bytes), 4-7 type, 8 has a time sampling, 9 first and last
 * changed samples follow, 10 homogeneous, 11 constant, 12-19 extent, 20-27 metadata index (255: it follows).
 *
 * Source: lib/Alembic/AbcCoreOgawa of the reference implementation.
 */
export type Metadata = ReadonlyMap<string, string>;

export interface ObjectHeader {
  name: string;
  metadata: Metadata;
}

export interface PropertyHeader {
  name: string;
  kind: "compound" | "scalar" | "array";
  metadata: Metadata;
  /** Index into POD_BYTES. */
  pod: number;
  /** Numbers in one element: 3 for a point. */
  extent: number;
  sampleCount: number;
  /** Sample 0 and all samples from the first to the last changed one are stored. The others repeat the one before. */
  firstChanged: number;
  lastChanged: number;
  samplingIndex: number;
}

const EMPTY: Metadata = new Map();
const FOLLOWS = 255;
const HASH_BYTES = 32;
const POD_COUNT = 14;

/** Reads packed integers and strings, and refuses to read past the end. */
class Cursor {
  at = 0;
  private readonly view: DataView;
  private readonly reader: BlockReader;
  private readonly what: string;

  constructor(bytes: Uint8Array, reader: BlockReader, what: string) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.reader = reader;
    this.what = what;
  }

  get done(): boolean {
    return this.at >= this.view.byteLength;
  }

  /** An unsigned integer of 1, 2 or 4 bytes. */
  integer(size: number): number {
    const at = this.take(size);
    if (size === 1) return this.view.getUint8(at);
    return size === 2 ? this.view.getUint16(at, true) : this.view.getUint32(at, true);
  }

  double(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  text(length: number): string {
    const at = this.take(length);
    return new TextDecoder().decode(
      new Uint8Array(this.view.buffer, this.view.byteOffset + at, length).slice(),
    );
  }

  /** The next `count` doubles. */
  doubles(count: number): Float64Array {
    this.need(8 * count);
    return Float64Array.from({ length: count }, () => this.double());
  }

  wrong(problem: string): Error {
    return this.reader.damaged(`Its ${this.what} ${problem}.`);
  }

  private need(size: number): void {
    if (this.at + size > this.view.byteLength) throw this.wrong("end in the middle");
  }

  private take(size: number): number {
    this.need(size);
    const at = this.at;
    this.at += size;
    return at;
  }
}

export function parseTimeSamplings(bytes: Uint8Array, reader: BlockReader): TimeSampling[] {
  const cursor = new Cursor(bytes, reader, "time samplings");
  const samplings: TimeSampling[] = [];
  while (!cursor.done) {
    cursor.integer(4);
    const period = cursor.double();
    const times = cursor.doubles(cursor.integer(4));
    const untimed = samplings.length === 0 && period === 1 && times[0] === 0;
    const sampling = timeSampling(period, times, untimed);
    if (!sampling) throw cursor.wrong(`have one whose times do not rise (period ${period} s)`);
    samplings.push(sampling);
  }
  return samplings;
}

/** Short metadata to which headers refer by number. Number 0 is empty. */
export function parseIndexedMetadata(bytes: Uint8Array, reader: BlockReader): Metadata[] {
  const cursor = new Cursor(bytes, reader, "metadata");
  const all: Metadata[] = [EMPTY];
  while (!cursor.done) all.push(parseMetadata(cursor.text(cursor.integer(1))));
  return all;
}

/** "key=value;key=value". */
export function parseMetadata(text: string): Metadata {
  const metadata = new Map<string, string>();
  for (const pair of text.split(";")) {
    const equals = pair.indexOf("=");
    if (equals > 0) metadata.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  return metadata;
}

/** The children of an object, in the order of their groups. */
export function parseObjectHeaders(
  bytes: Uint8Array,
  indexed: Metadata[],
  reader: BlockReader,
): ObjectHeader[] {
  const packed = bytes.subarray(0, Math.max(0, bytes.length - HASH_BYTES));
  const cursor = new Cursor(packed, reader, "object headers");
  const headers: ObjectHeader[] = [];
  while (!cursor.done) {
    const name = cursor.text(cursor.integer(4));
    if (name === "") throw cursor.wrong("have an object without a name");
    const metadata = metadataOf(cursor, cursor.integer(1), 4, indexed);
    headers.push({ name, metadata });
  }
  return headers;
}

/** The properties of a compound, in the order of their groups. */
export function parsePropertyHeaders(
  bytes: Uint8Array,
  indexed: Metadata[],
  reader: BlockReader,
): PropertyHeader[] {
  const cursor = new Cursor(bytes, reader, "property headers");
  const headers: PropertyHeader[] = [];
  while (!cursor.done) headers.push(parsePropertyHeader(cursor, indexed));
  return headers;
}

function parsePropertyHeader(cursor: Cursor, indexed: Metadata[]): PropertyHeader {
  const info = cursor.integer(4);
  const size = [1, 2, 4][(info >>> 2) & 3];
  if (size === undefined) throw cursor.wrong("have a property with integers of an unknown size");
  const kind = (["compound", "scalar", "array", "array"] as const)[info & 3];
  const header: PropertyHeader = {
    name: "",
    kind,
    metadata: EMPTY,
    pod: (info >>> 4) & 15,
    extent: (info >>> 12) & 255,
    sampleCount: 0,
    firstChanged: 0,
    lastChanged: 0,
    samplingIndex: 0,
  };
  if (kind !== "compound") {
    if (header.pod >= POD_COUNT) throw cursor.wrong(`have a property of the unknown type ${header.pod}`);
    header.sampleCount = cursor.integer(size);
    if (info & 0x200) {
      header.firstChanged = cursor.integer(size);
      header.lastChanged = cursor.integer(size);
    } else if (!(info & 0x800)) {
      header.firstChanged = 1;
      header.lastChanged = header.sampleCount - 1;
    }
    if (info & 0x100) header.samplingIndex = cursor.integer(size);
  }
  header.name = cursor.text(cursor.integer(size));
  header.metadata = metadataOf(cursor, (info >>> 20) & 255, size, indexed);
  return header;
}

function metadataOf(cursor: Cursor, index: number, size: number, indexed: Metadata[]): Metadata {
  if (index === FOLLOWS) return parseMetadata(cursor.text(cursor.integer(size)));
  if (index >= indexed.length) throw cursor.wrong(`name metadata ${index} of ${indexed.length}`);
  return indexed[index];
}
