import { describe, expect, it } from "vitest";
import { emptyTornRows, prunedBones, redundantBones } from "./prune";

describe("pruning", () => {
  it("removes the bones that equation 30 calls redundant, but not more than requested", () => {
    const masses = [100, 0.5, 20, 0.99, 0, 1.01];
    expect(redundantBones(masses, 2)).toEqual([1, 3, 4]);
    expect(redundantBones(masses, 4)).toEqual([1, 4]);
    expect(redundantBones(masses, 6)).toEqual([]);
    expect(redundantBones([5, 3, 4], 1)).toEqual([1]);
    expect(redundantBones([5, 3, 4], 1, true)).toEqual([1, 2]);
  });

  it("keeps the motion of the other bones, and empties the rows that lost a bone", () => {
    const h = 3;
    const motion = Float64Array.from({ length: 2 * h * 12 }, (_, n) => n);
    const ids = Int32Array.from([0, 1, 2, -1, 1, 2]);
    const values = Float64Array.from([0.5, 0.5, 1, 0, 0.25, 0.75]);
    const left = prunedBones({ motion, ids, values }, h, [1]);
    expect(Array.from(left.motion)).toEqual(
      [0, 2, 3, 5].flatMap((bone) => Array.from({ length: 12 }, (_, e) => 12 * bone + e)),
    );
    emptyTornRows(left, 2);
    expect(Array.from(left.ids)).toEqual([-1, -1, 1, -1, -1, -1]);
    expect(Array.from(left.values)).toEqual([0, 0, 1, 0, 0, 0]);
  });
});
