import { Euler, Matrix4, Vector3 } from "three";
import { expect, test } from "vitest";
import { CancelledError } from "../../model/errors";
import { type Task, UNWATCHED } from "../../model/task";
import type { RawSequence, ReadOptions } from "../source/source";
import { ACYCLIC_PERIOD } from "./archive/time-sampling";
import { openAlembic } from "./read";
import {
  CUBE_POINTS,
  cornerPoints,
  cube,
  memoryFile,
  movingCube,
  polygonVolume,
  READ_ALL,
  scene,
  still,
} from "./testing/fixtures";
import { type WrittenScene, type WrittenTransform, writeAlembic } from "./testing/write";

const open = (written: WrittenScene) => openAlembic(memoryFile(writeAlembic(written)), UNWATCHED);

async function read(written: WrittenScene, options: Partial<ReadOptions> = {}): Promise<RawSequence> {
  return (await open(written)).read({ ...READ_ALL, ...options }, UNWATCHED);
}

async function frames(s: RawSequence): Promise<number[][]> {
  const all: number[][] = [];
  for (let k = 0; k < s.frameCount; k++) all.push([...(await s.frame(k))]);
  return all;
}

test.each([1, 200, 300, 70_000])("names of %d letters are read as written", async (length) => {
  const name = "n".repeat(length);
  const sequence = await read(scene([cube(name), cube("other")], 1));
  expect(sequence.parts.map((part) => part.name)).toEqual([name, "other"]);
});

test("positions, polygons and rate are read exactly", async () => {
  const move = movingCube(0.5);
  const sequence = await read(scene([cube("box", move)], 7, 30));
  expect(sequence).toMatchObject({ fps: 30, frameCount: 7, pointCount: 8, name: "cache", upAxis: "y" });
  expect(await frames(sequence)).toEqual(Array.from({ length: 7 }, (_, k) => [...move(k)]));
  expect([...sequence.rest]).toEqual([...CUBE_POINTS]);
  const written = cube("box");
  expect([...cornerPoints(sequence)]).toEqual([...written.polygonCorners]);
  expect([...sequence.polygonOffsets]).toEqual([...written.polygonOffsets]);
  expect(polygonVolume(sequence.rest, sequence.polygonOffsets, cornerPoints(sequence))).toBeCloseTo(1, 6);
  expect(sequence.parts).toEqual([{ name: "box", material: 0, firstPolygon: 0, polygonCount: 6 }]);
  expect(sequence.clips).toEqual([{ name: "cache", first: 0, last: 6 }]);
});

test("the open dialog only needs the headers", async () => {
  const file = memoryFile(writeAlembic(scene([cube("box", movingCube(1)), cube("floor")], 2000, 25, 4)));
  const { info } = await openAlembic(file, UNWATCHED);
  expect(info).toMatchObject({
    format: "Alembic",
    points: 16,
    polygons: 12,
    meshes: ["box", "floor"],
    fps: 25,
  });
  expect(info.clips).toEqual([{ name: "cache", seconds: 80, frames: 2000 }]);
  expect(info.sequenceBytes).toBe(12 * 16 * 2001);
  expect(info.notes).toEqual([
    "1 mesh without animation is kept still.",
    "Its first frame is frame 100 in the program that wrote it.",
  ]);
});

test("of a large cache, opening reads a few blocks, and a frame reads its own bytes", async () => {
  const count = 30_000;
  const points = (k: number) =>
    Float32Array.from({ length: 3 * count }, (_, i) => Math.fround(Math.sin(i + k)));
  const mesh = { ...cube("big"), points };
  const file = memoryFile(writeAlembic(scene([mesh], 12)));
  const source = await openAlembic(file, UNWATCHED);
  expect(file.bytesRead).toBeLessThan(200_000);
  const sequence = await source.read(READ_ALL, UNWATCHED);
  const before = file.bytesRead;
  expect([...(await sequence.frame(7))]).toEqual([...points(7)]);
  expect(file.bytesRead - before).toBeLessThan(12 * count + 70_000);
});

test("a file may return Node's buffers, which are views of a shared pool", async () => {
  const bytes = Buffer.from(writeAlembic(scene([cube("box", movingCube(1))], 3)));
  const file = {
    ...memoryFile(bytes),
    read: async (a: number, b: number) => Buffer.from(bytes.subarray(a, b)),
  };
  const sequence = await (await openAlembic(file, UNWATCHED)).read(READ_ALL, UNWATCHED);
  expect([...(await sequence.frame(2))]).toEqual([...movingCube(1)(2)]);
});

test("nested transforms, still and animated, move the points into the world", async () => {
  const inner: WrittenTransform = {
    kind: "transform",
    name: "inner",
    operations: ["translate", "rotateZ", "rotateY", "rotateX", "scale"],
    channels: (k) => [k, 2, -1, 10 * k, 20, 30, 1, 2, 0.5],
    children: [cube("box", movingCube(0.25))],
  };
  const sequence = await read(
    scene([still("outer", ["translate", "rotate"], [5, 0, 0, 0, 1, 0, 90], [inner])], 5),
  );
  const all = await frames(sequence);
  for (let k = 0; k < 5; k++) {
    const outer = new Matrix4().makeTranslation(5, 0, 0).multiply(new Matrix4().makeRotationY(Math.PI / 2));
    const radians = (degrees: number) => (degrees * Math.PI) / 180;
    const rotation = new Matrix4().makeRotationFromEuler(
      new Euler(radians(30), radians(20), radians(10 * k), "ZYX"),
    );
    const local = new Matrix4()
      .makeTranslation(k, 2, -1)
      .multiply(rotation)
      .scale(new Vector3(1, 2, 0.5));
    const world = outer.multiply(local);
    for (let i = 0; i < 8; i++) {
      const p = new Vector3().fromArray(movingCube(0.25)(k), 3 * i).applyMatrix4(world);
      p.toArray().forEach((x, axis) => {
        expect(all[k][3 * i + axis]).toBeCloseTo(x, 9);
      });
    }
  }
});

test("a mesh that only its transform moves is animated", async () => {
  const carried: WrittenTransform = {
    kind: "transform",
    name: "carrier",
    operations: ["translate"],
    channels: (k) => [0, k, 0],
    children: [cube("box")],
  };
  const sequence = await read(scene([carried], 4));
  expect((await frames(sequence)).map((f) => f[1])).toEqual([-0.5, 0.5, 1.5, 2.5]);
});

test("a transform that does not inherit ignores the transforms above it", async () => {
  const free = { ...still("free", ["translate"], [0, 0, 1], [cube("box", movingCube(0))]), inherits: false };
  const sequence = await read(scene([still("outer", ["translate"], [100, 0, 0], [free])], 2));
  expect([...sequence.rest.slice(0, 3)]).toEqual([-0.5, -0.5, 0.5]);
});

test("uneven samples play one by one, with a note", async () => {
  const times = Float64Array.of(0, 1, 1.5, 4);
  const written: WrittenScene = {
    ...scene([cube("box", movingCube(1))], 4),
    sampling: { kind: "acyclic", period: ACYCLIC_PERIOD, times },
  };
  const source = await open(written);
  expect(source.info.fps).toBe(0.75);
  expect(source.info.notes[0]).toMatch(/unevenly spaced/);
  const sequence = await source.read(READ_ALL, UNWATCHED);
  expect((await frames(sequence)).map((f) => f[0])).toEqual([0, 1, 2, 3].map((k) => movingCube(1)(k)[0]));
});

test("with motion blur, the sample at the whole frame is read", async () => {
  const written: WrittenScene = {
    ...scene([cube("box", movingCube(1))], 9),
    sampling: { kind: "cyclic", period: 1 / 24, times: Float64Array.of(-0.01, 0, 0.01) },
  };
  const source = await open(written);
  expect(source.info).toMatchObject({ fps: 24, notes: ["Of 3 samples a frame (motion blur) one is read."] });
  const sequence = await source.read(READ_ALL, UNWATCHED);
  expect((await frames(sequence)).map((f) => f[0])).toEqual([1, 4, 7].map((k) => movingCube(1)(k)[0]));
});

test("axis and unit can be set", async () => {
  const sequence = await read(scene([cube("box", movingCube(1))], 2), { upAxis: "z", metresPerUnit: 0.1 });
  expect(sequence).toMatchObject({ upAxis: "z", metresPerUnit: 0.1 });
});

test("opening and reading can be stopped", async () => {
  const bytes = writeAlembic(scene([cube("a"), cube("b", movingCube(1))], 3));
  const stopAt = (most: number): Task => {
    let calls = 0;
    const checkpoint = async () => {
      if (++calls > most) throw new CancelledError();
    };
    return { ...UNWATCHED, checkpoint };
  };
  await expect(openAlembic(memoryFile(bytes), stopAt(1))).rejects.toThrow(CancelledError);
  const source = await openAlembic(memoryFile(bytes), UNWATCHED);
  await expect(source.read(READ_ALL, stopAt(2))).rejects.toThrow(CancelledError);
});

test("double precision survives far from the origin", async () => {
  const far = Float64Array.from(CUBE_POINTS, (x) => 1e7 + x / 3);
  const sequence = await read(scene([cube("box", () => far)], 1));
  expect([...sequence.rest]).toEqual([...far]);
});
