import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { about } from "../../../geometry/posing/turns";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { frameOf, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { poseMatrices, restPose } from "../../../model/rig/pose";
import { UNWATCHED } from "../../../model/task";
import { type GroundTruth, movingShells } from "../../../testing/sequences";
import { sharedData } from "../../../testing/shared-data";
import { strictCloth } from "../../../testing/strict-rigs";
import { assembleSequence } from "../../assemble/assemble-sequence";
import { exportFile } from "../../export-file";
import { clothOf, randomRig, skinned, withShapes } from "../../gltf/testing/exported-rigs";
import { texturedBar } from "../../gltf/testing/textured";
import { inspect } from "../../open";
import { bytesFile } from "../../source/source-file";
import { openFbx } from "../read";
import { CENTIMETRES, type FbxOptions, fbxOf } from "./testing/marked";

const AS_IT_IS = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

const HORSE = sharedData("horse-gallop.obj");

/** Four frames of a captured animation, with a random rig. A file must play any rig, even a bad one. */
async function horse(): Promise<GroundTruth> {
  const files = ["horse-gallop.obj", "horse-gallop.pc2"].map((name) =>
    bytesFile(name, new Uint8Array(readFileSync(sharedData(name)))),
  );
  const [source] = await inspect(files, UNWATCHED);
  const whole = await assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
  const frameCount = 4;
  const clips = [{ name: "gallop", first: 0, last: frameCount - 1 }];
  const frames = whole.frames.slice(0, 3 * whole.vertexCount * frameCount);
  const sequence = { ...whole, frameCount, clips, frames };
  return { sequence, rig: randomRig(sequence, 20, 4, false, 7) };
}

/** The file, read by our own reader. */
async function back({ sequence, rig }: GroundTruth, options: FbxOptions, more: Partial<ExportOptions> = {}) {
  const bytes = await fbxOf(sequence, rig, options, more);
  const file = bytesFile("back.fbx", bytes);
  const source = await openFbx([file], file, UNWATCHED);
  return assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
}

/** The largest distance of a vertex from its nearest true place, as a share of the diagonal. */
async function missAfter(truth: GroundTruth, options: FbxOptions = CENTIMETRES): Promise<number> {
  const { sequence, rig } = truth;
  const read = await back(truth, options);
  expect(read.frameCount).toBe(sequence.frameCount);
  expect(read.fps).toBeCloseTo(sequence.fps, 4);
  expect(read.vertexCount).toBe(sequence.vertexCount);
  const metres = (p: ArrayLike<number>, of: typeof sequence, i: number) =>
    [0, 1, 2].map((c) => of.metresPerUnit * (p[3 * i + c] + of.origin[c]));
  const turned = ([x, y, z]: number[]) =>
    read.upAxis === "z" && sequence.upAxis === "y" ? [x, -z, y] : [x, y, z];
  const restAt = (i: number) => turned(metres(skinned(rig, 0), sequence, i));
  const order = Array.from({ length: read.vertexCount }, (_, i) => {
    const place = metres(frameOf(read, 0), read, i);
    const far = Array.from({ length: sequence.vertexCount }, (_, n) => n).map((n) =>
      Math.hypot(...restAt(n).map((x, c) => x - place[c])),
    );
    return far.indexOf(Math.min(...far));
  });
  let largest = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    const places = skinned(rig, k);
    for (const [i, n] of order.entries()) {
      const place = metres(frameOf(read, k), read, i);
      const truly = turned(metres(places, sequence, n));
      largest = Math.max(largest, Math.hypot(...truly.map((x, c) => x - place[c])));
    }
  }
  return largest / (restDiagonal(sequence) * sequence.metresPerUnit);
}

describe("an FBX in our own reader", () => {
  it("has any number of influences at every vertex", async () => {
    expect(await missAfter(clothOf(14, 12, false, 4))).toBeLessThan(1e-5);
  });

  it("has pairs of nodes for bones that shear", async () => {
    expect(await missAfter(clothOf(6, 4, true, 5), { ...CENTIMETRES, upAxis: "z", unit: "m" })).toBeLessThan(
      1e-5,
    );
  });

  it("has several meshes, and the source's own unit", async () => {
    const { sequence, rig } = movingShells({ shells: 3, frames: 5, detail: 2 });
    const inches = { ...sequence, metresPerUnit: 0.0254 };
    expect(await missAfter({ sequence: inches, rig }, { ...CENTIMETRES, unit: "own" })).toBeLessThan(1e-5);
  });

  it("has random rigs in their places, in any axes and unit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.integer({ min: 1, max: 1e6 }),
          bones: fc.integer({ min: 1, max: 9 }),
          most: fc.integer({ min: 1, max: 6 }),
          isAffine: fc.boolean(),
          shapes: fc.integer({ min: 0, max: 2 }),
        }),
        fc.constantFrom<FbxOptions["upAxis"]>("y", "z"),
        fc.constantFrom<FbxOptions["unit"]>("cm", "m", "own"),
        async ({ seed, bones, most, isAffine, shapes }, upAxis, unit) => {
          const truth = clothOf(bones, most, isAffine, seed);
          const rig = shapes > 0 ? withShapes(truth.rig, shapes, 0.1, seed) : truth.rig;
          expect(await missAfter({ sequence: truth.sequence, rig }, { upAxis, unit })).toBeLessThan(1e-5);
        },
      ),
      { seed: 12, numRuns: 8 },
    );
  });

  it.skipIf(!existsSync(HORSE))(
    "has the rig of a measured animation in its place (skipped without ../shared/data)",
    async () => {
      const { sequence, rig } = await horse();
      const read = await back({ sequence, rig }, CENTIMETRES);
      expect(read.polygonOffsets).toEqual(sequence.polygonOffsets);
      const scale = sequence.metresPerUnit / read.metresPerUnit;
      let largest = 0;
      for (let k = 0; k < sequence.frameCount; k++) {
        const [places, truth] = [frameOf(read, k), skinned(rig, k)];
        for (const [corner, d] of read.polygonCorners.entries()) {
          const [to, from] = [read.solverIndex[d], sequence.solverIndex[sequence.polygonCorners[corner]]];
          const off = [0, 1, 2].map(
            (c) => places[3 * to + c] + read.origin[c] - scale * (truth[3 * from + c] + sequence.origin[c]),
          );
          largest = Math.max(largest, Math.hypot(...off));
        }
      }
      expect(largest / (scale * restDiagonal(sequence))).toBeLessThan(1e-5);
    },
  );

  it("has kept poses as clips of one frame, without the correction", async () => {
    const { sequence, rig: bare } = strictCloth({ bones: 4, frames: 5, size: 4 });
    const rig = withShapes(bare, 2, 0.1, 3);
    const pose = restPose(rig.bones, "Reach");
    pose.rotations.set(about([0, 0, 1], 0.5), 4);
    const read = await back({ sequence, rig }, CENTIMETRES, { poses: [pose] });
    expect(read.clips.map(({ name }) => name)).toEqual([...sequence.clips.map(({ name }) => name), "Reach"]);
    expect(read.frameCount).toBe(sequence.frameCount + 1);
    const posed = { ...bare, motion: Float32Array.from(poseMatrices(rig.bones, pose)) };
    const [places, truth] = [frameOf(read, read.frameCount - 1), skinned(posed, 0)];
    const scale = sequence.metresPerUnit / read.metresPerUnit;
    for (const [corner, d] of read.polygonCorners.entries()) {
      const [to, from] = [read.solverIndex[d], sequence.solverIndex[sequence.polygonCorners[corner]]];
      for (let c = 0; c < 3; c++) {
        const place = scale * (truth[3 * from + c] + sequence.origin[c]);
        expect(places[3 * to + c] + read.origin[c]).toBeCloseTo(place, 2);
      }
    }
  });

  it.each(["inside", "beside"] as const)("has textures %s the file", async (textures) => {
    const { sequence, rig } = texturedBar();
    const options: ExportOptions = { format: "fbx", influences: 0, clips: [], upAxis: "y", textures };
    const { bytes, beside, bytesByKind } = await exportFile(sequence, rig, options, UNWATCHED);
    const pixels = sequence.images!.reduce((sum, image) => sum + image.bytes.length, 0);
    expect((bytesByKind.textures ?? 0) >= pixels).toBe(textures === "inside");
    expect(beside.map(({ name }) => name)).toEqual(
      textures === "inside" ? [] : ["textures/base.png", "textures/bumps.png"],
    );
    const file = bytesFile("to/back.fbx", bytes);
    const others = beside.map(({ name, bytes: own }) => bytesFile(`to/${name}`, own));
    const source = await openFbx([file, ...others], file, UNWATCHED);
    const read = await assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
    expect(read.images!.map((image) => image.bytes)).toEqual(sequence.images!.map((image) => image.bytes));
    const { baseColour, normal, emissive } = read.materials[0].textures!;
    expect(read.materials[0].alpha).toBe("blend");
    expect([baseColour!.image, normal!.image, emissive!.image]).toEqual([0, 1, 1]);
    expect([normal!.uvSet, normal!.strength, baseColour!.wrap]).toEqual([1, 0.5, ["clamp", "repeat"]]);
    const [found, given] = [normal!.transform!, sequence.materials[0].textures!.normal!.transform!];
    const numbers = ({ offset, rotation, scale }: typeof given) => [...offset, rotation, ...scale];
    for (const [n, x] of numbers(given).entries()) expect(numbers(found)[n]).toBeCloseTo(x, 9);
  });

  it("keeps polygons, parts, materials, UVs, clips and the rate", async () => {
    const { sequence, rig } = strictCloth({ bones: 4, frames: 9, size: 4 });
    const clips = [
      { name: "up", first: 0, last: 3 },
      { name: "down", first: 4, last: 8 },
    ];
    const read = await back({ sequence: { ...sequence, clips, fps: 12.5 }, rig }, CENTIMETRES);
    expect(read.clips).toEqual(clips);
    expect(read.fps).toBe(12.5);
    expect(read.parts.map(({ name }) => name)).toEqual(sequence.parts.map(({ name }) => name));
    expect(read.materials.map(({ name }) => name)).toEqual(sequence.materials.map(({ name }) => name));
    // Values that a material does not have come back as defaults.
    expect(read.materials[0]).toMatchObject({ metallic: 0, roughness: 1 });
    expect(read.materials[0].emissive).toBeUndefined();
    expect(read.metresPerUnit).toBeCloseTo(0.01, 9);
    expect(read.polygonOffsets).toEqual(sequence.polygonOffsets);
  });
});
