import { expect, it } from "vitest";
import { axesMatrix } from "./axes";
import { placedBone } from "./placed-bone";
import type { Bone } from "./rig";

const QUARTER = Math.SQRT1_2;
/** y becomes z, and z becomes −y. */
const UP = [1, 0, 0, 0, 0, -1, 0, 1, 0];

it("turns and scales all parts of a bone", () => {
  const bone: Bone = {
    name: "hand",
    parent: 0,
    head: [0, 0, 0],
    axes: [0, 0, 0, 1],
    tip: [1, 2, 3],
    limits: { swing: 1, twist: [-1, 1], hinge: { axis: [0, 1, 0], range: [0, 2] } },
  };
  const placed = placedBone(bone, [4, 5, 6], UP, 100);
  expect(placed).toMatchObject({ name: "hand", head: [4, 5, 6], tip: [100, -300, 200] });
  expect(placed.limits).toEqual({ swing: 1, twist: [-1, 1], hinge: { axis: [0, 0, 1], range: [0, 2] } });
  for (const [n, x] of axesMatrix(placed.axes!).entries()) expect(x).toBeCloseTo(UP[n], 6);
  expect(placed.axes![3]).toBeCloseTo(QUARTER, 6);
});

it("adds no part that a bone does not have", () => {
  const bone: Bone = { name: "root", parent: -1, head: [1, 0, 0] };
  expect(placedBone(bone, [2, 0, 0], UP, 1)).toEqual({ ...bone, head: [2, 0, 0] });
});
