import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import { keysWithin } from "./keys-within";

/** The keys of a curve of numbers within a tolerance. */
function keysOf(curve: number[], tolerance: number): Uint32Array {
  return keysWithin(curve.length - 1, (a, b) => {
    for (let f = a + 1; f < b; f++) {
      const t = (f - a) / (b - a);
      if (Math.abs(curve[a] + t * (curve[b] - curve[a]) - curve[f]) > tolerance) return false;
    }
    return true;
  });
}

describe("keysWithin", () => {
  it("keeps both ends, and every line within the tolerance", () => {
    const curves = fc.array(numbersBetween(-1, 1), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(curves, numbersBetween(0, 2), (curve, tolerance) => {
        const keys = keysOf(curve, tolerance);
        expect(keys[0]).toBe(0);
        expect(keys.at(-1)).toBe(curve.length - 1);
        for (let n = 1; n < keys.length; n++) {
          const [a, b] = [keys[n - 1], keys[n]];
          expect(b).toBeGreaterThan(a);
          for (let f = a + 1; f < b; f++) {
            const line = curve[a] + ((f - a) / (b - a)) * (curve[b] - curve[a]);
            expect(Math.abs(line - curve[f])).toBeLessThanOrEqual(tolerance);
          }
        }
      }),
    );
  });

  it("needs one key for each corner", () => {
    const corners = [0, 5, 9, 30];
    const curve = Array.from({ length: 31 }, (_, f) => Math.abs(f - 5) + 2 * Math.abs(f - 9));
    expect([...keysOf(curve, 1e-9)]).toEqual(corners);
  });
});
