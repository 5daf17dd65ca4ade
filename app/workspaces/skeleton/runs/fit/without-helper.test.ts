import { describe, expect, it } from "vitest";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { withoutHelper } from "./without-helper";

const { rig: loose } = bendingBar({ bones: 3, frames: 2 });
const rig: Rig = { ...loose, bones: loose.bones.map((bone, j) => ({ ...bone, parent: Math.min(0, j - 1) })) };

describe("a rig without a helper", () => {
  const { bones, motion, weights } = withoutHelper(rig, 2);

  it("has the other bones and their motion", () => {
    expect(bones.map(({ name }) => name)).toEqual(rig.bones.slice(0, 2).map(({ name }) => name));
    expect(motion!.subarray(0, 24)).toEqual(rig.motion.subarray(0, 24));
    expect(motion!.subarray(24)).toEqual(rig.motion.subarray(36, 60));
  });

  it("gives what it moved to the bone that it hung on", () => {
    const { offsets, bones: ids, values } = weights!;
    const { offsets: before, bones: were, values: had } = rig.weights;
    for (let i = 0; i + 1 < offsets.length; i++) {
      let [sum, own] = [0, 0];
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        sum += values[e];
        if (ids[e] === 0) own += values[e];
      }
      let wanted = 0;
      for (let e = before[i]; e < before[i + 1]; e++) if (were[e] !== 1) wanted += had[e];
      expect(sum).toBeCloseTo(1, 5);
      expect(own).toBeCloseTo(wanted, 5);
    }
  });
});
