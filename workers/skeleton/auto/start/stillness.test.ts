import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { limbs } from "../../testing/limbs";
import { stillnessOf } from "./stillness";

/** The mean over the vertices that two bones move together. */
function meanAt(values: Float32Array, { rig: { weights } }: ReturnType<typeof limbs>, bone: number): number {
  const some = Array.from(values.keys()).filter((i) => {
    const row = Array.from(weights.bones.subarray(weights.offsets[i], weights.offsets[i + 1]));
    return row.length > 1 && row.includes(bone) && row.includes(bone - 1);
  });
  return some.reduce((sum, i) => sum + values[i], 0) / some.length;
}

describe("stillness", () => {
  it("is larger around a joint that turns less", async () => {
    // The joint of bone 3 turns a tenth of what the others do.
    const truth = limbs([-1, 0, 1, 2, 3], 11, { slight: [3] });
    const found = await stillnessOf(truth.sequence, truth.parents.length, UNWATCHED);
    for (const other of [1, 2, 4])
      expect(meanAt(found, truth, 3)).toBeGreaterThan(5 * meanAt(found, truth, other));
  });

  it("does not depend on how the whole moves", async () => {
    const { sequence } = limbs([-1, 0, 1], 13);
    const shifted = sequence.frames.map((x, at) => {
      const k = Math.floor(at / (3 * sequence.vertexCount));
      return at % 3 === 0 ? x + 5 * k : x;
    });
    const [a, b] = [
      await stillnessOf(sequence, 3, UNWATCHED),
      await stillnessOf({ ...sequence, frames: shifted }, 3, UNWATCHED),
    ];
    a.forEach((x, i) => {
      expect(Math.abs(b[i] / x - 1)).toBeLessThan(0.02);
    });
  });
});
