import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { thinned } from "./thinning";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = 2e12;
const ages = fc.array(fc.integer({ min: 0, max: 90 * DAY }), { minLength: 1, maxLength: 200 });

const keptAges = (of: readonly number[]) => {
  const gone = new Set(
    thinned(
      of.map((age) => NOW - age),
      NOW,
    ),
  );
  return of.filter((_, n) => !gone.has(n));
};

describe("thinned", () => {
  it("keeps every version of the last minute, the newest and the oldest", () => {
    fc.assert(
      fc.property(ages, (all) => {
        const kept = keptAges(all);
        expect(kept).toEqual(expect.arrayContaining(all.filter((age) => age < MINUTE)));
        expect(kept).toContain(Math.min(...all));
        expect(kept).toContain(Math.max(...all));
      }),
      { seed: 11 },
    );
  });

  it("keeps a version near each removed one: within a minute, an hour, a day or a week, by age", () => {
    fc.assert(
      fc.property(ages, (all) => {
        const kept = keptAges(all);
        for (const age of all) {
          const reach = age < HOUR ? MINUTE : age < DAY ? HOUR : age < 30 * DAY ? DAY : 7 * DAY;
          expect(kept.some((other) => Math.abs(other - age) <= reach)).toBe(true);
        }
      }),
      { seed: 12 },
    );
  });

  it("removes nothing twice", () => {
    fc.assert(
      fc.property(ages, (all) => {
        const once = keptAges(all);
        expect(keptAges(once)).toEqual(once);
      }),
      { seed: 13 },
    );
  });

  it("keeps about 200 versions of a month with a step every five seconds, and the state before the last hour", () => {
    const step = 5000;
    let times: number[] = [];
    const day = Array.from({ length: (8 * HOUR) / step }, (_, n) => n * step);
    for (let d = 29; d >= 0; d--) {
      times = [...times, ...day.map((t) => NOW - d * DAY - 8 * HOUR + t)];
      const gone = new Set(thinned(times, NOW - d * DAY));
      times = times.filter((_, n) => !gone.has(n));
    }
    expect(times.length).toBeLessThan(220);
    expect(times.length).toBeGreaterThan(80);
    const beforeTheHour = times.filter((t) => t < NOW - HOUR);
    expect(NOW - Math.max(...beforeTheHour)).toBeLessThan(2 * HOUR);
  });
});
