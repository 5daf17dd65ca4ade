import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { LEAST_PATCH, Patches } from "./patches";

const SIDE = 30;

/** A square of (n + 1)² vertices from number `from` on. */
function square(n: number, from = 0): number[] {
  const at = (i: number, j: number) => from + i * (n + 1) + j;
  const triangles: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      triangles.push(at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return triangles;
}

/** A large square, a separate small one, and a vertex without triangles. */
const LARGE = (SIDE + 1) ** 2;
const COUNT = LARGE + 16 + 1;
const patches = new Patches([...square(SIDE), ...square(3, LARGE)], COUNT);
const at = (i: number, j: number) => i * (SIDE + 1) + j;
const block = (i: number, j: number, n: number, m: number) =>
  Array.from({ length: n * m }, (_, k) => at(i + Math.floor(k / m), j + (k % m)));
const sorted = (vertices: Iterable<number>) => [...vertices].sort((a, b) => a - b);

describe("patches", () => {
  it("are islands if they are smaller than a twentieth of the largest on their shell", () => {
    expect(LEAST_PATCH).toBe(0.05);
    const largest = block(0, 0, 8, 10);
    const small = block(20, 20, 1, 4);
    const island = block(20, 10, 1, 3);
    expect(sorted(patches.withoutIslands([...island, ...small, ...largest]))).toEqual(
      sorted([...small, ...largest]),
    );
  });

  it("have a largest one on each shell", () => {
    const own = [LARGE, LARGE + 1, COUNT - 1];
    const set = [...own, ...block(0, 0, 20, 20)];
    expect(sorted(patches.withoutIslands(set))).toEqual(sorted(set));
    // The previous call left no marks.
    expect(sorted(patches.withoutIslands(own))).toEqual(own);
    expect(patches.withoutIslands([])).toHaveLength(0);
  });

  it("grow by rings to the vertices within that many edges, and the set comes first", () => {
    const random = createRandom(1);
    const { offsets, neighbours } = patches.mesh;
    for (const rings of [0, 1, 2, 5]) {
      const set = Uint32Array.from(new Set(Array.from({ length: 4 }, () => random.integer(COUNT))));
      const steps = new Map(Array.from(set, (i) => [i, 0]));
      for (let ring = 1; ring <= rings; ring++) {
        for (const i of [...steps.keys()]) {
          for (const l of neighbours.subarray(offsets[i], offsets[i + 1]))
            if (!steps.has(l)) steps.set(l, ring);
        }
      }
      const found = patches.within(set, rings);
      expect(found.slice(0, set.length)).toEqual(set);
      expect(sorted(found)).toEqual(sorted([...steps.keys()]));
      const distances = Array.from(found, (i) => steps.get(i)!);
      expect(distances).toEqual(sorted(distances));
    }
    expect(patches.within(Uint32Array.of(COUNT - 1), 9)).toEqual(Uint32Array.of(COUNT - 1));
  });
});
