import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "./arithmetic";

const value = (text: string) => {
  const result = evaluate(text);
  return result.ok ? result.value : result.reason;
};

describe("evaluate", () => {
  it.each([
    ["1.6*2", 3.2],
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["-4", -4],
    ["2 - -3", 5],
    ["2^3^2", 512],
    ["-2^2", -4],
    ["10/4", 2.5],
    ["1,5", 1.5],
    ["14\u202f144", 14144],
    ["1.0 × 10⁻⁴", 1e-4],
    ["3e-2", 0.03],
    [".5 ÷ 2", 0.25],
    ["−7", -7],
  ])("reads %s", (text, expected) => {
    expect(value(text)).toBeCloseTo(expected, 12);
  });

  it.each(["", "two", "1+", "(1", "1)", "1..2", "1 2 x", "alert(1)", "1/0", "constructor"])(
    "refuses %s",
    (text) => {
      expect(evaluate(text).ok).toBe(false);
    },
  );

  it("agrees with a tree evaluated directly", () => {
    const tree = fc.letrec<{ node: { text: string; value: number } }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.integer({ min: 0, max: 99 }).map((n) => ({ text: `${n}`, value: n })),
        fc.tuple(tie("node"), fc.constantFrom("+", "-", "*"), tie("node")).map(([a, operator, b]) => ({
          text: `(${a.text} ${operator} ${b.text})`,
          value:
            operator === "+" ? a.value + b.value : operator === "-" ? a.value - b.value : a.value * b.value,
        })),
      ),
    })).node;
    fc.assert(
      fc.property(tree, ({ text, value: expected }) => {
        expect(value(text)).toBe(expected);
      }),
      { seed: 7 },
    );
  });
});
