import { describe, expect, it } from "vitest";
import { paneRects, viewsOf } from "./views";

describe("viewsOf", () => {
  it("shows the source alone where there is no rig", () => {
    for (const layout of ["source", "rig", "overlay", "side-by-side"] as const) {
      expect(viewsOf(layout, false, 800, 600)).toEqual([
        { figure: "source", left: 0, width: 800, height: 600 },
      ]);
    }
  });

  it("divides the canvas in two that do not overlap and end at its edge", () => {
    const [a, b] = viewsOf("side-by-side", true, 801, 600);
    expect([a.figure, b.figure]).toEqual(["source", "rig"]);
    expect(b.left).toBeGreaterThanOrEqual(a.left + a.width);
    expect(b.left + b.width).toBe(801);
  });
});

describe("paneRects", () => {
  it("gives as many panes as asked for, inside the canvas, none over another", () => {
    for (const [width, height] of [
      [1081, 677],
      [390, 420],
      [700, 300],
    ]) {
      for (let count = 1; count <= 4; count++) {
        const rects = paneRects(count, width, height);
        expect(rects).toHaveLength(count);
        rects.forEach((a, n) => {
          expect(a.left).toBeGreaterThanOrEqual(0);
          expect(a.left + a.width).toBeLessThanOrEqual(width);
          expect(a.top + a.height).toBeLessThanOrEqual(height);
          for (const b of rects.slice(n + 1)) {
            const apart = b.left >= a.left + a.width || b.top >= a.top + a.height;
            expect(apart).toBe(true);
          }
        });
        expect(Math.max(...rects.map((r) => r.left + r.width))).toBe(width);
        expect(Math.max(...rects.map((r) => r.top + r.height))).toBe(height);
      }
    }
  });

  it("puts two side by side on a wide canvas and over each other on a high one", () => {
    expect(paneRects(2, 1000, 600)[1].top).toBe(0);
    expect(paneRects(2, 390, 700)[1].left).toBe(0);
  });
});
