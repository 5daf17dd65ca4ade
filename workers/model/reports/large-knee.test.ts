import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largeKnee } from "./large-knee";

const curve = (error: (bones: number) => number) =>
  [1, 2, 3, 4, 5, 7, 9, 12, 16, 22, 30].map((bones) => ({ bones, eRms: error(bones) }));

describe("a knee with a large error", () => {
  it("is one with more than a tenth of the error of one bone, in any unit", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 4, 7, 16),
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        (bones, unit) => {
          const folded = curve((h) => (unit * 40) / Math.sqrt(h));
          expect(largeKnee(folded, bones)!.share).toBeCloseTo(1 / Math.sqrt(bones), 9);
          expect(
            largeKnee(
              curve((h) => unit * (h === 1 ? 40 : 3)),
              bones,
            ),
          ).toBeNull();
        },
      ),
      { seed: 17, numRuns: 50 },
    );
  });

  it("offers the fewest bones that halve it, or the most that are known", () => {
    expect(
      largeKnee(
        curve((h) => 40 / h),
        5,
      ),
    ).toMatchObject({ next: { bones: 12 } });
    expect(
      largeKnee(
        curve((h) => 40 / Math.sqrt(h)),
        5,
      ),
    ).toMatchObject({ next: { bones: 22 } });
    expect(
      largeKnee(
        curve((h) => 40 / h ** 0.2),
        5,
      ),
    ).toMatchObject({ next: { bones: 30 } });
    expect(
      largeKnee(
        curve((h) => 40 / h ** 0.2),
        30,
      )!.next,
    ).toBeNull();
  });

  it("says nothing of a single bone, or of a curve that lacks it", () => {
    expect(
      largeKnee(
        curve(() => 40),
        1,
      ),
    ).toBeNull();
    expect(largeKnee(curve((h) => 40 / h).slice(1), 5)).toBeNull();
    expect(largeKnee([], 5)).toBeNull();
  });
});
