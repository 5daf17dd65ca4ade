import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import { bestAssignment } from "./assignment";

/** The largest sum over all permutations. */
function bruteForce(gain: number[][], row = 0, used = 0): number {
  if (row === gain.length) return 0;
  let best = -Infinity;
  for (let c = 0; c < gain.length; c++) {
    if (!(used & (1 << c))) best = Math.max(best, gain[row][c] + bruteForce(gain, row + 1, used | (1 << c)));
  }
  return best;
}

describe("bestAssignment", () => {
  it("finds the largest sum of all permutations", () => {
    const matrix = fc.integer({ min: 1, max: 6 }).chain((n) => {
      const row = fc.array(numbersBetween(-5, 5), { minLength: n, maxLength: n });
      return fc.array(row, { minLength: n, maxLength: n });
    });
    fc.assert(
      fc.property(matrix, (gain) => {
        const columns = bestAssignment(gain);
        expect([...columns].sort((a, b) => a - b)).toEqual([...gain.keys()]);
        const sum = gain.reduce((total, row, r) => total + row[columns[r]], 0);
        expect(sum).toBeCloseTo(bruteForce(gain), 9);
      }),
    );
  });
});
