import { describe, expect, it } from "vitest";
import { oneThread } from "../../kernels/one-thread";
import { blendPositions } from "../../model/rig/blend-positions";
import { UNWATCHED } from "../../model/task";
import { denseCase } from "../testing/dense-case";
import { positionsOfRig } from "./positions-of-rig";

describe("positions of a rig from the kernels", () => {
  it("equal the positions of blendPositions in every frame", async () => {
    const { rig } = denseCase(5);
    const frames = rig.motion.length / (12 * rig.bones.length);
    const found = await positionsOfRig(rig, oneThread, UNWATCHED);
    expect(found.length).toBe(frames * rig.rest.length);
    for (let k = 0; k < frames; k++) {
      const expected = blendPositions(rig, k, new Float32Array(rig.rest.length));
      const own = found.subarray(k * rig.rest.length, (k + 1) * rig.rest.length);
      expected.forEach((x, n) => {
        expect(Math.abs(own[n] - x)).toBeLessThan(1e-5);
      });
    }
  });
});
