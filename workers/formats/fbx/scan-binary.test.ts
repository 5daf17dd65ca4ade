import { zlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { scanBinary } from "./scan-binary";

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

/** A list as it is, or packed; `count` is what it says. */
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

/** Records as a file of a version: 7400 has lengths of 32 bits, 7500 of 64. */
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

const objects = (...children: Rec[]) => rec("Objects", [], children);
const model = (id: number[], ...children: Rec[]) =>
  rec("Model", [id, text("arm\0\x01Model"), text("LimbNode")], children);
const curve = (...children: Rec[]) => rec("AnimationCurve", [long(5), text(""), text("")], children);
const scan = (...records: Rec[]) => scanBinary(file(7400, records));

describe.each([7400, 7500, 7700])("a binary FBX of version %d", (version) => {
  it("tells its objects, connections, curves and faces", () => {
    const outline = scanBinary(
      file(version, [
        rec("Header", [text("skipped"), raw([1, 2, 3])], [rec("Model", [long(9)])]),
        objects(
          model(long(5_000_000_000), rec("Model", [long(1)]), rec("Properties70")),
          curve(
            rec("KeyTime", [list("l", BigInt64Array.of(1n, 2n, 3n).buffer, 8)]),
            rec("KeyValueFloat", [list("f", Float32Array.of(0, 200, 100).buffer, 4, true)]),
          ),
          rec(
            "Geometry",
            [long(6), text("g\0\x01Geometry"), text("Mesh")],
            [
              rec("Vertices", [list("d", Float64Array.of(1, 2, 3).buffer, 8, true)]),
              rec("PolygonVertexIndex", [list("i", Int32Array.of(0, 1, -3, 0, 1, 2, -4).buffer, 4, true)]),
            ],
          ),
        ),
        rec(
          "Connections",
          [],
          [
            rec("C", [text("OO"), long(5), long(6)]),
            rec("C", [text("OP"), long(5), long(6), text("d|X")]),
            rec("D", [text("OO"), long(7), long(8)]),
          ],
        ),
      ]),
    );
    expect(outline.objects).toEqual([
      { type: "Model", id: 5_000_000_000, name: "arm", kind: "LimbNode" },
      { type: "AnimationCurve", id: 5, name: "", kind: "" },
      { type: "Geometry", id: 6, name: "g", kind: "Mesh" },
    ]);
    expect(outline.connections).toEqual([
      { child: 5, parent: 6, property: "" },
      { child: 5, parent: 6, property: "d|X" },
    ]);
    // A step of 200 counts, one of 100 does not.
    expect([...outline.curves]).toEqual([[5, { keys: 3, turned: 200 }]]);
    expect(outline.faces).toEqual([{ corners: 7, largest: 4 }]);
  });
});

describe("values of a binary FBX", () => {
  it("are numbers of any width, with their sign", () => {
    const id = (type: string, size: number, write: (view: DataView) => void) =>
      scan(objects(model([...ascii(type), ...little(size, write)]))).objects.map((object) => object.id);
    expect(id("Y", 2, (view) => view.setInt16(0, -300, true))).toEqual([-300]);
    expect(id("I", 4, (view) => view.setInt32(0, -70_000, true))).toEqual([-70_000]);
    expect(id("L", 8, (view) => view.setBigInt64(0, -5_000_000_000n, true))).toEqual([-5_000_000_000]);
    expect(id("F", 4, (view) => view.setFloat32(0, 0.5, true))).toEqual([0.5]);
    expect(id("D", 8, (view) => view.setFloat64(0, 0.1, true))).toEqual([0.1]);
    // A flag is no number of an object.
    expect(id("C", 1, (view) => view.setUint8(0, 1))).toEqual([]);
  });

  it("are counted where they are wide or flags, and read where they are numbers", () => {
    const keys = (name: string, values: number[]) => scan(objects(curve(rec(name, [values])))).curves.get(5);
    expect(keys("KeyTime", list("l", new BigInt64Array(7).buffer, 8, true))).toEqual({ keys: 7, turned: 0 });
    expect(keys("KeyTime", list("b", new Uint8Array(7).buffer, 1))).toEqual({ keys: 7, turned: 0 });
    expect(keys("KeyTime", list("c", new Uint8Array(7).buffer, 1))).toEqual({ keys: 7, turned: 0 });
    const doubles = list("d", Float64Array.of(0, 180, 0, 179.9).buffer, 8);
    expect(keys("KeyValueFloat", doubles)).toEqual({ keys: 4, turned: 360 });
    expect(keys("Other", doubles)).toBeUndefined();
  });

  it("are texts of which the first thousand bytes count", () => {
    const named = rec("Model", [long(1), text("x".repeat(1001)), text("")]);
    expect(scan(objects(named)).objects[0].name).toBe("x".repeat(1000));
    // The value after it begins where the text ends.
    const long2 = rec("Model", [long(1), text("y".repeat(5000)), text("Mesh")]);
    expect(scan(objects(long2)).objects[0].kind).toBe("Mesh");
  });

  it("are lists of any length, in pieces", () => {
    const values = Float32Array.from({ length: 60_000 }, (_, n) => Math.sin(n * n));
    const packed = list("f", values.buffer, 4, true);
    expect(packed.length).toBeGreaterThan(65_536 * 2);
    const twice = scan(objects(curve(rec("KeyValueFloat", [packed]), rec("KeyTime", [packed]))));
    expect(twice.curves.get(5)).toEqual({ keys: 60_000, turned: 0 });
    // As tightly packed as can be.
    const zeros = list("f", new Float32Array(300_000).buffer, 4, true);
    expect(scan(objects(curve(rec("KeyTime", [zeros])))).curves.get(5)?.keys).toBe(300_000);
  });
});

describe("a damaged binary FBX", () => {
  const refused = (values: number[], why: RegExp, name = "KeyTime") =>
    expect(() => scan(objects(curve(rec(name, [values]))))).toThrow(why);
  const packed = (size: number, says: number) =>
    list("f", Float32Array.from({ length: size }, (_, n) => Math.sin(n * n)).buffer, 4, true, says);

  it("has lists that are not as long as they say", () => {
    refused(packed(10, 9), /"KeyTime" unpacks to another length than it says/);
    refused(packed(10, 11), /"KeyTime" unpacks to another length than it says/);
    refused(packed(60_000, 59_999), /unpacks to more than it says/);
    refused(packed(60_000, 60_001), /unpacks to less than it says/);
    // Lists that nobody needs are checked as well.
    expect(() => scan(rec("Other", [packed(10, 9)]))).toThrow(/another length/);
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
    // 1040 bytes come from each packed byte and one more at most.
    refused(noise(1040 * 11, 43), /is packed wrongly/);
    refused(noise(1040 * 11 + 1, 43), /A list "KeyTime" of 11441 numbers cannot come from 43 bytes/);
  });

  it("has lists of more than a gigabyte together", () => {
    const huge = (count: number) => [...ascii("d"), ...u32(count), ...u32(1), ...u32(4), 1, 2, 3, 4];
    refused(huge(125_000_000), /cannot come from/);
    refused(huge(125_000_001), /unpack to more than 1000 MB/);
  });

  it("has values of no kind, or ends in one", () => {
    refused(ascii("Z"), /value of an unknown kind/);
    const whole = file(7400, [rec("A", [long(1)])]);
    // Without its last byte of the value, and the empty record after it.
    expect(() => scanBinary(whole.subarray(0, whole.length - 14))).toThrow(/ends outside|middle of a value/);
    expect(() => scanBinary(whole.subarray(0, whole.length - 13))).not.toThrow();
  });

  it("has records that end elsewhere", () => {
    const at = 27;
    const changed = (end: number) => {
      const bytes = file(7400, [rec("AB", [long(1)]), rec("C")]);
      new DataView(bytes.buffer).setUint32(at, end, true);
      return () => scanBinary(bytes);
    };
    // 27 of the header, 13 + 2 of its own, and 9 of its value.
    expect(changed(51)).not.toThrow();
    expect(changed(50)).toThrow('The record "AB" ends within its values.');
    expect(changed(42)).toThrow('The record "AB" ends within its values.');
    expect(changed(41)).toThrow('The record "AB" ends outside of what it lies in.');
    expect(changed(1000)).toThrow('The record "AB" ends outside of what it lies in.');
  });

  it("nests more than 64 deep", () => {
    const nested = (depth: number): Rec => rec("N", [], depth > 1 ? [nested(depth - 1)] : []);
    expect(() => scan(nested(64))).not.toThrow();
    expect(() => scan(nested(65))).toThrow(/nest more than 64 deep/);
  });
});
