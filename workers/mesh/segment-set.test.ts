import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { SegmentSet } from "./segment-set";

const random = createRandom(3);
const point = () => [random.normal(), random.normal(), random.normal()];
const ENDS = Array.from({ length: 12 }, () => [point(), point()] as const);
const DOT = point();
const set = new SegmentSet([...ENDS, [DOT, DOT]]);

const pointAt = (s: number, part: number) => {
  const [head, tail] = s < ENDS.length ? ENDS[s] : [DOT, DOT];
  return head.map((x, c) => x + part * (tail[c] - x));
};
const squareTo = (s: number, part: number, p: number[]) =>
  pointAt(s, part).reduce((sum, x, c) => sum + (x - p[c]) ** 2, 0);

describe("segments", () => {
  it("find the nearest point along them: no point of a fine sampling is nearer", () => {
    for (let n = 0; n < 60; n++) {
      const p = point();
      for (let s = 0; s < set.count; s++) {
        const along = set.along(s, p[0], p[1], p[2]);
        const square = set.squaredDistance(s, p[0], p[1], p[2]);
        expect(along).toBeGreaterThanOrEqual(0);
        expect(along).toBeLessThanOrEqual(1);
        expect(square).toBeCloseTo(squareTo(s, along, p), 12);
        const ruler = Array.from({ length: 101 }, (_, m) => squareTo(s, m / 100, p));
        expect(Math.min(...ruler)).toBeGreaterThan(square - 1e-12);
        const out = new Float64Array(3);
        set.nearestPoint(s, p[0], p[1], p[2], out);
        pointAt(s, along).forEach((x, c) => {
          expect(out[c]).toBeCloseTo(x, 12);
        });
      }
    }
  });

  it("find the nearest segment, the first of equally near ones, and −1 if there is none", () => {
    for (let n = 0; n < 60; n++) {
      const p = point();
      const squares = Array.from({ length: set.count }, (_, s) => set.squaredDistance(s, p[0], p[1], p[2]));
      expect(set.nearest(p[0], p[1], p[2])).toBe(squares.indexOf(Math.min(...squares)));
    }
    const twins = new SegmentSet([ENDS[0], ENDS[1], ENDS[1], ENDS[0]]);
    expect(twins.nearest(ENDS[1][0][0], ENDS[1][0][1], ENDS[1][0][2])).toBe(1);
    expect(new SegmentSet([]).nearest(0, 0, 0)).toBe(-1);
  });
});
