import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFORM_DEFAULTS } from "../../../../workers/model/deform";
import { jointSlides, withJointSlides } from "./slide-by-joint";

describe("slides by joint", () => {
  it("survive a round trip through the settings", () => {
    const slide = fc.integer({ min: 0, max: 99 }).map((x) => x / 100);
    fc.assert(
      fc.property(slide, slide, slide, (others, knee, hip) => {
        const own = [
          { bone: 2, value: knee },
          { bone: 5, value: hip },
        ];
        const settings = { ...DEFORM_DEFAULTS, ...withJointSlides({ own, others }, 9) };
        const found = jointSlides(settings);
        expect(found.others).toBeCloseTo(others, 4);
        const expected = own.filter(({ value }) => value !== others);
        expect(found.own.map(({ bone }) => bone)).toEqual(expected.map(({ bone }) => bone));
        found.own.forEach(({ value }, n) => {
          expect(value).toBeCloseTo(expected[n].value, 4);
        });
      }),
      { seed: 5 },
    );
  });

  it("need no map if all joints have the same slide", () => {
    expect(withJointSlides({ own: [{ bone: 1, value: 0.4 }], others: 0.4 }, 3)).toEqual({
      alpha: 0.4,
      slideOfBone: null,
    });
  });
});
