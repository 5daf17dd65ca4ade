import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { frameOf, type MeshSequence, validateSequence } from "../model/mesh/mesh-sequence";
import { UNWATCHED } from "../model/task";
import { assembleSequence } from "./assemble/assemble-sequence";
import { writeMaterials } from "./obj/write-mtl";
import { writeObj } from "./obj/write-obj";
import { inspect } from "./open";
import { writePly } from "./ply/testing/write-ply";
import { writeMdd } from "./point-cache/mdd";
import { writePc2 } from "./point-cache/pc2";
import type { ReadOptions, SourceFile } from "./source/source";
import { bytesFile } from "./source/source-file";
import { AS_IT_IS, cornerPositions, tubeSequence } from "./testing/formats";

type Named = [name: string, bytes: Uint8Array][];

const asFiles = (named: Named): SourceFile[] => named.map(([name, bytes]) => bytesFile(name, bytes));
const number = (k: number) => String(k + 1).padStart(4, "0");
const numbered = (
  sequence: MeshSequence,
  write: (positions: Float32Array) => Uint8Array,
  extension: string,
): Named =>
  Array.from({ length: sequence.frameCount }, (_, k) => [
    `shot/tube.${number(k)}.${extension}`,
    write(frameOf(sequence, k)),
  ]);

/** All ways to write a sequence, with the format's name when it is opened. */
const WRITERS: [format: string, write: (s: MeshSequence) => Named, keeps: "everything" | "points"][] = [
  [
    "OBJ + PC2",
    (s) => [
      ["tube.obj", writeObj(s, s.rest, { library: "tube.mtl" })],
      ["tube.mtl", writeMaterials(s)],
      ["tube.pc2", writePc2(s)],
    ],
    "everything",
  ],
  [
    "OBJ + MDD",
    (s) => [
      ["tube.mdd", writeMdd(s)],
      ["m/tube.mtl", writeMaterials(s)],
      ["tube.obj", writeObj(s, s.rest, { library: "x\\tube.mtl" })],
    ],
    "everything",
  ],
  ["numbered OBJ", (s) => numbered(s, (positions) => writeObj(s, positions), "obj"), "points"],
  ["numbered PLY", (s) => numbered(s, (positions) => writePly(s, positions, "ascii"), "ply"), "points"],
  [
    "numbered PLY",
    (s) => numbered(s, (positions) => writePly(s, positions, "binary_big_endian"), "ply"),
    "points",
  ],
  ["numbered PLY", (s) => numbered(s, (positions) => writePly(s, positions), "PLY").reverse(), "points"],
  [
    "numbered OBJ",
    (s) => [
      ["frames.zip", zipSync(Object.fromEntries(numbered(s, (positions) => writeObj(s, positions), "obj")))],
    ],
    "points",
  ],
];

async function open(files: SourceFile[], options: ReadOptions = AS_IT_IS) {
  const sources = await inspect(files, UNWATCHED);
  expect(sources.length).toBe(1);
  const raw = await sources[0].read(options, UNWATCHED);
  return {
    info: sources[0].info,
    sequence: validateSequence(await assembleSequence(raw, options, UNWATCHED)),
  };
}

const rounded = (numbers: ArrayLike<number>) => Array.from(numbers, (x) => Math.fround(x + 0));
const cornerUvs = (s: MeshSequence) =>
  [...s.polygonCorners].flatMap((d) => [...s.uvs!.subarray(2 * d, 2 * d + 2)]);

describe("every written file is read as written", () => {
  it.each(WRITERS)("%s", async (format, write, keeps) => {
    const shapes = fc.record({
      rings: fc.integer({ min: 2, max: 5 }),
      sides: fc.integer({ min: 3, max: 6 }),
      frames: fc.integer({ min: 2, max: 12 }),
      seed: fc.nat(),
      uvs: fc.boolean(),
      centre: fc.constantFrom<[number, number, number]>([0, 0, 0], [1000, -2000, 500]),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const written = await assembleSequence(tubeSequence(shape), AS_IT_IS, UNWATCHED);
        const { info, sequence } = await open(asFiles(write(written)));
        expect(info.format).toBe(format);
        expect(info.points).toBeGreaterThanOrEqual(written.vertexCount);
        expect([sequence.vertexCount, sequence.frameCount]).toEqual([
          written.vertexCount,
          written.frameCount,
        ]);
        expect([...sequence.polygonOffsets]).toEqual([...written.polygonOffsets]);
        for (let k = 0; k < written.frameCount; k++) {
          const [a, b] = [
            cornerPositions(written, frameOf(written, k)),
            cornerPositions(sequence, frameOf(sequence, k)),
          ];
          expect(rounded(b)).toEqual(rounded(a));
        }
        // The tube's uvs are multiples of 1/16, so flipping v twice is exact.
        if (shape.uvs) expect(cornerUvs(sequence)).toEqual(cornerUvs(written));
        if (format.includes("OBJ")) expect(sequence.parts).toEqual(written.parts);
        if (keeps === "everything") expect(sequence.materials).toEqual(written.materials);
        expect(sequence.fps).toBe(24);
      }),
      { seed: 21, numRuns: 8 },
    );
  });

  it("counts polygons of more than 255 corners in a PLY", async () => {
    const written = await assembleSequence(tubeSequence({ rings: 2, sides: 300 }), AS_IT_IS, UNWATCHED);
    for (const encoding of ["ascii", "binary_little_endian"] as const) {
      const files = numbered(written, (positions) => writePly(written, positions, encoding), "ply");
      const { sequence } = await open(asFiles(files));
      expect(sequence.polygonOffsets).toEqual(written.polygonOffsets);
    }
  });

  it("keeps the rate of an MDD, and lets the artist give one to a PC2", async () => {
    const written = await assembleSequence({ ...tubeSequence({ frames: 9 }), fps: 30 }, AS_IT_IS, UNWATCHED);
    const mesh: [string, Uint8Array] = ["tube.obj", writeObj(written)];
    const ask = { ...AS_IT_IS, fps: 60 };
    expect((await open(asFiles([mesh, ["tube.mdd", writeMdd(written)]]), ask)).sequence.fps).toBe(30);
    const { info, sequence } = await open(asFiles([mesh, ["tube.pc2", writePc2(written)]]), ask);
    expect([info.fps, info.rateIsAssumed, sequence.fps]).toEqual([24, true, 60]);
  });

  it("makes clips of several caches for one mesh", async () => {
    const [walk, jump] = [tubeSequence({ frames: 3 }), tubeSequence({ frames: 5, seed: 2 })];
    const [a, b] = [
      await assembleSequence(walk, AS_IT_IS, UNWATCHED),
      await assembleSequence(jump, AS_IT_IS, UNWATCHED),
    ];
    const files = asFiles([
      ["hound.obj", writeObj(a)],
      ["walk.pc2", writePc2(a)],
      ["jump.mdd", writeMdd(b)],
    ]);
    const both = await open(files);
    expect(both.sequence.clips).toEqual([
      { name: "walk", first: 0, last: 2 },
      { name: "jump", first: 3, last: 7 },
    ]);
    const second = await open(files, { ...AS_IT_IS, clips: [1] });
    expect([second.sequence.frameCount, second.sequence.clips.length]).toEqual([5, 1]);
    expect(frameOf(second.sequence, 4)).toEqual(frameOf(both.sequence, 7));
  });
});
