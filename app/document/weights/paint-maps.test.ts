import { describe, expect, it } from "vitest";
import { NOTHING_BOUND } from "../binding/binding-state";
import { createStores } from "../stores";
import { shownStrain } from "./paint-maps";

/** 100 vertices with strains from 0 up to 0.1 in even steps, except that the last one's is `most`. */
const strainOf = (most: number) =>
  Float32Array.from({ length: 100 }, (_, i) => (i === 99 ? most : (i + 1) / 1000) ** 2);
const paint = createStores().view.getInitialState().paint;

describe("strain on screen", () => {
  it("ends the ramp before a few outliers, and the legend at a limit", () => {
    const near = shownStrain({ ...NOTHING_BOUND, strain: strainOf(0.13) }, paint);
    expect(near?.end).toBeCloseTo(0.1, 12);
    expect(near?.fitted?.full).toBeCloseTo(0.16, 12);
    const far = shownStrain({ ...NOTHING_BOUND, strain: strainOf(7) }, paint);
    expect(far?.end).toBeCloseTo(0.1, 12);
    expect(far?.fitted?.full).toBeCloseTo(0.2, 12);
  });

  it("ends the ramp where the artist sets it, and still knows the fitted end", () => {
    const map = shownStrain({ ...NOTHING_BOUND, strain: strainOf(0.13) }, { ...paint, energyEnd: 0.03 });
    expect(map?.end).toBe(0.03);
    expect(map?.fitted?.end).toBeCloseTo(0.1, 12);
  });

  it("is that of the exemplar on screen if it was measured", () => {
    const values = strainOf(0.1).map((x) => 4 * x);
    const bound = { ...NOTHING_BOUND, strain: strainOf(0.1), exemplarStrain: { exemplar: 2, values } };
    expect(shownStrain(bound, { ...paint, exemplar: 2 })?.end).toBeCloseTo(0.2, 12);
    expect(shownStrain(bound, { ...paint, exemplar: 1 })?.end).toBeCloseTo(0.1, 12);
    expect(shownStrain(NOTHING_BOUND, paint)).toBeNull();
  });
});
