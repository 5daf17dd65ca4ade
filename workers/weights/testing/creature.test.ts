import { describe, expect, it } from "vitest";
import { creature, creatureSkeleton } from "./creature";

describe("creature", () => {
  it("is one closed manifold shell that faces outwards, with four times as many faces at each level", () => {
    const counts = [1, 2].map((levels) => {
      const { positions, triangles } = creature(levels).mesh;
      const V = positions.length / 3;
      const sides = new Set<number>();
      let volume = 0;
      const at = (t: number, c: number, axis: number) => positions[3 * triangles[t + c] + axis];
      for (let t = 0; t < triangles.length; t += 3) {
        for (let x = 0; x < 3; x++) {
          const [y, z] = [(x + 1) % 3, (x + 2) % 3];
          volume += (at(t, 0, x) * (at(t, 1, y) * at(t, 2, z) - at(t, 1, z) * at(t, 2, y))) / 6;
          sides.add(triangles[t + x] * V + triangles[t + y]);
        }
      }
      // Every side of a triangle occurs once in each direction.
      expect(sides.size).toBe(triangles.length);
      expect([...sides].every((key) => sides.has((key % V) * V + Math.floor(key / V)))).toBe(true);
      expect(volume).toBeGreaterThan(50);
      // Euler's formula for a sphere.
      expect(V - sides.size / 2 + triangles.length / 3).toBe(2);
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
