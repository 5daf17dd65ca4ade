import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeTrs, determinantOf } from "../../affine";
import { nearestRotation } from "./nearest-rotation";

const entry = fc.double({ min: -10, max: 10, noNaN: true });
const nine = fc.array(entry, { minLength: 9, maxLength: 9 });

/** trace(Rᵀ m) of the rotation of a quaternion. */
function agreement(q: ArrayLike<number>, m: number[]): number {
  const r = new Float64Array(12);
  composeTrs(r, 0, [0, 0, 0], q, [1, 1, 1]);
  return m.reduce((sum, x, c) => sum + x * r[c + Math.floor(c / 3)], 0);
}

describe("nearestRotation", () => {
  it("agrees with a matrix better than any other rotation", () => {
    fc.assert(
      fc.property(nine, fc.array(entry, { minLength: 4, maxLength: 4 }), (m, other) => {
        const q = nearestRotation(m);
        expect(Math.hypot(...q)).toBeCloseTo(1, 12);
        const length = Math.hypot(...other);
        fc.pre(length > 1e-3);
        const best = agreement(q, m);
        expect(best).toBeGreaterThanOrEqual(
          agreement(
            other.map((x) => x / length),
            m,
          ) - 1e-9,
        );
        for (let c = 0; c < 4; c++) {
          const near = q.map((x, a) => x + (a === c ? 1e-3 : 0));
          const size = Math.hypot(...near);
          expect(best).toBeGreaterThanOrEqual(
            agreement(
              near.map((x) => x / size),
              m,
            ) - 1e-9,
          );
        }
      }),
    );
  });

  it("returns a rotation unchanged", () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 4, maxLength: 4 }), (raw) => {
        const length = Math.hypot(...raw);
        fc.pre(length > 1e-2);
        const r = new Float64Array(12);
        composeTrs(
          r,
          0,
          [0, 0, 0],
          raw.map((x) => x / length),
          [1, 1, 1],
        );
        expect(determinantOf(r, 0)).toBeCloseTo(1, 10);
        const q = nearestRotation([0, 1, 2, 4, 5, 6, 8, 9, 10].map((c) => r[c]));
        const sign = Math.sign(q.reduce((dot, x, c) => dot + x * raw[c], 0));
        for (let c = 0; c < 4; c++) expect(sign * q[c]).toBeCloseTo(raw[c] / length, 7);
      }),
    );
  });
});
