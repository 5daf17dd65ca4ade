/** The quality of the order of elimination. Any order gives the right factor, but a poor order fills it. */
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { atOnce } from "../math/steps";
import { type Csc, cscFromTriplets } from "./csc";
import { minimumDegree } from "./ordering";
import { analyse } from "./symbolic";
import { gridLaplacian } from "./testing/matrices";

type Edges = [number, number][];

function matrixOf(n: number, edges: Edges): Csc {
  const [row, column]: number[][] = [[], []];
  for (const [i, j] of [...edges, ...Array.from({ length: n }, (_, k): [number, number] => [k, k])]) {
    row.push(i);
    column.push(j);
    if (i === j) continue;
    row.push(j);
    column.push(i);
  }
  return cscFromTriplets(n, n, { row, column, value: row.map(() => 1) });
}

/** The neighbours of each row. */
const neighbours = ({ columns, offsets, indices }: Csc) =>
  Array.from(
    { length: columns },
    (_, i) => new Set([...indices.subarray(offsets[i], offsets[i + 1])].filter((j) => j !== i)),
  );

/** Eliminates a row from a graph: its neighbours become a clique. @returns the number of neighbours. */
function eliminate(graph: Set<number>[], row: number): number {
  const ring = [...graph[row]];
  for (const a of ring) {
    for (const b of ring) if (a !== b) graph[a].add(b);
    graph[a].delete(row);
  }
  graph[row].clear();
  return ring.length;
}

/** Entries of L below the diagonal. */
function fillOf(matrix: Csc, order: Iterable<number>): number {
  const graph = neighbours(matrix);
  let fill = 0;
  for (const row of order) fill += eliminate(graph, row);
  return fill;
}

/** The fill if each step eliminates the row of least true degree. Ties go to the first. */
function exactFill(matrix: Csc): number {
  const graph = neighbours(matrix);
  const left = new Set(graph.keys());
  let fill = 0;
  while (left.size > 0) {
    let best = -1;
    for (const row of left) if (best < 0 || graph[row].size < graph[best].size) best = row;
    left.delete(best);
    fill += eliminate(graph, best);
  }
  return fill;
}

const fillOfMine = (matrix: Csc) => fillOf(matrix, atOnce(minimumDegree(matrix.columns, matrix)));
const natural = (matrix: Csc) => Array.from({ length: matrix.columns }, (_, i) => i);

function randomGraph(n: number, degree: number, seed: number): Csc {
  const random = createRandom(seed);
  return matrixOf(
    n,
    Array.from({ length: (n * degree) / 2 }, (): [number, number] => [random.integer(n), random.integer(n)]),
  );
}

/** Grows a k-tree: each new row is joined to a clique of k rows. Its numbers are shuffled. */
function kTree(n: number, k: number, seed: number): Csc {
  const random = createRandom(seed);
  const name = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [name[i], name[j]] = [name[j], name[i]];
  }
  const edges: Edges = [];
  const cliques: number[][] = [Array.from({ length: k }, (_, i) => i)];
  for (let i = 0; i < k; i++) for (let j = 0; j < i; j++) edges.push([name[i], name[j]]);
  for (let i = k; i < n; i++) {
    const clique = cliques[random.integer(cliques.length)];
    for (const j of clique) edges.push([name[i], name[j]]);
    for (let out = 0; out < k; out++) cliques.push([...clique.filter((_, e) => e !== out), i]);
  }
  return matrixOf(n, edges);
}

/** The least fill of any order, by trying all of them. */
function leastFill(matrix: Csc): number {
  const orders = (rows: number[]): number[][] =>
    rows.length === 0
      ? [[]]
      : rows.flatMap((row) => orders(rows.filter((other) => other !== row)).map((rest) => [row, ...rest]));
  return Math.min(...orders(natural(matrix)).map((order) => fillOf(matrix, order)));
}

/** A row that is joined to some others, and a separate clique of twelve at the end. */
function hub(n: number, spokes: number): Csc {
  const edges = Array.from({ length: spokes }, (_, s): [number, number] => [0, s + 1]);
  for (let i = n - 12; i < n; i++) for (let j = n - 12; j < i; j++) edges.push([i, j]);
  return matrixOf(n, edges);
}

describe("the fill of the order", () => {
  it("is least on graphs of four and five rows", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const graph = randomGraph(4 + (seed % 2), 1 + (seed % 4), seed);
      expect(fillOfMine(graph), `seed ${seed}`).toBe(leastFill(graph));
    }
  });

  it("is at most that of true degrees on grids, and far below that of the natural order", () => {
    for (const [width, height] of [
      [14, 14],
      [25, 8],
      [19, 15],
    ]) {
      const grid = gridLaplacian(width, height);
      const mine = fillOfMine(grid);
      expect(mine).toBeLessThanOrEqual(exactFill(grid));
      expect(mine).toBeLessThan(0.6 * fillOf(grid, natural(grid)));
    }
  });

  it.each([2, 3, 4, 6, 10])(
    "is within 1.5 %% of that of true degrees on random graphs of degree %d",
    (degree) => {
      let [mine, exact] = [0, 0];
      for (let seed = 1; seed <= 12; seed++) {
        const graph = randomGraph(70, degree, seed);
        const [a, b] = [fillOfMine(graph), exactFill(graph)];
        expect(a).toBeLessThan(1.07 * b);
        mine += a;
        exact += b;
      }
      expect(mine).toBeLessThan(1.015 * exact);
    },
  );

  it("is 0 on trees and 2-trees, and nearly 0 on other graphs that allow an order without fill", () => {
    for (let seed = 1; seed <= 4; seed++) {
      expect(fillOfMine(kTree(90, 1, seed))).toBe(89);
      expect(fillOfMine(kTree(90, 2, seed))).toBe(2 * 90 - 3);
      for (const k of [3, 5]) {
        const least = k * 90 - (k * (k + 1)) / 2;
        const mine = fillOfMine(kTree(90, k, seed));
        expect(mine).toBeGreaterThanOrEqual(least);
        expect(mine).toBeLessThan(1.015 * least);
      }
    }
  });

  it("of a ring equals that of a polygon cut into triangles", () => {
    for (const n of [3, 4, 5, 8, 21]) {
      const ring = Array.from({ length: n }, (_, i): [number, number] => [i, (i + 1) % n]);
      expect(fillOfMine(matrixOf(n, ring))).toBe(2 * n - 3);
    }
  });
});

describe("dense rows", () => {
  it("come last if they have more than ten times √n entries, diagonal included", () => {
    // 10·√400 = 200 entries: 199 neighbours and the diagonal.
    const last = (spokes: number) => atOnce(minimumDegree(400, hub(400, spokes)))[399];
    expect(last(199)).not.toBe(0);
    expect(last(200)).toBe(0);
  });

  it("do not exist if there are few rows", () => {
    const star = (n: number) =>
      matrixOf(
        n,
        Array.from({ length: n - 1 }, (_, s): [number, number] => [0, s + 1]),
      );
    expect(fillOfMine(star(16))).toBe(15);
    expect(fillOfMine(star(60))).toBe(59);
  });

  it("keep their order", () => {
    const edges: Edges = [];
    for (const h of [7, 3]) for (let i = 0; i < 900; i++) if (i !== h) edges.push([h, i]);
    const order = atOnce(minimumDegree(900, matrixOf(900, edges)));
    expect([...order.slice(898)]).toEqual([3, 7]);
  });
});

describe("a pattern that fills completely", () => {
  it("has every entry, even if its list has to grow often", () => {
    for (const n of [1, 2, 17, 40, 90, 141, 200]) {
      const spokes = Array.from({ length: n - 1 }, (_, s): [number, number] => [0, s + 1]);
      const arrow = matrixOf(n, spokes);
      // The centre is eliminated first, and then all others are joined.
      const { rowOffsets, rowIndices, columnOffsets, columnIndices } = analyse(arrow, natural(arrow));
      expect(rowIndices.length).toBe((n * (n - 1)) / 2);
      for (let k = 0; k < n; k++) {
        expect([...rowIndices.subarray(rowOffsets[k], rowOffsets[k + 1])]).toEqual(
          [...natural(arrow)].slice(0, k),
        );
        expect([...columnIndices.subarray(columnOffsets[k], columnOffsets[k + 1])]).toEqual(
          [...natural(arrow)].slice(k + 1),
        );
      }
    }
  });
});
