import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, minus, plus, scaled, unit } from "../../math/vectors";
import { type Pose, restPose } from "../../model/rig/pose";
import type { Bone, JointLimits } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { numbersBetween } from "../../testing/numbers-between";
import { swingTwist } from "./joint-limits";
import { PIN_HOLDS, type Pin, type ReachAsk, reachPinned } from "./pinned-reach";
import { boneDirection } from "./posed-bones";
import { chains, direction, heads, number, placed } from "./testing/chains";
import { about, after, angleOf, type Turn, turnAt } from "./turns";

const turns = fc.array(fc.tuple(direction, number), { minLength: 6, maxLength: 6 });

/** A pose with each joint turned by up to `most` radians about a random axis. */
function posedBy(bones: readonly Bone[], axes: [Point, number][], most: number): Pose {
  const pose = restPose(bones);
  bones.forEach((_, j) => {
    pose.rotations.set(about(axes[j][0], most * axes[j][1]), 4 * j);
  });
  return pose;
}

const ask = (of: Pick<ReachAsk, "bones" | "pose" | "end" | "target"> & Partial<ReachAsk>): ReachAsk => ({
  chain: of.bones.length,
  pins: [],
  keepLimits: true,
  ...of,
});

const sameLengths = (bones: readonly Bone[], before: Pose, after: Pose, except: readonly number[] = []) => {
  const [a, b] = [heads(bones, before), heads(bones, after)];
  bones.forEach(({ parent }, j) => {
    if (parent < 0 || except.includes(j)) return;
    expect(distance(b[j], b[parent])).toBeCloseTo(distance(a[j], a[parent]), 5);
  });
};

describe("reaching with a chain", () => {
  it("reaches every target within the chain's reach, and keeps the lengths of bones", () => {
    fc.assert(
      fc.property(chains, turns, turns, ({ bones, end, total }, from, to) => {
        const start = posedBy(bones, from, 1);
        const target = placed(bones, posedBy(bones, to, 3), end.bone, end.point);
        const { pose, missing } = reachPinned(ask({ bones, pose: start, end, target }));
        expect(distance(placed(bones, pose, end.bone, end.point), target)).toBeLessThan(1e-3 * total);
        expect(missing).toBeLessThan(1e-3 * total);
        sameLengths(bones, start, pose);
        expect(pose.translations).toEqual(start.translations);
      }),
      { numRuns: 300 },
    );
  });

  it("points straight at a target out of reach", () => {
    fc.assert(
      fc.property(chains, turns, direction, ({ bones, end, total }, from, way) => {
        const start = posedBy(bones, from, 1);
        const target = plus(bones[0].head, scaled(way, 1.5 * total));
        const { pose, missing } = reachPinned(ask({ bones, pose: start, end, target }));
        expect(missing).toBeCloseTo(0.5 * total, 4);
        heads(bones, pose)
          .slice(1)
          .forEach((p) => {
            const towards = unit(minus(p, bones[0].head))!;
            expect(distance(towards, way)).toBeLessThan(1e-4);
          });
      }),
    );
  });

  it("keeps the limits of joints, and reaches targets within them", () => {
    const limits: JointLimits = { swing: 1.2, twist: [-0.4, 0.3] };
    let reached = 0;
    let asked = 0;
    fc.assert(
      fc.property(chains, turns, turns, ({ bones: free, end, total }, from, to) => {
        const bones = free.map((bone) => ({ ...bone, limits }));
        // Only swings across the bones, within the cones and without twist.
        const within = (axes: [Point, number][]) => {
          const pose = restPose(bones);
          bones.forEach((_, j) => {
            const along = boneDirection(bones, j);
            const across = unit(minus(axes[j][0], scaled(along, dotOf(axes[j][0], along)))) ?? along;
            const turn: Turn = across === along ? [0, 0, 0, 1] : about(across, 1.1 * axes[j][1]);
            pose.rotations.set(after(turn, about(along, 0.2 * axes[j][1])), 4 * j);
          });
          return pose;
        };
        const target = placed(bones, within(to), end.bone, end.point);
        const { pose, missing } = reachPinned(ask({ bones, pose: within(from), end, target }));
        bones.forEach((_, j) => {
          const { swing, twist } = swingTwist(turnAt(pose.rotations, j), boneDirection(bones, j));
          expect(angleOf(swing)).toBeLessThan(limits.swing + 1e-4);
          expect(twist).toBeGreaterThan(limits.twist[0] - 1e-4);
          expect(twist).toBeLessThan(limits.twist[1] + 1e-4);
        });
        sameLengths(bones, within(from), pose);
        asked++;
        if (missing < 1e-2 * total) reached++;
      }),
      { numRuns: 200, seed: 7 },
    );
    // Cyclic coordinate descent may get stuck at a limit, although another bend would reach the target.
    expect(reached / asked).toBeGreaterThan(0.9);
  });

  it("turns hinges only about their axes, within their ranges, and reaches what such legs can reach", () => {
    let reached = 0;
    let asked = 0;
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    const leg: Bone[] = [
      { name: "thigh", parent: -1, head: [0, 2, 0], limits: { swing: 1.4, twist: [-0.5, 0.5] } },
      {
        name: "shin",
        parent: 0,
        head: [0, 1, 0.02],
        limits: { swing: 0, twist: [0, 0], hinge: { axis: [1, 0, 0], range: [0, 2.4] } },
      },
    ];
    const end = { bone: 1, point: [0, 0, 0] as Point };
    const posed = (swing: Point, angle: number, bend: number): Pose => {
      const pose = restPose(leg);
      const across = unit([swing[0], 0, swing[2]], 1e-6) ?? ([1, 0, 0] as Point);
      pose.rotations.set(about(across, angle), 0);
      pose.rotations.set(about([1, 0, 0], bend), 4);
      return pose;
    };
    fc.assert(
      fc.property(direction, part, part, direction, part, part, (a, b, c, d, e, f) => {
        const target = placed(leg, posed(d, 1.3 * e, 2.3 * f), 1, end.point);
        const { pose, missing } = reachPinned(
          ask({ bones: leg, pose: posed(a, 1.3 * b, 2.3 * c), end, target }),
        );
        const [x, y, z, w] = turnAt(pose.rotations, 1);
        expect(Math.hypot(y, z)).toBeLessThan(1e-6);
        const angle = 2 * Math.atan2(x, w);
        expect(angle).toBeGreaterThan(-1e-4);
        expect(angle).toBeLessThan(2.4 + 1e-4);
        asked++;
        if (missing < 0.02) reached++;
      }),
      { numRuns: 200, seed: 11 },
    );
    expect(reached / asked).toBeGreaterThan(0.9);
  });

  it("bends a straight leg at its hinge, in the direction that the hinge allows", () => {
    for (const range of [
      [0, 2],
      [-2, 0],
    ] as [number, number][]) {
      const bones: Bone[] = [
        { name: "thigh", parent: -1, head: [0, 2, 0] },
        {
          name: "shin",
          parent: 0,
          head: [0, 1, 0],
          limits: { swing: 0, twist: [0, 0], hinge: { axis: [1, 0, 0], range } },
        },
      ];
      const end = { bone: 1, point: [0, 0, 0] as Point };
      const { pose, missing } = reachPinned(ask({ bones, pose: restPose(bones), end, target: [0, 0.7, 0] }));
      expect(missing).toBeLessThan(1e-3);
      expect(Math.sign(turnAt(pose.rotations, 1)[0])).toBe(range[1] > 0 ? 1 : -1);
    }
  });

  it("bends a straight chain to a target on its own line", () => {
    const bones: Bone[] = [0, 1, 2].map((n) => ({ name: `${n}`, parent: n - 1, head: [0, n, 0] }));
    const end = { bone: 2, point: [0, 3, 0] as Point };
    const { missing } = reachPinned(ask({ bones, pose: restPose(bones), end, target: [0, 1.5, 0] }));
    expect(missing).toBeLessThan(1e-3);
  });

  it("turns only the bones of its chain", () => {
    const bones: Bone[] = [0, 1, 2, 3].map((n) => ({
      name: `${n}`,
      parent: n - 1,
      head: [0.1 * (n % 2), n, 0],
    }));
    const end = { bone: 3, point: [0, 4, 0] as Point };
    const { pose } = reachPinned(ask({ bones, pose: restPose(bones), end, target: [1, 3, 0], chain: 2 }));
    expect([...pose.rotations.subarray(0, 8)]).toEqual([...restPose(bones).rotations.subarray(0, 8)]);
    expect(angleOf(turnAt(pose.rotations, 2))).toBeGreaterThan(0.1);
  });
});

const dotOf = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe("pins", () => {
  // Hips with two bent legs and a spine.
  const bones: Bone[] = [
    { name: "hips", parent: -1, head: [0, 2, 0] },
    { name: "thigh_L", parent: 0, head: [0.2, 2, 0] },
    { name: "shin_L", parent: 1, head: [0.2, 1, 0.2] },
    { name: "thigh_R", parent: 0, head: [-0.2, 2, 0] },
    { name: "shin_R", parent: 3, head: [-0.2, 1, 0.2] },
    { name: "spine", parent: 0, head: [0, 2.1, 0] },
    { name: "arm", parent: 5, head: [0, 3, 0] },
  ];
  const soles: Pin[] = [2, 4].map((bone) => {
    const point: Point = [bone === 2 ? 0.2 : -0.2, 0, 0];
    return { bone, point, place: point };
  });
  const size = 3;

  it("hold within their tolerance wherever the hips go, and the hips go as far as the pins allow", () => {
    fc.assert(
      fc.property(direction, numbersBetween(0, 3), (way, far) => {
        const pose = restPose(bones);
        const end = { bone: 0, point: bones[0].head };
        const target = plus(bones[0].head, scaled(way, far));
        const result = reachPinned({ bones, pose, end, target, chain: 0, pins: soles, keepLimits: true });
        for (const { bone, point, place } of soles) {
          expect(distance(placed(bones, result.pose, bone, point), place)).toBeLessThan(PIN_HOLDS * size);
        }
        if (!result.heldBack) expect(result.missing).toBeLessThan(1e-5);
        sameLengths(bones, pose, result.pose);
      }),
    );
    const low = reachPinned({
      bones,
      pose: restPose(bones),
      end: { bone: 0, point: bones[0].head },
      target: [0, 1.5, 0.1],
      chain: 0,
      pins: soles,
      keepLimits: true,
    });
    expect(low.heldBack).toBe(false);
    expect(angleOf(turnAt(low.pose.rotations, 2))).toBeGreaterThan(0.3);
  });

  it("above the end stop the chain", () => {
    const end = { bone: 6, point: [0, 4, 0] as Point };
    const pin: Pin = { bone: 5, point: [0, 3, 0], place: [0, 3, 0] };
    const { pose, missing } = reachPinned(
      ask({ bones, pose: restPose(bones), end, target: [1, 3, 0], chain: 3, pins: [pin] }),
    );
    expect(missing).toBeLessThan(1e-4);
    expect(distance(placed(bones, pose, 5, pin.point), pin.place)).toBe(0);
  });
});
