import { describe, expect, it } from "vitest";
import { DEFORM_DEFAULTS } from "../model/deform";
import { UNWATCHED } from "../model/task";
import { deformLaplacian, prepareStrengths } from "./prepare";
import { sourceOf } from "./testing/prepared";

describe("the settings of a mesh", () => {
  const tent = (size: number, gap: number) => {
    // Two triangles on one bone, one above the other.
    const rest = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, gap, 1, 0, gap, 0, 1, gap].map((x) => size * x);
    return sourceOf({
      rest: Float64Array.from(rest),
      triangles: [0, 1, 2, 3, 4, 5],
      weights: { offsets: [0, 1, 2, 3, 4, 5, 6], bones: [0, 0, 0, 0, 0, 0], values: [1, 1, 1, 1, 1, 1] },
      bones: 1,
    });
  };

  it("join parts within a share of the diagonal, whatever the size", async () => {
    for (const size of [1e-3, 1, 400]) {
      for (const [gap, joined] of [
        [0.09, true],
        [0.2, false],
      ] as const) {
        const source = tent(size, gap);
        const settings = { ...DEFORM_DEFAULTS, joinReach: 0.1 };
        const { offsets } = await deformLaplacian(source, source.weights, settings, UNWATCHED);
        // Each vertex has three entries for its triangle, and one for its bridge.
        expect(offsets[6]).toBe(joined ? 6 * 4 : 6 * 3);
      }
    }
  });

  it("have strengths of 1 for each vertex, by limb radius, or painted ones", () => {
    const source = tent(1, 0.5);
    const ones = new Float32Array(6).fill(1);
    expect(prepareStrengths(source, DEFORM_DEFAULTS)).toEqual({ lambda: ones, kappa: ones, alpha: ones });
    const painted = { lambda: ones.map((_, i) => i), kappa: null, alpha: null };
    const slideOfBone = Float32Array.of(0.25);
    const found = prepareStrengths(source, { ...DEFORM_DEFAULTS, painted, slideOfBone, limbRadius: true });
    expect(found.lambda).toBe(painted.lambda);
    expect(found.alpha).toEqual(ones.map(() => 0.25));
    // The bone is a point at the origin: the farthest vertices have 1.
    const far = Math.hypot(1, 0.5);
    [0, 1 / far, 1 / far, 0.5 / far, 1, 1].forEach((x, i) => {
      expect(found.kappa[i]).toBeCloseTo(x, 6);
    });
  });
});
