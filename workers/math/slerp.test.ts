/** Compares rotations between two rotations with three's. */
import fc from "fast-check";
import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../testing/numbers-between";
import { angleBetween, slerp } from "./slerp";

const number = numbersBetween(-1, 1);
const turn = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((x) => x / Math.hypot(...q)));
const three = (q: ArrayLike<number>) => new Quaternion(q[0], q[1], q[2], q[3]);
const about = (angle: number) => [...new Quaternion().setFromAxisAngle(new Vector3(0.6, 0, 0.8), angle)];

/** The rotation at a part of the way, read and written within longer arrays. */
function at(a: readonly number[], b: readonly number[], part: number): number[] {
  const out = new Float64Array(9).fill(7);
  slerp([9, ...a], 1, [9, 9, ...b], 2, part, out, 3);
  expect([...out.subarray(0, 3), ...out.subarray(7)]).toEqual([7, 7, 7, 7, 7]);
  return [...out.subarray(3, 7)];
}

describe("the rotation at a part of the way", () => {
  it("equals three's, and is a unit quaternion", () => {
    fc.assert(
      fc.property(turn, turn, numbersBetween(0, 1), (a, b, part) => {
        // At half a turn, both ways are equally short.
        fc.pre(Math.abs(three(a).dot(three(b))) > 1e-3);
        const found = at(a, b, part);
        expect(Math.abs(three(a).slerp(three(b), part).normalize().dot(three(found)))).toBeCloseTo(1, 8);
        expect(Math.hypot(...found)).toBeCloseTo(1, 12);
      }),
    );
  });

  it("begins and ends at the two rotations, and stays if they are equal", () => {
    const q = about(1);
    const opposite = q.map((x) => -x);
    for (const b of [q, opposite, about(2.5)]) {
      expect(angleBetween(at(q, b, 0), 0, q, 0)).toBeLessThan(1e-7);
      expect(angleBetween(at(q, b, 1), 0, b, 0)).toBeLessThan(1e-7);
    }
    expect(angleBetween(at(q, opposite, 0.5), 0, q, 0)).toBeLessThan(1e-7);
  });

  it("is exact even for very near rotations", () => {
    for (const angle of [1e-9, 1e-7, 1e-5, 1e-3]) {
      for (const part of [0.25, 0.5]) {
        expect(angleBetween(at(about(0), about(angle), part), 0, about(0), 0)).toBeCloseTo(part * angle, 14);
      }
    }
  });

  it("also lies between rotations that are half a turn apart", () => {
    const found = at([0, 0, 0, 1], [0, 1, 0, 0], 0.25);
    expect(angleBetween(found, 0, [0, 0, 0, 1], 0)).toBeCloseTo(Math.PI / 4, 12);
  });

  it("is not a rotation between quaternions of length 0", () => {
    expect(at([0, 0, 0, 0], [0, 0, 0, 0], 0.5)).toEqual([0, 0, 0, 1]);
  });
});

it("the angle between two rotations is the angle of the rotation from one to the other, 0 to π", () => {
  fc.assert(
    fc.property(turn, numbersBetween(-Math.PI, Math.PI), fc.boolean(), (a, angle, opposite) => {
      const b = [...three(about(angle)).multiply(three(a))].map((x) => (opposite ? -x : x));
      expect(angleBetween([9, ...a], 1, b, 0)).toBeCloseTo(Math.abs(angle), 9);
    }),
  );
});
