/** Compares bones in a pose with the matrices that pose the mesh. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cross, distance, dot, minus, plus, scaled, unit } from "../../math/vectors";
import { type Pose, poseMatrices, restPose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { numbersBetween } from "../../testing/numbers-between";
import { defaultChain } from "./default-chain";
import { boneDirection, PosedBones } from "./posed-bones";
import { about, type Turn } from "./turns";

const number = numbersBetween(-1, 1);
const point = fc.tuple(number, number, number) as fc.Arbitrary<Point>;
const direction = point.map((p) => unit(p, 0.1)).filter((p): p is Point => p !== null);

/** Two arms on a trunk, and a root of its own. */
const BONES: Bone[] = [
  { name: "hips", parent: -1, head: [0, 1, 0] },
  { name: "chest", parent: 0, head: [0.1, 2, 0] },
  { name: "left", parent: 1, head: [1, 2, 0.2] },
  { name: "right", parent: 1, head: [-1, 2, 0.4] },
  { name: "hand", parent: 2, head: [2, 2.5, 0] },
  { name: "prop", parent: -1, head: [3, 0, 3] },
];

const poses = fc
  .array(fc.tuple(direction, number, point), { minLength: 6, maxLength: 6 })
  .map((parts): Pose => {
    const pose = restPose(BONES);
    parts.forEach(([axis, angle, shift], j) => {
      pose.rotations.set(about(axis, 3 * angle), 4 * j);
      pose.translations.set(shift, 3 * j);
    });
    return pose;
  });

const placed = (pose: Pose, j: number, p: Point): Point => {
  const m = poseMatrices(BONES, pose).subarray(12 * j, 12 * j + 12);
  return [0, 4, 8].map((r) => m[r] * p[0] + m[r + 1] * p[1] + m[r + 2] * p[2] + m[r + 3]) as Point;
};

const samePlace = (a: Point, b: Point) => expect(distance(a, b)).toBeLessThan(1e-5);

describe("bones in a pose", () => {
  it("carry their points to the same places as the pose's matrices", () => {
    fc.assert(
      fc.property(poses, point, (pose, p) => {
        const posed = new PosedBones(BONES, pose);
        BONES.forEach(({ head }, j) => {
          samePlace(posed.place({ bone: j, point: p }), placed(pose, j, p));
          samePlace(posed.heads[j], placed(pose, j, head));
        });
        expect(posed.toPose("a").name).toBe("a");
        posed.toPose("a").translations.forEach((x, n) => {
          expect(x).toBeCloseTo(pose.translations[n], 6);
        });
        const copy = posed.copy();
        copy.heads.forEach((head, j) => {
          samePlace(head, posed.heads[j]);
          samePlace(copy.place({ bone: j, point: p }), posed.place({ bone: j, point: p }));
        });
        expect(copy.local).not.toBe(posed.local);
      }),
    );
  });

  it("turn in world space about their head, with all bones below and no others", () => {
    fc.assert(
      fc.property(poses, fc.nat(5), direction, number, point, (pose, j, axis, angle, p) => {
        const posed = new PosedBones(BONES, pose);
        const by = about(axis, 2 * angle);
        posed.turn(j, by, false, posed.branch(j));
        const turnedPose = posed.toPose("");
        const head = placed(pose, j, BONES[j].head);
        const below = posed.branch(j);
        BONES.forEach((_, bone) => {
          const before = placed(pose, bone, p);
          const expected = below.includes(bone) ? plus(head, rotated(by, minus(before, head))) : before;
          samePlace(placed(turnedPose, bone, p), expected);
          samePlace(posed.place({ bone, point: p }), expected);
        });
      }),
    );
  });

  it("move in world space with all bones below", () => {
    fc.assert(
      fc.property(poses, fc.nat(5), point, (pose, j, by) => {
        const posed = new PosedBones(BONES, pose);
        posed.shift(j, by);
        BONES.forEach(({ head }, bone) => {
          const before = placed(pose, bone, head);
          const expected = posed.branch(j).includes(bone) ? plus(before, by) : before;
          samePlace(placed(posed.toPose(""), bone, head), expected);
          samePlace(posed.heads[bone], expected);
        });
      }),
    );
  });

  it("keep their limits on request", () => {
    const bones = BONES.map((bone, j) =>
      j === 2 ? { ...bone, limits: { swing: 0.2, twist: [0, 0] as [number, number] } } : bone,
    );
    const across = unit(cross(boneDirection(bones, 2), [0, 0, 1]))!;
    const posed = new PosedBones(bones, restPose(bones));
    posed.setLocal(2, about(across, 1), true, posed.branch(2));
    expect(2 * Math.acos(posed.local[2][3])).toBeCloseTo(0.2, 6);
    posed.setLocal(2, about(across, 1), false, posed.branch(2));
    expect(2 * Math.acos(posed.local[2][3])).toBeCloseTo(1, 6);
    posed.setLocal(2, [0, 0, 0, 4], false, posed.branch(2));
    expect(posed.local[2]).toEqual([0, 0, 0, 1]);
  });

  it("have branches: a bone and all below it, parents first", () => {
    const posed = new PosedBones(BONES, restPose(BONES));
    expect([0, 1, 2, 3, 4, 5].map((j) => posed.branch(j))).toEqual([
      [0, 1, 2, 3, 4],
      [1, 2, 3, 4],
      [2, 4],
      [3],
      [4],
      [5],
    ]);
  });

  it("swivel about the line to their end until the bend points at a place", () => {
    fc.assert(
      fc.property(poses, point, point, point, (pose, end, bend, towards) => {
        const posed = new PosedBones(BONES, pose);
        const head = posed.heads[2];
        const line = unit(minus(end, head), 0.1);
        fc.pre(line !== null);
        const across = (p: Point) => minus(minus(p, head), scaled(line!, dot(line!, minus(p, head))));
        fc.pre(unit(across(bend), 0.1) !== null && unit(across(towards), 0.1) !== null);
        // The bone's point that is at the bend now.
        const mark = { bone: 2, point: bend };
        const before = new PosedBones(BONES, pose).place(mark);
        posed.swivel(2, { end, bend: before, towards, step: 0 }, false);
        const wanted = unit(across(towards))!;
        const now = unit(across(posed.place(mark)), 1e-6);
        if (now && unit(across(before), 1e-3)) expect(distance(now, wanted)).toBeLessThan(1e-6);
        // Its position along the line stays.
        expect(dot(minus(posed.place(mark), before), line!)).toBeCloseTo(0, 6);
        samePlace(posed.heads[2], head);
      }),
    );
  });

  it("do not swivel if there is no line, or if a place lies on the line", () => {
    const still = new PosedBones(BONES, restPose(BONES));
    const head = still.heads[2];
    for (const [end, bend, towards] of [
      [head, [5, 5, 5], [0, 0, 0]],
      [plus(head, [1, 0, 0]), plus(head, [3, 0, 0]), [0, 5, 0]],
      [plus(head, [1, 0, 0]), [0, 5, 0], plus(head, [3, 0, 0])],
    ] as [Point, Point, Point][]) {
      const found = still.swivel(2, { end, bend, towards, step: 0 }, false);
      expect(found).toEqual({ angle: 0, stopped: false });
      expect(still.local[2]).toEqual([0, 0, 0, 1]);
    }
  });
});

it("a hinge opens towards the middle of its range, and from the middle forwards", () => {
  const opens = (twist: number, range: [number, number]) => {
    const limits = {
      swing: 0,
      twist: [0, 0] as [number, number],
      hinge: { axis: [0, 0, 1] as Point, range },
    };
    const bones = BONES.map((bone, j) => (j === 2 ? { ...bone, limits } : bone));
    const pose = restPose(bones);
    pose.rotations.set(about([0, 0, 1], twist), 8);
    const by = new PosedBones(bones, pose).openTurn(2, 0.1)!;
    expect(Math.hypot(by[0], by[1])).toBeLessThan(1e-9);
    return 2 * Math.asin(by[2]);
  };
  expect(opens(0.5, [0, 2])).toBeCloseTo(0.1, 6);
  expect(opens(1.5, [0, 2])).toBeCloseTo(-0.1, 6);
  expect(opens(0, [-1, 1])).toBeCloseTo(0.1, 6);
  expect(new PosedBones(BONES, restPose(BONES)).openTurn(2, 0.1)).toBeNull();
});

function rotated(q: Turn, v: Point): Point {
  // Rodrigues' formula.
  const angle = 2 * Math.atan2(Math.hypot(q[0], q[1], q[2]), q[3]);
  const axis = unit([q[0], q[1], q[2]], 1e-15);
  if (!axis) return v;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return plus(plus(scaled(v, c), scaled(cross(axis, v), s)), scaled(axis, dot(axis, v) * (1 - c)));
}

describe("the direction of a bone", () => {
  it("is to the middle of its children, or its parent's direction without children, or y without both", () => {
    const mean = (a: Point, b: Point) => unit([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]);
    const towards = (from: number, to: number) => unit(minus(BONES[to].head, BONES[from].head))!;
    samePlace(boneDirection(BONES, 0), towards(0, 1));
    samePlace(
      boneDirection(BONES, 1),
      mean(minus(BONES[2].head, BONES[1].head), minus(BONES[3].head, BONES[1].head))!,
    );
    samePlace(boneDirection(BONES, 4), towards(2, 4));
    expect(boneDirection(BONES, 5)).toEqual([0, 1, 0]);
  });

  it("is its parent's direction if its children are at its own place", () => {
    const bones: Bone[] = [
      { name: "a", parent: -1, head: [0, 0, 0] },
      { name: "b", parent: 0, head: [2, 0, 0] },
      { name: "c", parent: 1, head: [2, 0, 0] },
    ];
    expect(boneDirection(bones, 1)).toEqual([1, 0, 0]);
    expect(boneDirection(bones, 2)).toEqual([0, 1, 0]);
  });
});

describe("the bones that turn when an end is dragged", () => {
  /** Bones with these parents. */
  const tree = (...parents: number[]): Bone[] =>
    parents.map((parent, j) => ({ name: `${j}`, parent, head: [0, j, 0] }));

  it("are all up to where the limb begins", () => {
    // hips 0, spine 1, chest 2 with neck 3, arms 4-5-6 and 7.
    const body = tree(-1, 0, 1, 2, 2, 4, 5, 2);
    expect(defaultChain(body, 6)).toBe(3);
    expect(defaultChain(body, 5)).toBe(2);
    // At least two bones turn: with the arm's first bone the chest turns too.
    expect(defaultChain(body, 4)).toBe(2);
    expect(defaultChain(body, 2)).toBe(2);
  });

  it("do not include the root, which carries the whole body, unless there is no other", () => {
    const chain = tree(-1, 0, 1, 2, 3);
    expect(defaultChain(chain, 4)).toBe(4);
    expect(defaultChain(chain, 2)).toBe(2);
    expect(defaultChain(chain, 1)).toBe(2);
    expect(defaultChain(chain, 0)).toBe(1);
  });
});
