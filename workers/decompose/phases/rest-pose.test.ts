import { Matrix, solve } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { linearBlend } from "../../deform/classic/linear-blend";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { frameOf, type MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { bendingBar, staticCube } from "../../testing/sequences";
import { correctRestPose } from "./rest-pose";

const corrected = (sequence: MeshSequence, rig: Rig) =>
  correctRestPose(new Serial(new Arena(4e6, false)), sequence, rig, UNWATCHED);

/** Squared error of each vertex. */
function errors(sequence: MeshSequence, rig: Rig): number[] {
  const out = new Array(sequence.vertexCount).fill(0);
  for (let k = 0; k < sequence.frameCount; k++) {
    const truth = frameOf(sequence, k);
    linearBlend(rig, k).forEach((x, n) => {
      out[Math.floor(n / 3)] += (x - truth[n]) ** 2;
    });
  }
  return out;
}

describe("correctRestPose", () => {
  it("recovers the rest pose of an exact rig", async () => {
    const { sequence, rig } = bendingBar();
    const random = createRandom(4);
    const lost = { ...rig, rest: rig.rest.map((x) => x + 0.3 * random.normal()) };
    const found = await corrected(sequence, lost);
    found.forEach((x, n) => {
      expect(Math.abs(x - rig.rest[n])).toBeLessThan(2e-4);
    });
  });

  it("reaches the least-squares optimum and makes no vertex worse", async () => {
    const { sequence, rig } = bendingBar({ frames: 4, seed: 2 });
    const random = createRandom(9);
    const wrong = { ...rig, motion: rig.motion.map((x) => x + 0.05 * random.normal()) };
    const found = await corrected(sequence, wrong);
    const before = errors(sequence, wrong);
    const after = errors(sequence, { ...wrong, rest: found });
    after.forEach((e, i) => {
      expect(e).toBeLessThanOrEqual(before[i] * (1 + 1e-9) + 1e-12);
    });
    for (let i = 0; i < sequence.vertexCount; i += 11) {
      const { offsets, bones, values } = wrong.weights;
      const rows: number[][] = [];
      const right: number[] = [];
      for (let k = 0; k < sequence.frameCount; k++) {
        for (let r = 0; r < 3; r++) {
          const row = [0, 0, 0, 0];
          for (let e = offsets[i]; e < offsets[i + 1]; e++) {
            const m = (k * wrong.bones.length + bones[e]) * 12 + 4 * r;
            for (let c = 0; c < 4; c++) row[c] += values[e] * wrong.motion[m + c];
          }
          rows.push(row.slice(0, 3));
          right.push(frameOf(sequence, k)[3 * i + r] - row[3]);
        }
      }
      const best = solve(new Matrix(rows), Matrix.columnVector(right), true).to1DArray();
      best.forEach((x, c) => {
        expect(found[3 * i + c]).toBeCloseTo(x, 4);
      });
    }
  });

  it("keeps vertices whose position the motion does not determine", async () => {
    const sequence = staticCube();
    const { vertexCount, frameCount } = sequence;
    const flat = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0.5];
    const rig: Rig = {
      version: 1,
      bones: [{ name: "flat", parent: -1, head: [0, 0, 0] }],
      boneKind: "affine",
      weights: {
        version: 1,
        offsets: Uint32Array.from({ length: vertexCount + 1 }, (_, i) => i),
        bones: new Uint16Array(vertexCount),
        values: new Float32Array(vertexCount).fill(1),
      },
      motion: Float32Array.from({ length: 12 * frameCount }, (_, n) => flat[n % 12]),
      rest: sequence.rest.slice(),
    };
    expect(await corrected(sequence, rig)).toEqual(sequence.rest);
  });
});
