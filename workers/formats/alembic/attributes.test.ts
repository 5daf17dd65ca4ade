/** Arbitrary geometry parameters of Alembic: read, listed if they cannot be kept, and written. */
import { expect, test } from "vitest";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { assembleSequence } from "../assemble/assemble-sequence";
import { exportFile } from "../export-file";
import { readBytes } from "../gltf/read/testing/read-bytes";
import { openAlembic } from "./read";
import { cube, memoryFile, READ_ALL, scene } from "./testing/fixtures";
import { type WrittenMesh, writeAlembic } from "./testing/write";
import { AlembicFrames } from "./write/frames";
import { MemoryFile } from "./write/ogawa-writer";

async function read(bytes: Uint8Array): Promise<MeshSequence> {
  const raw = await (await openAlembic(memoryFile(bytes), UNWATCHED)).read(READ_ALL, UNWATCHED);
  return assembleSequence(raw, READ_ALL, UNWATCHED);
}

type Other = NonNullable<WrittenMesh["others"]>[number];
const other = (
  name: string,
  extent: number,
  count: number,
  scope: Other["scope"] = "vertex",
  interpretation = "",
): Other => ({
  ...{ name, extent, scope, interpretation, indices: null },
  values: Float32Array.from({ length: extent * count }, (_, i) => i + 0.5),
});

test("values of points and corners are kept, under their names and in all meshes", async () => {
  const first = {
    ...cube("first"),
    others: [other("heat", 1, 8), other("flow", 3, 8, "vertex", "vector"), other("edge", 1, 24, "corner")],
  };
  const second = { ...cube("second"), others: [other("heat", 1, 8), other("quad", 4, 8)] };
  const sequence = await read(writeAlembic(scene([first, second], 1)));
  const { attributes = [], solverIndex, polygonCorners, carried } = sequence;
  expect(attributes.map(({ name, width }) => [name, width])).toEqual([
    ["heat", 1],
    ["flow", 3],
    ["edge", 1],
    ["quad", 4],
  ]);
  const [heat, flow, edge, quad] = attributes.map(({ values }) => values);
  // The first mesh is split at every corner, because each has its own value of "edge".
  expect(solverIndex.length).toBe(24 + 8);
  solverIndex.forEach((i, d) => {
    const inFirst = d < 24;
    expect(heat[d]).toBe((i % 8) + 0.5);
    expect(flow[3 * d + 2]).toBe(inFirst ? 3 * i + 2.5 : 0);
    expect(quad[4 * d + 3]).toBe(inFirst ? 0 : 4 * (i % 8) + 3.5);
  });
  const perCorner = Array.from(polygonCorners.subarray(0, 24), (d) => edge[d]);
  expect(perCorner).toEqual(Array.from({ length: 24 }, (_, c) => c + 0.5));
  expect(carried).toBeUndefined();
});

test("values of faces, of the whole mesh and wider than four numbers are listed before an export", async () => {
  const mesh = {
    ...cube("box"),
    others: [other("id", 1, 6), other("scale", 1, 1), other("frame", 16, 8), other("age", 1, 8)],
  };
  const { attributes, carried } = await read(writeAlembic(scene([mesh], 1)));
  expect(attributes?.map(({ name }) => name)).toEqual(["age"]);
  expect(carried?.lost).toEqual(["Values that are not numbers of vertices: frame, id, scale."]);
});

test("written frames have the attributes again, also in a file that is read as glTF between", async () => {
  const bar = bendingBar({ bones: 2, frames: 2, length: 3, width: 1 });
  const count = bar.sequence.solverIndex.length;
  const numbers = (width: number) =>
    Float32Array.from({ length: width * count }, (_, i) => Math.fround(i / 7));
  const attributes = [1, 2, 3, 4].map((width) => ({ name: `a${width}`, width, values: numbers(width) }));
  const colours = [numbers(4).map((x) => (x * 37) % 1)];
  const moreUvs = [numbers(2)];
  const sequence = { ...bar.sequence, uvs: numbers(2), moreUvs, colours, attributes };
  const { bytes } = await exportFile(sequence, bar.rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  const fromGlb = await assembleSequence(await readBytes(bytes), READ_ALL, UNWATCHED);
  expect(fromGlb.attributes?.map(({ name }) => name)).toEqual(["_a1", "_a2", "_a3", "_a4"]);

  const memory = new MemoryFile();
  const archive = new AlembicFrames(fromGlb, memory.put);
  archive.add(fromGlb.rest);
  const again = await read(memory.whole(archive.finish()));
  const cornersOf = (of: MeshSequence) =>
    (of.attributes ?? []).map(({ width, values }) =>
      Array.from(of.polygonCorners, (d) => [...values.subarray(width * d, width * (d + 1))]),
    );
  expect(again.attributes?.map(({ name, width }) => [name, width])).toEqual(
    attributes.map(({ name, width }) => [`_${name}`, width]),
  );
  expect(cornersOf(again)).toEqual(cornersOf(fromGlb));
  expect(again.moreUvs).toHaveLength(1);
  expect(again.colours).toHaveLength(1);
});
