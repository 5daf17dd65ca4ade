import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { TriangleTree } from "./triangle-tree";

/** Signed volume of four points. */
function volume(a: number[], b: number[], c: number[], d: number[]): number {
  const [u, v, w] = [b, c, d].map((p) => p.map((x, n) => x - a[n]));
  return (
    u[0] * (v[1] * w[2] - v[2] * w[1]) -
    u[1] * (v[0] * w[2] - v[2] * w[0]) +
    u[2] * (v[0] * w[1] - v[1] * w[0])
  );
}

/** By signs of volumes: the ends are on different sides, and the line passes within all three edges. */
function crossesOne(a: number[], b: number[], [p, q, r]: number[][]): boolean {
  if (volume(p, q, r, a) > 0 === volume(p, q, r, b) > 0) return false;
  const signs = [volume(a, b, p, q), volume(a, b, q, r), volume(a, b, r, p)].map((x) => x > 0);
  return signs[0] === signs[1] && signs[1] === signs[2];
}

describe("TriangleTree", () => {
  it("finds the crossing of a single triangle, and none if there is none", () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const [above, below] = [
      [0.2, 0.2, 1],
      [0.2, 0.2, -1],
    ];
    expect(new TriangleTree(positions, [0, 1, 2]).crosses(above, below)).toBe(true);
    expect(new TriangleTree(positions, [0, 1, 2]).crosses(above, [2, 2, -1])).toBe(false);
    expect(new TriangleTree(positions, []).crosses(above, below)).toBe(false);
  });

  it("finds the same crossings as a test of every triangle", () => {
    let crossed = 0;
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 300 }),
        fc.double({ min: 0.02, max: 1 }),
        (seed, count, size) => {
          const random = createRandom(seed);
          const point = (scale = 1) => [0, 1, 2].map(() => scale * random.normal());
          const corners = Array.from({ length: count }, () => {
            const centre = point();
            return [0, 1, 2].map(() => point(size).map((x, c) => x + centre[c]));
          });
          const positions = corners.flat(2);
          const tree = new TriangleTree(
            positions,
            Array.from({ length: 3 * count }, (_, n) => n),
          );
          for (let n = 0; n < 20; n++) {
            const [a, b] = [point(), point()];
            const truth = corners.flatMap((triangle, t) => (crossesOne(a, b, triangle) ? [t] : []));
            crossed += truth.length > 0 ? 1 : 0;
            expect(tree.crosses(a, b)).toBe(truth.length > 0);
            expect(tree.crosses(b, a)).toBe(truth.length > 0);
            if (truth.length > 0) expect(tree.crosses(a, b, 3 * truth[0])).toBe(truth.length > 1);
          }
        },
      ),
      { seed: 3 },
    );
    expect(crossed).toBeGreaterThan(100);
  });

  it("misses no crossing at the edges and vertices of a closed grid, or along its axes", () => {
    const positions: number[] = [];
    const triangles: number[] = [];
    const n = 8;
    for (let x = 0; x <= n; x++) for (let y = 0; y <= n; y++) positions.push(x, y, 0);
    for (let x = 0; x < n; x++) {
      for (let y = 0; y < n; y++) {
        const a = x * (n + 1) + y;
        triangles.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
      }
    }
    const tree = new TriangleTree(positions, triangles);
    for (let x = 0.5; x < n; x += 0.5) {
      for (let y = 0.5; y < n; y += 0.5) {
        expect(tree.crosses([x, y, 1], [x, y, -1])).toBe(true);
        expect(tree.crosses([x - 0.25, y + 0.25, 1], [x + 0.25, y - 0.25, -1])).toBe(true);
        expect(tree.crosses([x, y, 0], [x, y, 2])).toBe(false);
      }
    }
  });

  it("accepts equal, degenerate and no triangles", () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const many = new TriangleTree(
      positions,
      Array.from({ length: 300 }, (_, n) => n % 3),
    );
    expect(many.crosses([0.2, 0.2, 1], [0.2, 0.2, -1])).toBe(true);
    expect(many.crosses([0.2, 0.2, 1], [0.2, 0.2, -1], 0)).toBe(false);
    expect(new TriangleTree(positions, [0, 0, 1]).crosses([0.2, 0, 1], [0.2, 0, -1])).toBe(false);
    expect(new TriangleTree([], []).crosses([0, 0, 0], [1, 1, 1])).toBe(false);
  });
});
