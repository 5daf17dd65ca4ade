import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { bytesFile } from "../source/source-file";
import { readPly } from "./ply";

/** For each type how a DataView writes it, its bytes, and a number that it holds exactly. */
const TYPES: Record<
  string,
  { bytes: number; set: keyof DataView & `set${string}`; some: (r: Random) => number }
> = {
  char: { bytes: 1, set: "setInt8", some: (r) => r.integer(256) - 128 },
  uint8: { bytes: 1, set: "setUint8", some: (r) => r.integer(256) },
  int16: { bytes: 2, set: "setInt16", some: (r) => r.integer(65_536) - 32_768 },
  ushort: { bytes: 2, set: "setUint16", some: (r) => r.integer(65_536) },
  int: { bytes: 4, set: "setInt32", some: (r) => r.integer(2 ** 31) - 2 ** 30 },
  uint32: { bytes: 4, set: "setUint32", some: (r) => r.integer(2 ** 31) },
  float: { bytes: 4, set: "setFloat32", some: (r) => Math.fround(r.normal()) },
  float64: { bytes: 8, set: "setFloat64", some: (r) => r.normal() },
};
const NAMES = Object.keys(TYPES);
const WHOLE = NAMES.filter((name) => !name.startsWith("float"));

/** A number with its type. */
type Item = [type: string, value: number];

interface Written {
  header: string[];
  items: Item[];
}

/** An element with rows of properties. A list is its count followed by its numbers. */
function element(name: string, properties: string[], rows: Item[][]): Written {
  return {
    header: [`element ${name} ${rows.length}`, ...properties.map((p) => `property ${p}`)],
    items: rows.flat(),
  };
}

function fileOf(parts: Written[], encoding: string, random: Random): Uint8Array {
  const header = [
    "ply",
    `format ${encoding} 1.0`,
    "comment by hand",
    ...parts.flatMap(({ header: lines }) => lines),
  ];
  const text = new TextEncoder().encode(`${[...header, "end_header"].join("\n")}\n`);
  const items = parts.flatMap((part) => part.items);
  if (encoding === "ascii") {
    // Numbers may be on any lines, and the last one needs no line end.
    const body = items.map(
      ([, value], n) => (n > 0 ? [" ", "\n", "\r\n", "\t "][random.integer(4)] : "") + value,
    );
    return Uint8Array.from([...text, ...new TextEncoder().encode(body.join(""))]);
  }
  const bytes = new Uint8Array(text.length + items.reduce((sum, [type]) => sum + TYPES[type].bytes, 0));
  bytes.set(text);
  const view = new DataView(bytes.buffer);
  let at = text.length;
  for (const [type, value] of items) {
    const { set, bytes: size } = TYPES[type];
    (view[set] as (at: number, value: number, little: boolean) => void)(
      at,
      value,
      encoding === "binary_little_endian",
    );
    at += size;
  }
  return bytes;
}

/** A PLY with vertices, faces, edges and elements to skip, and what a reader should find. */
function specimen(seed: number, count: number) {
  const random = createRandom(seed);
  const pick = (from: string[]) => from[random.integer(from.length)];
  const one = (type: string): Item => [type, TYPES[type].some(random)];
  const list = (
    countType: string,
    type: string,
    values = Array.from({ length: random.integer(4) }, () => one(type)[1]),
  ) => [[countType, values.length] as Item, ...values.map((value): Item => [type, value])];
  const fields = ["x", "y", "z", "nx", "ny", "nz", "u", "t", "quality"].sort(() => random.next() - 0.5);
  const types = fields.map(() => pick(NAMES));
  const [listCount, listType] = [pick(["uint8", "ushort", "int"]), pick(NAMES)];
  const at = random.integer(fields.length + 1);
  const found = {
    ...{ positions: [] as number[], normals: [] as number[] },
    ...{ uvs: [] as number[], quality: [] as number[] },
  };
  const vertices = Array.from({ length: count }, () => {
    const items = fields.map((_, n) => one(types[n]));
    const value = (name: string) => items[fields.indexOf(name)][1];
    found.positions.push(value("x"), value("y"), value("z"));
    found.normals.push(...["nx", "ny", "nz"].map((name) => Math.fround(value(name))));
    found.uvs.push(Math.fround(value("u")), Math.fround(1 - value("t")));
    found.quality.push(Math.fround(value("quality")));
    return [
      ...items.slice(0, at).flatMap((item) => [item]),
      ...list(listCount, listType),
      ...items.slice(at),
    ];
  });
  const declared = fields.map((name, n) => `${types[n]} ${name}`);
  declared.splice(at, 0, `list ${listCount} ${listType} friends`);
  const cornerType = pick(["int", "uint32", "ushort"]);
  const polygons: number[][] = [];
  const faces = Array.from({ length: random.integer(6) }, () => {
    const corners = Array.from({ length: random.integer(6) }, () => random.integer(count));
    if (corners.length >= 3) polygons.push(corners);
    return [one("float"), ...list("uint8", cornerType, corners), ...list("ushort", "char")];
  });
  const face = ["float flags", `list uint8 ${cornerType} vertex_index`, "list ushort char rest"];
  const wires: number[] = [];
  const edges = Array.from({ length: random.integer(4) }, () => {
    const ends = [random.integer(count), random.integer(count)];
    wires.push(...ends);
    return [["int", ends[1]] as Item, one("float"), ...list("uint8", "float"), ["int", ends[0]] as Item];
  });
  const edge = ["int vertex2", "float length", "list uint8 float more", "int vertex1"];
  const odd = Array.from({ length: 2 }, () => [one("float64"), ...list("uint8", pick(WHOLE))]);
  // A skipped list has the same type in all rows.
  const oddType =
    odd.flat().find(([type], n) => n > 0 && type !== "float64" && type !== "uint8")?.[0] ?? "char";
  const skipped = odd.map((row) =>
    row.map(([type, value], n): Item => (n > 1 ? [oddType, Math.abs(value) % 100] : [type, value])),
  );
  const parts = [
    element("before", ["float64 a", `list uint8 ${oddType} b`], skipped),
    element("vertex", declared, vertices),
    element("nothing", [], []),
    element("face", face, faces),
    element("edge", edge, edges),
  ];
  return { parts, found, polygons, wires, random };
}

const read = (bytes: Uint8Array) => readPly(bytesFile("a.ply", bytes), UNWATCHED);

describe.each(["ascii", "binary_little_endian", "binary_big_endian"])("a PLY, %s", (encoding) => {
  it("has the data that its header names, between any other elements", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 6 }), async (seed, count) => {
        const { parts, found, polygons, wires, random } = specimen(seed, count);
        const mesh = await read(fileOf(parts, encoding, random));
        expect([...mesh.positions]).toEqual(found.positions);
        expect([...mesh.normals!]).toEqual(found.normals);
        expect([...mesh.uvs!]).toEqual(found.uvs);
        const [quality] = mesh.attributes!;
        expect([quality.name, [...quality.values]]).toEqual(["quality", found.quality]);
        expect(mesh.lost).toEqual(
          expect.arrayContaining([
            "Lists of vertices: friends.",
            "Elements of the file that are no mesh: before.",
          ]),
        );
        const corners = [...mesh.polygonCorners].map((d) => mesh.displayPoint[d]);
        expect(corners).toEqual(polygons.flat());
        const sizes = Array.from(mesh.polygonOffsets.subarray(1), (end, p) => end - mesh.polygonOffsets[p]);
        expect(sizes).toEqual(polygons.map((polygon) => polygon.length));
        expect([...(mesh.wires ?? [])]).toEqual(wires);
      }),
      { numRuns: 60 },
    );
  });

  it("is refused if its last number is missing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const { parts, random } = specimen(seed, 3);
        // The file ends with an edge, so that no list is empty at the end.
        const edges = element(
          "edge",
          ["int vertex1", "int vertex2"],
          [
            [
              ["int", 1],
              ["int", 2],
            ],
          ],
        );
        const whole = fileOf([...parts.slice(0, 4), edges], encoding, random);
        expect([...(await read(whole)).wires!]).toEqual([1, 2]);
        await expect(read(whole.subarray(0, whole.length - 1))).rejects.toThrow("cut short or damaged");
      }),
      { numRuns: 20 },
    );
  });
});

describe("the numbers of a PLY", () => {
  const text = (header: string[], body: string) =>
    read(new TextEncoder().encode(["ply", "format ascii 1.0", ...header, "end_header", body].join("\n")));
  const VERTICES = ["element vertex 3", "property float x", "property float y", "property float z"];
  const POINTS = "0 0 0 1 0 0 0 1 0";

  it("must be existing vertices, from 0 up to the last", async () => {
    const face = [...VERTICES, "element face 1", "property list uchar int vertex_indices"];
    expect([...(await text(face, `${POINTS} 3 0 1 2`)).polygonCorners]).toEqual([0, 1, 2]);
    for (const bad of [3, -1])
      await expect(text(face, `${POINTS} 3 0 1 ${bad}`)).rejects.toThrow(
        `names vertex ${bad} (from 0), but there are 3`,
      );
    const edge = [...VERTICES, "element edge 1", "property int vertex1", "property int vertex2"];
    expect([...(await text(edge, `${POINTS} 0 2`)).wires!]).toEqual([0, 2]);
    for (const bad of [3, -1])
      await expect(text(edge, `${POINTS} 0 ${bad}`)).rejects.toThrow(
        `names vertex ${bad} (from 0), but there are 3`,
      );
  });

  it("are not read from edges without both ends", async () => {
    const edge = [...VERTICES, "element edge 1", "property int vertex1", "property int other"];
    expect((await text(edge, `${POINTS} 0 99`)).wires).toBeUndefined();
  });

  it("include normals and uvs only if all their parts are there", async () => {
    const some = (...names: string[]) =>
      text(
        [...VERTICES, ...names.map((name) => `property float ${name}`)],
        new Array(9 + 3 * names.length).fill(1).join(" "),
      );
    expect((await some("nx", "ny")).normals).toBeNull();
    expect((await some("nx", "ny", "nz")).normals).toHaveLength(9);
    expect((await some("s")).uvs).toBeNull();
    for (const pair of [
      ["s", "t"],
      ["u", "v"],
      ["texture_u", "texture_v"],
    ])
      expect([...(await some(...pair)).uvs!]).toEqual([1, 0, 1, 0, 1, 0]);
  });

  it("may have more points than the faces use, or fewer corners than a face needs, with a note", async () => {
    const face = (rows: number) => [
      ...VERTICES,
      `element face ${rows}`,
      "property list uchar int vertex_indices",
    ];
    expect((await text(face(1), `${POINTS} 3 0 1 2`)).notes).toEqual([]);
    expect((await text(face(1), `${POINTS} 3 0 1 1`)).notes).toEqual([
      "1 point of a.ply belongs to no face and is left out.",
    ]);
    expect((await text(face(1), `${POINTS} 2 0 1`)).notes).toEqual([
      "1 face of a.ply has fewer than 3 corners and is left out.",
    ]);
    await expect(text(face(1), `${POINTS} -1`)).rejects.toThrow("cut short or damaged");
    await expect(text(face(1), `${POINTS} 1.5 0 1 2`)).rejects.toThrow("cut short or damaged");
  });

  it("are reported with the line of the file if one is wrong", async () => {
    // The header has seven lines.
    for (const [body, line] of [
      ["0 0 x 1 0 0 0 1 0", 7],
      ["0 0 0\n1 0 0\n0 x 0", 9],
      ["0 0 0\n\n1 0 x\n0 1 0\n", 9],
    ] as const)
      await expect(text(VERTICES, body)).rejects.toThrow(`a.ply is damaged in line ${line + 1}`);
  });

  it("come after a header of at most 65 536 bytes", async () => {
    const lines = [...VERTICES, "end_header", POINTS].join("\n");
    const padded = (size: number) => {
      const start = "ply\nformat ascii 1.0\ncomment ";
      const header = start.length + 1 + lines.indexOf(POINTS);
      return read(new TextEncoder().encode(`${start}${"x".repeat(size - header)}\n${lines}`));
    };
    expect((await padded(65_536)).positions).toHaveLength(9);
    await expect(padded(65_537)).rejects.toThrow("Its header has no end within 65536 bytes");
  });

  it("begin after the header's line end, of any kind", async () => {
    for (const end of ["\n", "\r\n", " \n"]) {
      const header = ["ply", "format binary_little_endian 1.0", ...VERTICES, "end_header"].join(end);
      const bytes = new Uint8Array(header.length + end.length + 36);
      bytes.set(new TextEncoder().encode(header + end));
      new DataView(bytes.buffer).setFloat32(header.length + end.length + 32, 5, true);
      const { positions } = await read(bytes);
      expect([...positions]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 5]);
      await expect(read(bytes.subarray(0, bytes.length - 1))).rejects.toThrow("cut short");
    }
  });

  it("are read with progress and checkpoints every 20 000 rows", async () => {
    const count = 40_001;
    const seen: (number | null)[] = [];
    const task = { ...UNWATCHED, progress: ({ done }: { done: number | null }) => void seen.push(done) };
    const header = `ply\nformat ascii 1.0\nelement vertex ${count}\nproperty float x\nproperty float y\nproperty float z\nend_header\n`;
    await readPly(bytesFile("a.ply", new TextEncoder().encode(header + "0 0 0\n".repeat(count))), task);
    expect(seen).toEqual([0, 20_000 / count, 40_000 / count]);
  });
});
