import fc from "fast-check";
import { expect, test } from "vitest";
import { numbersBetween } from "../../../testing/numbers-between";
import { ACYCLIC_PERIOD, locateSample, sampleTime, timeSampling } from "./time-sampling";

const uniform = timeSampling(1 / 24, Float64Array.of(1 / 24), false)!;
const cyclic = timeSampling(1, Float64Array.of(-0.2, 0, 0.3), false)!;
const acyclic = timeSampling(ACYCLIC_PERIOD, Float64Array.of(0, 0.5, 0.75, 4), false)!;

test("recognises the three kinds by their period and times", () => {
  expect([uniform.kind, cyclic.kind, acyclic.kind]).toEqual(["uniform", "cyclic", "acyclic"]);
});

test("refuses times that do not rise, and invalid periods", () => {
  expect(timeSampling(1, Float64Array.of(0, 0), false)).toBeNull();
  expect(timeSampling(0, Float64Array.of(0), false)).toBeNull();
  expect(timeSampling(Number.NaN, Float64Array.of(0), false)).toBeNull();
  expect(timeSampling(1, Float64Array.of(), false)).toBeNull();
  expect(timeSampling(1, Float64Array.of(0, 1.5), false)).toBeNull();
  expect(timeSampling(1, Float64Array.of(Number.NaN), false)).toBeNull();
});

test("gives the times of samples", () => {
  expect(sampleTime(uniform, 47)).toBeCloseTo(2, 12);
  expect([0, 1, 2, 3, 4, 5].map((i) => sampleTime(cyclic, i))).toEqual([-0.2, 0, 0.3, 0.8, 1, 1.3]);
  expect(sampleTime(acyclic, 3)).toBe(4);
});

test("the first and the last sample hold beyond their times", () => {
  for (const sampling of [uniform, cyclic, acyclic]) {
    expect(locateSample(sampling, 4, -100)).toEqual({ index: 0, fraction: 0 });
    expect(locateSample(sampling, 4, 100)).toEqual({ index: 3, fraction: 0 });
  }
  expect(locateSample(acyclic, 100, 100)).toEqual({ index: 3, fraction: 0 });
});

test("a time is found at its place between the samples around it", () => {
  fc.assert(
    fc.property(fc.constantFrom(uniform, cyclic, acyclic), numbersBetween(0, 3.9), (s, t) => {
      const count = s.kind === "acyclic" ? 4 : 200;
      const { index, fraction } = locateSample(s, count, t);
      const begin = sampleTime(s, index);
      const blended = fraction === 0 ? begin : begin + fraction * (sampleTime(s, index + 1) - begin);
      const inside = Math.min(Math.max(t, sampleTime(s, 0)), sampleTime(s, count - 1));
      expect(Math.abs(blended - inside)).toBeLessThan(2e-5);
      expect(fraction).toBeLessThan(1);
    }),
    { seed: 5 },
  );
});

test("a sample's own time finds that sample and nothing of the next", () => {
  for (let k = 0; k < 1000; k++) {
    expect(locateSample(uniform, 1000, sampleTime(uniform, k))).toEqual({ index: k, fraction: 0 });
  }
});
