/** Chains at the limits of their reach. */
import { describe, expect, it } from "vitest";
import { distance, scaled } from "../../math/vectors";
import { restPose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { reachPinned } from "./pinned-reach";
import { PosedBones } from "./posed-bones";
import { chainTo, REACHED, reach } from "./reach";
import { about } from "./turns";

/** A chain through these places; the last is its end. */
function chainOf(...places: Point[]) {
  const bones = places.slice(0, -1).map((head, j): Bone => ({ name: `${j}`, parent: j - 1, head }));
  const end = { bone: bones.length - 1, point: places[places.length - 1] };
  return { bones, end, chain: [...bones.keys()] };
}

const still = ({ bones }: { bones: Bone[] }) => new PosedBones(bones, restPose(bones));

describe("a chain", () => {
  it("goes up from its end by a number of bones, or to the root or the bone where it stops", () => {
    const { bones } = chainOf([0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 3, 0]);
    expect(chainTo(bones, 2, 3)).toEqual([0, 1, 2]);
    expect(chainTo(bones, 2, 2)).toEqual([1, 2]);
    expect(chainTo(bones, 2, 9)).toEqual([0, 1, 2]);
    expect(chainTo(bones, 2, 9, 0)).toEqual([1, 2]);
    expect(chainTo(bones, 2, 0)).toEqual([]);
  });

  it("does not change if it already reaches its target", () => {
    const arm = chainOf([0, 0, 0], [1, 0, 0], [1, 1, 0]);
    const posed = still(arm);
    expect(reach(posed, arm.chain, arm.end, [1, 1 + REACHED, 0], true)).toBeCloseTo(REACHED, 12);
    expect(posed.local).toEqual(still(arm).local);
  });

  it("turns nothing if it has no length", () => {
    const arm = chainOf([0, 0, 0], [0, 0, 0]);
    const posed = still(arm);
    expect(reach(posed, arm.chain, arm.end, [0, 5, 0], true)).toBe(5);
    expect(posed.local).toEqual([[0, 0, 0, 1]]);
  });

  it("reaches the place of one of its own joints", () => {
    const arm = chainOf([0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]);
    for (const target of [
      [1, 1, 0],
      [1, 0, 0],
    ] as Point[]) {
      const posed = still(arm);
      expect(reach(posed, arm.chain, arm.end, target, true)).toBeLessThan(1e-3);
      expect(distance(posed.place(arm.end), target)).toBeLessThan(1e-3);
    }
  });

  it("comes as near as its longest bone allows", () => {
    // With lengths 3 and 1, it cannot come nearer than 2.
    const arm = chainOf([0, 0, 0], [3, 0, 0], [3, 1, 0]);
    const posed = still(arm);
    expect(reach(posed, arm.chain, arm.end, [0, 1, 0], true)).toBeCloseTo(1, 2);
  });

  it("bends if it is straight and its target lies on its line, in every direction and size", () => {
    const values = [-1, 0, 1];
    const ways = values.flatMap((x) => values.flatMap((y) => values.map((z): Point => [x, y, z])));
    for (const way of ways.filter((v) => v.some((x) => x !== 0))) {
      for (const size of [1e-4, 1, 1e4]) {
        const at = (t: number) => scaled(way, t * size);
        const arm = chainOf(at(0), at(1), at(2), at(3));
        const posed = still(arm);
        const missing = reach(posed, arm.chain, arm.end, at(2), true);
        expect(missing).toBeLessThan(1e-3 * size);
        expect(distance(posed.place(arm.end), at(2))).toBeCloseTo(missing, 9);
        expect(distance(posed.heads[1], at(1))).toBeGreaterThan(0.01 * size);
      }
    }
  });

  it("stops at its limits, even if the target is out of reach", () => {
    const arm = chainOf([0, 0, 0], [0, 1, 0], [0, 2, 0]);
    const bones = arm.bones.map((bone, j) =>
      j === 0 ? { ...bone, limits: { swing: 0.5, twist: [0, 0] as [number, number] } } : bone,
    );
    const posed = new PosedBones(bones, restPose(bones));
    reach(posed, arm.chain, arm.end, [100, 0, 0], true);
    // The first bone leans over by half a radian; the second points at the target.
    expect(posed.heads[1][0]).toBeCloseTo(Math.sin(0.5), 3);
    expect(posed.heads[1][1]).toBeCloseTo(Math.cos(0.5), 3);
    expect(posed.place(arm.end)[0]).toBeCloseTo(Math.sin(0.5) + 1, 2);
    const free = new PosedBones(bones, restPose(bones));
    expect(reach(free, arm.chain, arm.end, [100, 0, 0], false)).toBeCloseTo(98, 6);
  });

  it("points at its target if it has only one bone", () => {
    const arm = chainOf([0, 0, 0], [0, 2, 0]);
    const posed = still(arm);
    expect(reach(posed, arm.chain, arm.end, [0, 0, 1], true)).toBeCloseTo(1, 6);
    expect(distance(posed.place(arm.end), [0, 0, 2])).toBeLessThan(1e-9);
  });
});

describe("pins", () => {
  // A root with two arms of one bone each.
  const bones: Bone[] = [
    { name: "root", parent: -1, head: [0, 0, 0] },
    { name: "left", parent: 0, head: [1, 0, 0] },
    { name: "right", parent: 0, head: [-1, 0, 0] },
  ];
  const hand = { bone: 2, point: [-1, 1, 0] as Point };
  const pin = { bone: 1, point: [1, 1, 0] as Point, place: [1, 1, 0] as Point };
  const ask = { bones, pose: restPose(bones), keepLimits: true };

  it("do not hold back motion that does not move them", () => {
    const result = reachPinned({ ...ask, end: hand, target: [-2, 0, 0], chain: 1, pins: [pin] });
    expect(result.heldBack).toBe(false);
    expect(result.missing).toBeLessThan(1e-6);
  });

  it("are ignored on the dragged bone itself", () => {
    const own = { ...hand, place: [-1, 1, 0] as Point };
    const result = reachPinned({ ...ask, end: hand, target: [-2, 0, 0], chain: 1, pins: [own] });
    expect(result).toMatchObject({ heldBack: false });
    expect(result.missing).toBeLessThan(1e-6);
  });

  it("hold a root back as far as their limbs reach", () => {
    // The arm has length 1, from (1, 0, 0) to its pin. The root can move on a circle around the pin, but not away from
    // it.
    const end = { bone: 0, point: [0, 0, 0] as Point };
    const result = reachPinned({ ...ask, end, target: [0, -3, 0], chain: 0, pins: [pin] });
    expect(result.heldBack).toBe(true);
    expect(result.missing).toBeGreaterThan(2.9);
    const up = reachPinned({ ...ask, end, target: [0, 2, 0], chain: 0, pins: [pin] });
    expect(up).toMatchObject({ heldBack: false });
    expect(up.missing).toBeLessThan(1e-9);
  });

  it("leave the pose unchanged if they cannot hold at all", () => {
    const astray = { ...pin, place: [50, 50, 50] as Point };
    const end = { bone: 0, point: [0, 0, 0] as Point };
    const result = reachPinned({ ...ask, end, target: [0, 1, 0], chain: 0, pins: [astray] });
    expect(result).toEqual({ pose: ask.pose, missing: 1, heldBack: true });
  });

  it("above the end stop the chain; if there are several, the nearest does", () => {
    const line: Bone[] = [0, 1, 2, 3].map((n) => ({ name: `${n}`, parent: n - 1, head: [0, n, 0] }));
    const pins = [0, 1].map((bone) => ({ bone, point: [0, bone, 0] as Point, place: [0, bone, 0] as Point }));
    for (const order of [pins, [...pins].reverse()]) {
      const { pose, missing } = reachPinned({
        ...{ bones: line, pose: restPose(line), keepLimits: true, pins: order },
        ...{ end: { bone: 3, point: [0, 4, 0] as Point }, target: [1.5, 2.5, 0] as Point, chain: 4 },
      });
      expect(missing).toBeLessThan(1e-3);
      expect([...pose.rotations.subarray(0, 8)]).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
    }
  });
});

it("quaternions of any length give the same pose", () => {
  const { bones } = chainOf([0, 0, 0], [0, 1, 0], [0, 2, 0]);
  const pose = restPose(bones);
  pose.rotations.set(about([0, 0, 1], 1), 0);
  const long = { ...pose, rotations: pose.rotations.map((x) => 3 * x) };
  const [a, b] = [new PosedBones(bones, pose), new PosedBones(bones, long)];
  expect(distance(a.heads[1], b.heads[1])).toBeLessThan(1e-6);
});
