import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNumberList } from "./number-list";

const read = (text: string) => readNumberList(text, [1, 1024], "Bone counts");

describe("lists of whole numbers", () => {
  it.each([
    ["8, 12, 16", [8, 12, 16]],
    ["16 8;12", [8, 12, 16]],
    ["  20,20 , 20,", [20]],
    ["1024", [1024]],
    ["+3", [3]],
  ])("reads %s", (text, values) => {
    expect(read(text)).toEqual({ ok: true, values });
  });

  it.each([
    ["", "missing"],
    [" , ", "missing"],
    ["8, many", "“many” is not a number."],
    ["8, 1e3", "“1e3” is not a number."],
    ["8.5", "whole numbers, and 8.5 is not."],
    ["0", "from 1 to 1024, and 0 does not."],
    ["8, 2000", "and 2000 does not."],
    ["-3", "and -3 does not."],
  ])("refuses %s and says why", (text, words) => {
    const list = read(text);
    expect(list.ok ? "" : list.reason).toContain(words);
  });

  it("returns the numbers sorted and without repetition", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1024 }), { minLength: 1 }), (numbers) => {
        const expected = [...new Set(numbers)].sort((a, b) => a - b);
        expect(read(numbers.join(", "))).toEqual({ ok: true, values: expected });
      }),
      { seed: 11 },
    );
  });
});
