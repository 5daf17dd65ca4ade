import { Unzlib, unzlibSync } from "fflate";
import { decodeText } from "../source/text-cursor";
import { FbxDamage, type FbxOutline, OutlineBuilder } from "./outline";

/** Offset of the version, after the magic. */
const VERSION_AT = 23;
/** From this version on, lengths have 64 bits. */
const WIDE_VERSION = 7500;
/** Objects are two levels deep, and programs write at most ten. */
const MOST_DEPTH = 64;
/** Deflate never packs more tightly. */
const LARGEST_RATIO = 1040;
/** The most bytes of all arrays once unpacked. Three stores each number in 8 bytes or more. */
const MOST_UNPACKED = 1e9;
/** Packed bytes that are unpacked at once, so that one piece cannot fill the memory. */
const PIECE = 1 << 16;

const WIDTHS: Record<string, number> = { b: 1, c: 1, i: 4, f: 4, d: 8, l: 8 };
const SCALARS: Record<string, number> = { C: 1, Y: 2, I: 4, F: 4, D: 8, L: 8 };

/** An open record: its name and its end. */
interface Open {
  name: string;
  end: number;
}

class BinaryScanner {
  readonly builder = new OutlineBuilder();
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly isWide: boolean;
  private at = VERSION_AT + 4;
  private unpacked = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.isWide = this.view.getUint32(VERSION_AT, true) >= WIDE_VERSION;
  }

  /** Visits all records without recursion, because the file decides how deep they nest. */
  run(): void {
    const open: Open[] = [];
    const least = this.isWide ? 25 : 13;
    while (this.at + least <= this.bytes.length) {
      while (open.length > 0 && this.at >= open[open.length - 1].end) open.pop();
      const record = this.header();
      if (!record) {
        // An empty record ends its list, and at the top level the file.
        if (open.length === 0) return;
        continue;
      }
      const around = open.at(-1)?.end ?? this.bytes.length;
      if (record.end > around || record.end < this.at) {
        throw new FbxDamage(`The record "${record.name}" ends outside of what it lies in.`);
      }
      if (open.length >= MOST_DEPTH) throw new FbxDamage(`Its records nest more than ${MOST_DEPTH} deep.`);
      this.properties(record, open);
      open.push(record);
    }
  }

  private word(): number {
    const value = this.isWide
      ? Number(this.view.getBigUint64(this.at, true))
      : this.view.getUint32(this.at, true);
    this.at += this.isWide ? 8 : 4;
    return value;
  }

  private header(): (Open & { count: number }) | null {
    const [end, count] = [this.word(), this.word()];
    this.word();
    const length = this.bytes[this.at++];
    const name = decodeText(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return end === 0 ? null : { name, end, count };
  }

  private properties({ name, count, end }: Open & { count: number }, open: Open[]): void {
    const isObject = open.length === 1 && open[0].name === "Objects";
    const isConnection = open.length === 1 && open[0].name === "Connections" && name === "C";
    const values: unknown[] = [];
    for (let n = 0; n < count; n++) {
      if (this.at >= end) throw new FbxDamage(`The record "${name}" ends within its values.`);
      const value = this.value(name);
      if (isObject || isConnection) values.push(value);
    }
    if (this.at > end) throw new FbxDamage(`The record "${name}" ends within its values.`);
    if (isObject) this.builder.object(name, values);
    if (isConnection) this.builder.connection(values);
  }

  private take(length: number): Uint8Array {
    if (!(this.at + length <= this.bytes.length)) throw new FbxDamage("It ends in the middle of a value.");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A number or text; null if it is not needed. */
  private value(name: string): number | string | null {
    const type = String.fromCharCode(this.bytes[this.at++]);
    const scalar = SCALARS[type];
    if (scalar !== undefined) return scalarOf(type, this.take(scalar));
    if (type === "S" || type === "R") {
      const length = this.view.getUint32(this.at, true);
      this.at += 4;
      const bytes = this.take(length);
      return type === "S" ? decodeText(bytes.subarray(0, 1000)) : null;
    }
    const width = WIDTHS[type];
    if (width === undefined) throw new FbxDamage("It has a value of an unknown kind.");
    this.array(name, type, width);
    return null;
  }

  private array(name: string, type: string, width: number): void {
    const [count, encoding, packed] = [0, 4, 8].map((offset) => this.view.getUint32(this.at + offset, true));
    this.at += 12;
    const size = count * width;
    this.unpacked += size;
    if (this.unpacked > MOST_UNPACKED) {
      throw new FbxDamage(`Its lists unpack to more than ${MOST_UNPACKED / 1e6} MB.`);
    }
    const isPlain = encoding === 0;
    const held = this.take(isPlain ? size : packed);
    if (!isPlain && size > LARGEST_RATIO * (packed + 1)) {
      throw new FbxDamage(`A list "${name}" of ${count} numbers cannot come from ${packed} bytes.`);
    }
    const data = isPlain ? held : unpack(held, size, name);
    if (this.builder.wants(name)) this.builder.array(name, numbersOf(type, data));
  }
}

function scalarOf(type: string, bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (type === "L") return Number(view.getBigInt64(0, true));
  if (type === "I") return view.getInt32(0, true);
  if (type === "Y") return view.getInt16(0, true);
  if (type === "F") return view.getFloat32(0, true);
  return type === "D" ? view.getFloat64(0, true) : null;
}

/** Lists of up to so many bytes are unpacked at once, because a stream has its own window. */
const SMALL = 1e5;

/** Unpacks a list of so many bytes, and never more. */
function unpack(packed: Uint8Array, size: number, name: string): Uint8Array {
  return size <= SMALL && packed.length <= SMALL
    ? unpackSmall(packed, size, name)
    : unpackLarge(packed, size, name);
}

/** Asks for one extra byte, to notice a list that is too long. */
function unpackSmall(packed: Uint8Array, size: number, name: string): Uint8Array {
  let out: Uint8Array;
  try {
    out = unzlibSync(packed, { out: new Uint8Array(size + 1) });
  } catch {
    throw new FbxDamage(`A list "${name}" is packed wrongly.`);
  }
  if (out.length !== size) throw new FbxDamage(`A list "${name}" unpacks to another length than it says.`);
  return out;
}

function unpackLarge(packed: Uint8Array, size: number, name: string): Uint8Array {
  const out = new Uint8Array(size);
  let at = 0;
  const stream = new Unzlib((piece) => {
    if (at + piece.length > size) throw new FbxDamage(`A list "${name}" unpacks to more than it says.`);
    out.set(piece, at);
    at += piece.length;
  });
  try {
    for (let from = 0; from < packed.length; from += PIECE) {
      stream.push(packed.subarray(from, from + PIECE), from + PIECE >= packed.length);
    }
  } catch (error) {
    if (error instanceof FbxDamage) throw error;
    throw new FbxDamage(`A list "${name}" is packed wrongly.`);
  }
  if (at < size) throw new FbxDamage(`A list "${name}" unpacks to less than it says.`);
  return out;
}

function numbersOf(type: string, data: Uint8Array): ArrayLike<number> {
  const buffer = data.slice().buffer;
  if (type === "d") return new Float64Array(buffer);
  if (type === "f") return new Float32Array(buffer);
  if (type === "i") return new Int32Array(buffer);
  // For 64-bit values and flags, only their number counts.
  return new Uint8Array(data.length / WIDTHS[type]);
}

/** @throws FbxDamage or RangeError if records lead outside the file, or unpack to more than allowed. */
export function scanBinary(bytes: Uint8Array): FbxOutline {
  const scanner = new BinaryScanner(bytes);
  scanner.run();
  return scanner.builder.outline;
}
