import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { Nearest } from "../problem/nearest";
import { SurfaceGraph } from "./surface-graph";

/** A bumpy grid of n by n vertices, from x on. */
function grid(n: number, x: number, seed: number) {
  const random = createRandom(seed);
  const rest: number[] = [];
  const triangles: number[] = [];
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      rest.push(x + r + 0.3 * random.next(), c + 0.3 * random.next(), 0.3 * random.next(), 1);
      const at = r * n + c;
      if (r > 0 && c > 0) triangles.push(at, at - 1, at - n, at - 1, at - n - 1, at - n);
    }
  }
  return { rest, triangles };
}

function graphOf(...parts: ReturnType<typeof grid>[]) {
  const rest = Float64Array.from(parts.flatMap((part) => part.rest));
  let first = 0;
  const triangles = parts.flatMap((part) => {
    const own = part.triangles.map((i) => i + first);
    first += part.rest.length / 4;
    return own;
  });
  return { rest, triangles, graph: new SurfaceGraph(rest, triangles, new Nearest(rest)) };
}

/** Lengths of the shortest paths between all pairs (Floyd and Warshall). */
function allPaths(rest: Float64Array, triangles: readonly number[]): number[][] {
  const V = rest.length / 4;
  const length = (i: number, l: number) =>
    Math.hypot(...[0, 1, 2].map((c) => rest[4 * i + c] - rest[4 * l + c]));
  const paths = Array.from({ length: V }, (_, i) =>
    Array.from({ length: V }, (_, l) => (i === l ? 0 : Infinity)),
  );
  for (let t = 0; t < triangles.length; t++) {
    const [i, l] = [triangles[t], triangles[t % 3 === 2 ? t - 2 : t + 1]];
    paths[i][l] = paths[l][i] = length(i, l);
  }
  for (let m = 0; m < V; m++)
    for (let i = 0; i < V; i++)
      for (let l = 0; l < V; l++) paths[i][l] = Math.min(paths[i][l], paths[i][m] + paths[m][l]);
  return paths;
}

describe("SurfaceGraph", () => {
  it("visits the vertices within a distance along the edges, nearest first", () => {
    const { rest, triangles, graph } = graphOf(grid(6, 0, 1));
    const paths = allPaths(rest, triangles);
    for (const [sources, radius] of [
      [[0], 3],
      [[7, 30], 2.2],
      [[35, 3, 20], Infinity],
    ] as const) {
      const found = new Map<number, number>();
      let last = 0;
      graph.within(sources, radius, (i, distance, source) => {
        expect(distance).toBeGreaterThanOrEqual(last);
        last = distance;
        expect(distance).toBeCloseTo(Math.min(...sources.map((s) => paths[s][i])), 12);
        expect(distance).toBeCloseTo(paths[source][i], 12);
        found.set(i, distance);
      });
      const expected = paths.flatMap((_, i) =>
        Math.min(...sources.map((s) => paths[s][i])) <= radius ? [i] : [],
      );
      expect([...found.keys()].sort((a, b) => a - b)).toEqual(expected);
    }
  });

  it("links shells where they are near each other, and every shell at least once", () => {
    const { graph } = graphOf(grid(6, 0, 1), grid(6, 6.5, 2), grid(8, 500, 3));
    const reached = (source: number, radius: number) => {
      const found: number[] = [];
      graph.within([source], radius, (i) => found.push(i));
      return found;
    };
    // The first two touch along their edges, and the third is far away.
    expect(reached(35, 3).some((i) => i >= 36)).toBe(true);
    expect(reached(0, 3).every((i) => i < 36)).toBe(true);
    expect(reached(35, 100)).toHaveLength(72);
    expect(reached(0, Infinity)).toHaveLength(136);
  });

  it("finds the connected parts of a set", () => {
    const { graph } = graphOf(grid(5, 0, 1));
    const parts = graph.partsOf([0, 1, 24, 5, 23, 12]).map((part) => part.sort((a, b) => a - b));
    expect(parts).toEqual([[0, 1, 5], [23, 24], [12]]);
  });

  it("divides the area among the vertices", () => {
    const { graph } = graphOf({
      rest: [0, 0, 0, 1, 3, 0, 0, 1, 0, 4, 0, 1, 9, 9, 9, 1],
      triangles: [0, 1, 2],
    });
    expect([...graph.areas]).toEqual([2, 2, 2, 0]);
  });
});
