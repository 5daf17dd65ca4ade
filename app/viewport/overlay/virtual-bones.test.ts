import { expect, it } from "vitest";
import { virtualPlaces } from "../../../workers/model/rig/two-layer";
import { plantedStrip } from "../../../workers/reduce/two-layer/testing/layered-rigs";
import { turnAbout } from "../../../workers/testing/rigs";
import { placesInPose } from "./virtual-bones";

const { rig } = plantedStrip(4);
const layers = rig.twoLayer!;

/** The same matrix for every bone. */
const all = (matrix: number[]) => Float32Array.from(rig.bones.flatMap(() => matrix));

it("virtual bones are placed where they act at rest, and travel with a rig that moves as a whole", () => {
  const rest = virtualPlaces(layers, rig.rest);
  const still = placesInPose(rig, layers, all([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])).positions;
  const turn = turnAbout([0, 0, 1], 1.1, [3, 1, 0], [0, 5, 2]);
  const moved = placesInPose(rig, layers, all(turn)).positions;
  for (let r = 0; r < rest.length / 3; r++) {
    const [x, y, z] = rest.subarray(3 * r, 3 * r + 3);
    for (let c = 0; c < 3; c++) {
      expect(still[3 * r + c]).toBeCloseTo(rest[3 * r + c], 4);
      const row = turn.slice(4 * c, 4 * c + 4);
      expect(moved[3 * r + c]).toBeCloseTo(row[0] * x + row[1] * y + row[2] * z + row[3], 4);
    }
  }
});

it("a virtual bone has the colour of its strongest bone", () => {
  const { bones } = placesInPose(rig, layers, all([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]));
  const { offsets, bones: of, values } = layers.virtual;
  bones.forEach((bone, r) => {
    const row = values.subarray(offsets[r], offsets[r + 1]);
    expect(of[offsets[r] + row.indexOf(Math.max(...row))]).toBe(bone);
  });
});
