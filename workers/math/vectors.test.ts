/** Compares vectors with three's. */
import fc from "fast-check";
import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../testing/numbers-between";
import { cross, distance, dot, length, lerp, minus, plus, scaled, unit, type Vector } from "./vectors";

const number = numbersBetween(-3, 3);
const point = fc.tuple(number, number, number) as fc.Arbitrary<Vector>;
const direction = point.filter((p) => Math.hypot(...p) > 0.1);
const vector = (p: Vector) => new Vector3(...p);

function near(found: readonly number[], truth: Iterable<number>): void {
  const expected = [...truth];
  expect(found).toHaveLength(expected.length);
  found.forEach((x, c) => {
    expect(x).toBeCloseTo(expected[c], 9);
  });
}

describe("vectors", () => {
  it("agree with three's in sums, differences, multiples, products, lengths and distances", () => {
    fc.assert(
      fc.property(point, point, number, (a, b, by) => {
        near(plus(a, b), vector(a).add(vector(b)));
        near(minus(a, b), vector(a).sub(vector(b)));
        near(scaled(a, by), vector(a).multiplyScalar(by));
        near(cross(a, b), vector(a).cross(vector(b)));
        near([dot(a, b)], [vector(a).dot(vector(b))]);
        near([length(a)], [vector(a).length()]);
        near([distance(a, b)], [vector(a).distanceTo(vector(b))]);
      }),
    );
  });

  it("have a unit direction if they are longer than `least`", () => {
    fc.assert(fc.property(direction, (a) => near(unit(a)!, vector(a).normalize())));
    expect(unit([0, 0, 0])).toBeNull();
    expect(unit([0, 3, 0], 3)).toBeNull();
    expect(unit([0, 3, 0], 2.9)).toEqual([0, 1, 0]);
    near(unit([0, 0, 1e-11])!, [0, 0, 1]);
    expect(unit([0, 0, 1e-13])).toBeNull();
  });

  it("are interpolated along the line between two points, including its ends", () => {
    fc.assert(
      fc.property(point, point, number, (a, b, t) => near(lerp(a, b, t), vector(a).lerp(vector(b), t))),
    );
    expect([lerp([1, 2, 3], [4, 5, 6], 0), lerp([1, 2, 3], [4, 5, 6], 1)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });
});
