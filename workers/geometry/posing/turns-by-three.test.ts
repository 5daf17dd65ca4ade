/** Compares turns with three's rotations. */
import fc from "fast-check";
import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { dot, scaled, unit } from "../../math/vectors";
import type { Point } from "../../model/skeleton/skeleton";
import { numbersBetween } from "../../testing/numbers-between";
import { about, after, angleOf, back, between, normalized, type Turn, turnAt, turned } from "./turns";

const number = numbersBetween(-3, 3);
const point = fc.tuple(number, number, number) as fc.Arbitrary<Point>;
const direction = point.filter((p) => Math.hypot(...p) > 0.1);
const quaternion = fc.tuple(number, number, number, number) as fc.Arbitrary<Turn>;
const turn = quaternion.filter((q) => Math.hypot(...q) > 0.1).map(normalized);
const angle = numbersBetween(-Math.PI, Math.PI);

const three = (q: Turn) => new Quaternion(...q);
const vector = (p: Point) => new Vector3(...p);

function near(found: readonly number[], truth: Iterable<number>): void {
  const expected = [...truth];
  expect(found).toHaveLength(expected.length);
  found.forEach((x, c) => {
    expect(x).toBeCloseTo(expected[c], 9);
  });
}

describe("turns", () => {
  it("are read from a list", () => {
    expect(turnAt([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 1)).toEqual([4, 5, 6, 7]);
  });

  it("can be combined, inverted and applied to vectors like three's", () => {
    fc.assert(
      fc.property(quaternion, quaternion, turn, point, (a, b, q, p) => {
        near(after(a, b), three(a).multiply(three(b)));
        near(back(a), three(a).conjugate());
        near(turned(q, p), vector(p).applyQuaternion(three(q)));
        near([Math.hypot(...q)], [1]);
      }),
    );
  });

  it("are made from an axis and an angle, and return the angle", () => {
    fc.assert(
      fc.property(direction, angle, (way, by) => {
        const axis = unit(way)!;
        near(about(axis, by), new Quaternion().setFromAxisAngle(vector(axis), by));
        expect(angleOf(about(axis, by))).toBeCloseTo(Math.abs(by), 9);
        const turnedRound = about(axis, by).map((x) => -x) as Turn;
        expect(angleOf(turnedRound)).toBeCloseTo(Math.abs(by), 9);
      }),
    );
    expect(angleOf([0, 0, 0, 1])).toBe(0);
  });

  it("lead from one direction to another the shortest way, for vectors of any length", () => {
    fc.assert(
      fc.property(direction, direction, (from, to) => {
        fc.pre(vector(from).angleTo(vector(to)) < 3.1);
        const q = between(from, to);
        near(turned(q, unit(from)!), vector(to).normalize());
        expect(angleOf(q)).toBeCloseTo(vector(from).angleTo(vector(to)), 6);
        // Its axis is across both.
        expect(dot([q[0], q[1], q[2]], unit(from)!)).toBeCloseTo(0, 9);
      }),
    );
  });

  it("lead to the opposite direction by half a turn", () => {
    const axes: Point[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0.3, -2, 0.1],
      [2, 0.1, -0.3],
    ];
    for (const way of axes) {
      const q = between(way, scaled(way, -2));
      near(turned(q, way), scaled(way, -1));
      expect(angleOf(q)).toBeCloseTo(Math.PI, 9);
      expect(Math.hypot(...q)).toBeCloseTo(1, 12);
    }
  });

  it("do nothing between directions if one has no length", () => {
    expect(between([0, 0, 0], [1, 0, 0])).toEqual([0, 0, 0, 1]);
    expect(between([1, 0, 0], [0, 0, 0])).toEqual([0, 0, 0, 1]);
  });
});
