/** How weights that are not numbers are read. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../model/task";
import { assemble } from "./assemble/assemble-sequence";
import { armRecords, type FbxRecord, fbxBinary } from "./fbx/testing/fixtures";
import { normaliseRows } from "./gltf/read/scene/normalise-rows";
import { Sketch } from "./gltf/testing/fixtures";
import { inspect } from "./open";
import { bytesFile } from "./source/source-file";
import { AS_IT_IS } from "./testing/formats";

describe("rows of weights", () => {
  it("get the sum 1 and keep their proportions; NaN counts as 0", () => {
    const weight = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(Number.NaN, Infinity, -Infinity));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(weight, { maxLength: 20 }), (width, some) => {
        const given = some.slice(0, some.length - (some.length % width));
        const weights = Float64Array.from(given);
        const broken = normaliseRows(weights, width);
        let expectedBroken = 0;
        for (let at = 0; at < given.length; at += width) {
          const row = given.slice(at, at + width);
          if (!row.every(Number.isFinite)) expectedBroken++;
          const sound = row.map((x) => (Number.isFinite(x) ? x : 0));
          const sum = sound.reduce((a, b) => a + b, 0);
          const expected = sum > 0 ? sound.map((x) => x / sum) : sound.map((_, e) => (e === 0 ? 1 : 0));
          expect([...weights.subarray(at, at + width)]).toEqual(expected);
        }
        expect(broken).toBe(expectedBroken);
      }),
    );
  });

  it("without influences do not change", () => {
    expect(normaliseRows(new Float64Array(0), 0)).toBe(0);
  });

  it("follow the first joint if positive and negative weights add up to nothing", () => {
    const weights = Float64Array.of(0.5, -0.5, 0, 3, -1, 0);
    expect(normaliseRows(weights, 3)).toBe(0);
    expect([...weights]).toEqual([1, 0, 0, 1.5, -0.5, 0]);
  });
});

async function opened(name: string, bytes: Uint8Array) {
  const [source] = await inspect([bytesFile(name, bytes)], UNWATCHED);
  const raw = await source.read({ ...AS_IT_IS, keepRig: true }, UNWATCHED);
  const { rig, sequence } = await assemble(raw, AS_IT_IS, UNWATCHED);
  const { offsets, bones, values } = rig!.weights;
  const rowOf = (i: number) =>
    Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => [
      rig!.bones[bones[offsets[i] + n]].name,
      values[offsets[i] + n],
    ]);
  return { notes: source.info.notes.filter((note) => note.includes("not numbers")), sequence, rowOf };
}

/** A sheet of four vertices that follow two joints with the given weights, as a GLB. */
async function sheetGlb(rows: number[][]) {
  const sketch = new Sketch(1);
  const mesh = sketch.grid("sheet", 1);
  sketch
    .node("sheet", null)
    .setMesh(mesh)
    .setSkin(sketch.chain("joint", 2, sketch.node("root", null)));
  mesh
    .listPrimitives()[0]
    .setAttribute("JOINTS_0", sketch.accessor("VEC4", Uint8Array.from(rows.flatMap(() => [0, 1, 0, 0]))))
    .setAttribute("WEIGHTS_0", sketch.floats("VEC4", rows.flat()));
  return sketch.glb();
}

describe("a file with weights that are not numbers", () => {
  const NOTE =
    "2 vertices have weights that are not numbers. They count as 0; a vertex without any other weight follows its first joint. Check the skin where it was made.";

  it("opens with a note of how many vertices: glTF", async () => {
    const { notes, rowOf } = await opened(
      "sheet.glb",
      await sheetGlb([
        [0.25, 0.75, 0, 0],
        [Number.NaN, 0.5, 0, 0],
        [0, Number.NaN, 0, 0],
        [0, 1, 0, 0],
      ]),
    );
    expect(notes).toEqual([NOTE]);
    expect([0, 1, 2, 3].map(rowOf)).toEqual([
      [
        ["joint 0", 0.25],
        ["joint 1", 0.75],
      ],
      [["joint 1", 1]],
      [["joint 0", 1]],
      [["joint 1", 1]],
    ]);
  });

  it("opens with a note of how many vertices: FBX", async () => {
    const records = armRecords({ bones: 2 });
    const weights = (at: FbxRecord[]): FbxRecord[] =>
      at.flatMap((each) => [...(each.name === "Weights" ? [each] : []), ...weights(each.children)]);
    weights(records)[0].values = [{ doubles: [Number.NaN, 1] }];
    const { notes } = await opened("arm.fbx", fbxBinary(records));
    expect(notes).toEqual([
      NOTE.replace("2 vertices have", "1 vertex has").replace("its first joint", "its mesh"),
    ]);
  });

  it("has no such note if all its weights are numbers", async () => {
    const rows = [0, 1, 2, 3].map(() => [1, 3, 0, 0]);
    const { notes, rowOf } = await opened("sheet.glb", await sheetGlb(rows));
    expect(notes).toEqual([]);
    expect(rowOf(3)).toEqual([
      ["joint 0", 0.25],
      ["joint 1", 0.75],
    ]);
  });
});
