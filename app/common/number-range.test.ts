import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dragValue, fillEnd, type NumberRange, stepValue, typed } from "./number-range";

const bones: NumberRange = { step: 1, soft: [1, 100], hard: [1, 1024] };
const smoothness: NumberRange = { step: 1, soft: [1e-6, 1], hard: [0, 10], scale: "log" };

describe("number ranges", () => {
  it("moves by steps within the hard range", () => {
    expect(stepValue(20, 3, bones)).toBe(23);
    expect(stepValue(20, -30, bones)).toBe(1);
    expect(stepValue(1020, 30, bones)).toBe(1024);
    expect(stepValue(23, 0, bones, true)).toBe(20);
    expect(stepValue(0.1, 2, { step: 0.1, soft: [0, 1] })).toBe(0.3);
  });

  it("moves through decades, and down to zero and back", () => {
    expect(stepValue(1e-4, 20, smoothness)).toBeCloseTo(1e-3, 9);
    expect(stepValue(2e-6, -20, smoothness)).toBe(0);
    expect(stepValue(0, -1, smoothness)).toBe(0);
    expect(stepValue(0, 1, smoothness)).toBeCloseTo(1e-6, 12);
    expect(stepValue(3e-4, 0, smoothness, true)).toBeCloseTo(1e-4, 9);
  });

  it("never leaves the hard range, and the fill stays between 0 and 1", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.integer({ min: -500, max: 500 }),
        fc.boolean(),
        (value, steps, snap) => {
          const next = stepValue(value, steps, smoothness, snap);
          expect(next).toBeGreaterThanOrEqual(0);
          expect(next).toBeLessThanOrEqual(10);
          const fill = fillEnd(next, { ...smoothness, hard: [1e-6, 1] });
          expect(fill).toBeGreaterThanOrEqual(0);
          expect(fill).toBeLessThanOrEqual(1);
        },
      ),
      { seed: 11 },
    );
  });

  it("is dragged by amounts that suit its range", () => {
    const lambda: NumberRange = { step: 1, soft: [0.01, 100], hard: [0, 100], scale: "log" };
    // A drag of 51 px is short: it less than triples the value.
    expect(dragValue(1, 51, lambda)).toBeGreaterThan(2);
    expect(dragValue(1, 51, lambda)).toBeLessThan(3);
    expect(dragValue(bones.soft[0], 40, bones)).toBeCloseTo(21, -1);
    // A drag multiplies large values of an open range.
    expect(dragValue(800, 20, bones)).toBeCloseTo(800 * Math.exp(20 / 120), -1);
    expect(dragValue(0.2, 60, { step: 0.01, soft: [0, 1] })).toBeCloseTo(0.5, 9);
    // A twitch does not cross a few values, and 400 px cross any number of them.
    expect(dragValue(1, 20, { step: 1, soft: [1, 4] })).toBeLessThan(2);
    expect(dragValue(0, 400, { step: 1, soft: [0, 100_000] })).toBe(100_000);
  });

  it("returns to its value at the end of a drag back, and never leaves its hard range", () => {
    const ranges: NumberRange[] = [
      bones,
      smoothness,
      { step: 0.01, soft: [0, 1] },
      { step: 1, soft: [-180, 180] },
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...ranges),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -2000, max: 2000 }),
        (range, t, pixels) => {
          const [low, high] = range.hard ?? range.soft;
          const from = Math.max(range.soft[0], low) + t * (range.soft[1] - range.soft[0]);
          const next = dragValue(from, pixels, range);
          expect(next).toBeGreaterThanOrEqual(low);
          expect(next).toBeLessThanOrEqual(high);
          const grain = range.scale === "log" ? 0.05 * from : range.step / 10;
          expect(Math.abs(dragValue(from, 0, range) - from)).toBeLessThanOrEqual(grain);
          if (pixels > 0) expect(next).toBeGreaterThanOrEqual(dragValue(from, 0, range));
        },
      ),
      { seed: 11 },
    );
  });

  it("has no fill if its end is open", () => {
    expect(fillEnd(20, bones)).toBeNull();
    expect(fillEnd(0.25, { step: 0.01, soft: [0, 1] })).toBe(0.25);
    expect(fillEnd(0.01, { step: 1, soft: [1e-4, 1], scale: "log" })).toBeCloseTo(0.5, 9);
  });

  it("accepts typed values beyond the soft range and refuses them beyond the hard one", () => {
    const read = (text: string) => typed(text, bones, "Bones", String);
    expect(read("200")).toEqual({ ok: true, value: 200 });
    expect(read("1.6*20")).toEqual({ ok: true, value: 32 });
    expect(read("2000")).toEqual({ ok: false, reason: "Bones go from 1 to 1024." });
    expect(read("-4").ok).toBe(false);
    expect(read("twelve")).toEqual({ ok: false, reason: "“twelve” is not a number." });
    expect(read(" ")).toEqual({ ok: false, reason: "The field is empty." });
    expect(typed("0.2 %", { step: 0.1, soft: [0, 1] }, "Tolerance", String)).toEqual({
      ok: true,
      value: 0.2,
    });
  });

  it("reads the words that a field writes at the ends of its range, and no others", () => {
    const range = { step: 1, soft: [0, 17] as [number, number] };
    const write = (x: number) => (x === 0 ? "off" : x === 17 ? "all" : `${x}`);
    const read = (text: string) => typed(text, range, "Influences", write);
    expect(read("all")).toEqual({ ok: true, value: 17 });
    expect(read(" Off ")).toEqual({ ok: true, value: 0 });
    expect(read("most").ok).toBe(false);
    expect(read("17")).toEqual({ ok: true, value: 17 });
  });
});
