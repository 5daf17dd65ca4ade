import { describe, expect, it } from "vitest";
import { blendPositions } from "../../../../workers/model/rig/blend-positions";
import { bendingBar } from "../../../../workers/testing/sequences";
import { posedVertex } from "./vertex-marks";

describe("posedVertex", () => {
  it("matches the blended position of the whole mesh", () => {
    const { rig } = bendingBar();
    const frame = 5;
    const size = 12 * rig.bones.length;
    const matrices = rig.motion.subarray(frame * size, (frame + 1) * size);
    const all = blendPositions(rig, frame, new Float32Array(rig.rest.length));
    for (let i = 0; i < rig.rest.length / 3; i += 7) {
      posedVertex({ rig, matrices }, i)
        .toArray()
        .forEach((x, c) => {
          expect(x).toBeCloseTo(all[3 * i + c], 5);
        });
    }
  });
});
