import fc from "fast-check";
import { expect, it } from "vitest";
import { densityFor, isAmong } from "./marker-density";

const vertices = Array.from({ length: 50_000 }, (_, i) => i);
const shown = (among: readonly number[], density: number) => among.filter((i) => isAmong(i, density));

it("marks all of a few vertices, and about 600 of many, spread over the mesh", () => {
  expect(shown(vertices.slice(0, 600), densityFor(600))).toHaveLength(600);
  fc.assert(
    fc.property(fc.nat(49_000), fc.integer({ min: 601, max: 50_000 }), (first, count) => {
      const painted = vertices.slice(first, first + count);
      const markers = shown(painted, densityFor(painted.length));
      expect(markers.length).toBeLessThanOrEqual(750);
      if (painted.length < 601) return;
      expect(markers.length).toBeGreaterThan(200);
      // Each tenth of the painted vertices has about a tenth of the markers.
      for (let part = 0; part < 10; part++) {
        const from = first + (painted.length * part) / 10;
        const inside = markers.filter((i) => i >= from && i < from + painted.length / 10);
        expect(inside.length).toBeGreaterThan(markers.length / 30);
      }
    }),
    { seed: 20261122 },
  );
});

it("removes markers as more vertices are painted, and moves none", () => {
  let before = shown(vertices, 1);
  for (const density of [2, 4, 8, 16, 64]) {
    const seen = new Set(before);
    const after = shown(vertices, density);
    expect(after.length / before.length).toBeLessThan(0.6);
    expect(after.every((i) => seen.has(i))).toBe(true);
    before = after;
  }
});
