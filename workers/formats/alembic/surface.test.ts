import { Vector3 } from "three";
import { expect, test } from "vitest";
import { UNWATCHED } from "../../model/task";
import { assembleSequence } from "../assemble/assemble-sequence";
import type { RawSequence } from "../source/source";
import { openArchive } from "./archive/archive";
import { openAlembic } from "./read";
import {
  CUBE_POINTS,
  cornerPoints,
  cube,
  memoryFile,
  polygonVolume,
  READ_ALL,
  scene,
  still,
} from "./testing/fixtures";
import { type WrittenScene, writeAlembic } from "./testing/write";

const open = (written: WrittenScene) => openAlembic(memoryFile(writeAlembic(written)), UNWATCHED);

async function read(written: WrittenScene): Promise<RawSequence> {
  return (await open(written)).read(READ_ALL, UNWATCHED);
}

const polygons = (s: RawSequence) =>
  Array.from({ length: s.polygonOffsets.length - 1 }, (_, p) => [
    ...cornerPoints(s).slice(s.polygonOffsets[p], s.polygonOffsets[p + 1]),
  ]);

test("a mirrored mesh still faces outwards, and so do its normals", async () => {
  const outward = Float32Array.from(CUBE_POINTS, (x) => x / Math.hypot(0.5, 0.5, 0.5));
  const mesh = { ...cube("box"), normals: { scope: "vertex" as const, values: outward, indices: null } };
  const sequence = await read(scene([still("mirror", ["scale"], [-2, 1, 3], [mesh])], 1));
  expect(polygonVolume(sequence.rest, sequence.polygonOffsets, cornerPoints(sequence))).toBeCloseTo(6, 6);
  sequence.displayPoint.forEach((point, d) => {
    const expected = new Vector3()
      .fromArray(outward, 3 * point)
      .multiply(new Vector3(-1 / 2, 1, 1 / 3))
      .normalize();
    expected.toArray().forEach((x, axis) => {
      expect(sequence.normals?.[3 * d + axis]).toBeCloseTo(x, 5);
    });
  });
});

test("values by corner split vertices only at seams, with and without indices", async () => {
  const corners = 24;
  const perCorner = Float32Array.from({ length: 2 * corners }, (_, i) =>
    i % 2 === 0 ? Math.floor(i / 8) / 8 : (i % 8) / 8,
  );
  const flat = Float32Array.from(
    { length: 18 },
    (_, i) =>
      [
        [0, 0, -1],
        [0, 0, 1],
        [0, -1, 0],
        [0, 1, 0],
        [-1, 0, 0],
        [1, 0, 0],
      ][Math.floor(i / 3)][i % 3],
  );
  const faceOfCorner = Uint32Array.from({ length: corners }, (_, c) => Math.floor(c / 4));
  const mesh = {
    ...cube("box"),
    uvs: { scope: "corner" as const, values: perCorner, indices: null },
    normals: { scope: "corner" as const, values: flat, indices: faceOfCorner },
  };
  const sequence = await read(scene([mesh], 1));
  expect(sequence.displayPoint.length).toBe(24);
  sequence.polygonCorners.forEach((d, corner) => {
    expect([...sequence.uvs!.slice(2 * d, 2 * d + 2)]).toEqual([
      ...perCorner.slice(2 * corner, 2 * corner + 2),
    ]);
    const face = faceOfCorner[corner];
    expect([...sequence.normals!.slice(3 * d, 3 * d + 3)]).toEqual([...flat.slice(3 * face, 3 * face + 3)]);
  });
  const seamless = {
    ...cube("box"),
    uvs: { scope: "corner" as const, values: new Float32Array(48).fill(0.25), indices: null },
  };
  expect((await read(scene([seamless], 1))).displayPoint.length).toBe(8);
});

test("values by point are read through indices", async () => {
  const values = Float32Array.of(0, 0, 1, 1);
  const indices = Uint32Array.of(0, 1, 0, 1, 0, 1, 0, 1);
  const sequence = await read(scene([{ ...cube("box"), uvs: { scope: "vertex", values, indices } }], 1));
  expect(sequence.displayPoint.length).toBe(8);
  sequence.displayPoint.forEach((point, d) => {
    expect(sequence.uvs?.[2 * d]).toBe(point % 2);
  });
});

test("a mesh without normals, next to one with normals, gets smooth ones on assembly", async () => {
  const values = Float32Array.from({ length: 24 }, (_, i) => (i % 3 === 2 ? 1 : 0));
  const first = { ...cube("first"), normals: { scope: "vertex" as const, values, indices: null } };
  const raw = await read(scene([first, cube("second", (k) => CUBE_POINTS.map((x) => x + 10 + k))], 2));
  const { normals, solverIndex, rest } = await assembleSequence(raw, READ_ALL, UNWATCHED);
  solverIndex.forEach((i, d) => {
    const second = rest[3 * i] > 5;
    for (let axis = 0; axis < 3; axis++) {
      const expected = second ? (rest[3 * i + axis] - 10) / Math.hypot(0.5, 0.5, 0.5) : [0, 0, 1][axis];
      expect(normals?.[3 * d + axis]).toBeCloseTo(expected, 5);
    }
  });
});

test("meshes become parts, and face sets become materials shared by name", async () => {
  const hands = { ...cube("hands"), faceSets: [{ name: "skin", polygons: Uint32Array.of(4, 1) }] };
  const head = {
    ...cube("head"),
    faceSets: [
      { name: "eyes", polygons: Uint32Array.of(0) },
      { name: "skin", polygons: Uint32Array.of(1, 2, 3, 4, 5) },
    ],
  };
  const sequence = await read(scene([hands, head], 1));
  const names = sequence.parts.map((p) => [
    p.name,
    sequence.materials[p.material].name,
    p.firstPolygon,
    p.polygonCount,
  ]);
  expect(names).toEqual([
    ["hands", "default", 0, 4],
    ["hands", "skin", 4, 2],
    ["head", "eyes", 6, 1],
    ["head", "skin", 7, 5],
  ]);
  const written = polygons(await read(scene([cube("hands")], 1)));
  expect(polygons(sequence).slice(4, 6)).toEqual([written[1], written[4]]);
});

test("meshes with the same name get their paths as names", async () => {
  const twin = (name: string) => still(name, [], [], [cube("shape")]);
  const { info } = await open(scene([twin("left"), twin("right")], 1));
  expect(info.meshes).toEqual(["left/shape", "right/shape"]);
});

test("in the file v counts from the bottom and faces run clockwise", async () => {
  const values = Float32Array.of(0, 0.25, 1, 1);
  const indices = Uint32Array.of(0, 1, 0, 1, 0, 1, 0, 1);
  const bytes = writeAlembic(scene([{ ...cube("box"), uvs: { scope: "vertex", values, indices } }], 1));
  const [box] = await (await openArchive(memoryFile(bytes))).top.children();
  const geometry = await box.compound(".geom");
  const uvs = await box.open(geometry!.get("uv")!);
  expect([...(await uvs.get(".vals")!.numbers(0))]).toEqual([0, 0.75, 1, 0]);
  const corners = await geometry!.get(".faceIndices")!.numbers(0);
  expect([...corners.slice(0, 4)]).toEqual([0, 2, 6, 4]);
  expect(polygonVolume(CUBE_POINTS, cube("box").polygonOffsets, corners)).toBeCloseTo(-1, 6);
});

test("more UV sets and colours are read and split vertices; a mesh without them gets zeros and white", async () => {
  const perFace = Uint32Array.from({ length: 24 }, (_, c) => Math.floor(c / 4));
  const second = Float32Array.from({ length: 12 }, (_, i) => i / 16);
  const paint = Float32Array.from({ length: 24 }, (_, i) => i / 32);
  const painted = {
    ...cube("painted"),
    others: [
      {
        name: "map2",
        interpretation: "vector",
        extent: 2,
        scope: "corner" as const,
        values: second,
        indices: perFace,
      },
      {
        name: "Cd",
        interpretation: "rgb",
        extent: 3,
        scope: "vertex" as const,
        values: paint,
        indices: null,
      },
      {
        name: "speed",
        interpretation: "vector",
        extent: 3,
        scope: "vertex" as const,
        values: paint,
        indices: null,
      },
    ],
  };
  const sequence = await read(scene([painted, cube("plain")], 1));
  const own = sequence.displayPoint.length - 8;
  expect(own).toBe(24);
  expect(sequence.uvs).toHaveLength(2 * (own + 8));
  expect(sequence.moreUvs).toHaveLength(1);
  expect(sequence.colours).toHaveLength(1);
  sequence.polygonCorners.subarray(0, 24).forEach((d, corner) => {
    const face = perFace[corner];
    expect([...sequence.moreUvs![0].slice(2 * d, 2 * d + 2)]).toEqual([
      second[2 * face],
      1 - second[2 * face + 1],
    ]);
    const point = sequence.displayPoint[d];
    expect([...sequence.colours![0].slice(4 * d, 4 * d + 4)]).toEqual([
      ...paint.slice(3 * point, 3 * point + 3),
      1,
    ]);
  });
  expect(new Set(sequence.colours![0].subarray(4 * own))).toEqual(new Set([1]));
});
