import { expect, it } from "vitest";
import { restPose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { swivelled } from "./pinned-reach";
import { swingGrip } from "./swing-grip";

const limb = (off: number): Bone[] => [
  { name: "upper", parent: -1, head: [0, 0, 0] },
  { name: "lower", parent: 0, head: [1, 0, off] },
];
const END: Point = [2, 0, 0];

/** The swing of a limb whose joint lies `off` beside the line, after a drag across it. */
function swingOf(off: number, drag: number): number {
  const bones = limb(off);
  const grip = swingGrip(bones[0].head as Point, END, bones[1].head as Point);
  const ask = { bones, pose: restPose(bones), end: { bone: 1, point: END }, pins: [], keepLimits: false };
  return swivelled(ask, [0, 1], 1, [grip[0], grip[1] + drag, grip[2]]).angle;
}

it("a bent limb follows the pointer: its joint is the grip", () => {
  expect(swingGrip([0, 0, 0], END, [1, 0, 0.6])).toEqual([1, 0, 0.6]);
  expect(Math.abs(swingOf(0.6, 0.6))).toBeCloseTo(Math.PI / 4, 9);
});

it("a small drag of a nearly straight limb is a small swing", () => {
  for (const off of [1e-6, 1e-3, 0.05]) expect(Math.abs(swingOf(off, 0.04))).toBeCloseTo(Math.atan(0.1), 6);
});

it("a straight limb, and one without length, have their joint as the grip", () => {
  expect(swingGrip([0, 0, 0], END, [1, 0, 0])).toEqual([1, 0, 0]);
  expect(swingGrip([1, 2, 3], [1, 2, 3], [4, 5, 6])).toEqual([4, 5, 6]);
});
