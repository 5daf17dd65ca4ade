import { describe, expect, it } from "vitest";
import type { Bone } from "../../model/rig/rig";
import { packWeights } from "../../testing/rigs";
import { carriesBody, movingBones } from "./carries-body";

/** Two idle joints above the hips, as in many files for engines, and a leg and a spine below them. */
const PARENTS = [-1, 0, 1, 2, 2, 4];
const bones = PARENTS.map((parent, j): Bone => ({ name: `bone ${j}`, parent, head: [0, j, 0] }));
const weights = packWeights([
  [[2, 1]],
  [
    [3, 0.5],
    [4, 0.5],
  ],
  [
    [5, 1],
    [1, 0],
  ],
]);

describe("the bones that carry a body", () => {
  it("are the root and the hips below joints that move nothing", () => {
    const moves = movingBones({ bones, weights });
    expect([...moves]).toEqual([0, 0, 1, 1, 1, 1]);
    expect([...bones.keys()].filter((j) => carriesBody(bones, j, moves))).toEqual([0, 1, 2]);
  });

  it("are only the root in a rig without weights", () => {
    const moves = movingBones({ bones, weights: packWeights([]) });
    expect([...bones.keys()].filter((j) => carriesBody(bones, j, moves))).toEqual([0]);
  });
});
