import { describe, expect, it } from "vitest";
import { restPose } from "../../../../workers/model/rig/pose";
import { bendingBar } from "../../../../workers/testing/sequences";
import { posePicture } from "./pose-picture";

const { sequence, rig } = bendingBar();
const covered = (data: Uint8ClampedArray) => data.filter((_, n) => n % 4 === 3 && data[n] === 255).length;

describe("posePicture", () => {
  it("shows the whole mesh with a margin, for every up axis", () => {
    for (const upAxis of ["x", "y", "z"] as const) {
      const { data, width, height } = posePicture({ ...sequence, upAxis }, rig, restPose(rig.bones), 80, 60);
      expect(covered(data)).toBeGreaterThan(60);
      const alpha = (column: number, row: number) => data[4 * (row * width + column) + 3];
      for (let column = 0; column < width; column++) {
        expect(alpha(column, 0)).toBe(0);
        expect(alpha(column, height - 1)).toBe(0);
      }
      for (let row = 0; row < height; row++) {
        expect(alpha(0, row)).toBe(0);
        expect(alpha(width - 1, row)).toBe(0);
      }
    }
  });

  it("is the same for the same pose, and different for another", () => {
    const bent = restPose(rig.bones);
    const last = rig.bones.length - 1;
    bent.rotations.set([Math.SQRT1_2, 0, 0, Math.SQRT1_2], 4 * last);
    const rest = posePicture(sequence, rig, restPose(rig.bones, "Other"), 80, 60);
    expect(posePicture(sequence, rig, restPose(rig.bones), 80, 60).data).toEqual(rest.data);
    expect(posePicture(sequence, rig, bent, 80, 60).data).not.toEqual(rest.data);
  });
});
