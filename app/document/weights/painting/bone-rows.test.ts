import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceRows } from "../../../../workers/model/weights/layers/sparse-rows";
import { packWeights } from "../../../../workers/testing/rigs";
import { weightAt, worstSum } from "../testing/weights";
import { exchangedRows } from "./bone-rows";

const B = 5;
const free = new Uint8Array(B);
const anyWeights = fc
  .array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: B, maxLength: B }), {
    minLength: 1,
    maxLength: 9,
  })
  .map((rows) =>
    packWeights(
      rows.map((row) => {
        const sum = row.reduce((a, b) => a + b, 0);
        const some = row.flatMap((w, j): [number, number][] => (w > 0 ? [[j, w / sum]] : []));
        return sum > 0 ? some : [[0, 1] as [number, number]];
      }),
    ),
  );
const pair = fc.tuple(fc.nat(B - 1), fc.nat(B - 1)).filter(([a, b]) => a !== b);

describe("exchangedRows", () => {
  it("moves and swaps weights without touching other bones", () => {
    fc.assert(
      fc.property(anyWeights, pair, (weights, [a, b]) => {
        const moved = replaceRows(weights, exchangedRows(weights, "move", [a, b], free));
        const swapped = replaceRows(weights, exchangedRows(weights, "swap", [a, b], free));
        const back = replaceRows(swapped, exchangedRows(swapped, "swap", [a, b], free));
        for (let i = 0; i + 1 < weights.offsets.length; i++) {
          const [wa, wb] = [weightAt(weights, i, a), weightAt(weights, i, b)];
          expect(weightAt(moved, i, a)).toBe(0);
          expect(weightAt(moved, i, b)).toBeCloseTo(wa + wb, 5);
          expect(weightAt(swapped, i, a)).toBeCloseTo(wb, 5);
          expect(weightAt(swapped, i, b)).toBeCloseTo(wa, 5);
          for (let j = 0; j < B; j++) {
            expect(weightAt(back, i, j)).toBeCloseTo(weightAt(weights, i, j), 5);
            if (j !== a && j !== b) expect(weightAt(moved, i, j)).toBeCloseTo(weightAt(weights, i, j), 5);
          }
        }
      }),
      { seed: 31, numRuns: 40 },
    );
  });

  it("copies and adds weights, and keeps sums and locked bones", () => {
    fc.assert(
      fc.property(
        anyWeights,
        pair,
        fc.nat(B - 1),
        fc.constantFrom("copy", "add", "move", "swap"),
        (weights, [a, b], lock, how) => {
          const locked = Uint8Array.from({ length: B }, (_, j) => Number(j === lock && j !== a && j !== b));
          const after = replaceRows(weights, exchangedRows(weights, how as "copy", [a, b], locked));
          expect(worstSum(after)).toBeLessThan(1e-5);
          for (let i = 0; i + 1 < weights.offsets.length; i++) {
            if (locked[lock]) expect(weightAt(after, i, lock)).toBe(weightAt(weights, i, lock));
            const others = 1 - weightAt(weights, i, b) - (locked[lock] ? weightAt(weights, i, lock) : 0);
            const wa = weightAt(weights, i, a);
            if (how === "copy" && wa > 0 && wa < 1 - 1e-6 && others > wa + 0.01 && !locked[lock])
              expect(weightAt(after, i, b)).toBeCloseTo(wa, 4);
          }
        },
      ),
      { seed: 32, numRuns: 60 },
    );
  });
});
