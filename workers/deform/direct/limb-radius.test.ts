import { expect, it } from "vitest";
import type { Bone } from "../../model/rig/rig";
import { carryToVertices, limbStrengths } from "./limb-radius";

/** An arm of two equally long bones along x, and one finger that goes up from the middle joint. */
const BONES: Bone[] = [
  { name: "upper", parent: -1, head: [0, 0, 0] },
  { name: "lower", parent: 0, head: [4, 0, 0] },
  { name: "finger", parent: 0, head: [0, 2, 0] },
];
const WEIGHTS = {
  offsets: Uint32Array.of(0, 1, 3, 4, 5),
  bones: Uint16Array.of(0, 0, 1, 1, 2),
  values: Float32Array.of(1, 0.25, 0.75, 1, 1),
};

it("strengths are weighted distances to the nearest segment of each bone, relative to the largest", () => {
  // Vertex 0 is 1 away from the finger; vertex 1 is 2 and √5 away; vertex 2 is 5 beyond the end of the lower arm.
  const rest = [1, 1, 0, 3, 0, 2, 11, 4, 0, 0, 3.5, 0];
  const found = limbStrengths(rest, WEIGHTS, BONES);
  [1, 0.25 * 2 + 0.75 * Math.sqrt(5), 5, 0].forEach((distance, i) => {
    expect(found[i]).toBeCloseTo(distance / 5, 12);
  });
});

it("strengths are 1 where all vertices lie on their bones", () => {
  expect([...limbStrengths([1, 0, 0, 4, 0, 0, 5, 0, 0, 0, 2.5, 0], WEIGHTS, BONES)]).toEqual([1, 1, 1, 1]);
});

it("values of bones are carried to vertices by weight", () => {
  expect([...carryToVertices([4, 8, 3], WEIGHTS)]).toEqual([4, 7, 8, 3]);
});
