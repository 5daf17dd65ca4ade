/** Compares each method with a literal, slow implementation or with all supports. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ringOf } from "../descent/edge-weights";
import {
  columnsOf,
  type DenseCase,
  denseCase,
  denseRows,
  leastOnSimplex,
  ontoSimplex,
} from "../testing/dense-case";
import { blended, dot, rowsBy } from "../testing/rows-by";

const seeds = fc.integer({ min: 1, max: 1e6 });
/** Flags of the k smallest keys. */
const smallest = (keys: readonly number[], k: number): boolean[] => {
  const order = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b).slice(0, k);
  return keys.map((_, j) => order.includes(j));
};

const nearest = (subject: DenseCase, k: number): boolean[][] =>
  Array.from({ length: subject.sequence.vertexCount }, (_, i) =>
    smallest(
      columnsOf(subject, i).map((column) => dot(column, column)),
      k,
    ),
  );

describe("k-largest", () => {
  it("keeps the k largest weights in proportion", () =>
    fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 4 }), async (seed, k) => {
        const subject = denseCase(seed);
        const rows = await rowsBy(subject, { method: "k-largest", influences: k });
        denseRows(subject.rig.weights, 5).forEach((row, i) => {
          const kept = smallest(
            row.map((x) => -x),
            k,
          );
          const sum = row.reduce((total, x, j) => total + (kept[j] ? x : 0), 0);
          row.forEach((x, j) => {
            expect(rows[i][j]).toBeCloseTo(kept[j] ? x / sum : 0, 6);
          });
        });
      }),
      { numRuns: 10, seed: 21 },
    ));
});

describe("geometric", () => {
  it("exact has the least error on the k bones that fit best alone", () =>
    fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 4 }), async (seed, k) => {
        const subject = denseCase(seed);
        const rows = await rowsBy(subject, { method: "geometric", influences: k });
        const supports = nearest(subject, k);
        rows.forEach((row, i) => {
          row.forEach((x, j) => {
            if (!supports[i][j]) expect(x).toBe(0);
          });
          if (i % 6 > 0) return;
          const columns = columnsOf(subject, i);
          const d = blended(columns, row);
          const least = leastOnSimplex(columns, supports[i]);
          expect(dot(d, d)).toBeLessThanOrEqual(least * (1 + 2e-4) + 1e-7);
        });
      }),
      { numRuns: 5, seed: 22 },
    ));

  it("published is non-negative least squares with the sum as a row, scaled afterwards", () =>
    fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 4 }), async (seed, k) => {
        const subject = denseCase(seed);
        const rows = await rowsBy(subject, { method: "geometric", geometric: "published", influences: k });
        const supports = nearest(subject, k);
        rows.forEach((row, i) => {
          const expected = publishedRow(subject, i, supports[i]);
          row.forEach((x, j) => {
            expect(x).toBeCloseTo(expected[j], 4);
          });
        });
      }),
      { numRuns: 4, seed: 23 },
    ));
});

/** Eqs 39-40 by trying every support. */
function publishedRow(subject: DenseCase, i: number, free: readonly boolean[]): number[] {
  const { sequence, rig } = subject;
  const b = Array.from({ length: 3 * sequence.frameCount }, (_, n) => {
    return sequence.frames[(Math.floor(n / 3) * sequence.vertexCount + i) * 3 + (n % 3)];
  });
  const c = 1 / Math.sqrt(dot(b, b));
  const columns = columnsOf(subject, i).map((column) => [...column.map((x, n) => c * (x + b[n])), 1]);
  const right = [...b.map((x) => c * x), 1];
  let best = { error: dot(right, right), w: rig.bones.map(() => 0) };
  for (let mask = 1; mask < 1 << rig.bones.length; mask++) {
    const set = rig.bones.map((_, j) => j).filter((j) => mask & (1 << j));
    if (set.some((j) => !free[j])) continue;
    const w = squares(
      set.map((j) => columns[j]),
      right,
    );
    if (!w || w.some((x) => x < 0)) continue;
    const left = right.map((x, n) => x - set.reduce((sum, j, at) => sum + w[at] * columns[j][n], 0));
    if (dot(left, left) < best.error) {
      const row = rig.bones.map(() => 0);
      set.forEach((j, at) => {
        row[j] = w[at];
      });
      best = { error: dot(left, left), w: row };
    }
  }
  const sum = best.w.reduce((total, x) => total + x, 0);
  return best.w.map((x) => x / sum);
}

/** Least squares by elimination. */
function squares(columns: number[][], right: number[]): number[] | null {
  const rows = columns.map((a) => [...columns.map((b) => dot(a, b)), dot(a, right)]);
  for (let c = 0; c < rows.length; c++) {
    if (Math.abs(rows[c][c]) < 1e-12) return null;
    for (let r = 0; r < rows.length; r++) {
      if (r === c) continue;
      const factor = rows[r][c] / rows[c][c];
      rows[r] = rows[r].map((x, n) => x - factor * rows[c][n]);
    }
  }
  return rows.map((row, r) => row[rows.length] / row[r]);
}

/** Σ |(L d)_i|² with d_i = Σ_j w_ij column_ij, over rows of the mesh. */
function laplacianCost(subject: DenseCase, columns: number[][][], rows: number[][]) {
  const { offsets, neighbours, weights } = ringOf(subject.rig.rest, subject.triangles);
  const d = rows.map((row, i) => blended(columns[i], row));
  const sums = rows.map((_, i) => weights.subarray(offsets[i], offsets[i + 1]).reduce((a, b) => a + b, 0));
  const r = d.map((own, i) =>
    own.map((x, n) => {
      let mean = 0;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) mean += (weights[e] / sums[i]) * d[neighbours[e]][n];
      return x - mean;
    }),
  );
  // ∂/∂d_i = 2 (Lᵀr)_i.
  const back = r.map((own, i) =>
    own.map((x, n) => {
      let sum = x;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        sum -= (weights[e] / sums[neighbours[e]]) * r[neighbours[e]][n];
      }
      return sum;
    }),
  );
  return { cost: r.reduce((sum, x) => sum + dot(x, x), 0), back };
}

/** The least cost on given supports, by accelerated projected gradients with restarts. */
function leastLaplacianCost(subject: DenseCase, columns: number[][][], free: boolean[][]): number {
  let rows = free.map((flags) => {
    const count = flags.filter((x) => x).length;
    return flags.map((x) => (x ? 1 / count : 0));
  });
  let ahead = rows;
  let momentum = 1;
  let { cost } = laplacianCost(subject, columns, rows);
  const largest = Math.max(...columns.map((all) => all.reduce((sum, c) => sum + dot(c, c), 0)));
  const step = 1 / (6 * largest);
  for (let n = 0; n < 1500; n++) {
    const { back } = laplacianCost(subject, columns, ahead);
    const next = ahead.map((row, i) =>
      ontoSimplex(
        row.map((x, j) => x - step * dot(columns[i][j], back[i])),
        free[i],
      ),
    );
    const reached = laplacianCost(subject, columns, next).cost;
    if (reached > cost) momentum = 1;
    const after = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const share = (momentum - 1) / after;
    ahead = next.map((row, i) => row.map((x, j) => x + share * (x - rows[i][j])));
    [rows, cost, momentum] = [next, Math.min(reached, cost), after];
  }
  return cost;
}

describe("smooth and Poisson", () => {
  it("smooth reaches the least change of the weights' Laplacians on the k largest", async () => {
    const subject = denseCase(31, { size: 4 });
    const dense = denseRows(subject.rig.weights, 5);
    const columns = dense.map((row) => row.map((_, j) => row.map((x, n) => (n === j ? 1 : 0) - x)));
    const free = dense.map((row) =>
      smallest(
        row.map((x) => -x),
        2,
      ),
    );
    const rows = await rowsBy(subject, { method: "smooth", influences: 2, sweeps: 1000 });
    const least = leastLaplacianCost(subject, columns, free);
    expect(laplacianCost(subject, columns, rows).cost).toBeLessThanOrEqual(least * 1.001 + 1e-7);
    const first = await rowsBy(subject, { method: "smooth", influences: 2, sweeps: 1 });
    expect(laplacianCost(subject, columns, first).cost).toBeGreaterThan(least * 1.01);
  });

  it("Poisson reaches the least change of the posed mesh's Laplacians on the nearest bones", async () => {
    const subject = denseCase(32, { size: 4 });
    const columns = Array.from({ length: 16 }, (_, i) => columnsOf(subject, i));
    const free = nearest(subject, 2);
    const rows = await rowsBy(subject, { method: "poisson", influences: 2, sweeps: 1000 });
    const least = leastLaplacianCost(subject, columns, free);
    expect(laplacianCost(subject, columns, rows).cost).toBeLessThanOrEqual(least * 1.002 + 1e-7);
  });
});
