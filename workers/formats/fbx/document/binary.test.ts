import { zlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readBinary } from "./binary";
import { type FbxNode, isArray } from "./node";

interface Rec {
  name: string;
  values: number[][];
  children: Rec[];
}

const rec = (name: string, values: number[][] = [], children: Rec[] = []): Rec => ({
  name,
  values,
  children,
});
const ascii = (text: string) => [...new TextEncoder().encode(text)];

function little(size: number, write: (view: DataView) => void): number[] {
  const view = new DataView(new ArrayBuffer(size));
  write(view);
  return [...new Uint8Array(view.buffer)];
}

const u32 = (x: number) => little(4, (view) => view.setUint32(0, x, true));
const long = (x: number) => [...ascii("L"), ...little(8, (view) => view.setBigInt64(0, BigInt(x), true))];
const text = (x: string) => [...ascii("S"), ...u32(ascii(x).length), ...ascii(x)];
const raw = (bytes: number[]) => [...ascii("R"), ...u32(bytes.length), ...bytes];

/** A plain or packed list. `count` is the number of elements that it claims. */
function list(type: string, bytes: ArrayBufferLike, width: number, packed = false, count?: number): number[] {
  const plain = new Uint8Array(bytes);
  const held = packed ? zlibSync(plain) : plain;
  return [
    ...ascii(type),
    ...u32(count ?? plain.length / width),
    ...u32(packed ? 1 : 0),
    ...u32(held.length),
    ...held,
  ];
}

/** Records as a file of a version. Lengths have 32 bits in 7400, and 64 bits in 7500. */
function file(version: number, records: Rec[]): Uint8Array {
  const word = (x: number) =>
    version >= 7500 ? little(8, (view) => view.setBigUint64(0, BigInt(x), true)) : u32(x);
  const none = [...word(0), ...word(0), ...word(0), 0];
  const written = ({ name, values, children }: Rec, at: number): number[] => {
    const inner = values.flat();
    const before = none.length + name.length + inner.length;
    let body: number[] = [];
    for (const child of children) body = body.concat(written(child, at + before + body.length));
    if (children.length > 0) body = body.concat(none);
    const end = at + before + body.length;
    return [
      ...word(end),
      ...word(values.length),
      ...word(inner.length),
      name.length,
      ...ascii(name),
      ...inner,
      ...body,
    ];
  };
  let bytes = [...ascii("Kaydara FBX Binary  \0"), 0x1a, 0, ...u32(version)];
  for (const each of records) bytes = bytes.concat(written(each, bytes.length));
  return Uint8Array.from([...bytes, ...none]);
}

const scan = (...records: Rec[]) => readBinary(file(7400, records));
const objects = (...children: Rec[]) => rec("Objects", [], children);
const curve = (...children: Rec[]) => rec("AnimationCurve", [long(5), text(""), text("")], children);

/** Unpacks all lists. */
function unpackAll(nodes: readonly FbxNode[]): void {
  for (const { values, children } of nodes) {
    for (const value of values) if (isArray(value)) value.numbers();
    unpackAll(children);
  }
}

describe.each([7400, 7500, 7700])("a binary FBX of version %d", (version) => {
  it("is a tree of records with their values", () => {
    const top = readBinary(
      file(version, [
        rec("Header", [text("first"), raw([1, 2, 3])], [rec("Model", [long(9)])]),
        objects(
          rec("Model", [long(5_000_000_000), text("arm\0\x01Model"), text("LimbNode")]),
          curve(
            rec("KeyTime", [list("l", BigInt64Array.of(1n, -2n, 3n).buffer, 8)]),
            rec("KeyValueFloat", [list("f", Float32Array.of(0, 200, 100).buffer, 4, true)]),
          ),
        ),
      ]),
    );
    expect(top.map(({ name }) => name)).toEqual(["Header", "Objects"]);
    expect(top[0].values).toEqual(["first", Uint8Array.of(1, 2, 3)]);
    expect(top[0].children).toEqual([{ name: "Model", values: [9], children: [] }]);
    const [model, curveNode] = top[1].children;
    expect(model.values).toEqual([5_000_000_000, "arm\0\x01Model", "LimbNode"]);
    const lists = curveNode.children.map(
      ({ values: [value] }) => isArray(value) && Array.from(value.numbers()),
    );
    expect(lists).toEqual([
      [1, -2, 3],
      [0, 200, 100],
    ]);
  });
});

describe("values of a binary FBX", () => {
  const one = (...values: number[][]) => scan(rec("A", values))[0].values;

  it("are numbers of any width, with their sign", () => {
    const of = (type: string, size: number, write: (view: DataView) => void) => [
      ...ascii(type),
      ...little(size, write),
    ];
    expect(
      one(
        of("Y", 2, (view) => view.setInt16(0, -300, true)),
        of("I", 4, (view) => view.setInt32(0, -70_000, true)),
        of("L", 8, (view) => view.setBigInt64(0, -5_000_000_000n, true)),
        of("L", 8, (view) => view.setBigInt64(0, 9_007_199_254_740_993n, true)),
        of("F", 4, (view) => view.setFloat32(0, 0.5, true)),
        of("D", 8, (view) => view.setFloat64(0, 0.1, true)),
        of("C", 1, (view) => view.setUint8(0, 1)),
      ),
    ).toEqual([-300, -70_000, -5_000_000_000, 9_007_199_254_740_993n, 0.5, 0.1, true]);
  });

  it("are lists of any length, in pieces, and flags", () => {
    const numbers = (list: number[]) => {
      const [value] = one(list);
      return isArray(value) ? Array.from(value.numbers()) : null;
    };
    const values = Float32Array.from({ length: 60_000 }, (_, n) => Math.sin(n * n));
    const packed = list("f", values.buffer, 4, true);
    expect(packed.length).toBeGreaterThan(65_536 * 2);
    expect(numbers(packed)).toEqual([...values]);
    // Packed as tightly as possible.
    expect(numbers(list("f", new Float32Array(300_000).buffer, 4, true))).toHaveLength(300_000);
    expect(numbers(list("b", Uint8Array.of(1, 0).buffer, 1))).toEqual([1, 0]);
    expect(numbers(list("d", Float64Array.of(0.1, -7).buffer, 8))).toEqual([0.1, -7]);
  });
});

describe("a damaged binary FBX", () => {
  const refused = (values: number[], why: RegExp, name = "KeyTime") =>
    expect(() => unpackAll(scan(objects(curve(rec(name, [values])))))).toThrow(why);
  const packed = (size: number, says: number) =>
    list("f", Float32Array.from({ length: size }, (_, n) => Math.sin(n * n)).buffer, 4, true, says);

  it("has lists with a wrong length", () => {
    refused(packed(10, 9), /"KeyTime" unpacks to another length than it says/);
    refused(packed(10, 11), /"KeyTime" unpacks to another length than it says/);
    refused(packed(60_000, 59_999), /unpacks to more than it says/);
    refused(packed(60_000, 60_001), /unpacks to less than it says/);
  });

  it("has lists that cannot be unpacked, or come from too few bytes", () => {
    const noise = (count: number, length: number) => [
      ...ascii("f"),
      ...u32(count),
      ...u32(1),
      ...u32(length),
      ...new Array(length).fill(0xff),
    ];
    refused(noise(4, 20), /"KeyTime" is packed wrongly/);
    refused(noise(60_000, 5000), /"KeyTime" is packed wrongly/);
    // At most 1040 bytes can come from each packed byte.
    refused(noise(1040 * 11, 43), /is packed wrongly/);
    refused(noise(1040 * 11 + 1, 43), /A list "KeyTime" of 11441 numbers cannot come from 43 bytes/);
  });

  it("has lists of more than a gigabyte in total, or of much more than its own size", () => {
    const huge = (count: number, length: number) => [
      ...[...ascii("d"), ...u32(count), ...u32(1), ...u32(length)],
      ...new Array(length).fill(1),
    ];
    refused(huge(125_000_000, 4), /cannot come from/);
    refused(huge(10_300_000, 80_000), /unpack to more than 200 times its size/);
    refused(huge(125_000_001, 4), /unpack to more than 1000 MB/);
  });

  it("has values of an unknown kind, or ends within a value", () => {
    refused(ascii("Z"), /value of an unknown kind/);
    const whole = file(7400, [rec("A", [long(1)])]);
    // The last byte of the value and the empty record after it are missing.
    expect(() => readBinary(whole.subarray(0, whole.length - 14))).toThrow(/ends outside|middle of a value/);
    expect(() => readBinary(whole.subarray(0, whole.length - 13))).not.toThrow();
  });

  it("has records with a wrong end", () => {
    const at = 27;
    const changed = (end: number) => {
      const bytes = file(7400, [rec("AB", [long(1)]), rec("C")]);
      new DataView(bytes.buffer).setUint32(at, end, true);
      return () => readBinary(bytes);
    };
    // 27 bytes of the header, 13 + 2 of the record, and 9 of its value.
    expect(changed(51)).not.toThrow();
    expect(changed(50)).toThrow('The record "AB" ends within its values.');
    expect(changed(42)).toThrow('The record "AB" ends within its values.');
    expect(changed(41)).toThrow('The record "AB" ends outside the record that contains it.');
    expect(changed(1000)).toThrow('The record "AB" ends outside the record that contains it.');
  });

  it("nests more than 64 deep", () => {
    const nested = (depth: number): Rec => rec("N", [], depth > 1 ? [nested(depth - 1)] : []);
    expect(() => scan(nested(64))).not.toThrow();
    expect(() => scan(nested(65))).toThrow(/nest more than 64 deep/);
  });
});
