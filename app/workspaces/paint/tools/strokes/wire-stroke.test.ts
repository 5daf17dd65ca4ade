import fc from "fast-check";
import { expect, it } from "vitest";
import { nearestPairs } from "./wire-stroke";

const SIDE = 8;
/** Two square grids of vertices, 3 apart in z, with spacing 1 in x and y. */
const positions = Float32Array.from({ length: 3 * 2 * SIDE * SIDE }, (_, n) => {
  const [i, c] = [Math.floor(n / 3), n % 3];
  const place = i % (SIDE * SIDE);
  return [place % SIDE, Math.floor(place / SIDE), i < SIDE * SIDE ? 0 : 3][c];
});
const centreOf = (i: number): [number, number, number] => [
  positions[3 * i],
  positions[3 * i + 1],
  positions[3 * i + 2],
];

it("pairs matching vertices of both ends, each at most once, up to a limit", () => {
  const vertex = fc.nat(SIDE * SIDE - 1);
  const some = fc.uniqueArray(vertex, { minLength: 1, maxLength: SIDE * SIDE });
  fc.assert(
    fc.property(some, some, vertex, vertex, (first, last, a, b) => {
      const from = { vertices: first, centre: centreOf(a) };
      const to = { vertices: last.map((i) => i + SIDE * SIDE), centre: centreOf(b + SIDE * SIDE) };
      const pairs = nearestPairs(from, to, positions);
      expect(pairs.length).toBeLessThanOrEqual(16);
      expect(pairs.length).toBe(Math.min(pairs.length, to.vertices.length));
      expect(pairs.length).toBeGreaterThan(0);
      expect(new Set(pairs.map(([, j]) => j)).size).toBe(pairs.length);
      for (const [i, j] of pairs) {
        expect(from.vertices).toContain(i);
        expect(to.vertices).toContain(j);
      }
      // For the first pair, all vertices are still free.
      const [i, j] = pairs[0];
      const away = (l: number) =>
        Math.hypot(
          ...[0, 1, 2].map(
            (c) => positions[3 * l + c] - to.centre[c] - (positions[3 * i + c] - from.centre[c]),
          ),
        );
      expect(away(j)).toBe(Math.min(...to.vertices.map(away)));
    }),
    { seed: 20261122 },
  );
});

it("does not link vertices with themselves if the two ends overlap", () => {
  const pairs = nearestPairs(
    { vertices: [0, 1, 2, 3], centre: centreOf(1) },
    { vertices: [2, 3, 4, 5], centre: centreOf(4) },
    positions,
  );
  expect(pairs).toEqual([
    [0, 4],
    [1, 5],
  ]);
});
