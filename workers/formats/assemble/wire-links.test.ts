import { WebIO } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DisjointSets } from "../../mesh/disjoint-sets";
import { UNWATCHED } from "../../model/task";
import { bindableOf } from "../../model/weights/bindable";
import { Sketch } from "../gltf/testing/fixtures";
import { inspect } from "../open";
import type { SourceFile } from "../source/source";
import { bytesFile } from "../source/source-file";
import { AS_IT_IS, textFile } from "../testing/formats";
import { assembleSequence } from "./assemble-sequence";

async function opened(file: SourceFile) {
  const [source] = await inspect([file], UNWATCHED);
  const raw = await source.read(AS_IT_IS, UNWATCHED);
  return { info: source.info, sequence: await assembleSequence(raw, AS_IT_IS, UNWATCHED) };
}

/** Links as pairs of places, sorted. */
async function linked(file: SourceFile): Promise<string[]> {
  const { sequence } = await opened(file);
  const { wires, positions } = bindableOf(sequence);
  const place = (i: number) => Array.from(positions.subarray(3 * i, 3 * i + 3)).join(" ");
  return Array.from({ length: (wires?.length ?? 0) / 2 }, (_, w) =>
    [place(wires![2 * w]), place(wires![2 * w + 1])].sort().join(" – "),
  ).sort();
}

/** Two separate triangles at z = 0 and z = 1, a point between them and one beside them. */
const POINTS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 1],
  [0, 1, 1],
  [0, 0, 0.5],
  [5, 5, 5],
];
const TRIANGLES = [
  [0, 1, 2],
  [3, 4, 5],
];
/**
 * An edge from one triangle to the other, the same reversed, an edge of a face, a chain over the point between them,
 * and one that ends in the air.
 */
const WIRES = [
  [1, 4],
  [4, 1],
  [0, 1],
  [0, 6],
  [6, 3],
  [5, 7],
];
const LINKED = ["0 0 0 – 0 0 1", "1 0 0 – 1 0 1"];

const rows = (values: number[][], before: string, add: number, after = "") =>
  values.map((row) => `${before}${row.map((x) => x + add).join(" ")}${after}\n`).join("");

const OBJ = rows(POINTS, "v ", 0) + rows(TRIANGLES, "f ", 1) + rows(WIRES.slice(0, 3), "l ", 1);
const PLY = `ply
format ascii 1.0
element vertex 8
property float x
property float y
property float z
element face 2
property list uchar int vertex_indices
element edge 6
property int vertex1
property int vertex2
property uchar red
end_header
${rows(POINTS, "", 0)}${rows(TRIANGLES, "3 ", 0)}${rows(WIRES, "", 0, " 255")}`;
const MEDIT = `MeshVersionFormatted 2\nDimension 3\nVertices 8\n${rows(POINTS, "", 0, " 0")}Triangles 2\n${rows(TRIANGLES, "", 1, " 0")}Edges 6\n${rows(WIRES, "", 1, " 0")}End\n`;

async function glb(): Promise<Uint8Array> {
  const sketch = new Sketch(1);
  const { document } = sketch;
  const primitive = (mode: 1 | 2 | 3 | 4, places: number[][], indices: number[]) =>
    document
      .createPrimitive()
      .setMode(mode)
      .setAttribute("POSITION", sketch.floats("VEC3", places.flat()))
      .setIndices(sketch.accessor("SCALAR", Uint16Array.from(indices)));
  const mesh = document
    .createMesh("two")
    .addPrimitive(primitive(4, POINTS.slice(0, 6), TRIANGLES.flat()))
    .addPrimitive(primitive(1, POINTS, WIRES.slice(0, 3).flat()))
    .addPrimitive(primitive(3, POINTS, [0, 6, 3]));
  sketch.scene.addChild(document.createNode("two").setMesh(mesh));
  return new WebIO().writeBinary(document);
}

describe("wire edges", () => {
  it("are read from OBJ, PLY, MEDIT and glTF as links between vertices that no face joins", async () => {
    expect(await linked(textFile("a.obj", `${OBJ}l 1/1 7/2 4/1\nl -3 8\n`))).toEqual(LINKED);
    expect(await linked(textFile("a.ply", PLY))).toEqual(LINKED);
    expect(await linked(textFile("a.mesh", MEDIT))).toEqual(LINKED);
    expect(await linked(bytesFile("a.glb", await glb()))).toEqual(LINKED);
  });

  it("are mentioned in a note, and are not part of the mesh", async () => {
    const { info, sequence } = await opened(bytesFile("a.glb", await glb()));
    expect(info.notes.join()).toContain("5 wire edges");
    expect([sequence.vertexCount, sequence.parts.length]).toEqual([6, 1]);
    expect((await opened(textFile("a.obj", OBJ))).info.notes.join()).toContain("3 wire edges");
  });

  it("that refer to missing points are damage", async () => {
    const wrong = [
      textFile("a.obj", `${OBJ}l 1 99\n`),
      textFile("a.obj", `${OBJ}l 1 0\n`),
      textFile("a.obj", `${OBJ}l 1 x\n`),
      textFile("a.ply", PLY.replace("5 7 255", "5 8 255")),
      textFile("a.mesh", MEDIT.replace("6 8 0", "6 9 0")),
    ];
    for (const file of wrong) await expect(opened(file), file.name).rejects.toThrow(/damaged/);
  });

  it("join the same vertices as in the file, over any points between them", async () => {
    const index = fc.nat(19);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(index, index, index), { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(index, index), { maxLength: 15 }),
        async (faces, wires) => {
          const whole = faces.filter((face) => new Set(face).size === 3);
          fc.pre(whole.length > 0);
          // The points never lie on a line, so faces have an area.
          const points = Array.from({ length: 20 }, (_, p) => [p, p * p, 0]);
          const text = rows(points, "v ", 0) + rows(whole, "f ", 1) + rows(wires, "l ", 1);
          const { sequence } = await opened(textFile("a.obj", text));
          const surface = [...new Set(whole.flat())].sort((a, b) => a - b);
          const before = new DisjointSets(20);
          const after = new DisjointSets(20);
          for (const [a, b, c] of whole) {
            for (const sets of [before, after]) {
              sets.union(a, b);
              sets.union(b, c);
            }
          }
          for (const [a, b] of wires) before.union(a, b);
          const pointOf = (i: number) => Math.round(sequence.rest[3 * i] + sequence.origin[0]);
          const links = sequence.wires ?? [];
          for (let w = 0; w < links.length; w += 2) after.union(pointOf(links[w]), pointOf(links[w + 1]));
          for (const a of surface) {
            for (const b of surface) {
              expect(after.find(a) === after.find(b)).toBe(before.find(a) === before.find(b));
            }
          }
        },
      ),
      { seed: 5, numRuns: 200 },
    );
  });
});
