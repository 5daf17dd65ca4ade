import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorBars, frameUnder, frameX } from "./timeline-layout";

const layouts = fc.record({
  frames: fc.integer({ min: 1, max: 5000 }),
  width: fc.integer({ min: 100, max: 2000 }),
});

describe("timeline layout", () => {
  it("finds each frame at the position where it is drawn", () => {
    fc.assert(
      fc.property(layouts, fc.nat(), (layout, n) => {
        const k = n % layout.frames;
        expect(frameUnder(layout, frameX(layout, k))).toBe(k);
        expect(frameUnder(layout, -50)).toBe(0);
        expect(frameUnder(layout, layout.width + 50)).toBe(layout.frames - 1);
      }),
      { seed: 2 },
    );
  });

  it("keeps the largest error of narrow frames", () => {
    fc.assert(
      fc.property(layouts, fc.nat(), (layout, n) => {
        const errors = new Float32Array(layout.frames).fill(1);
        errors[n % layout.frames] = 9;
        const bars = errorBars(layout, errors);
        expect(Math.max(...bars.map(([, , error]) => error))).toBe(9);
        expect(bars.length).toBeLessThanOrEqual(Math.max(layout.width + 1, 1));
      }),
      { seed: 2 },
    );
  });
});
