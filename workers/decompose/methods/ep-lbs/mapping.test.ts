import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { numbersBetween } from "../../../testing/numbers-between";
import { eulerDerivative, eulerMatrix } from "./euler";
import { mapAngle, mapWeights, unmapAngle, unmapWeights } from "./mapping";

const count = fc.integer({ min: 1, max: 12 });

describe("weights", () => {
  it("are recovered from free values, with any number of zeros and any last bone", () => {
    fc.assert(
      fc.property(count, fc.integer(), fc.nat(), (h, seed, which) => {
        const random = createRandom(seed);
        const w = Array.from({ length: h }, () => (random.next() < 0.4 ? 0 : random.next()));
        w[random.integer(h)] += 0.1;
        const sum = w.reduce((a, b) => a + b, 0);
        const weights = w.map((x) => x / sum);
        const last = which % h;
        const [u, back] = [new Float64Array(h), new Float64Array(h)];
        mapWeights(weights, 0, h, last, u, 0);
        unmapWeights(u, 0, h, last, back, 0);
        for (let j = 0; j < h; j++) {
          expect(u[j] >= 0 && u[j] <= 1).toBe(true);
          expect(back[j]).toBeCloseTo(weights[j], 12);
        }
      }),
    );
  });

  it("are not negative and sum to 1 for any free values", () => {
    fc.assert(
      fc.property(count, fc.integer(), (h, seed) => {
        const random = createRandom(seed);
        const u = Float64Array.from({ length: h }, () =>
          random.next() < 0.2 ? random.integer(2) : random.next(),
        );
        const w = new Float64Array(h);
        unmapWeights(u, 0, h, random.integer(h), w, 0);
        expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
        expect(w.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      }),
    );
  });

  it("agree with the published example of three bones", () => {
    const w = new Float64Array(3);
    unmapWeights([0.25, 0.4, 0], 0, 3, 2, w, 0);
    expect([...w]).toEqual([0.25, 0.4 * 0.75, 1 - 0.25 - 0.4 * 0.75]);
  });
});

describe("angles", () => {
  it("are recovered within a turn, and are clamped outside of it", () => {
    fc.assert(
      fc.property(numbersBetween(-Math.PI, Math.PI), (angle) => {
        expect(unmapAngle(mapAngle(angle))).toBeCloseTo(angle, 12);
      }),
    );
    expect([mapAngle(-9), mapAngle(0), mapAngle(9)]).toEqual([0, 0.5, 1]);
  });

  it.each(["xyz", "zxz"] as const)("give rotations whose derivatives agree with differences: %s", (order) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const angles = Float64Array.from({ length: 3 }, () => Math.PI * (2 * random.next() - 1));
        const r = new Float64Array(9);
        eulerMatrix(order, angles, 0, r);
        for (let a = 0; a < 3; a++) {
          for (let b = 0; b < 3; b++) {
            const dot = [0, 1, 2].reduce((sum, c) => sum + r[3 * a + c] * r[3 * b + c], 0);
            expect(dot).toBeCloseTo(a === b ? 1 : 0, 12);
          }
        }
        const turned = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]);
        expect(turned + r[2] * (r[3] * r[7] - r[4] * r[6])).toBeCloseTo(1, 12);
        const [slope, before, after] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
        for (let which = 0; which < 3; which++) {
          eulerDerivative(order, angles, 0, which, slope);
          eulerMatrix(
            order,
            angles.map((x, n) => x + (n === which ? 1e-5 : 0)),
            0,
            after,
          );
          eulerMatrix(
            order,
            angles.map((x, n) => x - (n === which ? 1e-5 : 0)),
            0,
            before,
          );
          for (let e = 0; e < 9; e++) expect(slope[e]).toBeCloseTo((after[e] - before[e]) / 2e-5, 7);
        }
      }),
    );
  });

  it("of z-x-z lose a direction at 0, and those of x-y-z do not", () => {
    const [a, c] = [new Float64Array(9), new Float64Array(9)];
    eulerDerivative("zxz", [0, 0, 0], 0, 0, a);
    eulerDerivative("zxz", [0, 0, 0], 0, 2, c);
    expect(c).toEqual(a);
    eulerDerivative("xyz", [0, 0, 0], 0, 0, a);
    eulerDerivative("xyz", [0, 0, 0], 0, 2, c);
    expect(c).not.toEqual(a);
  });
});
