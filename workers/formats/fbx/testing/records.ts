/** A tree of records for tests, which can be written as binary or as text. */
import { zlibSync } from "fflate";

type Value =
  | number
  | string
  | boolean
  | { long: number }
  | { doubles: number[] }
  | { ints: number[] }
  | { longs: number[] }
  | { raw: Uint8Array };

/** A record of an FBX: `Name: values { children }`. */
export interface FbxRecord {
  name: string;
  values: Value[];
  children: FbxRecord[];
}

export const record = (name: string, values: Value[] = [], children: FbxRecord[] = []): FbxRecord => ({
  name,
  values,
  children,
});

/** A property of Properties70. */
export const property = (name: string, type: string, ...values: number[]): FbxRecord =>
  record("P", [name, type, "", "A", ...values]);

const isArray = (value: Value): value is { doubles: number[] } | { ints: number[] } | { longs: number[] } =>
  typeof value === "object" && !("long" in value) && !("raw" in value);

function numbersOf(value: { doubles: number[] } | { ints: number[] } | { longs: number[] }): number[] {
  return "doubles" in value ? value.doubles : "ints" in value ? value.ints : value.longs;
}

function textOf({ name, values, children }: FbxRecord, depth: number): string {
  const indent = "\t".repeat(depth);
  const array = values.find(isArray);
  if (array) {
    const numbers = numbersOf(array);
    return `${indent}${name}: *${numbers.length} {\n${indent}\ta: ${numbers.join(",")}\n${indent}}\n`;
  }
  const written = values.map((value) => {
    if (typeof value === "string") return `"${value.split("\0\x01").reverse().join("::")}"`;
    if (typeof value === "object" && "long" in value) return String(value.long);
    // Text files have bytes after an empty value.
    if (typeof value === "object" && "raw" in value)
      return `,\n${indent}\t"${Buffer.from(value.raw).toString("base64")}"`;
    return typeof value === "boolean" ? (value ? "T" : "F") : String(value);
  });
  const inside = children.map((child) => textOf(child, depth + 1)).join("");
  // An object has braces even if it is empty.
  const isObject = typeof values[0] === "object";
  return `${indent}${name}: ${written.join(name === "P" ? "," : ", ")}${isObject || children.length > 0 ? ` {\n${inside}${indent}}` : ""}\n`;
}

export function fbxText(records: FbxRecord[]): Uint8Array {
  const body = records.map((each) => textOf(each, 0)).join("\n");
  return new TextEncoder().encode(`; FBX 7.4.0 project file\n; ${"-".repeat(52)}\n\n${body}`);
}

class Bytes {
  private readonly bytes: number[] = [];

  get length(): number {
    return this.bytes.length;
  }

  push(...bytes: number[]): void {
    for (const byte of bytes) this.bytes.push(byte);
  }

  ascii(text: string): void {
    this.push(...new TextEncoder().encode(text));
  }

  number(write: (view: DataView) => void, size: number): void {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    this.push(...new Uint8Array(view.buffer));
  }

  u32(value: number): void {
    this.number((view) => view.setUint32(0, value, true), 4);
  }

  f64(value: number): void {
    this.number((view) => view.setFloat64(0, value, true), 8);
  }

  i64(value: number): void {
    this.number((view) => view.setBigInt64(0, BigInt(value), true), 8);
  }

  patch(at: number, value: number): void {
    for (let b = 0; b < 4; b++) this.bytes[at + b] = (value >>> (8 * b)) & 255;
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

function writeArray(out: Bytes, value: Extract<Value, object>): void {
  const inner = new Bytes();
  if ("doubles" in value) for (const x of value.doubles) inner.f64(x);
  if ("longs" in value) for (const x of value.longs) inner.i64(x);
  if ("ints" in value) for (const x of value.ints) inner.u32(x);
  out.ascii("doubles" in value ? "d" : "longs" in value ? "l" : "i");
  const packed = zlibSync(inner.finish());
  out.u32(numbersOf(value as { ints: number[] }).length);
  out.u32(1);
  out.u32(packed.length);
  for (const byte of packed) out.push(byte);
}

function writeValue(out: Bytes, value: Value): void {
  if (typeof value === "string") {
    const bytes = new TextEncoder().encode(value);
    out.ascii("S");
    out.u32(bytes.length);
    for (const byte of bytes) out.push(byte);
  } else if (typeof value === "boolean") {
    out.ascii("C");
    out.push(value ? 1 : 0);
  } else if (typeof value === "number") {
    out.ascii(Number.isInteger(value) ? "I" : "D");
    if (Number.isInteger(value)) out.u32(value);
    else out.f64(value);
  } else if ("long" in value) {
    out.ascii("L");
    out.i64(value.long);
  } else if ("raw" in value) {
    out.ascii("R");
    out.u32(value.raw.length);
    for (const byte of value.raw) out.push(byte);
  } else writeArray(out, value);
}

function writeRecord(out: Bytes, { name, values, children }: FbxRecord): void {
  const start = out.length;
  out.u32(0);
  out.u32(values.length);
  out.u32(0);
  out.push(name.length);
  out.ascii(name);
  const before = out.length;
  for (const value of values) writeValue(out, value);
  out.patch(start + 8, out.length - before);
  for (const child of children) writeRecord(out, child);
  if (children.length > 0) out.push(...new Array(13).fill(0));
  out.patch(start, out.length);
}

export function fbxBinary(records: FbxRecord[]): Uint8Array {
  const out = new Bytes();
  out.ascii("Kaydara FBX Binary  \0");
  out.push(0x1a, 0);
  out.u32(7400);
  for (const each of records) writeRecord(out, each);
  // An empty record, and the footer, whose length readers check.
  out.push(...new Array(13 + 160).fill(0));
  return out.finish();
}
