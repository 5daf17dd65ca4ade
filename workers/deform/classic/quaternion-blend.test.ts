import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { blendRotations, hemisphereSign, pivotOf } from "./quaternion-blend";

describe("blends of rotations", () => {
  it("take the largest weight for the pivot, the first of equal ones", () => {
    const weights = [9, 1, 2, 3, 3, 0, 9];
    expect(pivotOf(weights, 1, 6)).toBe(3);
    expect(pivotOf(weights, 1, 3)).toBe(2);
    expect(pivotOf(weights, 2, 3)).toBe(2);
    expect(pivotOf([2, 1], 0, 2)).toBe(0);
    expect(pivotOf([1, 2], 0, 2)).toBe(1);
  });

  it("turn quaternions into the hemisphere of the pivot", () => {
    const rotations = [0, 0, 0, 1, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0.6, 0, -0.8];
    expect([0, 1, 2, 3].map((j) => hemisphereSign(rotations, 0, j))).toEqual([1, -1, 1, -1]);
    expect(hemisphereSign(rotations, 1, 3)).toBe(1);
    expect(hemisphereSign(rotations, 3, 2)).toBe(1);
  });

  it("are the normalised weighted sums of quaternions in the pivot's hemisphere", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 4 }), (seed, count) => {
        const random = createRandom(seed);
        const unit = () => {
          const q = Array.from({ length: 4 }, () => random.normal());
          return q.map((x) => x / Math.hypot(...q));
        };
        const quaternions = Array.from({ length: 6 }, unit);
        const bones = Array.from({ length: count + 2 }, () => random.integer(6));
        const weights = bones.map(() => random.integer(4) / 4 + 0.125);
        const own = bones
          .map((bone, e) => ({ q: quaternions[bone], weight: weights[e] }))
          .slice(1, count + 1);
        const largest = Math.max(...own.map(({ weight }) => weight));
        const pivot = own.find(({ weight }) => weight === largest)!.q;
        const sum = [0, 0, 0, 0];
        for (const { q, weight } of own) {
          const sign = q.reduce((dot, x, c) => dot + x * pivot[c], 0) < 0 ? -1 : 1;
          q.forEach((x, c) => {
            sum[c] += sign * weight * x;
          });
        }
        const out = new Float64Array(6).fill(7);
        blendRotations(quaternions.flat(), bones, weights, 1, count + 1, out, 1);
        expect([out[0], out[5]]).toEqual([7, 7]);
        for (let c = 0; c < 4; c++) expect(out[1 + c]).toBeCloseTo(sum[c] / Math.hypot(...sum), 12);
      }),
    );
  });

  it("are the pivot's rotation if all cancel", () => {
    // Quaternions cancel here because one weight is negative.
    const out = new Float64Array(4);
    blendRotations([0, 0, 0, 1, 0, 0, 0, 1], [0, 1], [0.5, -0.5], 0, 2, out, 0);
    expect([...out]).toEqual([0, 0, 0, 1]);
  });
});
