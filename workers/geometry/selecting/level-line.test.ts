import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levelLine } from "./level-line";

const N = 9;
const positions: number[] = [];
const triangles: number[] = [];
for (let y = 0; y < N; y++) {
  for (let x = 0; x < N; x++) {
    positions.push(x, y, 0);
    if (x + 1 === N || y + 1 === N) continue;
    const a = y * N + x;
    triangles.push(a, a + 1, a + N + 1, a, a + N + 1, a + N);
  }
}

const pointOf = (a: number, b: number, share: number) =>
  [0, 1].map((c) => positions[3 * a + c] + share * (positions[3 * b + c] - positions[3 * a + c]));

describe("a level line", () => {
  it("of linear values is straight and unbroken, and measures its length", () => {
    const values = Array.from({ length: N * N }, (_, i) => positions[3 * i] / (N - 1));
    const { ends, places } = levelLine(triangles, values, 0.45, positions);
    const segments = ends.length / 4;
    let reach = 0;
    for (let s = 0; s < segments; s++) {
      expect(pointOf(ends[4 * s], ends[4 * s + 1], places[4 * s])[0]).toBeCloseTo(0.45 * (N - 1), 5);
      expect(places[4 * s + 2]).toBeCloseTo(reach, 5);
      reach = places[4 * s + 3];
    }
    expect(reach).toBeCloseTo(N - 1, 4);
  });

  it("crosses exactly the triangles with vertices on both sides, and continues from end to end", () => {
    const all = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: N * N, maxLength: N * N });
    fc.assert(
      fc.property(all, (values) => {
        const { ends, places } = levelLine(triangles, values, 0.5, positions);
        let crossed = 0;
        for (let t = 0; t < triangles.length; t += 3) {
          const above = [0, 1, 2].filter((n) => values[triangles[t + n]] >= 0.5).length;
          if (above === 1 || above === 2) crossed++;
        }
        expect(ends.length / 4).toBe(crossed);
        for (let s = 0; s < crossed; s++) {
          for (const end of [0, 1]) {
            const [a, b] = [ends[4 * s + 2 * end], ends[4 * s + 2 * end + 1]];
            const value = values[a] + places[4 * s + end] * (values[b] - values[a]);
            expect(value).toBeCloseTo(0.5, 5);
          }
          if (s === 0 || places[4 * s + 2] === 0) continue;
          expect([...ends.subarray(4 * s, 4 * s + 2)]).toEqual([...ends.subarray(4 * s - 2, 4 * s)]);
        }
      }),
      { seed: 18, numRuns: 40 },
    );
  });

  it("is empty if no value crosses the level", () => {
    expect(levelLine(triangles, new Float32Array(N * N), 0.5, positions).ends.length).toBe(0);
  });
});
