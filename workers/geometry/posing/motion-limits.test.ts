import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unit } from "../../math/vectors";
import { type Pose, poseMatrices, restPose } from "../../model/rig/pose";
import type { Bone, Rig } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { numbersBetween } from "../../testing/numbers-between";
import { hingeOfMotion, limitsOfMotion } from "./motion-limits";
import { about } from "./turns";

const BONES: Bone[] = [
  { name: "upper", parent: -1, head: [0, 0, 0] },
  { name: "lower", parent: 0, head: [1, 0, 0] },
  { name: "tip", parent: 1, head: [2, 0, 0] },
];

/** A rig whose second bone turns about an axis by these angles, frame by frame. */
function turning(axis: Point, angles: readonly number[]): Rig {
  const poses = angles.map((angle): Pose => {
    const pose = restPose(BONES);
    pose.rotations.set(about(axis, angle), 4);
    return pose;
  });
  const motion = new Float32Array(poses.flatMap((pose) => [...poseMatrices(BONES, pose)]));
  return { bones: BONES, motion } as unknown as Rig;
}

const component = numbersBetween(-1, 1);
const direction = fc
  .tuple(component, component, component)
  .filter((v) => Math.hypot(...v) > 0.2)
  .map((v) => unit(v)!);

describe("the hinge of a motion", () => {
  it("has the axis of the turns and their range, with the larger turns positive", () => {
    fc.assert(
      fc.property(
        direction,
        fc.array(numbersBetween(-2.5, 1), { minLength: 2, maxLength: 6 }),
        (axis, some) => {
          const angles = [...some, -2.6];
          const hinge = hingeOfMotion(turning(axis, angles), 1, 0)!;
          axis.forEach((x, c) => {
            expect(hinge.axis[c]).toBeCloseTo(-x, 3);
          });
          expect(hinge.range[0]).toBeCloseTo(-Math.max(0, ...angles), 3);
          expect(hinge.range[1]).toBeCloseTo(2.6, 3);
        },
      ),
    );
  });

  it("has a margin, and does not exist if the joint hardly turns", () => {
    const rig = turning([0, 0, 1], [0, 0.5, 1]);
    const { axis, range } = hingeOfMotion(rig, 1, 0.1)!;
    [0, 0, 1].forEach((x, c) => {
      expect(axis[c]).toBeCloseTo(x, 4);
    });
    expect(range[0]).toBeCloseTo(-0.1, 4);
    expect(range[1]).toBeCloseTo(1.1, 4);
    expect(hingeOfMotion(turning([0, 0, 1], [0, 0.04]), 1)).toBeNull();
  });
});

describe("the limits of a motion", () => {
  it("contain every turn: its swing away from the bone and its twist about the bone", () => {
    const [root, bent] = limitsOfMotion(turning([0, 0, 1], [0, 0.7, -0.4]), 0);
    expect(root).toBeNull();
    expect(bent!.swing).toBeCloseTo(0.7, 4);
    for (const angle of bent!.twist) expect(angle).toBeCloseTo(0, 4);
    const twisted = limitsOfMotion(turning([1, 0, 0], [0.3, -0.8]), 0.1)[1]!;
    expect(twisted.swing).toBeCloseTo(0.1, 4);
    expect(twisted.twist[0]).toBeCloseTo(-0.9, 4);
    expect(twisted.twist[1]).toBeCloseTo(0.4, 4);
  });
});
