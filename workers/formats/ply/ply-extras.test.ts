/** Custom attributes, UVs of corners and images of a PLY, from the file to a GLB. */
import { expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import { assembleSequence } from "../assemble/assemble-sequence";
import { inspect } from "../open";
import { bytesFile } from "../source/source-file";
import { AS_IT_IS, textFile } from "../testing/formats";
import { readPly } from "./ply";

const ply = (...lines: string[]) =>
  textFile("quad.ply", ["ply", "format ascii 1.0", ...lines, ""].join("\n"));
const XYZ = ["property float x", "property float y", "property float z"];
const CORNERS = "property list uchar int vertex_indices";

it("keeps every number of vertices that it does not know, in order", async () => {
  const mesh = await readPly(
    ply(
      ...["element vertex 3", ...XYZ, "property float quality", "property int id", "property float nx"],
      ...["element face 1", CORNERS, "property int group", "property list uchar int tags", "end_header"],
      ...["0 0 0 0.5 7 1", "1 0 0 -2 16777217 0", "0 1 0 3 9 0", "3 0 1 2 4 1 5"],
    ),
    UNWATCHED,
  );
  expect(mesh.attributes?.map(({ name, width, values }) => [name, width, [...values]])).toEqual([
    ["quality", 1, [0.5, -2, 3]],
    ["id", 1, [7, 16777216, 9]],
    // Without ny and nz it is no normal.
    ["nx", 1, [1, 0, 0]],
  ]);
  expect(mesh.lost).toEqual([
    "The last digits of whole numbers above 16777216: id.",
    "Values of faces: group, tags.",
  ]);
});

/** Two triangles with UVs for each corner, and an image for each. */
const textured = (numbers: [number, number]) =>
  ply(
    ...["comment TextureFile skin one.png", "comment TextureFile maps/cloth.jpg"],
    ...["element vertex 4", ...XYZ, "property float heat"],
    ...["element face 2", CORNERS, "property list uchar float texcoord", "property int texnumber"],
    "end_header",
    ...["0 0 0 1", "1 0 0 2", "1 1 0 3", "0 1 0 4"],
    `3 0 1 2 6 0 0 1 0 1 1 ${numbers[0]}`,
    `3 0 2 3 6 0.5 0.25 1 1 0 1 ${numbers[1]}`,
  );

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 2);

async function opened(numbers: [number, number], files: [string, Uint8Array][]) {
  const all = [textured(numbers), ...files.map(([name, bytes]) => bytesFile(name, bytes))];
  const [source] = await inspect(all, UNWATCHED);
  const raw = await source.read(AS_IT_IS, UNWATCHED);
  return { raw, notes: source.info.notes, sequence: await assembleSequence(raw, AS_IT_IS, UNWATCHED) };
}

it("reads UVs of corners, and gives each texture its faces and its image", async () => {
  const { sequence } = await opened(
    [1, 0],
    [
      ["skin one.png", PNG],
      ["maps/cloth.jpg", JPEG],
    ],
  );
  // The second face comes first, because it shows the first image.
  expect(sequence.parts.map(({ material, polygonCount }) => [material, polygonCount])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(sequence.materials.map(({ name, textures }) => [name, textures?.baseColour?.image])).toEqual([
    ["skin one", 0],
    ["cloth", 1],
  ]);
  expect(sequence.images?.map(({ name, mimeType, bytes }) => [name, mimeType, [...bytes]])).toEqual([
    ["skin one.png", "image/png", [...PNG]],
    ["cloth.jpg", "image/jpeg", [...JPEG]],
  ]);
  const uvs = Array.from(sequence.polygonCorners, (d) => [...sequence.uvs!.subarray(2 * d, 2 * d + 2)]);
  const expected = [
    [0.5, 0.75],
    [1, 0],
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ];
  expect(uvs).toEqual(expected);
  // The points 0 and 2 have two UVs at one place: three corners share each of the others.
  expect([sequence.vertexCount, sequence.solverIndex.length]).toEqual([4, 5]);
  const heat = sequence.attributes![0].values;
  expect(Array.from(sequence.polygonCorners, (d) => heat[d])).toEqual([1, 3, 4, 1, 2, 3]);
});

it("keeps faces without a named texture plain, and notes a missing image", async () => {
  const { sequence, notes } = await opened([0, -1], [["skin one.png", PNG]]);
  expect(sequence.parts.map(({ material }) => material)).toEqual([2, 0]);
  expect(sequence.materials[2]).toMatchObject({ name: "default" });
  expect(notes.join(" ")).toContain("A texture is left out: cloth.jpg is missing.");
});

it("has no textures without UVs", async () => {
  const mesh = await readPly(
    ply(
      ...["comment TextureFile skin.png", "element vertex 3", ...XYZ, "element face 1", CORNERS],
      ...["end_header", "0 0 0", "1 0 0", "0 1 0", "3 0 1 2"],
    ),
    UNWATCHED,
  );
  expect(mesh.materials.map(({ name }) => name)).toEqual(["default"]);
  expect(mesh.textureFiles).toBeUndefined();
});
