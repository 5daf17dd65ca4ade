import { expect, it } from "vitest";
import { denseCase } from "../testing/dense-case";
import { examplesOfFrames } from "./examples";
import { nearOrigin } from "./near-origin";

it("moves rest pose, motion and targets together, so that residuals stay", () => {
  const { sequence, rig } = denseCase(51, { bones: 4 });
  const { rig: moved, examples } = nearOrigin(rig, examplesOfFrames(sequence, rig, null));
  const B = rig.bones.length;
  for (let k = 0; k < sequence.frameCount; k++) {
    for (let n = 0; n < rig.rest.length; n += 3) {
      for (let r = 0; r < 3; r++) {
        const at = 12 * (k * B + (n % B)) + 4 * r;
        const place = (motion: Float32Array, rest: Float32Array) =>
          motion[at] * rest[n] + motion[at + 1] * rest[n + 1] + motion[at + 2] * rest[n + 2] + motion[at + 3];
        const target = k * rig.rest.length + n + r;
        const before = place(rig.motion, rig.rest) - sequence.frames[target];
        expect(place(examples.motion, moved.rest) - examples.targets[target]).toBeCloseTo(before, 4);
      }
    }
  }
  const middle = [0, 1, 2].map((c) => {
    const along = moved.rest.filter((_, n) => n % 3 === c);
    return Math.max(...along) + Math.min(...along);
  });
  for (const x of middle) expect(x).toBeCloseTo(0, 5);
});
