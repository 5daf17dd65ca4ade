import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareFileRig } from "../../../export/prepare";
import { measureWritten } from "../../../export/written-error";
import { about } from "../../../geometry/posing/turns";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { frameOf, type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { restPose } from "../../../model/rig/pose";
import { UNWATCHED } from "../../../model/task";
import { strictCloth } from "../../../testing/strict-rigs";
import { exportFile } from "../../export-file";
import { clothOf, skinned, withShapes } from "../../gltf/testing/exported-rigs";
import { playFbx } from "./play-fbx";
import { marked, markOf } from "./testing/marked";
import { threeCorners, threeFbx, threeMeshes } from "./testing/three-fbx";
import { writeFbx } from "./write-fbx";

/** The sequence's own unit, axes and origin, so that three's positions can be compared with the sequence's. */
const PLAIN: ExportOptions = { format: "fbx", unit: "own", upAxis: "y", clips: [], influences: 4 };

/** Positions of the solver vertices in each frame of the first clip, as three's loader plays them. */
function playedByThree(bytes: Uint8Array, sequence: MeshSequence): Float64Array[] {
  const file = threeFbx(bytes);
  const uvs = threeMeshes(file).flatMap(({ geometry }) => [...geometry.attributes.uv.array]);
  const times = Array.from({ length: sequence.frameCount }, (_, k) => k / sequence.fps);
  return threeCorners(file, 0, times).map((corners) => {
    const out = new Float64Array(3 * sequence.vertexCount);
    for (let at = 0; at < corners.length; at += 3) {
      const vertex = sequence.solverIndex[markOf(uvs[(2 * at) / 3], uvs[(2 * at) / 3 + 1])];
      out.set(corners.slice(at, at + 3), 3 * vertex);
    }
    return out;
  });
}

const anyRig = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  bones: fc.integer({ min: 1, max: 7 }),
  isAffine: fc.boolean(),
  shapes: fc.integer({ min: 0, max: 2 }),
});

const anyOptions = fc.record({
  influences: fc.constantFrom(2, 4),
  shear: fc.constantFrom<ExportOptions["shear"]>("pairs", "nearest"),
  keyTolerance: fc.constantFrom(0, 0.01),
});

describe("the error that is reported for an FBX", () => {
  it("is the error that three shows, for all options of weights, bones and keys", async () => {
    await fc.assert(
      fc.asyncProperty(anyRig, anyOptions, async ({ seed, bones, isAffine, shapes }, more) => {
        const cloth = clothOf(bones, 4, isAffine, seed);
        const sequence = marked({ ...cloth.sequence, origin: [0, 0, 0] });
        const rig = shapes > 0 ? withShapes(cloth.rig, shapes, 0.1, seed) : cloth.rig;
        const result = await exportFile(sequence, rig, { ...PLAIN, ...more }, UNWATCHED);
        let [sum, largest] = [0, 0];
        playedByThree(result.bytes, sequence).forEach((played, k) => {
          const [source, posed] = [frameOf(sequence, k), skinned(rig, k)];
          for (let c = 0; c < played.length; c += 3) {
            const [off, added] = [source, posed].map((from) =>
              Math.hypot(...[0, 1, 2].map((a) => played[c + a] - from[c + a])),
            );
            sum += off ** 2;
            largest = Math.max(largest, added);
          }
        });
        const diagonal = restDiagonal(sequence);
        const truly = (2000 * Math.sqrt(sum / sequence.frames.length)) / diagonal;
        expect(Math.abs(result.eRmsInFile - truly)).toBeLessThan(0.01 * truly + 5e-3);
        expect(Math.abs(result.largestAdded - largest)).toBeLessThan(0.01 * largest + 2e-5 * diagonal);
      }),
      { seed: 8, numRuns: 12 },
    );
  });

  it("is measured from the bytes: another rig's bytes have another error", async () => {
    const { sequence, rig } = strictCloth({ bones: 5, frames: 5, travel: [1, 0, 0] });
    const content = await prepareFileRig(sequence, rig, PLAIN, UNWATCHED);
    const shifted = { ...rig, rest: rig.rest.map((x) => x + 0.01 * restDiagonal(sequence)) };
    const errors: number[] = [];
    for (const of of [rig, shifted]) {
      const written = await prepareFileRig(sequence, of, PLAIN, UNWATCHED);
      const { bytes } = await writeFbx(written, PLAIN, UNWATCHED);
      const file = await playFbx(bytes, content, PLAIN, UNWATCHED);
      errors.push((await measureWritten(content, file!, UNWATCHED)).largestAdded);
    }
    expect(errors[0]).toBeLessThan(1e-5 * restDiagonal(sequence));
    expect(errors[1] / (0.01 * Math.sqrt(3) * restDiagonal(sequence))).toBeCloseTo(1, 3);
  });

  it("is the error of the still rig if there are kept poses", async () => {
    const { sequence, rig } = strictCloth({ bones: 3, frames: 1, travel: [0, 0, 0] });
    const motion = rig.motion.map((_, n) => Number((n % 12) % 5 === 0));
    const still = { ...sequence, frames: rig.rest.slice() };
    const pose = restPose(rig.bones, "lie");
    pose.rotations.set(about([0, 0, 1], 1), 0);
    for (const format of ["fbx", "glb"] as const) {
      const options = { ...PLAIN, format, poses: [pose] };
      const { eRmsInFile } = await exportFile(still, { ...rig, motion }, options, UNWATCHED);
      expect(eRmsInFile).toBeLessThan(1e-3);
    }
  });
});
