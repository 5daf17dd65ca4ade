import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { adjacencyOf } from "../adjacency";
import { softWeights, surfaceDistances } from "./surface-distance";

/** A flat square of n × n vertices, 1 unit wide. Inner vertices are jittered. */
function sheet(n: number, jitter: number, seed: number) {
  const random = createRandom(seed);
  const positions: number[] = [];
  const triangles: number[] = [];
  const noise = (inside: boolean) => (inside ? (jitter * (random.next() - 0.5)) / (n - 1) : 0);
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const inside = x > 0 && y > 0 && x < n - 1 && y < n - 1;
      positions.push(x / (n - 1) + noise(inside), y / (n - 1) + noise(inside), 0);
      if (x === n - 1 || y === n - 1) continue;
      const a = y * n + x;
      triangles.push(a, a + 1, a + n + 1, a, a + n + 1, a + n);
    }
  }
  return { positions, surface: { vertexCount: n * n, triangles: Uint32Array.from(triangles) } };
}

/** Shortest paths along edges, by relaxing all edges until nothing changes. */
function alongEdges(source: number, positions: number[], triangles: Uint32Array, count: number): number[] {
  const { offsets, neighbours } = adjacencyOf(triangles, count);
  const distances = Array(count).fill(Infinity);
  distances[source] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < count; i++) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const l = neighbours[e];
        const away =
          distances[i] + Math.hypot(...[0, 1, 2].map((c) => positions[3 * i + c] - positions[3 * l + c]));
        if (away < distances[l] - 1e-12) {
          distances[l] = away;
          changed = true;
        }
      }
    }
  }
  return distances;
}

describe("distances along a surface", () => {
  it("from a straight row of vertices equal the distances from the line", () => {
    const n = 12;
    const { positions, surface } = sheet(n, 0, 1);
    const row = Array.from({ length: n }, (_, x) => x);
    const distances = surfaceDistances(row, positions, surface, Infinity);
    distances.forEach((distance, i) => {
      expect(distance).toBeCloseTo(positions[3 * i + 1], 12);
    });
  });

  it("are never shorter than the straight line, and never longer than the way along edges", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(99), (seed, source) => {
        const { positions, surface } = sheet(10, 0.6, seed);
        const distances = surfaceDistances([source], positions, surface, Infinity);
        const edges = alongEdges(source, positions, surface.triangles, surface.vertexCount);
        distances.forEach((distance, i) => {
          const straight = Math.hypot(
            positions[3 * i] - positions[3 * source],
            positions[3 * i + 1] - positions[3 * source + 1],
          );
          expect(distance).toBeGreaterThanOrEqual(straight - 1e-9);
          expect(distance).toBeLessThanOrEqual(edges[i] + 1e-9);
        });
      }),
      { numRuns: 30 },
    );
  });

  it("converge to the straight line as the mesh becomes finer", () => {
    const worst = [9, 17, 33].map((n) => {
      const { positions, surface } = sheet(n, 0, 1);
      const distances = surfaceDistances([0], positions, surface, Infinity);
      return distances.reduce((most, distance, i) => {
        return Math.max(most, Math.abs(distance - Math.hypot(positions[3 * i], positions[3 * i + 1])));
      }, 0);
    });
    expect(worst[0]).toBeLessThan(0.1);
    expect(worst[1]).toBeLessThan(0.8 * worst[0]);
    expect(worst[2]).toBeLessThan(0.8 * worst[1]);
  });

  it("end at the radius, and at the border of a part", () => {
    const { positions, surface } = sheet(8, 0, 1);
    const all = surfaceDistances([0], positions, surface, Infinity);
    const near = surfaceDistances([0], positions, surface, 0.4);
    near.forEach((distance, i) => {
      expect(distance).toBe(all[i] <= 0.4 ? all[i] : Infinity);
    });
    const loose = { vertexCount: 65, triangles: surface.triangles };
    expect(surfaceDistances([0], [...positions, 0, 0, 0], loose, Infinity)[64]).toBe(Infinity);
  });
});

describe("a soft edge", () => {
  it("is 1 on the selection and falls to 0 at its width, smoothly", () => {
    const n = 11;
    const { positions, surface } = sheet(n, 0, 1);
    const row = Array.from({ length: n }, (_, x) => x);
    const weights = softWeights(row, positions, surface, 0.5);
    weights.forEach((weight, i) => {
      const t = positions[3 * i + 1] / 0.5;
      expect(weight).toBeCloseTo(t < 1 ? 1 - 3 * t ** 2 + 2 * t ** 3 : 0, 6);
    });
    const hard = softWeights(row, positions, surface, 0);
    hard.forEach((weight, i) => {
      expect(weight).toBe(i < n ? 1 : 0);
    });
  });
});
