import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { numbersBetween } from "../../../testing/numbers-between";
import { sampleSize, sampleUnevenly, sampleVertices } from "./sample-vertices";

/** Points in the cube from −1 to 1, half of them in a small corner of it. */
function points(count: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const rest = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) rest[3 * i + c] = i % 2 ? 2 * random.next() - 1 : 0.1 * random.next() - 1;
  }
  return rest;
}

describe("the sample of a search", () => {
  it("has every vertex at most once, in ascending order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), numbersBetween(0, 1), fc.nat(), (V, share, seed) => {
        const count = Math.max(1, Math.floor(share * V));
        const found = sampleVertices(points(V, seed), count);
        expect(found.length).toBe(count);
        found.forEach((i, n) => {
          expect(i).toBeGreaterThanOrEqual(0);
          expect(i).toBeLessThan(V);
          if (n > 0) expect(i).toBeGreaterThan(found[n - 1]);
        });
      }),
    );
  });

  it("takes the same share of every part of the body, for any order of the vertices", () => {
    const rest = points(8000, 3);
    const found = sampleVertices(rest, 2000);
    for (let octant = 0; octant < 8; octant++) {
      const inside = (i: number) =>
        [0, 1, 2].every((c) => rest[3 * i + c] > 0 === Boolean(octant & (1 << c)));
      const all = Array.from({ length: 8000 }, (_, i) => i).filter(inside).length;
      const taken = Array.from(found).filter(inside).length;
      expect(Math.abs(taken - all / 4)).toBeLessThanOrEqual(2);
    }
  });

  it("takes each vertex at most once, and more of them where shares are larger", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), numbersBetween(0, 1), fc.nat(), (V, part, seed) => {
        const count = Math.max(1, Math.floor(part * V));
        const random = createRandom(seed);
        const shares = Float64Array.from({ length: V }, () => 10 ** (6 * random.next() - 3));
        const found = sampleUnevenly(points(V, seed), shares, count);
        expect(new Set(found).size).toBe(count);
        expect(Array.from(found)).toEqual(Array.from(found).sort((a, b) => a - b));
      }),
    );
    const rest = points(8000, 3);
    const isRight = (i: number) => rest[3 * i] > 0;
    const shares = Float64Array.from({ length: 8000 }, (_, i) => (isRight(i) ? 3 : 1));
    const right = Array.from(shares.keys()).filter(isRight).length;
    const found = Array.from(sampleUnevenly(rest, shares, 1000));
    const expected = (1000 * 3 * right) / (3 * right + (8000 - right));
    expect(Math.abs(found.filter(isRight).length - expected)).toBeLessThanOrEqual(3);
    // A few vertices of which all are taken leave the others their shares.
    const few = shares.map((_, i) => (i < 10 ? 1e9 : 1));
    expect(Array.from(sampleUnevenly(rest, few, 1000)).filter((i) => i < 10).length).toBe(10);
    expect(sampleUnevenly(rest, few, 1000).length).toBe(1000);
  });

  it("contains all vertices of a small mesh, and of a mesh with few frames", () => {
    expect(sampleSize({ vertexCount: 3000, frameCount: 60 }, 20)).toBe(0);
    expect(sampleSize({ vertexCount: 7000, frameCount: 9 }, 20)).toBe(0);
    expect(sampleSize({ vertexCount: 8000, frameCount: 60 }, 20)).toBe(2400);
    expect(sampleSize({ vertexCount: 50_000, frameCount: 60 }, 100)).toBe(8000);
  });
});
