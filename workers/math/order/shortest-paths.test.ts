import fc from "fast-check";
import { expect, it } from "vitest";
import { type EdgesOf, ShortestPaths } from "./shortest-paths";

type Edge = [a: number, b: number, length: number];

const edgesOf =
  (edges: readonly Edge[]): EdgesOf =>
  (vertex, take) => {
    for (const [a, b, length] of edges) {
      if (a === vertex) take(b, length);
      if (b === vertex) take(a, length);
    }
  };

/** All distances by Floyd and Warshall. */
function allDistances(count: number, edges: readonly Edge[]): number[][] {
  const far = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (_, j) => (i === j ? 0 : Infinity)),
  );
  for (const [a, b, length] of edges) far[a][b] = far[b][a] = Math.min(far[a][b], length);
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) far[i][j] = Math.min(far[i][j], far[i][k] + far[k][j]);
    }
  }
  return far;
}

const COUNT = 9;
const vertex = fc.nat(COUNT - 1);
const graphs = fc.array(fc.tuple(vertex, vertex, fc.nat(6)), { maxLength: 20 });
const someSources = fc.uniqueArray(vertex, { minLength: 1, maxLength: 3 });

it("finds the distances of Floyd and Warshall, within a radius, nearest first", () => {
  fc.assert(
    fc.property(graphs, someSources, fc.nat(20), (edges, sources, radius) => {
      const far = allDistances(COUNT, edges);
      const paths = new ShortestPaths(COUNT, edgesOf(edges));
      const found = new Map<number, number>();
      let last = 0;
      for (const i of paths.from(sources, radius)) {
        found.set(i, paths.distanceTo(i));
        expect(far[paths.sourceOf(i)][i]).toBe(paths.distanceTo(i));
        expect(sources).toContain(paths.sourceOf(i));
        expect(paths.distanceTo(i)).toBeGreaterThanOrEqual(last);
        last = paths.distanceTo(i);
      }
      for (let i = 0; i < COUNT; i++) {
        const truth = Math.min(...sources.map((s) => far[s][i]));
        expect(found.get(i)).toBe(truth <= radius ? truth : undefined);
      }
    }),
  );
});

it("starts afresh after a search that was left early", () => {
  const paths = new ShortestPaths(
    3,
    edgesOf([
      [0, 1, 1],
      [1, 2, 1],
    ]),
  );
  for (const i of paths.from([0])) if (i === 1) break;
  expect([...paths.from([2], 1)]).toEqual([2, 1]);
});
