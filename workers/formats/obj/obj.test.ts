import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { UNWATCHED } from "../../model/task";
import type { PolygonMesh } from "../assemble/polygon-mesh";
import { TextCursor } from "../source/text-cursor";
import { textFile } from "../testing/formats";
import { parseMaterials } from "./mtl";
import { readObj } from "./obj";

const read = (text: string) => readObj(textFile("mesh.obj", text), UNWATCHED);
const complaint = (text: string) =>
  read(text).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error}`),
  );

/** The points of each polygon. */
const faces = (mesh: PolygonMesh) =>
  Array.from({ length: mesh.polygonOffsets.length - 1 }, (_, p) =>
    [...mesh.polygonCorners.subarray(mesh.polygonOffsets[p], mesh.polygonOffsets[p + 1])].map(
      (d) => mesh.displayPoint[d],
    ),
  );

const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

describe("TextCursor.number", () => {
  it("rounds every decimal like JavaScript", () => {
    const number = (text: string) => new TextCursor("t", new TextEncoder().encode(text)).number();
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.nat(20), (x, digits) => {
        for (const text of [String(x), x.toExponential(digits), x.toPrecision(digits + 1)]) {
          expect(number(text)).toBe(Number(text));
        }
        if (Math.abs(x) < 1e21) expect(number(x.toFixed(digits))).toBe(Number(x.toFixed(digits)));
      }),
      { seed: 11, numRuns: 2000 },
    );
    for (const text of ["-0", "+1.", ".5", "-.25", "007", "0.1000000000000000055511151231257827"]) {
      expect(number(text)).toBe(Number(text));
    }
  });
});

describe("readObj", () => {
  it("refuses a file that ends in the middle of a face", async () => {
    for (const face of ["f 1", "f 1 2", "f 1 2 "]) {
      expect(await complaint(`${SQUARE}f 1 2 3\n${face}`)).toContain("It ends in the middle of a face");
    }
    // With a line end after it, a program wrote the line: it is counted as left out.
    expect((await read(`${SQUARE}f 1 2 3\nf 1 2\n`)).notes[1]).toContain("fewer than 3 corners");
  });

  it("reads indices that count back, joined lines, Windows line ends, comments and blanks", async () => {
    const text = `# made by hand\n\n${SQUARE}f 1 2 \\\n 3 4\n  f -4 -3 -2\nf 1\t2  3 # no comment within\n`;
    const fail = await complaint(text);
    expect(fail).toContain("line 10");
    for (const end of ["\n", "\r\n"]) {
      const mesh = await read(text.replace(" # no comment within", " ").replaceAll("\n", end));
      expect(faces(mesh)).toEqual([
        [0, 1, 2, 3],
        [0, 1, 2],
        [0, 1, 2],
      ]);
    }
  });

  it("does not join a comment that ends with a path to the next line, and accepts a byte order mark", async () => {
    const mesh = await read(`\ufeffv 7 0 0\n# from C:\\meshes\\\nv 1 0 0\nv 1 1 0\nf 1 2 3\n`);
    expect([...mesh.positions]).toEqual([7, 0, 0, 1, 0, 0, 1, 1, 0]);
  });

  it("splits points by the values of uv and normal, not by their numbers", async () => {
    const text = `${SQUARE}vt 0 0\nvt 1 0.25\nvt 0 0\nvn 0 0 1\nvn 0 0 1\nf 1/1/1 2/2/1 3/3/1\nf 1/3/2 3/1/2 4/2/2\nf 1/2/1 2/2/1 4/2/1\n`;
    const mesh = await read(text);
    expect(faces(mesh)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [0, 1, 3],
    ]);
    expect([...mesh.displayPoint]).toEqual([0, 1, 2, 3, 0]);
    // v is counted from the top.
    expect([...mesh.uvs!]).toEqual([0, 1, 1, 0.75, 0, 1, 1, 0.75, 1, 0.75]);
    expect([...mesh.normals!]).toEqual([0, 1, 2, 3, 4].flatMap(() => [0, 0, 1]));
  });

  it("keeps uvs and normals separate in corners that have only some", async () => {
    const mesh = await read(`${SQUARE}vt 0.5 0.5\nvn 0 1 0\nf 1//1 2 3/1\nf 1 3 4\n`);
    expect([...mesh.displayPoint]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...mesh.normals!.subarray(0, 6)]).toEqual([0, 1, 0, 0, 0, 0]);
  });

  it("gathers the polygons of each object and material, in the order of their occurrence", async () => {
    const mesh = await read(
      `${SQUARE}o box\nusemtl red\nf 1 2 3\nusemtl blue paint\nf 2 3 4\nusemtl red\nf 3 4 1\ng ignored\nf 4 1 2\no lid\nf 1 3 4\n`,
    );
    expect(mesh.parts).toEqual([
      { name: "box", material: 0, firstPolygon: 0, polygonCount: 3 },
      { name: "box", material: 1, firstPolygon: 3, polygonCount: 1 },
      { name: "lid", material: 0, firstPolygon: 4, polygonCount: 1 },
    ]);
    expect(mesh.materials.map(({ name }) => name)).toEqual(["red", "blue paint"]);
    expect(faces(mesh)[3]).toEqual([1, 2, 3]);
    expect((await read(`${SQUARE}g left arm\nf 1 2 3\n`)).parts[0].name).toBe("left arm");
  });

  it("reads the same mesh from pieces of any size", async () => {
    const lines = Array.from({ length: 40_000 }, (_, i) => `v ${i} ${i / 7} ${-i}`);
    const text = `${lines.join("\n")}\nf 1 2 \\\n 3\nf 39998 39999 40000`;
    expect(text.length).toBeGreaterThan(1 << 20);
    const mesh = await read(text);
    expect(mesh.positions.length).toBe(120_000);
    expect(mesh.positions[3 * 39_999 + 1]).toBe(39_999 / 7);
    expect(faces(mesh)).toEqual([
      [0, 1, 2],
      [39_997, 39_998, 39_999],
    ]);
  });

  it("names file, line and numbers of an error", async () => {
    expect(await complaint("v 0 0\n")).toBe(
      "mesh.obj is damaged in line 1. It has 2 numbers where 3 belong. Export it again.",
    );
    expect(await complaint("v 0 1,5 0\n")).toContain('It has "1,5" where a number belongs');
    expect(await complaint(`${SQUARE}f 1 2 x\n`)).toContain(
      'line 5. It has "x" where a whole number belongs',
    );
    expect(await complaint(`${SQUARE}f 1 2 9\n`)).toContain(
      "Face 1 names number 9 of its vertices, but it has 4",
    );
    expect(await complaint(`${SQUARE}f 1 2 -5\n`)).toContain("A face names -5 of 4 vertices");
    expect(await complaint(`${SQUARE}f 1 2 0\n`)).toContain("A face names 0 of 4 vertices");
    expect(await complaint(`${SQUARE}f 1/1 2/2 3/3\n`)).toContain(
      "number 1 of its texture vertices, but it has 0",
    );
  });

  it("reports omissions", async () => {
    const mesh = await read(`${SQUARE}v 5 5 5\nf 1 2\nf 1 2 3 4\nl 1 2\np 1\n`);
    expect(mesh.notes).toEqual([
      "1 point of mesh.obj belongs to no face and is left out.",
      "1 face of mesh.obj has fewer than 3 corners and is left out.",
    ]);
  });

  it("keeps invalid positions for the check that names their vertex", async () => {
    const mesh = await read("v nan 0 -nan(ind)\nv inf 1.#QNAN -Infinity\nv 0 0 0\nf 1 2 3\n");
    expect([...mesh.positions.subarray(0, 6)]).toEqual([NaN, 0, NaN, Infinity, NaN, -Infinity]);
  });
});

describe("parseMaterials", () => {
  it("reads base colour and alpha, and skips invalid lines", () => {
    const materials = parseMaterials(
      "Kd 1 1 1\nnewmtl red paint\r\n  Kd 0.5 0 0.25\nd 0.5\nKd 7 0 0\nnewmtl glass\nTr 0.75\nmap_Kd wood.png\n",
    );
    expect(materials.get("red paint")?.material.baseColour).toEqual([0.5, 0, 0.25, 0.5]);
    expect(materials.get("glass")?.material.baseColour).toEqual([0.8, 0.8, 0.8, 0.25]);
  });
});
