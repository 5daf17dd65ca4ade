/** Writes the binary form of an FBX 7.5: records with 64-bit headers, arrays packed by zlib, and the footer. */
import { zlibSync } from "fflate";
import type { ByteKind, BytesByKind } from "../../../model/files/export/export-options";
import type { Task } from "../../../model/task";
import type { WrittenFile } from "../../written-file";
import { ByteWriter } from "./byte-writer";
import type { FbxRecord, RecordValue } from "./record";

export const FBX_VERSION = 7500;
const MAGIC = "Kaydara FBX Binary  \0\x1a\0";
/** A header has the end, the number of values and their bytes, 8 bytes each, and the length of the name. */
const HEADER_BYTES = 25;
/** Arrays with fewer bytes are not packed. */
const LEAST_PACKED = 128;

/**
 * The header's time and identifier must match the footer's code. These three match, and other programs write them too.
 * Being fixed, they give the same bytes for the same content.
 */
export const CREATION_TIME = "1970-01-01 10:00:00:000";
export const FILE_ID = bytesOf("28b32aebb624ccc2bfc8b02aa92bfcf1");
const FOOTER_CODE = bytesOf("fabcab09d0c8d466b176fb831cf7267e");
const FOOTER_END = bytesOf("f85a8c6adef5d97eece90ce3758f290b");

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

type Packed = Float64Array | Float32Array | Int32Array | BigInt64Array;

function letterOf(array: Packed): string {
  if (array instanceof Float64Array) return "d";
  if (array instanceof Float32Array) return "f";
  return array instanceof Int32Array ? "i" : "l";
}

class Encoder {
  readonly out = new ByteWriter();
  private readonly text = new TextEncoder();
  /** Packed arrays, because times that many curves share are packed once. */
  private readonly packed = new WeakMap<Packed, Uint8Array>();

  ascii(text: string): void {
    this.out.push(this.text.encode(text));
  }

  private array(values: Packed): void {
    const { out } = this;
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const isPacked = bytes.length >= LEAST_PACKED;
    const written = isPacked ? (this.packed.get(values) ?? zlibSync(bytes)) : bytes;
    if (isPacked) this.packed.set(values, written);
    this.ascii(letterOf(values));
    out.u32(values.length);
    out.u32(isPacked ? 1 : 0);
    out.u32(written.length);
    out.push(written);
  }

  private bytes(letter: string, bytes: Uint8Array): void {
    this.ascii(letter);
    this.out.u32(bytes.length);
    this.out.push(bytes);
  }

  private value(value: RecordValue): void {
    const { out } = this;
    if (typeof value === "string") this.bytes("S", this.text.encode(value));
    else if (value instanceof Uint8Array) this.bytes("R", value);
    else if (typeof value === "number") {
      this.ascii("D");
      out.f64(value);
    } else if (typeof value === "bigint") {
      this.ascii("L");
      out.i64(value);
    } else if (typeof value === "boolean") {
      this.ascii("C");
      out.u8(value ? 1 : 0);
    } else if ("int" in value) {
      this.ascii("I");
      out.i32(value.int);
    } else this.array(value);
  }

  /**
   * Writes a record up to its children.
   * @returns where it starts.
   */
  begin({ name, values }: FbxRecord): number {
    const { out } = this;
    const start = out.length;
    out.zeros(HEADER_BYTES - 1);
    const letters = this.text.encode(name);
    out.u8(letters.length);
    out.push(letters);
    const before = out.length;
    for (const value of values) this.value(value);
    out.patch64(start + 8, values.length);
    out.patch64(start + 16, out.length - before);
    return start;
  }

  end(start: number, { children }: FbxRecord): void {
    if (children) this.out.zeros(HEADER_BYTES);
    this.out.patch64(start, this.out.length);
  }

  record(each: FbxRecord): void {
    const start = this.begin(each);
    for (const child of each.children ?? []) this.record(child);
    this.end(start, each);
  }

  footer(): void {
    const { out } = this;
    out.zeros(HEADER_BYTES);
    out.push(FOOTER_CODE);
    out.zeros(4);
    // Zeros up to the next multiple of 16; a whole 16 if the length is already a multiple.
    out.zeros(16 - (out.length % 16));
    out.u32(FBX_VERSION);
    out.zeros(120);
    out.push(FOOTER_END);
  }
}

/** The kind of data in an object's bytes. */
function kindOf({ name, values, children }: FbxRecord): ByteKind {
  const kind = values[2];
  if (kind === "Shape" || kind === "BlendShape" || kind === "BlendShapeChannel") return "morphs";
  if (kind === "Skin" || kind === "Cluster") return "weights";
  if (name === "Geometry") return "mesh";
  // An image inside the file. Without content, the record only has its name.
  if (name === "Video" && children?.some((child) => child.name === "Content")) return "textures";
  return name.startsWith("Animation") ? "animation" : "other";
}

/** Writes the records, reports progress by objects, and counts the bytes by kind of data. */
export async function encodeFbx(records: readonly FbxRecord[], task: Task): Promise<WrittenFile> {
  const encoder = new Encoder();
  const bytesByKind: BytesByKind = {};
  encoder.ascii(MAGIC);
  encoder.out.u32(FBX_VERSION);
  for (const each of records) {
    const start = encoder.begin(each);
    const children = each.children ?? [];
    for (const [n, child] of children.entries()) {
      task.progress({ phase: "Writing", done: n / children.length, detail: "" });
      await task.checkpoint();
      const before = encoder.out.length;
      encoder.record(child);
      const kind = kindOf(child);
      if (kind !== "other") bytesByKind[kind] = (bytesByKind[kind] ?? 0) + encoder.out.length - before;
    }
    encoder.end(start, each);
  }
  encoder.footer();
  const counted = Object.values(bytesByKind).reduce((sum, count) => sum + count, 0);
  const bytes = encoder.out.finish();
  return { bytes, bytesByKind: { ...bytesByKind, other: bytes.length - counted } };
}
