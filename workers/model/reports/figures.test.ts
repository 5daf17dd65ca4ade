import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import { errorFigure, howMany, percentFigure, significant, smallFigure, tenths, UNKNOWN } from "./figures";

const writers = { significant, smallFigure, errorFigure, percentFigure, tenths };
/** The step between two figures, for formats with a fixed number of decimals. */
const STEPS: Record<string, number> = { errorFigure: 0.01, tenths: 0.1 };
const named = Object.entries(writers).map(([name, write]) => ({
  name,
  write: (x: number) => write(x),
  step: STEPS[name] ?? 0,
}));

/** Significant digits of a written figure, without leading zeros and without the trailing zeros of whole numbers. */
const digitsOf = (text: string) => {
  const digits = text.replace(/[^\d.]/g, "");
  const significantPart = digits.replace(".", "").replace(/^0+/, "");
  return (digits.includes(".") ? significantPart : significantPart.replace(/0+$/, "")).length;
};

/** The value of a written figure; half the limit for "< limit". */
const numberOf = (text: string) => (text.startsWith("< ") ? Number(text.slice(2)) / 2 : Number(text));

const sizes = fc.oneof(
  numbersBetween(0, 1e12),
  numbersBetween(-15, 15).map((e) => 10 ** e),
  fc.constantFrom(
    0.0949,
    0.095,
    9.994,
    9.995,
    9.996,
    99.94,
    99.95,
    99.96,
    0.00999,
    0.01,
    0.00099,
    0.001,
    999.5,
  ),
);

describe.each(named)("$name", ({ write, step }) => {
  it("never writes an exponent or more than three digits", () => {
    fc.assert(
      fc.property(sizes, fc.boolean(), (size, negative) => {
        const text = write(negative ? -size : size);
        expect(digitsOf(text)).toBeLessThanOrEqual(3);
        expect(text).toMatch(/^(< )?-?\d+(\.\d+)?$/);
        expect(text).not.toMatch(/^-0(\.0*)?$/);
      }),
    );
  });

  it("never writes a larger figure as a smaller one, and keeps three digits or half a step", () => {
    fc.assert(
      fc.property(sizes, sizes, (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(numberOf(write(less))).toBeLessThanOrEqual(numberOf(write(more)));
        const off = Math.max(0.005 * more, step / 2) * (1 + 1e-9);
        if (more > 0.1) expect(Math.abs(numberOf(write(more)) - more)).toBeLessThanOrEqual(off);
      }),
    );
  });

  it("writes a dash for a missing number", () => {
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(write(x)).toBe(UNKNOWN);
  });

  it("writes zero as zero, whatever its sign", () => {
    expect(Number(write(0))).toBe(0);
    expect(write(-0)).not.toMatch(/-/);
  });
});

describe("figures as plain text", () => {
  it.each([
    [significant(1.8567), "1.86"],
    [significant(12408), "12400"],
    [significant(-0.1101), "-0.110"],
    [significant(999.6), "1000"],
    [significant(1.5e22), `150${"0".repeat(20)}`],
    [significant(123, 2), "120"],
    [smallFigure(0.00037), "< 0.001"],
    [errorFigure(12.345), "12.3"],
    [errorFigure(0.161), "0.16"],
    [percentFigure(0.00377), "< 0.01"],
    [percentFigure(61.23), "61.2"],
    [tenths(3.87), "3.9"],
    [tenths(123.4), "123"],
    [tenths(0.02), "< 0.1"],
  ])("%s", (written, expected) => {
    expect(written).toBe(expected);
  });
});

describe("a number of things", () => {
  it("is one thing, or several", () => {
    expect([0, 1, 2, 1024].map((n) => howMany(n, "bone"))).toEqual([
      "0 bones",
      "1 bone",
      "2 bones",
      "1024 bones",
    ]);
    expect([1, 8].map((n) => howMany(n, "vertex"))).toEqual(["1 vertex", "8 vertices"]);
    expect([1, 3].map((n) => howMany(n, "mesh is", "meshes are"))).toEqual(["1 mesh is", "3 meshes are"]);
  });
});
