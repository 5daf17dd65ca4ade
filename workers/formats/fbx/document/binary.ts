import { decodeText } from "../../source/text-cursor";
import { PLAIN_BYTES, PLAIN_RATIO } from "../../zip/deflate-ratio";
import { DocumentSize, FbxDamage, type FbxNode, type FbxValue, MOST_DEPTH } from "./node";
import { PackedArray, WIDTHS } from "./packed-array";

/** The first characters of a binary file. */
export const MAGIC = "Kaydara FBX Binary  \0";
/** Offset of the version, after the magic and two bytes. */
const VERSION_AT = 23;
/** From this version on, lengths have 64 bits. */
const WIDE_VERSION = 7500;
/** The most bytes of all unpacked lists. */
const MOST_UNPACKED = 1e9;

const SCALARS: Record<string, number> = { B: 1, C: 1, Y: 2, I: 4, F: 4, D: 8, L: 8 };

/** A record that is being read, and its end. */
interface Open {
  node: FbxNode;
  end: number;
}

/** The version of a binary file, such as 7400. */
export const versionOf = (bytes: Uint8Array): number =>
  bytes.length < VERSION_AT + 4
    ? 0
    : new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(VERSION_AT, true);

class BinaryReader {
  readonly top: FbxNode[] = [];
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly isWide: boolean;
  private readonly size = new DocumentSize();
  private at = VERSION_AT + 4;
  private unpacked = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.isWide = versionOf(bytes) >= WIDE_VERSION;
  }

  /** Reads all records without recursion, because the file decides how deeply they nest. */
  run(): void {
    const open: Open[] = [];
    const least = this.isWide ? 25 : 13;
    while (this.at + least <= this.bytes.length) {
      while (open.length > 0 && this.at >= open[open.length - 1].end) open.pop();
      const header = this.header();
      if (!header) {
        // An empty record ends its list, or at the top level the file.
        if (open.length === 0) return;
        continue;
      }
      const { name, end, count } = header;
      const around = open.at(-1)?.end ?? this.bytes.length;
      if (end > around || end < this.at) {
        throw new FbxDamage(`The record "${name}" ends outside the record that contains it.`);
      }
      if (open.length >= MOST_DEPTH) throw new FbxDamage(`Its records nest more than ${MOST_DEPTH} deep.`);
      const node: FbxNode = { name, values: this.values(name, count, end), children: [] };
      (open.at(-1)?.node.children ?? this.top).push(node);
      open.push({ node, end });
    }
  }

  private word(): number {
    const value = this.isWide
      ? Number(this.view.getBigUint64(this.at, true))
      : this.view.getUint32(this.at, true);
    this.at += this.isWide ? 8 : 4;
    return value;
  }

  private header(): { name: string; end: number; count: number } | null {
    const [end, count] = [this.word(), this.word()];
    this.word();
    const length = this.bytes[this.at++];
    const name = plainText(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    if (end === 0) return null;
    this.size.addRecord();
    return { name, end, count };
  }

  private values(name: string, count: number, end: number): FbxValue[] {
    const values: FbxValue[] = [];
    for (let n = 0; n < count; n++) {
      if (this.at >= end) throw new FbxDamage(`The record "${name}" ends within its values.`);
      this.size.addValue();
      values.push(this.value(name));
    }
    if (this.at > end) throw new FbxDamage(`The record "${name}" ends within its values.`);
    return values;
  }

  private take(length: number): Uint8Array {
    if (!(this.at + length <= this.bytes.length)) throw new FbxDamage("It ends in the middle of a value.");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private value(name: string): FbxValue {
    const type = String.fromCharCode(this.bytes[this.at++]);
    const scalar = SCALARS[type];
    if (scalar !== undefined) return this.scalar(type, scalar);
    if (type === "S" || type === "R") {
      const length = this.view.getUint32(this.at, true);
      this.at += 4;
      const bytes = this.take(length);
      return type === "S" ? plainText(bytes) : bytes;
    }
    if (WIDTHS[type] === undefined) throw new FbxDamage("It has a value of an unknown kind.");
    return this.array(name, type);
  }

  private scalar(type: string, width: number): FbxValue {
    const at = this.at;
    this.take(width);
    if (type === "Y") return this.view.getInt16(at, true);
    if (type === "I") return this.view.getInt32(at, true);
    if (type === "F") return this.view.getFloat32(at, true);
    if (type === "D") return this.view.getFloat64(at, true);
    if (type !== "L") return letterOrFlag(this.bytes[at]);
    const long = this.view.getBigInt64(at, true);
    return Number.isSafeInteger(Number(long)) ? Number(long) : long;
  }

  private array(name: string, type: string): PackedArray {
    const [count, encoding, packed] = [0, 4, 8].map((offset) => this.view.getUint32(this.at + offset, true));
    this.at += 12;
    const size = count * WIDTHS[type];
    this.unpacked += size;
    if (this.unpacked > MOST_UNPACKED) {
      throw new FbxDamage(`Its lists unpack to more than ${MOST_UNPACKED / 1e6} MB.`);
    }
    const isPlain = encoding === 0;
    const list = new PackedArray(name, type, count, this.take(isPlain ? size : packed), isPlain);
    if (this.unpacked > PLAIN_BYTES + PLAIN_RATIO * this.bytes.length) {
      throw new FbxDamage(`Its lists unpack to more than ${PLAIN_RATIO} times its size.`);
    }
    return list;
  }
}

/** A byte is a letter, as in text files, or a flag. */
const letterOrFlag = (byte: number): FbxValue =>
  byte >= 65 && byte <= 90 ? String.fromCharCode(byte) : byte !== 0;

/** Names and most texts are short and plain. Using a decoder for each would take longer than everything else. */
function plainText(bytes: Uint8Array): string {
  if (bytes.length > 200) return decodeText(bytes);
  let text = "";
  for (const byte of bytes) {
    if (byte > 127) return decodeText(bytes);
    text += String.fromCharCode(byte);
  }
  return text;
}

/**
 * The records of a binary file of version 7.
 * @throws FbxDamage or RangeError if records lead outside the file, or hold more than the limits of memory.
 */
export function readBinary(bytes: Uint8Array): FbxNode[] {
  const reader = new BinaryReader(bytes);
  reader.run();
  return reader.top;
}
