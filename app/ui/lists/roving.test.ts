import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ControlPosition, placeAfter } from "./roving";

const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];

describe("arrow keys among controls in rows", () => {
  it("keep the column if the next row has it, and stop at the edges", () => {
    const lengths = [2, 1, 2];
    expect(placeAfter(lengths, [0, 1], "ArrowDown")).toEqual([1, 0]);
    expect(placeAfter(lengths, [1, 0], "ArrowDown")).toEqual([2, 0]);
    expect(placeAfter(lengths, [2, 1], "ArrowDown")).toBeNull();
    expect(placeAfter(lengths, [0, 0], "ArrowUp")).toBeNull();
    expect(placeAfter(lengths, [0, 1], "ArrowRight")).toBeNull();
    expect(placeAfter(lengths, [2, 0], "Home")).toEqual([0, 0]);
    expect(placeAfter(lengths, [0, 1], "End")).toEqual([2, 1]);
    expect(placeAfter([10], [0, 4], "End")).toEqual([0, 9]);
    expect(placeAfter(lengths, [0, 0], "a")).toBeNull();
  });

  it("never leave the rows, and reach every control", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 7 }), (lengths) => {
        const reached = new Set(["0,0"]);
        const waiting: ControlPosition[] = [[0, 0]];
        for (let place = waiting.pop(); place; place = waiting.pop()) {
          for (const key of KEYS) {
            const next = placeAfter(lengths, place, key);
            if (!next) continue;
            expect(next[1]).toBeLessThan(lengths[next[0]]);
            if (reached.has(next.join())) continue;
            reached.add(next.join());
            waiting.push(next);
          }
        }
        expect(reached.size).toBe(lengths.reduce((sum, n) => sum + n, 0));
      }),
    );
  });
});
