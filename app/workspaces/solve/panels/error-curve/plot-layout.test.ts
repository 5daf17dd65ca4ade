import { expect, it } from "vitest";
import { formatPlain } from "../../../../common/format";
import { plotLayout, wordsWidth } from "./plot-layout";

const CURVE = [8, 12, 20, 32].map((bones) => ({ bones, eRms: 12 / bones }));

it("leaves room for the words at every size of text", () => {
  for (const growth of [1, 1.5, 2]) {
    const { room, errors, bones, x, y } = plotLayout([CURVE], 560, 150, 0, growth);
    for (const tick of errors) expect(wordsWidth(formatPlain(tick), growth)).toBeLessThanOrEqual(room.left);
    // The numbers below and the flags above are 11 px high, times the growth.
    expect(150 - room.top - room.height).toBeGreaterThanOrEqual(16 * growth);
    expect(room.top).toBeGreaterThanOrEqual(18 * growth);
    const places = bones.map(x);
    for (const [n, place] of places.slice(1).entries())
      expect(place - places[n]).toBeGreaterThan(wordsWidth("32", growth));
    const heights = errors.map(y);
    for (const [n, height] of heights.slice(1).entries())
      expect(heights[n] - height).toBeGreaterThan(11 * growth);
  }
});
