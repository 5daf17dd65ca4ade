import { describe, expect, it } from "vitest";
import { clothOf } from "../../formats/gltf/testing/exported-rigs";
import { oneThread } from "../../kernels/one-thread";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import type { GroundTruth } from "../../testing/sequences";
import { strictCloth } from "../../testing/strict-rigs";
import { fewerBones } from "./fewer-bones";

function errorOf({ sequence }: GroundTruth, rig: Rig): number {
  let sum = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    blendPositions(rig, k, new Float64Array(rig.rest.length)).forEach((x, c) => {
      sum += (x - sequence.frames[k * rig.rest.length + c]) ** 2;
    });
  }
  return sum;
}

const fewer = ({ sequence, rig }: GroundTruth, count: number) =>
  fewerBones(sequence, rig, count, oneThread, UNWATCHED);

describe.each([
  ["without a hierarchy", clothOf(8, 3, true, 5)],
  ["with one", strictCloth({ bones: 8, frames: 9, size: 7 })],
  ["with several roots", strictCloth({ bones: 8, roots: 3, frames: 9, size: 7 })],
])("a rig %s", (_, truth) => {
  it("keeps the most useful bones, down to one, with an error that grows with each removed bone", async () => {
    let before = 0;
    for (const count of [7, 4, 1]) {
      const { rig, kept } = await fewer(truth, count);
      expect(rig.bones.map(({ name }) => name)).toEqual([...kept].map((j) => truth.rig.bones[j].name));
      expect(rig.bones).toHaveLength(count);
      rig.bones.forEach(({ parent }, j) => {
        expect(parent).toBeLessThan(j);
      });
      const error = errorOf(truth, rig);
      expect(error).toBeGreaterThanOrEqual(0.999 * before);
      before = error;
    }
  });

  it("removes the bone without which the error is least", async () => {
    const { rig, kept } = await fewer(truth, 7);
    const gone = truth.rig.bones.findIndex((__, j) => !kept.includes(j));
    expect(gone).toBeGreaterThanOrEqual(0);
    const { bones, weights } = truth.rig;
    const without = (j: number) => {
      const others = bones.findIndex((__, n) => n !== j);
      const to = weights.bones.map((own) => (own === j ? others : own));
      return errorOf(truth, { ...truth.rig, weights: { ...weights, bones: to } });
    };
    expect(errorOf(truth, rig)).toBeLessThanOrEqual(Math.min(...bones.map((__, j) => without(j))));
  });
});

it("returns the rig itself if it has few enough bones", async () => {
  const truth = clothOf(4, 3, false, 2);
  expect((await fewer(truth, 4)).rig).toBe(truth.rig);
});
