/** Limits of joints, tested with rotations composed of a swing and a twist. */
import fc from "fast-check";
import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { cross, dot, unit } from "../../math/vectors";
import { poseMatrices, restPose } from "../../model/rig/pose";
import type { Bone, Rig } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { numbersBetween } from "../../testing/numbers-between";
import { atLimit, swingTwist, withinLimits } from "./joint-limits";
import { stopAtLimits } from "./limit-stop";
import { LIMIT_MARGIN, limitsOfMotion } from "./motion-limits";
import { about, type Turn, after as turnAfter } from "./turns";

const number = numbersBetween(-1, 1);
const direction = fc
  .tuple(number, number, number)
  .map((p) => unit(p as Point, 0.1))
  .filter((p): p is Point => p !== null);
/** A unit axis, and another across it. */
const frames = fc
  .tuple(direction, direction)
  .filter(([a, b]) => Math.abs(dot(a, b)) < 0.9)
  .map(([axis, other]) => ({ axis, across: unit(cross(axis, other))! }));
const swings = numbersBetween(0.01, 3.1);
const twists = numbersBetween(-3.1, 3.1);

const alike = (a: Turn, b: Turn) => Math.abs(new Quaternion(...a).dot(new Quaternion(...b)));

describe("a rotation", () => {
  it("equals its twist about the axis, followed by its swing across it", () => {
    fc.assert(
      fc.property(frames, swings, twists, fc.boolean(), ({ axis, across }, swing, twist, opposite) => {
        const q = turnAfter(about(across, swing), about(axis, twist));
        const found = swingTwist(opposite ? (q.map((x) => -x) as Turn) : q, axis);
        expect(found.twist).toBeCloseTo(twist, 6);
        expect(alike(found.swing, about(across, swing))).toBeCloseTo(1, 9);
      }),
    );
  });

  it("of half a turn across the axis has no twist", () => {
    const { swing, twist } = swingTwist([1, 0, 0, 0], [0, 1, 0]);
    expect(twist).toBe(0);
    expect(swing).toEqual([1, 0, 0, 0]);
  });

  it("about the axis is only a twist, from −π to π", () => {
    expect(swingTwist(about([0, 1, 0], 1), [0, 1, 0]).twist).toBeCloseTo(1, 12);
    expect(swingTwist(about([0, 1, 0], -3), [0, 1, 0]).twist).toBeCloseTo(-3, 12);
    expect(swingTwist(about([0, 1, 0], 4), [0, 1, 0]).twist).toBeCloseTo(4 - 2 * Math.PI, 12);
    expect(swingTwist(about([0, 1, 0], -4), [0, 1, 0]).twist).toBeCloseTo(2 * Math.PI - 4, 12);
    expect(swingTwist([0, 1, 0, 0], [0, 1, 0]).twist).toBeCloseTo(Math.PI, 12);
    expect(swingTwist([0, -1, 0, 0], [0, 1, 0]).twist).toBeCloseTo(Math.PI, 12);
  });
});

describe("limits of a joint", () => {
  const limits = { swing: 0.8, twist: [-0.5, 0.25] as [number, number] };

  it("clamp the angles of swing and twist independently", () => {
    fc.assert(
      fc.property(frames, swings, twists, ({ axis, across }, swing, twist) => {
        const q = turnAfter(about(across, swing), about(axis, twist));
        const kept = withinLimits(q, axis, limits);
        const expected = turnAfter(
          about(across, Math.min(swing, 0.8)),
          about(axis, Math.min(0.25, Math.max(-0.5, twist))),
        );
        expect(alike(kept, expected)).toBeCloseTo(1, 8);
        expect(Math.hypot(...kept)).toBeCloseTo(1, 9);
        const isWithin = swing <= 0.8 && twist >= -0.5 && twist <= 0.25;
        if (isWithin) expect(alike(kept, q)).toBeCloseTo(1, 12);
      }),
    );
  });

  it("return the same numbers within limits, or without limits", () => {
    const q: Turn = about([1, 0, 0], 0.3);
    expect(withinLimits(q, [0, 1, 0], limits)).toEqual(q);
    expect(withinLimits(q, [0, 1, 0], undefined)).toEqual(q);
  });

  it("clamp a twist without a swing", () => {
    const kept = withinLimits(about([0, 1, 0], 2), [0, 1, 0], limits);
    expect(alike(kept, about([0, 1, 0], 0.25))).toBeCloseTo(1, 12);
  });

  it("clamp a swing to the same side if it is given by the negated quaternion", () => {
    const q = about([1, 0, 0], 2);
    const kept = withinLimits(q.map((x) => -x) as Turn, [0, 1, 0], limits);
    expect(alike(kept, about([1, 0, 0], 0.8))).toBeCloseTo(1, 12);
  });
});

it("a joint beyond its cone turns freely as long as it leans no farther out", () => {
  const limits = { swing: 0.5, twist: [-Math.PI, Math.PI] as [number, number] };
  const up: Point = [0, 1, 0];
  const leans = about([1, 0, 0], 0.9);
  expect(stopAtLimits((angle) => turnAfter(about(up, angle), leans), 2, up, limits)).toBe(2);
  // As it comes upright it enters the cone, and stops where it would leave the cone on the other side.
  expect(stopAtLimits((angle) => about([1, 0, 0], 0.9 - angle), 2, up, limits)).toBeCloseTo(1.4, 3);
  expect(stopAtLimits((angle) => about([1, 0, 0], 0.9 + angle), 2, up, limits)).toBeLessThan(1e-3);
});

it("a joint at a limit of its twist is at its limit, on either side", () => {
  const limits = { swing: 1, twist: [-0.5, 0.25] as [number, number] };
  const isAt = (swing: number, twist: number) =>
    atLimit(turnAfter(about([1, 0, 0], swing), about([0, 1, 0], twist)), [0, 1, 0], limits);
  expect([isAt(0, 0), isAt(0.9, -0.4), isAt(0.5, 0.2)]).toEqual([false, false, false]);
  expect([isAt(0.999, 0), isAt(0, -0.499), isAt(0, 0.249), isAt(1.2, 0), isAt(0, 2)]).toEqual(
    new Array(5).fill(true),
  );
});

describe("limits from a motion", () => {
  const bones: Bone[] = [
    { name: "root", parent: -1, head: [0, 0, 0] },
    { name: "arm", parent: 0, head: [0, 1, 0] },
    { name: "hand", parent: 1, head: [0, 2, 0] },
  ];
  /** The arm's twists about y and swings about x in each frame. */
  function limitsOf(parts: [twist: number, swing: number][], margin?: number) {
    const motion = new Float32Array(12 * 3 * parts.length);
    parts.forEach(([twist, swing], k) => {
      const pose = restPose(bones);
      pose.rotations.set(turnAfter(about([1, 0, 0], swing), about([0, 1, 0], twist)), 4);
      motion.set(poseMatrices(bones, pose), 36 * k);
    });
    return limitsOfMotion({ bones, motion } as Rig, margin)[1]!;
  }

  it("are the least and greatest twist and the greatest swing, plus the margin", () => {
    const found = limitsOf(
      [
        [0.5, -0.3],
        [-0.25, 0.75],
        [0.1, 0.2],
      ],
      0.1,
    );
    expect(found.swing).toBeCloseTo(0.85, 4);
    expect(found.twist[0]).toBeCloseTo(-0.35, 4);
    expect(found.twist[1]).toBeCloseTo(0.6, 4);
    expect(LIMIT_MARGIN).toBeCloseTo((10 * Math.PI) / 180, 12);
    expect(limitsOf([[0.5, 0]]).twist[1]).toBeCloseTo(0.5 + Math.PI / 18, 4);
    // The rest pose is always within limits.
    expect(limitsOf([[0.5, 0]]).twist[0]).toBeCloseTo(-Math.PI / 18, 4);
  });

  it("are at most half a turn in each direction", () => {
    const found = limitsOf(
      [
        [3, 0],
        [-3, 3],
      ],
      0.5,
    );
    expect(found).toEqual({ swing: Math.PI, twist: [-Math.PI, Math.PI] });
  });
});

it("the swing is the angle by which the bone's direction turns", () => {
  fc.assert(
    fc.property(frames, swings, twists, ({ axis, across }, swing, twist) => {
      const q = turnAfter(about(across, swing), about(axis, twist));
      const moved = new Vector3(...axis).applyQuaternion(new Quaternion(...q));
      expect(moved.angleTo(new Vector3(...axis))).toBeCloseTo(swing, 6);
    }),
  );
});
