import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../testing/numbers-between";
import type { Property } from "./archive/property";
import { ACYCLIC_PERIOD, locateSample, sampleTime, timeSampling } from "./archive/time-sampling";
import { frameTimesOf, locate } from "./frame-times";

/** A moving property with a number of samples. */
function moving(period: number, times: number[], sampleCount: number, untimed = false): Property {
  const sampling = timeSampling(period, Float64Array.from(times), untimed)!;
  const damaged = (problem: string) => new Error(problem);
  return { sampling, sampleCount, damaged } as unknown as Property;
}

const rounded = (times: ArrayLike<number>) => Array.from(times, (t) => Math.round(1e6 * t) / 1e6 + 0);

describe("frames of an archive", () => {
  it("are one frame at time 0 if nothing moves", () => {
    expect(frameTimesOf([], null)).toEqual({
      ...{ times: Float64Array.of(0), fps: 24, base: null, rateIsAssumed: false, notes: [] },
    });
    expect(frameTimesOf([], 30).fps).toBe(30);
  });

  it("follow the property with the most samples, or the first of several", () => {
    const [slow, fast, other] = [moving(1, [0], 3), moving(0.5, [0], 5), moving(0.25, [0], 5)];
    expect(frameTimesOf([slow, fast, other], null).base).toBe(fast.sampling);
    expect(frameTimesOf([other, slow, fast], null).base).toBe(other.sampling);
    // Properties with stated times come before properties with more samples. Samples beyond the stored times do not
    // count.
    const untimed = moving(1, [0], 99, true);
    expect(frameTimesOf([untimed, slow], null).base).toBe(slow.sampling);
    const few = moving(ACYCLIC_PERIOD, [0, 1], 50);
    expect(frameTimesOf([few, slow], null).base).toBe(slow.sampling);
  });

  it("are the multiples of the step at which something moves", () => {
    const place = fc.record({
      begin: fc.integer({ min: -20, max: 20 }),
      count: fc.integer({ min: 1, max: 12 }),
      half: fc.boolean(),
    });
    const steps = fc.constantFrom(1 / 24, 1 / 30, 1, 0.04);
    fc.assert(
      fc.property(
        steps,
        fc.array(place, { maxLength: 4 }),
        fc.integer({ min: -9, max: 9 }),
        (step, others, begin) => {
          const leading = moving(step, [begin * step], 13);
          // The others have the same step. Some lie between the frames.
          const beside = others.map((one) =>
            moving(step, [(one.begin + (one.half ? 0.5 : 0)) * step], one.count),
          );
          const { times, fps } = frameTimesOf([...beside, leading], null);
          let [first, last] = [begin, begin + 12];
          for (const one of others) {
            const start = one.begin + (one.half ? 0.5 : 0);
            first = Math.min(first, Math.ceil(start));
            last = Math.max(last, Math.floor(start + one.count - 1));
          }
          expect(rounded(times)).toEqual(
            rounded(Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step)),
          );
          expect(fps).toBe(Math.round(1 / step));
        },
      ),
    );
  });

  it("are at whole frames for samples with motion blur", () => {
    const { times, notes, fps } = frameTimesOf([moving(0.25, [-0.1, 0, 0.1], 9)], null);
    expect([rounded(times), fps]).toEqual([[0, 0.25, 0.5], 4]);
    expect(notes).toEqual(["Of 3 samples a frame (motion blur) one is read."]);
    // The first of equally near ones.
    expect(rounded(frameTimesOf([moving(1, [0.25, 0.5, 0.75], 3)], null).times)).toEqual([0.25]);
  });

  it("have the stated rate, or 24 a second, if the archive has no times", () => {
    const untimed = moving(1, [0], 3, true);
    expect(frameTimesOf([untimed], 30)).toMatchObject({ fps: 30, rateIsAssumed: false });
    const assumed = frameTimesOf([untimed], null);
    expect(assumed).toMatchObject({ fps: 24, rateIsAssumed: true });
    expect(assumed.notes).toEqual(["It has no times. Sinew assumes 24 frames a second."]);
    expect([...assumed.times]).toEqual([0, 1, 2]);
    expect(frameTimesOf([moving(1, [0], 3)], 30).rateIsAssumed).toBe(false);
  });

  it("have a whole rate if it is nearly whole", () => {
    const rate = (fps: number) => frameTimesOf([moving(1 / fps, [0], 3)], null).fps;
    expect(rate(24 * (1 + 0.9e-4))).toBe(24);
    expect(rate(24 * (1 - 0.9e-4))).toBe(24);
    expect(rate(24 * (1 + 1.1e-4))).toBeCloseTo(24.00264, 5);
    expect(rate(23.976)).toBeCloseTo(23.976, 9);
  });

  it("are the stored times, at their mean rate, if these have no step", () => {
    const even = frameTimesOf([moving(ACYCLIC_PERIOD, [1, 1.5, 2, 2.504], 9)], null);
    expect([[...even.times], even.fps, even.notes]).toEqual([[1, 1.5, 2, 2.504], 3 / 1.504, []]);
    const uneven = frameTimesOf([moving(ACYCLIC_PERIOD, [0, 1, 3], 3)], null);
    expect(uneven.fps).toBeCloseTo(2 / 3, 12);
    expect(uneven.notes).toEqual([
      "Its samples are unevenly spaced in time: played at 0.67 frames a second.",
    ]);
    // There are fewer samples than times.
    expect([...frameTimesOf([moving(ACYCLIC_PERIOD, [0, 1, 2, 9], 3)], null).times]).toEqual([0, 1, 2]);
    expect(frameTimesOf([moving(ACYCLIC_PERIOD, [5], 3)], 12)).toMatchObject({ fps: 12, notes: [] });
  });

  it("are refused if there are more than 200 000", () => {
    const [one, other] = [moving(1, [0], 10), (begin: number) => moving(1, [begin], 1)];
    expect(frameTimesOf([one, other(199_999)], null).times).toHaveLength(200_000);
    expect(() => frameTimesOf([one, other(200_000)], null)).toThrow("span 200001 frames");
  });

  it("give untimed properties the times of the leading one", () => {
    const [leading, untimed] = [moving(0.5, [0], 5), moving(1, [0], 5, true)];
    const timeline = frameTimesOf([leading, untimed], null);
    expect(locate(timeline, untimed, 1)).toEqual({ index: 2, fraction: 0 });
    expect(locate(timeline, leading, 1.25)).toEqual({ index: 2, fraction: 0.5 });
    const own = moving(0.25, [0], 9);
    expect(locate(timeline, own, 1)).toEqual({ index: 4, fraction: 0 });
  });
});

describe("the place of a time among samples", () => {
  it("is the same as by comparing all of them", () => {
    const samplings = fc.constantFrom(
      timeSampling(0.1, Float64Array.of(-0.3), false)!,
      timeSampling(1, Float64Array.of(-0.2, 0, 0.3), false)!,
      timeSampling(ACYCLIC_PERIOD, Float64Array.of(0, 0.5, 0.75, 4), false)!,
    );
    const times = numbersBetween(-2, 6);
    fc.assert(
      fc.property(samplings, fc.integer({ min: 1, max: 20 }), times, (sampling, samples, t) => {
        const count = sampling.kind === "acyclic" ? Math.min(4, samples) : samples;
        const all = Array.from({ length: count }, (_, n) => sampleTime(sampling, n));
        const index = Math.max(
          0,
          all.findLastIndex((time) => time <= t + 1e-5),
        );
        const isOn = index === count - 1 || t - all[index] <= 1e-5;
        const fraction = isOn ? 0 : Math.min(1, (t - all[index]) / (all[index + 1] - all[index]));
        expect(locateSample(sampling, samples, t)).toEqual({ index, fraction });
      }),
    );
  });

  it("allows a difference of a hundred-thousandth of a second", () => {
    const sampling = timeSampling(1, Float64Array.of(0), false)!;
    const at = (t: number) => locateSample(sampling, 4, t);
    expect([at(1 + 0.9e-5), at(2 - 0.9e-5), at(3 - 0.9e-5), at(0.9e-5)]).toEqual(
      [1, 2, 3, 0].map((index) => ({ index, fraction: expect.closeTo(0, 12) })),
    );
    expect(at(1 + 2e-5).fraction).toBeCloseTo(2e-5, 9);
    expect(at(2 - 2e-5)).toEqual({ index: 1, fraction: expect.closeTo(1 - 2e-5, 9) });
  });

  it("needs a period at least as long as a cycle's samples span", () => {
    expect(timeSampling(1, Float64Array.of(0, 1 + 0.9e-5), false)?.kind).toBe("cyclic");
    expect(timeSampling(1, Float64Array.of(0, 1 + 2e-5), false)).toBeNull();
    expect(timeSampling(1, Float64Array.of(5), true)).toMatchObject({ kind: "uniform", untimed: true });
    expect(timeSampling(Infinity, Float64Array.of(0), false)).toBeNull();
    expect(timeSampling(ACYCLIC_PERIOD, Float64Array.of(3), false)).toMatchObject({
      kind: "acyclic",
      period: 0,
    });
  });
});
