import fc from "fast-check";
import { expect, it } from "vitest";
import { distance, unit } from "../../math/vectors";
import { restPose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { swivelled } from "./pinned-reach";
import { direction, placed } from "./testing/chains";

it("an elbow swings about the line from shoulder to hand, which both stay in place", () => {
  fc.assert(
    fc.property(direction, (towards) => {
      const bones: Bone[] = [
        { name: "upperarm", parent: -1, head: [0, 0, 0] },
        { name: "forearm", parent: 0, head: [1, 0, -0.3] },
      ];
      const end = { bone: 1, point: [2, 0, 0] as Point };
      const { pose } = swivelled({ bones, pose: restPose(bones), end, keepLimits: true }, [0, 1], 1, towards);
      expect(distance(placed(bones, pose, 1, end.point), end.point)).toBeLessThan(1e-5);
      const elbow = placed(bones, pose, 1, bones[1].head);
      const across = unit([0, towards[1], towards[2]], 1e-6);
      if (across) expect(distance(unit([0, elbow[1], elbow[2]])!, across)).toBeLessThan(1e-4);
    }),
  );
});

it("a swinging elbow stops at the shoulder's limits, and the hand still stays in place", () => {
  const bones: Bone[] = [
    { name: "upperarm", parent: -1, head: [0, 0, 0], limits: { swing: 2, twist: [-0.3, 0.3] } },
    { name: "forearm", parent: 0, head: [1, 0, -0.3] },
  ];
  const end = { bone: 1, point: [2, 0, 0] as Point };
  fc.assert(
    fc.property(direction, (towards) => {
      const ask = { bones, pose: restPose(bones), end, keepLimits: true };
      const { pose, angle, stopped } = swivelled(ask, [0, 1], 1, towards);
      expect(distance(placed(bones, pose, 1, end.point), end.point)).toBeLessThan(1e-5);
      const free = swivelled({ ...ask, keepLimits: false }, [0, 1], 1, towards);
      expect(stopped).toBe(Math.abs(free.angle - angle) > 1e-9);
      // A turn about a line near the bone's own direction is nearly all twist.
      expect(Math.abs(angle)).toBeLessThan(0.4);
    }),
  );
  const stepped = swivelled(
    { bones, pose: restPose(bones), end, keepLimits: false },
    [0, 1],
    1,
    [0, 1, -1],
    0.5,
  );
  expect(Math.abs(stepped.angle / 0.5 - Math.round(stepped.angle / 0.5))).toBeLessThan(1e-12);
});
