/** FBX files for tests: one tree of records, written as binary or as text. */
import { zlibSync } from "fflate";

type Value =
  | number
  | string
  | boolean
  | { long: number }
  | { doubles: number[] }
  | { ints: number[] }
  | { longs: number[] };

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
  typeof value === "object" && !("long" in value);

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

/** A record of the objects' list: `Type: id, "Name::Type", "Kind"`. */
export const object = (type: string, id: number, name: string, kind: string, children: FbxRecord[] = []) =>
  record(type, [{ long: id }, `${name}\0\x01${type}`, kind], children);

export const connect = (child: number, parent: number, what?: string): FbxRecord =>
  record("C", [what ? "OP" : "OO", { long: child }, { long: parent }, ...(what ? [what] : [])]);

const shift = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/** Ticks of FBX in a second. */
export const SECOND = 46186158000;

export interface ArmOptions {
  /** Bones along y, one unit long each. */
  bones?: number;
  /** After so many bones a new chain starts, as a child of the first bone. */
  chainLength?: number;
  /**
   * All bones have increasing weights on the last row of points. With "alike", all but the last two have the same on
   * both points, and each of those two has one point, so the four largest weights do not distinguish the points.
   */
  spread?: boolean | "alike";
  /** Degrees that bone 1 turns about z within a second; null is no animation. */
  turn?: number | null;
  /** How far bone 1 moves within the second, and by what it is scaled at its end. */
  move?: [number, number, number] | null;
  scale?: [number, number, number] | null;
  upAxis?: 1 | 2;
  unitScale?: number;
  mesh?: boolean;
  /** A polygon of two corners, as loose edges are written: from the first point to the last. */
  wire?: boolean;
}

/** A ribbon of quads along y, two points per row at the bones' heads and at the end, bound row by row; as records. */
export function armRecords(options: ArmOptions = {}): FbxRecord[] {
  const {
    bones = 3,
    chainLength = bones,
    spread = false,
    turn = null,
    move = null,
    scale = null,
    upAxis = 1,
    unitScale = 100,
    mesh = true,
    wire = false,
  } = options;
  const rows = bones + 1;
  const points = Array.from({ length: rows }, (_, r) => [-0.5, r, 0, 0.5, r, 0]).flat();
  const quads = Array.from({ length: bones }, (_, r) => [2 * r, 2 * r + 1, 2 * r + 3, ~(2 * r + 2)]).flat();
  const polygons = wire ? [...quads, 0, ~(2 * rows - 1)] : quads;
  const objects: FbxRecord[] = [];
  const connections: FbxRecord[] = [];
  const bone = (b: number) => 1000 + b;
  const cluster = (b: number) => 1_000_000 + b;
  const parentOf = (b: number) => (b % chainLength === 0 ? 0 : b - 1);
  for (let b = 0; b < bones; b++) {
    objects.push(
      object("Model", bone(b), `bone ${b}`, "LimbNode", [
        record("Properties70", [], [property("Lcl Translation", "Lcl Translation", 0, b - parentOf(b), 0)]),
      ]),
    );
    connections.push(connect(bone(b), b > 0 ? bone(parentOf(b)) : 0));
  }
  if (mesh) {
    objects.push(
      object("Geometry", 1, "ribbon", "Mesh", [
        record("Vertices", [{ doubles: points }]),
        record("PolygonVertexIndex", [{ ints: polygons }]),
      ]),
      object("Model", 2, "ribbon", "Mesh"),
      object("Deformer", 3, "", "Skin"),
    );
    connections.push(connect(2, 0), connect(1, 2), connect(3, 1));
    for (let b = 0; b < bones; b++) {
      const own = [2 * b, 2 * b + 1];
      const last = [2 * bones, 2 * bones + 1];
      const shared = spread !== false || b === bones - 1;
      const weight = spread === true ? (b + 1) / ((bones * (bones + 1)) / 2) : spread ? 1 / (bones - 1) : 1;
      const ends =
        spread === "alike" && b >= bones - 2 ? [b === bones - 2 ? 1 : 0, b === bones - 2 ? 0 : 1] : [1, 1];
      objects.push(
        object("Deformer", cluster(b), "", "Cluster", [
          record("Indexes", [{ ints: shared ? [...own, ...last] : own }]),
          record("Weights", [{ doubles: shared ? [1, 1, ...ends.map((part) => part * weight)] : [1, 1] }]),
          record("Transform", [{ doubles: shift(0, -b, 0) }]),
          record("TransformLink", [{ doubles: shift(0, b, 0) }]),
        ]),
      );
      connections.push(connect(cluster(b), 3), connect(bone(b), cluster(b)));
    }
  }
  const animated: Curves[] = [];
  if (turn !== null) animated.push({ of: "Rotation", from: [0, 0, 0], to: [0, 0, turn] });
  if (move)
    animated.push({ of: "Translation", from: [0, 1, 0], to: move.map((x, c) => x + (c === 1 ? 1 : 0)) });
  if (scale) animated.push({ of: "Scaling", from: [1, 1, 1], to: scale });
  if (animated.length > 0) addWave(objects, connections, bone(1), animated);
  const settings = [
    property("UpAxis", "int", upAxis),
    property("UnitScaleFactor", "double", unitScale + 1e-12),
  ];
  return [
    record("FBXHeaderExtension", [], [record("FBXVersion", [7400])]),
    record("GlobalSettings", [], [record("Properties70", [], settings)]),
    record("Objects", [], objects),
    record("Connections", [], connections),
  ];
}

/** What changes within a second, and from where to where. */
interface Curves {
  of: "Translation" | "Rotation" | "Scaling";
  from: number[];
  to: number[];
}

function addWave(objects: FbxRecord[], connections: FbxRecord[], bone: number, animated: Curves[]): void {
  objects.push(object("AnimationStack", 50, "wave", ""), object("AnimationLayer", 51, "layer", ""));
  connections.push(connect(51, 50));
  for (const [n, { of, from, to }] of animated.entries()) {
    const node = 52 + n;
    objects.push(object("AnimationCurveNode", node, of[0], ""));
    connections.push(connect(node, 51), connect(node, bone, `Lcl ${of}`));
    for (const [c, axis] of ["X", "Y", "Z"].entries()) {
      const curve = 60 + 3 * n + c;
      objects.push(
        object("AnimationCurve", curve, "", "", [
          record("KeyTime", [{ longs: [0, SECOND] }]),
          record("KeyValueFloat", [{ doubles: [from[c], to[c]] }]),
        ]),
      );
      connections.push(connect(curve, node, `d|${axis}`));
    }
  }
}
