import { describe, expect, it } from "vitest";
import { creature, creatureSkeleton } from "./test-creature";

describe("creature", () => {
  it("is one closed manifold shell that faces outwards, four times as fine with each level", () => {
    const counts = [1, 2].map((levels) => {
      const { positions, triangles } = creature(levels).mesh;
      const sides = new Map<string, number>();
      let volume = 0;
      for (let t = 0; t < triangles.length; t += 3) {
        const corners = [0, 1, 2].map((c) => triangles[t + c]);
        const [a, b, c] = corners.map((v) => positions.subarray(3 * v, 3 * v + 3));
        volume +=
          (a[0] * (b[1] * c[2] - b[2] * c[1]) +
            a[1] * (b[2] * c[0] - b[0] * c[2]) +
            a[2] * (b[0] * c[1] - b[1] * c[0])) /
          6;
        corners.forEach((v, n) => {
          const side = `${v} ${corners[(n + 1) % 3]}`;
          sides.set(side, (sides.get(side) ?? 0) + 1);
        });
      }
      for (const [side, count] of sides) {
        expect(count).toBe(1);
        expect(sides.get(side.split(" ").reverse().join(" "))).toBe(1);
      }
      expect(volume).toBeGreaterThan(50);
      // Euler: one sphere.
      expect(positions.length / 3 - sides.size / 2 + triangles.length / 3).toBe(2);
      return triangles.length / 3;
    });
    expect(counts[1]).toBe(4 * counts[0]);
  });

  it("has 50 bones, parents before children, heads at the tails of chains", () => {
    const { segments } = creatureSkeleton();
    expect(segments.length).toBe(50);
    segments.forEach(({ parent, head }, j) => {
      expect(parent).toBeLessThan(j);
      if (j > 0 && segments[j].name.endsWith("2")) expect(segments[parent].tail).toEqual(head);
    });
    expect(new Set(segments.map(({ name }) => name)).size).toBe(50);
  });
});
