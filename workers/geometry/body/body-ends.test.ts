import { describe, expect, it } from "vitest";
import type { Point } from "../../model/skeleton/skeleton";
import { knownBody } from "../../testing/bodies";
import { type BodyEnds, bodyEnds, isLevel, leftSign } from "./body-ends";
import { bodyShape } from "./body-shape";
import type { BonePairs } from "./bone-pairs";
import type { Limb } from "./limbs";

type Row = Parameters<typeof knownBody>[0][number];

/** Bones of a trunk from the tail (0) to the head (4), level along z. */
const ROWS: Row[] = Array.from({ length: 5 }, (_, n) => [
  `t${n}`,
  n > 0 ? `t${n - 1}` : "",
  [0, n === 4 ? 1.2 : 1, n],
  [0, n === 4 ? 1.6 : 1, n + 1],
]);
const SHAPE = bodyShape(knownBody(ROWS).rig, "y");
const TRUNK = new Set([0, 1, 2, 3, 4]);

const limb = (attach: number, lowest: number, baseHeight: number, reach = 0.3): Limb => ({
  chain: [0],
  digits: [],
  others: [],
  attach,
  base: [0, 1, Math.max(0, attach)],
  reach,
  lowest,
  baseHeight,
});
const ends = (...limbs: Limb[]) => bodyEnds(SHAPE, TRUNK, limbs);

describe("legs", () => {
  it("come down to a quarter of the height, and fall by more than 15 % of it", () => {
    const isLeg = (lowest: number, baseHeight: number, reach = 0.05) =>
      ends(limb(1, lowest, baseHeight, reach)).legs.length === 1;
    expect(isLeg(0, 0.9)).toBe(true);
    expect(isLeg(0.24, 0.9)).toBe(true);
    expect(isLeg(0.26, 0.9)).toBe(false);
    expect(isLeg(0, 0.16)).toBe(true);
    expect(isLeg(0, 0.14)).toBe(false);
    expect(isLeg(0.2, 0.34)).toBe(false);
    expect([isLeg(0.25, 0.9), isLeg(0, 0.15)]).toEqual([false, false]);
    // A fin that reaches far and falls little.
    expect(isLeg(0, 0.9, 0.3)).toBe(true);
    expect(isLeg(0, 0.16, 0.3)).toBe(false);
  });
});

describe("the ends of a body", () => {
  it("are the head, and the legs' bones farthest from it and nearest to it", () => {
    const { head, pelvis, chest } = ends(limb(3, 0, 0.8), limb(1, 0, 0.8), limb(2, 0, 0.8));
    expect([head, pelvis, chest]).toEqual([4, 1, 3]);
  });

  it("have a chest where arms begin. Arms reach more than a tenth of the size and are not on the head", () => {
    const chest = (...arms: Limb[]) => ends(limb(1, 0, 0.8), ...arms).chest;
    expect(chest(limb(3, 0.5, 0.9))).toBe(3);
    expect(chest(limb(3, 0.5, 0.9, 0.11))).toBe(3);
    expect(chest(limb(3, 0.5, 0.9, 0.09))).toBe(-1);
    expect(chest(limb(4, 0.5, 0.9, 0.15), limb(2, 0.5, 0.9))).toBe(2);
    expect(chest(limb(-1, 0.5, 0.9), limb(3, 0.5, 0.9))).toBe(3);
    expect(chest()).toBe(-1);
  });

  it("have the head where a pair of ears is, even if the other end is higher", () => {
    const legs = [limb(1, 0, 0.8), limb(3, 0, 0.8)];
    const raised = ROWS.map(
      ([name, parent, head, tail], n): Row => [
        name,
        parent,
        [0, n === 0 ? 1.5 : head[1], head[2]],
        [0, n === 0 ? 1.9 : tail[1], tail[2]],
      ],
    );
    const shape = bodyShape(knownBody(raised).rig, "y");
    expect(bodyEnds(shape, TRUNK, legs).head).toBe(0);
    expect(bodyEnds(shape, TRUNK, [...legs, limb(4, 0.7, 0.8, 0.05)]).head).toBe(4);
  });

  it("have the head, if both ends are alike, where fewer bones are beyond the limbs", () => {
    const level = ROWS.map(([name, parent, [, , z]]): Row => [name, parent, [0, 1, z], [0, 1, z + 1]]);
    const shape = bodyShape(knownBody(level).rig, "y");
    const head = (...attach: number[]) =>
      bodyEnds(
        shape,
        TRUNK,
        attach.map((j) => limb(j, 0, 0.8)),
      ).head;
    expect([head(1), head(3), head(1, 3, 3)]).toEqual([0, 4, 0]);
  });

  it("do not exist without a trunk", () => {
    const { head, pelvis, chest } = bodyEnds(SHAPE, new Set(), []);
    expect([head, pelvis, chest]).toEqual([-1, -1, -1]);
  });
});

const at = (over: Partial<BodyEnds>): BodyEnds => ({
  legs: [],
  arms: [],
  head: 1,
  pelvis: 0,
  chest: -1,
  ...over,
});

/** Two bones: one at the origin, and one with the given middle. */
const two = (middle: Point) =>
  ({
    ...SHAPE,
    bones: [
      { name: "a", parent: -1, head: [0, 0, 0] },
      { name: "b", parent: 0, head: [0, 0, 0] },
    ],
    middles: [[0, 0, 0], middle],
    tips: [[0, 0, 0], middle],
    size: 1,
  }) as typeof SHAPE;

describe("a level body", () => {
  it("rises or falls towards the head by less than 0.7 of its length", () => {
    const level = (rise: number) => isLevel(two([0, rise, Math.sqrt(1 - rise * rise)]), at({}));
    expect([0, 0.69, 0.71, 1, -0.69, -0.71].map(level)).toEqual([true, true, false, false, true, false]);
  });

  it("is measured from the chest if it has no legs, and is assumed if it has neither or no head", () => {
    expect(isLevel(two([0, 1, 0]), at({ pelvis: -1, chest: 0 }))).toBe(false);
    expect(isLevel(two([0, 1, 0]), at({ pelvis: -1 }))).toBe(true);
    expect(isLevel(two([0, 1, 0]), at({ head: -1 }))).toBe(true);
    // Measured from the second bone to the first, and from the first to its own middle.
    const upright = { ...two([0, 0, 0]), middles: [[0, 1, 0.1] as Point, [0, 0, 0] as Point] };
    expect(isLevel(upright, at({ head: 0, pelvis: 1 }))).toBe(false);
    expect(isLevel(upright, at({ head: 0, pelvis: 0 }))).toBe(false);
  });
});

describe("the left of a body", () => {
  const sign = (normal: Point, middle: Point, over: Partial<BodyEnds> = {}) =>
    leftSign(two(middle), { plane: { normal, offset: 0 } } as BonePairs, at(over));

  it("lies to the left when looking from pelvis to head with y up: x for z", () => {
    expect(sign([1, 0, 0], [0, 0, 0.5])).toBe(1);
    expect(sign([1, 0, 0], [0, 0, -0.5])).toBe(-1);
    expect(sign([-1, 0, 0], [0, 0, 0.5])).toBe(-1);
    // When it looks along x, left is −z.
    expect(sign([0, 0, 1], [0.5, 0, 0])).toBe(-1);
    expect(sign([0, 0, 1], [0.5, 0, 0], { pelvis: -1, chest: 0 })).toBe(-1);
  });

  it("is where its toes point, if it is upright or its head is above its pelvis", () => {
    // Toes point from the ankle, bone 0, to the middle of the only other bone.
    const legs = (z: number): { shape: typeof SHAPE; legs: Limb[] } => {
      const shape = two([0, 1, 0]);
      const bones = [...shape.bones, { name: "toe", parent: 0, head: [0, 0, 0] as Point }];
      const middles: Point[] = [...shape.middles, [0, -0.1, z]];
      const tips: Point[] = [...shape.tips, [0, -0.1, z]];
      return {
        shape: { ...shape, bones, middles, tips },
        legs: [{ ...limb(0, 0, 0.5), chain: [0], digits: [[2]] }],
      };
    };
    const toes = (z: number, normal: Point = [1, 0, 0]) => {
      const { shape, legs: own } = legs(z);
      return leftSign(shape, { plane: { normal, offset: 0 } } as BonePairs, at({ legs: own }));
    };
    expect([toes(0.2), toes(-0.2), toes(0.02), toes(-0.02)]).toEqual([1, -1, 1, -1]);
    // Toes shorter than a hundredth of the size are ignored.
    expect([toes(0.009), toes(-0.009)]).toEqual([1, 1]);
    expect(toes(-0.2, [-1, 0, 0])).toBe(1);
  });

  it("is at larger x if nothing else is known", () => {
    expect(sign([1, 0, 0], [0, 1, 0])).toBe(1);
    expect(sign([-1, 0, 0], [0, 1, 0])).toBe(-1);
    expect(sign([-0.6, 0, 0.8], [0, 1, 0])).toBe(1);
    expect(sign([0.6, 0, -0.8], [0, 1, 0])).toBe(-1);
  });
});
