import fc from "fast-check";
import { Euler, type EulerOrder, Matrix4 } from "three";
import { describe, expect, it } from "vitest";
import { ROTATION_ORDERS } from "../../model/files/export/skeleton-export";
import { numbersBetween } from "../../testing/numbers-between";
import { axesOf, eulerAngles } from "./euler-angles";

const angle = numbersBetween(-3, 3);
const angles = fc.tuple(angle, angle, angle);
const orders = fc.constantFrom(...ROTATION_ORDERS);
/** A quarter turn either way locks the first and the last axis together. */
const quarter = fc.constantFrom(-Math.PI / 2, Math.PI / 2);

/** The rotation R_i(a) · R_j(b) · R_k(c) of an order, row-major. */
function rotation(order: string, [a, b, c]: readonly number[]): number[] {
  const turns: Record<string, number> = { [order[0]]: a, [order[1]]: b, [order[2]]: c };
  const matrix = new Matrix4().makeRotationFromEuler(
    new Euler(turns.X, turns.Y, turns.Z, order as EulerOrder),
  );
  const rows = matrix.transpose().toArray();
  return [0, 1, 2, 4, 5, 6, 8, 9, 10].map((n) => rows[n]);
}

const near = (found: readonly number[], truth: readonly number[], digits = 6) =>
  found.forEach((x, n) => {
    expect(x).toBeCloseTo(truth[n], digits);
  });

describe("angles about three axes", () => {
  it("give the rotation, in every order", () => {
    fc.assert(
      fc.property(orders, angles, angles, (order, truth, before) => {
        const r = rotation(order, truth);
        near(rotation(order, eulerAngles(r, order, before)), r);
      }),
      { numRuns: 300 },
    );
  });

  it("stay the same if they already give the rotation, whatever full turns they have", () => {
    const whole = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(orders, angles, fc.tuple(whole, whole, whole), (order, some, turns) => {
        fc.pre(Math.abs(Math.cos(some[1])) > 1e-3);
        const before = some.map((x, n) => x + 2 * Math.PI * turns[n]);
        near(eulerAngles(rotation(order, some), order, before), before);
      }),
    );
  });

  it("follow the angles before without a jump, even past a quarter turn", () => {
    for (const order of ROTATION_ORDERS) {
      let before = [0.3, 0, -0.2];
      for (let k = 1; k <= 100; k++) {
        const truth = [0.3 + 0.02 * k, 0.05 * k, -0.2 - 0.03 * k];
        before = eulerAngles(rotation(order, truth), order, before);
        near(before, truth, 5);
      }
    }
  });

  it("keep the last angle if the first and the last turn about the same axis", () => {
    fc.assert(
      fc.property(orders, angle, quarter, angle, angles, (order, a, b, c, before) => {
        const r = rotation(order, [a, b, c]);
        const found = eulerAngles(r, order, before);
        near(rotation(order, found), r);
        expect(found[2]).toBe(before[2]);
        expect(Math.abs(found[0] - before[0])).toBeLessThanOrEqual(Math.PI + 1e-9);
      }),
    );
  });

  it("have the axes of their order", () => {
    expect([axesOf("ZXY"), axesOf("XYZ")]).toEqual([
      [2, 0, 1],
      [0, 1, 2],
    ]);
  });
});
