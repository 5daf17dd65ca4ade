import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tentacle } from "../../tools/samples/tentacle";
import { createRandom } from "../math/random";
import { atOnce } from "../math/steps";
import { uniformLaplacian } from "../mesh/laplacian";
import { numbersBetween } from "../testing/numbers-between";
import { type Csc, cscFromTriplets } from "./csc";
import { minimumDegree } from "./ordering";
import { analyse } from "./symbolic";
import { dense, gridLaplacian, randomSpd } from "./testing/matrices";

/** Reverse Cuthill-McKee from a row of least degree of each component. */
function reverseCuthillMcKee({ columns: n, offsets, indices }: Csc): number[] {
  const degree = (i: number) => offsets[i + 1] - offsets[i];
  const starts = Array.from({ length: n }, (_, i) => i).sort((a, b) => degree(a) - degree(b));
  const seen = new Uint8Array(n);
  const order: number[] = [];
  for (const start of starts) {
    if (seen[start]) continue;
    seen[start] = 1;
    order.push(start);
    for (let at = order.length - 1; at < order.length; at++) {
      const ring = [...indices.subarray(offsets[order[at]], offsets[order[at] + 1])].filter((j) => !seen[j]);
      for (const j of ring.sort((a, b) => degree(a) - degree(b))) {
        seen[j] = 1;
        order.push(j);
      }
    }
  }
  return order.reverse();
}

function shuffled(n: number, seed: number): number[] {
  const random = createRandom(seed);
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const fill = (matrix: Csc, order?: ArrayLike<number>) => analyse(matrix, order).rowIndices.length;
const natural = (matrix: Csc) => Array.from({ length: matrix.columns }, (_, i) => i);

/** Entries of L below the diagonal, counted by eliminating rows of the pattern one after another. */
function plainFill(matrix: Csc, order: ArrayLike<number>): number {
  const rows = dense(matrix).map((row) => row.map((v) => v !== 0));
  const left = new Set(natural(matrix));
  let size = 0;
  for (let k = 0; k < matrix.columns; k++) {
    left.delete(order[k]);
    const ring = [...left].filter((j) => rows[order[k]][j]);
    size += ring.length;
    for (const a of ring) for (const b of ring) rows[a][b] = true;
  }
  return size;
}

describe("minimumDegree", () => {
  it("is a permutation of any pattern, and the same each time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), numbersBetween(0, 12), fc.integer(), (n, d, seed) => {
        const matrix = randomSpd(n, d, seed);
        const order = atOnce(minimumDegree(n, matrix));
        expect([...order].sort((a, b) => a - b)).toEqual(natural(matrix));
        expect(atOnce(minimumDegree(n, matrix))).toEqual(order);
      }),
      { seed: 3 },
    );
  });

  it("loses no row while degrees change", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const order = atOnce(minimumDegree(100, randomSpd(100, 3, seed)));
      expect(new Set(order).size).toBe(100);
    }
  });

  it("fills less than the natural order and reverse Cuthill-McKee on grids, shuffled or not", () => {
    for (const [width, height] of [
      [12, 12],
      [40, 30],
      [70, 70],
    ]) {
      const grid = gridLaplacian(width, height);
      const mine = fill(grid);
      expect(mine).toBeLessThan(fill(grid, natural(grid)));
      expect(mine).toBeLessThan(fill(grid, reverseCuthillMcKee(grid)));
      expect(mine).toBeLessThan(fill(grid, shuffled(grid.columns, 1)));
    }
    // Nested dissection of a 70 x 70 grid has about 31/4·n·log2(n) entries, minus terms of lower order.
    expect(fill(gridLaplacian(70, 70))).toBeLessThan(7.75 * 4900 * Math.log2(70));
  });

  it("fills less on the Laplacian of a mesh, and does not fill a tree", () => {
    const { rest, triangles, solverIndex } = tentacle({ rings: 60, sectors: 32, frames: 2 });
    const mesh = uniformLaplacian(
      rest.length / 3,
      triangles.map((d) => solverIndex[d]),
    );
    const mine = fill(mesh);
    expect(mine).toBeLessThan(0.8 * fill(mesh, reverseCuthillMcKee(mesh)));
    expect(mine).toBeLessThan(0.8 * fill(mesh, natural(mesh)));
    // A random tree with its diagonal: eliminating leaves first adds no entries.
    const random = createRandom(5);
    const [row, column]: number[][] = [[0], [0]];
    for (let i = 1; i < 300; i++) {
      const up = random.integer(i);
      row.push(i, up, i);
      column.push(up, i, i);
    }
    const tree = cscFromTriplets(300, 300, { row, column, value: row.map(() => 1) });
    expect(fill(tree)).toBe(299);
  });

  it("puts dense rows last", () => {
    const [row, column]: number[][] = [[], []];
    for (let i = 0; i < 900; i++) {
      row.push(i, 17, i);
      column.push(i, i, 17);
    }
    const star = cscFromTriplets(900, 900, { row, column, value: row.map(() => 1) });
    const order = atOnce(minimumDegree(900, star));
    expect(order[899]).toBe(17);
    expect(fill(star)).toBe(899);
  });
});

describe("analyse", () => {
  it("finds exactly the pattern that elimination fills", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 }), numbersBetween(0, 6), fc.integer(), (n, d, seed) => {
        const matrix = randomSpd(n, d, seed);
        const given = shuffled(n, seed + 1);
        const symbolic = analyse(matrix, given);
        const size = symbolic.rowIndices.length;
        expect(size).toBe(plainFill(matrix, given));
        // Postorder changes the numbers of rows, but not the fill.
        expect(size).toBe(plainFill(matrix, symbolic.order));
        for (let k = 0; k < n; k++) expect(symbolic.parent[k] === -1 || symbolic.parent[k] > k).toBe(true);
      }),
      { seed: 4 },
    );
  });

  it("refuses matrices that it cannot factorise", () => {
    const grid = gridLaplacian(3, 3);
    expect(() => analyse({ ...grid, rows: 8 })).toThrow(/not symmetric/);
    expect(() => analyse(grid, [0, 1])).toThrow(/2 rows in the order/);
    const hollow = cscFromTriplets(2, 2, { row: [0, 1, 0], column: [1, 0, 0], value: [1, 1, 1] });
    expect(() => analyse(hollow)).toThrow(/Row 1 has no entry on the diagonal/);
  });
});
