import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChartPoint, clearSpot, crosses } from "./clear-spot";

const ROOM = { left: 40, top: 10, width: 400, height: 200 };

/** The shortest distance from densely sampled lines to the inside of a box. */
const touches = (lines: ChartPoint[][], { left, top, width, height }: typeof ROOM) =>
  lines.some((line) =>
    line.slice(1).some(([bx, by], n) => {
      const [ax, ay] = line[n];
      return Array.from({ length: 400 }, (_, s) => s / 399).some((t) => {
        const [x, y] = [ax + t * (bx - ax), ay + t * (by - ay)];
        return x > left && x < left + width && y > top && y < top + height;
      });
    }),
  );

describe("labels in a chart", () => {
  it("are placed inside the chart, and no curve crosses them", () => {
    const place = fc.tuple(fc.integer({ min: 40, max: 440 }), fc.integer({ min: 10, max: 210 }));
    const curve = fc.array(place, { minLength: 2, maxLength: 8 });
    let placed = 0;
    fc.assert(
      fc.property(fc.array(curve, { minLength: 1, maxLength: 3 }), place, (lines, anchor) => {
        const box = clearSpot(anchor, { width: 84, height: 14 }, lines, ROOM);
        if (!box) return;
        placed++;
        expect(touches(lines, box)).toBe(false);
        expect(box.left).toBeGreaterThanOrEqual(ROOM.left);
        expect(box.top).toBeGreaterThanOrEqual(ROOM.top);
        expect(box.left + box.width).toBeLessThanOrEqual(ROOM.left + ROOM.width);
        expect(box.top + box.height).toBeLessThanOrEqual(ROOM.top + ROOM.height);
      }),
      { seed: 7 },
    );
    expect(placed).toBeGreaterThan(50);
  });

  it("are placed near the bend of a falling curve, and near its ends", () => {
    const falling = Array.from(
      { length: 20 },
      (_, n): ChartPoint => [60 + 19 * n, 20 + 180 * (1 - 1 / (1 + n / 3))],
    );
    for (const anchor of falling) {
      const box = clearSpot(anchor, { width: 84, height: 14 }, [falling], ROOM)!;
      expect(box).not.toBeNull();
      const [dx, dy] = [box.left + 42 - anchor[0], box.top + 7 - anchor[1]];
      expect(Math.hypot(dx, dy)).toBeLessThan(100);
    }
  });

  it("are left out if the curves leave no room", () => {
    const mesh = Array.from({ length: 40 }, (_, n): ChartPoint[] => [
      [40, 10 + 5 * n],
      [440, 10 + 5 * n],
    ]);
    expect(clearSpot([200, 100], { width: 84, height: 14 }, mesh, ROOM)).toBeNull();
  });

  it("do not collide with lines that pass through or beside them, nor with single points", () => {
    const box = { left: 0, top: 0, width: 10, height: 10 };
    expect(
      crosses(
        [
          [-5, 5],
          [15, 5],
        ],
        box,
        0,
      ),
    ).toBe(true);
    expect(
      crosses(
        [
          [-5, 11],
          [15, 11],
        ],
        box,
        0,
      ),
    ).toBe(false);
    expect(
      crosses(
        [
          [-5, 11],
          [15, 11],
        ],
        box,
        2,
      ),
    ).toBe(true);
    expect(crosses([[5, 5]], box, 0)).toBe(true);
    expect(
      crosses(
        [
          [-9, 8],
          [8, 30],
        ],
        box,
        0,
      ),
    ).toBe(false);
  });
});
