import { describe, expect, it } from "vitest";
import { FIT_DEFAULTS } from "../../model/skeleton/fit/fit-settings";
import { limbs } from "../testing/limbs";
import { startRig } from "./start-rig";

const { sequence, rig } = limbs([-1, 0, 1], 3, { frames: 5 });
const brought = { bones: rig.bones, motion: rig.motion, weights: rig.weights, rest: null };
const imported = (change: object) =>
  startRig({ sequence, skeleton: { ...brought, ...change }, settings: { ...FIT_DEFAULTS, influences: 2 } });

describe("an imported skeleton", () => {
  it("keeps its bones, its clip and its weights bit for bit", () => {
    const { bones, motion, weights, rest, boneKind } = imported({});
    expect({ bones, motion, weights }).toEqual({
      bones: rig.bones,
      motion: rig.motion,
      weights: rig.weights,
    });
    expect(rest).toBe(sequence.rest);
    expect(boneKind).toBe("rigid");
  });

  it("deforms the mesh in the bind pose if that differs from the rest pose", () => {
    const rest = sequence.rest.map((x) => x + 1);
    expect(imported({ rest }).rest).toBe(rest);
  });

  it("rests in all frames without a clip", () => {
    const { motion } = imported({ motion: null });
    expect(motion).toHaveLength(12 * rig.bones.length * sequence.frameCount);
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    expect(motion.every((x, at) => x === identity[at % 12])).toBe(true);
  });

  it("without weights gets weights that sum to one, for at most the requested number of bones", () => {
    const { offsets, values, bones } = imported({ weights: null }).weights;
    expect(offsets).toHaveLength(sequence.vertexCount + 1);
    for (let i = 0; i < sequence.vertexCount; i++) {
      const row = values.subarray(offsets[i], offsets[i + 1]);
      expect(row.length).toBeGreaterThan(0);
      expect(row.length).toBeLessThanOrEqual(2);
      expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 5);
    }
    expect(bones.every((j) => j < rig.bones.length)).toBe(true);
  });
});
