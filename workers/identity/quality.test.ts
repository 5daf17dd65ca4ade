import { describe, expect, it } from "vitest";
import { figureName, growthOf, slipOf } from "./quality";

const name = figureName("E_RMS", "horse", "auto");

describe("quality", () => {
  it("may get better, or up to two percent worse", () => {
    for (const now of [0.5, 2, 2.039]) expect(slipOf(name, { [name]: 2 }, now)).toBeNull();
    expect(slipOf(name, { [name]: 2 }, 2.05)).toBe("E_RMS, horse, auto was 2 and is 2.050, 2.5 % more");
  });

  it("ignores differences if both values are rounding, but not if one is more", () => {
    expect(slipOf(name, { [name]: 1e-5 }, 9e-3)).toBeNull();
    expect(growthOf(name, 1e-5, 0.02)).toBeCloseTo(1, 9);
    expect(slipOf(name, { [name]: 1e-5 }, 0.02)).toMatch(/100.0 % more/);
  });

  it("reports a figure that is unrecorded or not a number", () => {
    expect(slipOf(name, {}, 1)).toMatch(/not in bench\/quality.json: npm run bench -- --record/);
    for (const now of [Number.NaN, Infinity]) expect(slipOf(name, { [name]: 2 }, now)).toMatch(/more/);
  });
});
