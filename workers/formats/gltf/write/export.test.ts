import { NodeIO } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { Bone, Rig } from "../../../model/rig/rig";
import { UNWATCHED } from "../../../model/task";
import { withOwnAxes } from "../../../testing/rigs";
import {
  bendingBar,
  clothPatch,
  type GroundTruth,
  movingShells,
  staticCube,
} from "../../../testing/sequences";
import { exportFile, exportSize } from "../../export-file";
import { bytesFile } from "../../source/source-file";
import { partsOfGlb } from "../compress/glb-parts";
import { openGltf } from "../read/read";
import { clothOf, randomRig, readBack, shown, skinned, withShapes } from "../testing/exported-rigs";
import { largestDifference, threePositions } from "../testing/fixtures";

const ALL: ExportOptions = { influences: 0, clips: [], upAxis: "y" };

async function expectFaithful({ sequence, rig }: GroundTruth, options: ExportOptions, three: boolean) {
  const result = await exportFile(sequence, rig, options, UNWATCHED);
  expect(await exportSize(sequence, rig, options, UNWATCHED)).toBe(result.bytes.length);
  expect(result.validatorMessages).toEqual([]);
  const raw = await readBack(result.bytes, sequence.fps);
  expect(raw.frameCount).toBe(sequence.frameCount);
  const limit = 1e-4 * restDiagonal(sequence) * sequence.metresPerUnit;
  const times = Array.from({ length: sequence.frameCount }, (_, k) => k / sequence.fps);
  const byThree = three ? await threePositions(result.bytes, 0, times) : null;
  for (let k = 0; k < sequence.frameCount; k++) {
    const truth = shown(sequence, skinned(rig, k));
    expect(largestDifference(await raw.frame(k), truth), `frame ${k}`).toBeLessThan(limit);
    if (byThree) expect(largestDifference(byThree[k], truth), `frame ${k} in three`).toBeLessThan(limit);
  }
  return result;
}

/** The mean distance between neighbouring frames, as an E_RMS. */
function stepOf({ frames, vertexCount, ...sequence }: MeshSequence): number {
  const size = 3 * vertexCount;
  const steps = frames.subarray(size).map((x, c) => (x - frames[c]) ** 2);
  const sum = steps.reduce((total, x) => total + x, 0);
  return (2000 * Math.sqrt(sum / steps.length)) / restDiagonal(sequence);
}

describe("exportFile", () => {
  it("keeps the rig's positions, read by Sinew and by three", async () => {
    await expectFaithful(bendingBar({ bones: 5, frames: 16 }), { ...ALL, influences: 4 }, true);
    await expectFaithful(movingShells({ shells: 9 }), { ...ALL, influences: 4 }, true);
  });

  it("keeps positions for joints with their own axes, also of bones that shear", async () => {
    for (const isAffine of [false, true]) {
      const truth = clothOf(9, 4, isAffine, 6);
      const sequence: MeshSequence = { ...truth.sequence, upAxis: "z", metresPerUnit: 0.01 };
      await expectFaithful({ sequence, rig: withOwnAxes(truth.rig, 2) }, ALL, true);
      await expectFaithful({ sequence, rig: withOwnAxes(truth.rig, 2) }, { ...ALL, bakeSpace: true }, true);
    }
  });

  it("writes JSON for strict readers if names have halves of characters", async () => {
    const { sequence, rig } = bendingBar({ bones: 2, frames: 3 });
    const bones = rig.bones.map((bone, j) => ({ ...bone, name: String.fromCharCode(0xd800 + j) }));
    const result = await expectFaithful({ sequence, rig: { ...rig, bones } }, ALL, true);
    const { json } = partsOfGlb(result.bytes);
    expect(json.nodes?.map(({ name }) => name)).toEqual(expect.arrayContaining(["\uFFFD", "\uFFFD_2"]));
    expect(new TextDecoder().decode(result.bytes)).not.toContain("\\ud8");
  });

  it("keeps positions for random rigs with hierarchies and any number of influences", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ bones: fc.integer({ min: 1, max: 20 }), most: fc.integer({ min: 1, max: 11 }) }),
        fc.integer({ min: 1, max: 1e6 }),
        async ({ bones, most }, seed) => {
          const result = await expectFaithful(
            clothOf(bones, most, false, seed),
            ALL,
            Math.min(bones, most) <= 4,
          );
          expect(result.verticesReduced).toBe(0);
          expect(result.eRmsInFile).toBeLessThan(0.01);
        },
      ),
      { numRuns: 20, seed: 3 },
    );
  });

  it("exports all of 255, 256 and 257 bones", async () => {
    for (const bones of [255, 256, 257]) {
      const { sequence, rig } = clothOf(bones, 4, false, bones);
      // The last one has its own vertex.
      rig.weights.bones.set([0, 1, 2, bones - 1], 0);
      const frames = Array.from({ length: sequence.frameCount }, (_, k) => skinned(rig, k)).flat();
      await expectFaithful({ sequence: { ...sequence, frames: Float32Array.from(frames) }, rig }, ALL, false);
    }
  });

  it("writes a correction as morph targets that are added before skinning, for all seams and parts", async () => {
    for (const { sequence, rig } of [
      bendingBar({ bones: 5, frames: 16 }),
      movingShells({ shells: 4 }),
      clothOf(6, 4, false, 8),
    ]) {
      const corrected = withShapes(rig, 3, 0.05 * restDiagonal(sequence), 2);
      const result = await expectFaithful({ sequence, rig: corrected }, ALL, true);
      const plain = await exportFile(sequence, corrected, { ...ALL, correction: false }, UNWATCHED);
      const correction = result.bytesByKind.morphs ?? 0;
      expect(correction).toBeGreaterThanOrEqual(36 * sequence.vertexCount);
      expect(result.bytes.length - plain.bytes.length).toBeGreaterThan(correction);
      expect(plain.bytesByKind.morphs).toBeUndefined();
    }
  });

  it("corrects axes, units and far origins only with the root", async () => {
    const { sequence, rig } = bendingBar();
    for (const upAxis of ["x", "y", "z"] as const) {
      const moved: MeshSequence = { ...sequence, upAxis, metresPerUnit: 0.01, origin: [120, -70, 33] };
      await expectFaithful({ sequence: moved, rig }, ALL, true);
    }
  });

  it("keeps an axis if the options ask for it", async () => {
    const { sequence, rig } = bendingBar();
    const { bytes } = await exportFile({ ...sequence, upAxis: "z" }, rig, { ...ALL, upAxis: "z" }, UNWATCHED);
    const raw = await readBack(bytes, sequence.fps);
    expect(largestDifference(raw.rest, shown(sequence, rig.rest))).toBeLessThan(1e-4);
  });

  it("writes clips by name with their own times, and only the requested ones", async () => {
    const { sequence, rig } = bendingBar({ frames: 20 });
    const clips = [
      { name: "rise", first: 0, last: 6 },
      { name: "fall", first: 7, last: 14 },
      { name: "still", first: 15, last: 19 },
    ];
    const motion = rig.motion.slice();
    const perFrame = 12 * rig.bones.length;
    for (let k = 16; k < 20; k++) motion.copyWithin(k * perFrame, 15 * perFrame, 16 * perFrame);
    const still: Rig = { ...rig, motion };
    const { bytes, validatorMessages } = await exportFile(
      { ...sequence, clips },
      still,
      { ...ALL, clips: [2, 1] },
      UNWATCHED,
    );
    expect(validatorMessages).toEqual([]);
    const raw = await readBack(bytes, sequence.fps);
    expect(raw.clips).toEqual([
      { name: "still", first: 0, last: 4 },
      { name: "fall", first: 5, last: 12 },
    ]);
    for (const [k, from] of [0, 4, 5, 12].map((k) => [k, k < 5 ? 15 : k + 2])) {
      expect(largestDifference(await raw.frame(k), shown(sequence, skinned(still, from)))).toBeLessThan(4e-4);
    }
    const animations = (await new NodeIO().readBinary(bytes)).getRoot().listAnimations();
    const keys = animations[0].listSamplers().map((sampler) => sampler.getInput()!.getCount());
    expect(Math.max(...keys)).toBe(2);
  });

  it("writes a bound mesh without an animation, and with one if it is posed", async () => {
    const { sequence, rig } = bendingBar();
    const bones = rig.bones.length;
    const still = {
      ...sequence,
      frameCount: 1,
      frames: rig.rest,
      clips: [{ name: "bar", first: 0, last: 0 }],
    };
    const motion = Float32Array.from({ length: 12 * bones }, (_, n) => ((n % 12) % 5 === 0 ? 1 : 0));
    const { bytes, validatorMessages, eRmsInFile } = await exportFile(
      still,
      { ...rig, motion },
      ALL,
      UNWATCHED,
    );
    expect(validatorMessages).toEqual([]);
    expect(eRmsInFile).toBeLessThan(1e-3);
    const document = await new NodeIO().readBinary(bytes);
    expect(document.getRoot().listAnimations()).toEqual([]);
    const file = bytesFile("bar.glb", bytes);
    const { info } = await openGltf([file], file, UNWATCHED);
    expect(info.clips).toEqual([{ name: "bar", seconds: 0, frames: 1 }]);
    expect(info.skins?.[0].joints).toBe(bones);
    const bent = { ...rig, motion: rig.motion.slice(-motion.length) };
    const posed = await exportFile(still, bent, ALL, UNWATCHED);
    const animations = (await new NodeIO().readBinary(posed.bytes)).getRoot().listAnimations();
    expect(animations.map((animation) => animation.getName())).toEqual(["bar"]);
  });

  it("keeps names, materials, UVs, normals and seams", async () => {
    const { sequence, rig } = movingShells({ shells: 3 });
    const { bytes } = await exportFile(sequence, rig, ALL, UNWATCHED);
    const root = (await new NodeIO().readBinary(bytes)).getRoot();
    const [skin] = root.listSkins();
    expect(skin.listJoints().map((joint) => joint.getName())).toEqual(["shell_1", "shell_2", "shell_3"]);
    expect(skin.getSkeleton()!.listChildren()).toEqual(skin.listJoints());
    const bodies = root.listNodes().filter((node) => node.getMesh());
    // Loaders that turn spaces into underscores would confuse "shell 1" with the bone "shell_1".
    expect(bodies.map((node) => node.getName())).toEqual(["shell 1_2", "shell 2_2", "shell 3_2"]);
    expect(
      root.listMaterials().map((material) => [material.getName(), material.getBaseColorFactor()]),
    ).toEqual(sequence.materials.map(({ name, baseColour }) => [name, baseColour]));
    const cube = staticCube({ frames: 3 });
    const one = randomRig(cube, 2, 2, false, 1);
    const raw = await readBack((await exportFile(cube, one, ALL, UNWATCHED)).bytes, cube.fps);
    expect([...raw.uvs!]).toEqual([...cube.uvs!]);
    expect(largestDifference(raw.normals!, cube.normals!)).toBeLessThan(0.6);
    // There are 24 corners, three for each of the 8 vertices, at the same place in every frame.
    for (let k = 0; k < 3; k++) {
      const frame = await raw.frame(k);
      const places = new Set(Array.from({ length: 24 }, (_, d) => [...frame.slice(3 * d, 3 * d + 3)].join()));
      expect(places.size).toBe(8);
    }
  });

  it("computes normals if the sequence has none or empty ones", async () => {
    const { sequence, rig } = bendingBar();
    const { bytes, validatorMessages } = await exportFile(
      { ...sequence, normals: new Float32Array(3 * sequence.solverIndex.length) },
      rig,
      ALL,
      UNWATCHED,
    );
    expect(validatorMessages).toEqual([]);
    const raw = await readBack(bytes, sequence.fps);
    for (let c = 0; c < raw.normals!.length; c += 3) {
      const dot = [0, 1, 2].reduce((sum, a) => sum + raw.normals![c + a] * sequence.normals![c + a], 0);
      expect(dot).toBeGreaterThan(0.95);
    }
  });

  it("writes affine bones exactly, as pairs of nodes that three plays", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ bones: fc.integer({ min: 1, max: 9 }), most: fc.integer({ min: 1, max: 4 }) }),
        fc.integer({ min: 1, max: 1e6 }),
        async ({ bones, most }, seed) => {
          const { sequence, rig: loose } = clothOf(bones, most, true, seed);
          // If each bone is below the one before, a pair has the other pairs' shear above it.
          const chained = loose.bones.map((bone, j) => ({ ...bone, parent: seed % 2 ? j - 1 : -1 }));
          const rig: Rig = { ...loose, bones: chained };
          const result = await expectFaithful({ sequence, rig }, { ...ALL, influences: 4 }, true);
          expect(result.eRmsInFile).toBeLessThan(0.02);
          if (seed % 2) return;
          // Poses are random, so even sixteen keys a frame leave the straight line by a share of a step.
          const { inFile, blended } = result.between!;
          expect(inFile).toBeLessThan(1.2 * Math.max(blended, 0.1) + 0.05 * stepOf(sequence));
        },
      ),
      { numRuns: 5, seed: 4 },
    );
  });

  it("accounts for every byte, and writes the same bytes every time", async () => {
    const { sequence, rig } = clothOf(300, 6, false, 2);
    const first = await exportFile(sequence, rig, ALL, UNWATCHED);
    const second = await exportFile(sequence, rig, ALL, UNWATCHED);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    const { weights } = first.bytesByKind;
    const sum = Object.values(first.bytesByKind).reduce((total, bytes) => total + bytes, 0);
    expect(sum).toBe(first.bytes.length);
    // There are two sets of four: joints as 16-bit numbers, weights as floats.
    expect(weights).toBe(sequence.solverIndex.length * 2 * 4 * (2 + 4));
    expect(first.validatorMessages).toEqual([]);
  });

  it("refuses a rig of another sequence with an error message", async () => {
    const { rig } = bendingBar();
    await expect(exportFile(clothPatch(), rig, ALL, UNWATCHED)).rejects.toThrow(
      /but the sequence has 441. Solve again/,
    );
  });

  it("names a bone whose place or motion is too large for a file", async () => {
    const { sequence, rig } = movingShells({ shells: 3 });
    const far = (change: Partial<Rig>) => exportFile(sequence, { ...rig, ...change }, ALL, UNWATCHED);
    const [first, ...others] = rig.bones;
    const sentence = "cannot be exported. “far” is or moves too far away for the numbers of a file";
    const bones = [{ ...first, name: "far", head: [2e38, 2e38, 2e38] as Bone["head"] }, ...others];
    await expect(far({ bones })).rejects.toThrow(sentence);
    const motion = rig.motion.map((x, n) => (n === 3 ? Number.POSITIVE_INFINITY : x));
    await expect(far({ bones: [{ ...first, name: "far" }, ...others], motion })).rejects.toThrow(sentence);
  });
});
