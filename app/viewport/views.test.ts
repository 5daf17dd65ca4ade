import { describe, expect, it } from "vitest";
import { viewsOf } from "./views";

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
