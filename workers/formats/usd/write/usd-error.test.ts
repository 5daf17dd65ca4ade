import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meshPieces } from "../../../export/meshes/mesh-pieces";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { frameOf, type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { exportFile } from "../../export-file";
import { clothOf, skinned, withShapes } from "../../gltf/testing/exported-rigs";
import { skinnedPoints } from "../testing/evaluate-skel";
import { UsdStage } from "../testing/stage";

/** Positions of the points of the file's meshes. */
const inFile = (sequence: MeshSequence, positions: ArrayLike<number>) =>
  meshPieces(sequence).flatMap(({ points }) =>
    Array.from(points).flatMap((i) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]),
  );

const anyOptions = fc.record({
  influences: fc.constantFrom(0, 2, 4),
  shear: fc.constantFrom<ExportOptions["shear"]>("pairs", "nearest", "helpers"),
  keyTolerance: fc.constantFrom(0, 0.003, 0.05),
  keyRate: fc.constantFrom(0, 12),
  twoClips: fc.boolean(),
});

const anyRig = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  bones: fc.integer({ min: 1, max: 7 }),
  isAffine: fc.boolean(),
  shapes: fc.integer({ min: 0, max: 2 }),
});

describe("the error that is reported for a USD layer", () => {
  it("is the error of its bytes, for all options of weights, bones and keys", async () => {
    await fc.assert(
      fc.asyncProperty(anyRig, anyOptions, async (of, { twoClips, ...more }) => {
        const cloth = clothOf(of.bones, 4, of.isAffine, of.seed);
        const rig = of.shapes > 0 ? withShapes(cloth.rig, of.shapes, 0.1, of.seed) : cloth.rig;
        const last = cloth.sequence.frameCount - 1;
        const clips = twoClips
          ? [
              { name: "a", first: 0, last: 3 },
              { name: "b", first: 4, last },
            ]
          : [{ name: "a", first: 0, last }];
        const sequence = { ...cloth.sequence, clips };
        const options: ExportOptions = { format: "usda", clips: [], upAxis: sequence.upAxis, ...more };
        const { eRmsInFile, largestAdded, bytes } = await exportFile(sequence, rig, options, UNWATCHED);
        const stage = new UsdStage(bytes);
        let [sum, largest] = [0, 0];
        for (let k = 0; k <= last; k++) {
          const source = inFile(sequence, frameOf(sequence, k));
          const posed = inFile(sequence, skinned(rig, k));
          const played = skinnedPoints(stage, k);
          for (let c = 0; c < source.length; c += 3) {
            const [off, added] = [source, posed].map((from) =>
              Math.hypot(...[0, 1, 2].map((a) => played[c + a] - from[c + a])),
            );
            sum += off ** 2;
            largest = Math.max(largest, added);
          }
        }
        const diagonal = restDiagonal(sequence);
        const truly = (2000 * Math.sqrt(sum / sequence.frames.length)) / diagonal;
        expect(Math.abs(eRmsInFile - truly)).toBeLessThan(1e-3 * truly + 2e-3);
        expect(Math.abs(largestAdded - largest)).toBeLessThan(1e-3 * largest + 2e-5 * diagonal);
      }),
      { seed: 31, numRuns: 25 },
    );
  });
});
