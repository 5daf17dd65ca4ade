import { inflateSync } from "fflate";
import { describe, expect, it } from "vitest";
import { bendingBar, movingShells } from "../../testing/sequences";
import { packFloats, packIntegers, unpackFloats, unpackIntegers } from "./byte-planes";
import { fileHead, openContainer, packSection, type SectionRecord } from "./container";
import { readProject } from "./read";
import { writeProject } from "./write";

const { sequence, rig } = bendingBar({ frames: 3, length: 4, width: 2 });
const FILES = {
  exact: writeProject({ sequence, rig, report: null }, { quantise: null }),
  quantised: writeProject({ sequence, rig, report: null }, { quantise: 12 }),
  shells: writeProject(
    { sequence: movingShells({ shells: 2, frames: 2, detail: 1 }).sequence, rig: null, report: null },
    { quantise: null },
  ),
};

// biome-ignore lint/suspicious/noExplicitAny: a header as JSON, which the tests make impossible.
type Json = any;

/** The file with a changed header and a right checksum. */
function withHeader(file: Uint8Array, change: (header: Json) => void): Uint8Array {
  const { header, body } = openContainer(file, "bar");
  const { sections, ...own } = header as Json;
  change(own);
  return Uint8Array.from([...fileHead(own, sections), ...body]);
}

/** The file with a changed section, and a right size and checksum. */
function withSection(file: Uint8Array, name: string, change: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const { header, body } = openContainer(file, "bar");
  const { sections, ...own } = header as { sections: SectionRecord[] };
  let at = 0;
  const packed = sections.map((record) => {
    const bytes = body.subarray(at, at + record.packed);
    at += record.packed;
    if (record.name !== name) return { record, bytes };
    return packSection(name, change(inflateSync(bytes)), 6);
  });
  const head = fileHead(
    own,
    packed.map(({ record }) => record),
  );
  return Uint8Array.from([...head, ...packed.flatMap(({ bytes }) => [...bytes])]);
}

const withInteger = (file: Uint8Array, name: string, stride: number, at: number, value: number) =>
  withSection(file, name, (bytes) => {
    const numbers = unpackIntegers(bytes, stride);
    numbers[at] = value;
    return packIntegers(numbers, stride);
  });

const withFloat = (file: Uint8Array, name: string, stride: number, at: number, value: number) =>
  withSection(file, name, (bytes) => {
    const numbers = unpackFloats(bytes, new Float32Array(bytes.length / 4), stride);
    numbers[at] = value;
    return packFloats(numbers, stride);
  });

const open = (file: Uint8Array) => () => readProject(file, "bar");
const { vertexCount: V, solverIndex } = sequence;
const [D, B] = [solverIndex.length, rig.bones.length];

describe("a project that contradicts itself", () => {
  it("is read if nothing is changed", () => {
    for (const file of Object.values(FILES)) {
      expect(open(withHeader(file, () => {}))()).toEqual(open(file)());
      expect(open(withSection(file, "triangles", (bytes) => bytes))()).toEqual(open(file)());
    }
  });

  const headers: [what: string, change: (header: Json) => void, sentence: RegExp][] = [
    ["a vertex more", ({ sequence: s }) => s.vertexCount++, /rest pose has \d+ bytes and should have/],
    ["a vertex less", ({ sequence: s }) => s.vertexCount--, /rest pose has \d+ bytes and should have/],
    ["a frame more", ({ sequence: s }) => s.frameCount++, /4 frames in \d+ bytes and should have/],
    ["a frame less", ({ sequence: s }) => s.frameCount--, /2 frames in \d+ bytes and should have/],
    ["a polygon more", ({ sequence: s }) => s.polygonCount++, /section “polygonSizes” has/],
    [
      "a corner more",
      ({ sequence: s }) => s.cornerCount++,
      /“polygonSizes” counts \d+ entries, but there are/,
    ],
    ["a triangle less", ({ sequence: s }) => s.triangleCount--, /section “triangles” has/],
    [
      "a part that begins late",
      ({ sequence: s }) => s.parts[0].firstPolygon++,
      /part “.*” does not fit the mesh/,
    ],
    ["triangles that begin late", ({ sequence: s }) => s.parts[0].firstTriangle++, /part “.*” does not fit/],
    [
      "a part that is too short",
      ({ sequence: s }) => s.parts[0].polygonCount--,
      /parts do not cover the mesh/,
    ],
    ["triangles of no part", ({ sequence: s }) => s.parts[0].triangleCount--, /parts do not cover the mesh/],
    [
      "a material that is not there",
      ({ sequence: s }) => (s.parts[0].material = s.materials.length),
      /part “.*” does not fit the mesh/,
    ],
    ["a clip that ends late", ({ sequence: s }) => (s.clips[0].last = 3), /ends at frame 4 of 3/],
    ["a clip that ends before it begins", ({ sequence: s }) => (s.clips[0].first = 3), /Its clip/],
    ["a bone below itself", (h) => (h.rig.bones[1].parent = 1), /comes before its parent/],
    ["an influence more", (h) => h.rig.influenceCount++, /“influences” counts \d+ entries, but there are/],
  ];
  it.each(headers)("is refused: %s", (_, change, sentence) => {
    expect(open(withHeader(FILES.exact, change))).toThrow(sentence);
    expect(open(withHeader(FILES.quantised, change))).toThrow(sentence);
  });

  it("is refused if a part does not begin where the last one ended", () => {
    const parts = (openContainer(FILES.shells, "bar").header as Json).sequence.parts;
    if (parts.length < 2) return;
    expect(open(withHeader(FILES.shells, ({ sequence: s }) => s.parts.reverse()))).toThrow(
      "does not fit the mesh",
    );
  });

  it("is refused if an index is one too large, and read with the largest valid index", () => {
    const { exact } = FILES;
    const triangle = withInteger.bind(null, exact, "triangles", 3, 0);
    expect(open(triangle(D))).toThrow("A face names a vertex that does not exist");
    expect(open(triangle(D - 1))().sequence.triangles[0]).toBe(D - 1);
    expect(open(withInteger(exact, "solverIndex", 1, 5, V))).toThrow(
      "A face names a vertex that does not exist",
    );
    expect(open(withInteger(exact, "influenceBones", 1, 2, B))).toThrow(`does not exist: there are ${B}`);
    expect(open(withInteger(exact, "influenceBones", 1, 2, B - 1))().rig?.weights.bones[2]).toBe(B - 1);
  });

  it("is refused if a number is NaN", () => {
    const { exact } = FILES;
    const sections: [name: string, stride: number, sentence: string][] = [
      ["rest", 3, "A position of it is not a usable number"],
      ["influenceValues", 1, "A number of its rig is not a number"],
      ["motion", 12 * B, "A number of its rig is not a number"],
    ];
    for (const [name, stride, sentence] of sections) {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(open(withFloat(exact, name, stride, 1, value))).toThrow(sentence);
      }
    }
  });

  it("is refused if its grid does not have three axes", () => {
    const flat = withHeader(FILES.quantised, ({ sequence: s }) => s.quantised.positions.min.pop());
    expect(open(flat)).toThrow("grid is not in space");
  });
});
