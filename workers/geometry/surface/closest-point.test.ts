import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { ClosestPoint, closestOnTriangle } from "./closest-point";
import { RayHit } from "./ray-hit";
import { TriangleTree } from "./triangle-tree";

function soup(seed: number, count: number) {
  const random = createRandom(seed);
  const positions = Float64Array.from({ length: 9 * count }, () => random.next());
  // Some triangles are points or lines.
  if (count > 3) positions.copyWithin(0, 3, 6);
  return { positions, triangles: Uint32Array.from({ length: 3 * count }, (_, n) => n), random };
}

/** The least squared distance to the points of a fine net over a triangle. */
function squareByNet(positions: ArrayLike<number>, t: number, p: number[], steps: number): number {
  let least = Infinity;
  for (let a = 0; a <= steps; a++) {
    for (let b = 0; a + b <= steps; b++) {
      const shares = [a, b, steps - a - b].map((x) => x / steps);
      const q = [0, 1, 2].map((c) => shares.reduce((sum, w, k) => sum + w * positions[9 * t + 3 * k + c], 0));
      least = Math.min(least, (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 + (q[2] - p[2]) ** 2);
    }
  }
  return least;
}

describe("closestOnTriangle", () => {
  it("is no farther than any point of a net, and its coordinates give its distance", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const { positions, triangles, random } = soup(seed, 4);
        const p = [0, 1, 2].map(() => 3 * random.next() - 1);
        const shares = new Float64Array(3);
        for (let t = 0; t < 4; t++) {
          const square = closestOnTriangle(positions, triangles, t, p, shares);
          const net = squareByNet(positions, t, p, 40);
          expect(square).toBeLessThanOrEqual(net + 1e-12);
          expect(Math.sqrt(square)).toBeGreaterThan(Math.sqrt(net) - 0.05);
          const q = [0, 1, 2].map((c) => shares.reduce((s, w, k) => s + w * positions[9 * t + 3 * k + c], 0));
          expect(Math.hypot(...q.map((x, c) => x - p[c]))).toBeCloseTo(Math.sqrt(square), 9);
          expect(shares.reduce((s, w) => s + w)).toBeCloseTo(1, 12);
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("ClosestPoint", () => {
  it("finds what a search of all triangles finds, also with a limit and a filter", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 60 }), (seed, count) => {
        const { positions, triangles, random } = soup(seed, count);
        const closest = new ClosestPoint(new TriangleTree(positions, triangles));
        const shares = new Float64Array(3);
        for (let n = 0; n < 5; n++) {
          const p = [0, 1, 2].map(() => 3 * random.next() - 1);
          const odd = (t: number) => n < 2 || t % 2 === 1;
          let least = Infinity;
          for (let t = 0; t < count; t++) {
            if (odd(t)) least = Math.min(least, closestOnTriangle(positions, triangles, t, p, shares));
          }
          const found = closest.find(p[0], p[1], p[2], Infinity, odd);
          expect(found).toBe(least < Infinity);
          if (!found) continue;
          expect(closest.square).toBe(least);
          expect(odd(closest.triangle)).toBe(true);
          const away = Math.sqrt(least);
          expect(closest.find(p[0], p[1], p[2], 0.99 * away, odd)).toBe(false);
          expect(closest.find(p[0], p[1], p[2], away, odd)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("finds nothing on a mesh without triangles", () => {
    expect(new ClosestPoint(new TriangleTree([], [])).find(0, 0, 0)).toBe(false);
  });
});

describe("RayHit", () => {
  it("finds the nearest meeting that a search of all triangles finds, ahead or behind", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const { positions, triangles, random } = soup(seed, 40);
        const ray = new RayHit(new TriangleTree(positions, triangles));
        const origin = [0, 1, 2].map(() => random.next());
        const raw = [0, 1, 2].map(() => random.normal());
        const way = raw.map((x) => x / Math.hypot(...raw));
        const one = new Float64Array(positions.length);
        let least = Infinity;
        for (let t = 0; t < 40; t++) {
          one.set(positions);
          const alone = new RayHit(new TriangleTree(one, triangles.slice(3 * t, 3 * t + 3)));
          if (alone.find(origin, way, 10)) least = Math.min(least, Math.abs(alone.distance));
        }
        expect(ray.find(origin, way, 10)).toBe(least < Infinity);
        if (least === Infinity) return;
        expect(Math.abs(ray.distance)).toBe(least);
        const q = [0, 1, 2].map((c) =>
          ray.shares.reduce((s, w, k) => s + w * positions[9 * ray.triangle + 3 * k + c], 0),
        );
        expect(Math.hypot(...q.map((x, c) => x - origin[c] - ray.distance * way[c]))).toBeLessThan(1e-6);
        expect(ray.find(origin, way, 0.99 * least)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("finds a square below its origin, and nothing beside the square", () => {
    const square = new TriangleTree([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
    const ray = new RayHit(square);
    expect(ray.find([0.5, 0.25, 2], [0, 0, 1], 3)).toBe(true);
    expect(ray.distance).toBe(-2);
    expect(ray.find([1.5, 0.25, 2], [0, 0, 1], 3)).toBe(false);
  });
});
