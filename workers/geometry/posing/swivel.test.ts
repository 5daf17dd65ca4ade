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
      const { pose } = swivelled(
        { bones, pose: restPose(bones), end, pins: [], keepLimits: true },
        [0, 1],
        1,
        towards,
      );
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
      const ask = { bones, pose: restPose(bones), end, pins: [], keepLimits: true };
      const { pose, angle, stopped } = swivelled(ask, [0, 1], 1, towards);
      expect(distance(placed(bones, pose, 1, end.point), end.point)).toBeLessThan(1e-5);
      const free = swivelled({ ...ask, keepLimits: false }, [0, 1], 1, towards);
      expect(stopped).toBe(Math.abs(free.angle - angle) > 1e-9);
      // A turn about a line near the bone's own direction is nearly all twist.
      expect(Math.abs(angle)).toBeLessThan(0.4);
    }),
  );
  const stepped = swivelled(
    { bones, pose: restPose(bones), end, pins: [], keepLimits: false },
    [0, 1],
    1,
    [0, 1, -1],
    0.5,
  );
  expect(Math.abs(stepped.angle / 0.5 - Math.round(stepped.angle / 0.5))).toBeLessThan(1e-12);
});

it("a pinned paw below the bend stays in place, or ends the swing", () => {
  const bones: Bone[] = [
    { name: "spine", parent: -1, head: [0, 0, 0] },
    { name: "chest", parent: 0, head: [1, 0, -0.3] },
    { name: "leg", parent: 0, head: [1, 0, -0.4] },
    { name: "shin", parent: 2, head: [1.1, 0, -0.8] },
  ];
  const end = { bone: 1, point: [2, 0, 0] as Point };
  const paw: Point = [1, 0, -1.1];
  const pins = [{ bone: 3, point: paw, place: paw }];
  fc.assert(
    fc.property(direction, (towards) => {
      const ask = { bones, pose: restPose(bones), end, pins, keepLimits: false };
      const { pose, angle, heldBack } = swivelled(ask, [0, 1], 1, towards);
      expect(distance(placed(bones, pose, 3, paw), paw)).toBeLessThan(0.01);
      expect(distance(placed(bones, pose, 1, end.point), end.point)).toBeLessThan(1e-5);
      const free = swivelled({ ...ask, pins: [] }, [0, 1], 1, towards);
      expect(Math.abs(angle)).toBeLessThanOrEqual(Math.abs(free.angle) + 1e-12);
      if (!heldBack) expect(angle).toBeCloseTo(free.angle, 9);
    }),
  );
});
