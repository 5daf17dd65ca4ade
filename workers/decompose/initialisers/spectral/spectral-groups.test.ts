import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import { symmetricEigen } from "../../../math/symmetric-eigen";
import { UNWATCHED } from "../../../model/task";
import { oneScale } from "./scales";
import { spectralBytes, spectralGroups } from "./spectral-groups";
import { eigenvectorBytes, topEigenvectors } from "./top-eigenvectors";

describe("topEigenvectors", () => {
  it("equal those of a full decomposition, including multiple eigenvalues", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 4, max: 90 }),
        fc.integer({ min: 1, max: 6 }),
        async (seed, n, k) => {
          const random = createRandom(seed);
          const parallel = new Serial(new Arena(eigenvectorBytes(n, k) + 8 * n * n + 64, false));
          // With a block for each group, the largest eigenvalue has that multiplicity.
          const matrix = parallel.arena.f64(n * n).fill(0);
          const groups = 1 + random.integer(3);
          for (let a = 0; a < n; a++)
            for (let b = a % groups; b < n; b += groups) matrix[a * n + b] = groups / n;
          for (let a = 0; a < n; a++) {
            for (let b = 0; b <= a; b++) {
              const x = 0.02 * random.normal() * 0.98 ** Math.abs(a - b);
              matrix[a * n + b] += x;
              if (a !== b) matrix[b * n + a] += x;
            }
          }
          const truth = symmetricEigen(matrix, n);
          const { vectors, values } = await topEigenvectors(parallel, matrix, n, k, random, UNWATCHED);
          for (let e = 0; e < Math.min(k, groups, n); e++) {
            expect(values[e]).toBeCloseTo(truth.values[e], 6);
            let residual = 0;
            for (let r = 0; r < n; r++) {
              let sum = -values[e] * vectors[r * k + e];
              for (let c = 0; c < n; c++) sum += matrix[r * n + c] * vectors[c * k + e];
              residual += sum * sum;
            }
            expect(Math.sqrt(residual)).toBeLessThan(1e-3);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

it.each([60, 100, 150])("finds %i eigenvectors of an affinity, of a spectrum without gaps", async (k) => {
  const n = 500;
  const random = createRandom(k);
  const parallel = new Serial(new Arena(eigenvectorBytes(n, k) + 8 * n * n + 64, false));
  const points = Array.from({ length: n }, () => [3 * random.next(), random.next()]);
  const affinity = points.map((p) =>
    points.map((q) => Math.exp(-120 * Math.hypot(p[0] - q[0], p[1] - q[1]) ** 2)),
  );
  const sums = affinity.map((row) => row.reduce((a, b) => a + b, 0));
  const matrix = parallel.arena.f64(n * n);
  affinity.forEach((row, a) => {
    row.forEach((x, b) => {
      matrix[a * n + b] = x / Math.sqrt(sums[a] * sums[b]);
    });
  });
  const truth = symmetricEigen(matrix, n).values;
  const { values, residual } = await topEigenvectors(parallel, matrix, n, k, random, UNWATCHED);
  expect(residual).toBeLessThan(0.05);
  values.forEach((value, e) => {
    expect(Math.abs(value - truth[e])).toBeLessThan(5e-3);
  });
});

/** Groups of points in the plane, numbered in the order of their first members. */
async function groupPoints(
  points: number[][],
  k: number,
  scaling: "local" | "one" = "local",
): Promise<number[]> {
  const n = points.length;
  const parallel = new Serial(new Arena(spectralBytes(n, k) + 8 * n * n + 64, false));
  const squares = parallel.arena.f64(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++)
      squares[a * n + b] = (points[a][0] - points[b][0]) ** 2 + (points[a][1] - points[b][1]) ** 2;
  }
  const labels = await spectralGroups(parallel, squares, n, k, scaling, createRandom(1), UNWATCHED);
  const names: number[] = [];
  return Array.from(labels, (label) => {
    if (!names.includes(label)) names.push(label);
    return names.indexOf(label);
  });
}

it("has one scale, of 0.15 times the mean dissimilarity of all pairs", () => {
  // Distances 1, 2 and 3.
  const squares = Float64Array.of(0, 1, 4, 1, 0, 9, 4, 9, 0);
  expect(Array.from(oneScale(squares, 3))).toEqual([0.3, 0.3, 0.3]);
  expect(oneScale(new Float64Array(4), 2)[0]).toBeGreaterThan(0);
});

describe("spectralGroups", () => {
  it("separates two interlocked moons, which no k-means of the points does", async () => {
    const random = createRandom(7);
    const points = Array.from({ length: 200 }, (_, n) => {
      const angle = Math.PI * random.next();
      const noise = () => 0.04 * random.normal();
      return n < 100
        ? [Math.cos(angle) + noise(), Math.sin(angle) + noise()]
        : [1 - Math.cos(angle) + noise(), 0.4 - Math.sin(angle) + noise()];
    });
    const labels = await groupPoints(points, 2);
    const right = labels.filter((label, n) => label === (n < 100 ? 0 : 1)).length;
    expect(right).toBeGreaterThanOrEqual(198);
  });

  it("separates a dense group inside a loose ring with one rule", async () => {
    const random = createRandom(5);
    const points = Array.from({ length: 180 }, (_, n) => {
      if (n < 60) return [0.05 * random.normal(), 0.05 * random.normal()];
      const angle = (2 * Math.PI * (n - 60)) / 120;
      const radius = 2 + 0.1 * random.normal();
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    const labels = await groupPoints(points, 2);
    expect(labels.filter((label, n) => label === (n < 60 ? 0 : 1)).length).toBe(180);
  });

  it("with one scale keeps a large group whole beside small ones, which local scales join or cut", async () => {
    const random = createRandom(3);
    const near = (x: number, y: number) => [x + 0.05 * random.normal(), y + 0.05 * random.normal()];
    const truth = Array.from({ length: 69 }, (_, n) => (n < 60 ? 0 : 1 + Math.floor((n - 60) / 3)));
    const points = truth.map((group) => near(Math.cos(1.6 * group), Math.sin(1.6 * group)));
    expect(await groupPoints(points, 4, "one")).toEqual(truth);
    expect(await groupPoints(points, 4, "local")).not.toEqual(truth);
  });

  it("gives every copy of a point the same group, and never fails", async () => {
    const copies = Array.from({ length: 40 }, (_, n) => [n % 4, 0]);
    const one = copies.map(() => [1, 1]);
    for (const scaling of ["local", "one"] as const) {
      expect(await groupPoints(copies, 4, scaling)).toEqual(Array.from({ length: 40 }, (_, n) => n % 4));
      expect((await groupPoints([[0, 0]], 1, scaling)).length).toBe(1);
      expect((await groupPoints(one, 3, scaling)).length).toBe(40);
    }
  });
});
