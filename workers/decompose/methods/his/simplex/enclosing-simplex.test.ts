import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../../../kernels/arena";
import { Serial } from "../../../../kernels/parallel";
import { createRandom, type Random } from "../../../../math/random";
import { UNWATCHED } from "../../../../model/task";
import { sharedData } from "../../../../testing/shared-data";
import { makeCloud } from "./cloud";
import { boxSimplex, enclosingSimplex, SIMPLEX_DEFAULTS, type SimplexOptions } from "./enclosing-simplex";
import { lowsOf } from "./enlarge";
import { solveRows } from "./quadratic-program";
import { tighten } from "./simplex-sqp";
import { WorkingSet } from "./working-set";

const TO_THE_END: SimplexOptions = { method: "sisal", iterations: 60, tolerance: 1e-10, least: 0 };
const seeds = fc.integer({ min: 1, max: 1e6 });
const room = () => new Serial(new Arena(1 << 25, false));

/** Weights that sum to 1, mostly on few corners. */
function drawWeights(random: Random, count: number, n: number, pure: boolean): number[][] {
  return Array.from({ length: count }, (_, i) => {
    const w = new Array<number>(n).fill(0);
    if (pure && i < n) w[i] = 1;
    else for (let e = 0; e < Math.max(1, Math.min(n - 1, 3)); e++) w[random.integer(n)] += random.next();
    const sum = w.reduce((a, b) => a + b, 0);
    return w.map((x) => x / sum);
  });
}

const blend = (weights: number[], corners: ArrayLike<number>[]) =>
  Array.from(corners[0], (_, c) => weights.reduce((sum, w, j) => sum + w * corners[j][c], 0));

/** Assigns each found corner to the nearest true one, all different. Returns the largest difference of weights. */
function weightError(truth: number[][], weights: Float64Array, n: number): number {
  const used = new Set<number>();
  let most = 0;
  for (let j = 0; j < n; j++) {
    const errors = Array.from({ length: n }, (_, k) =>
      truth.reduce((worst, w, i) => Math.max(worst, Math.abs(w[k] - weights[i * n + j])), 0),
    );
    const best = errors.indexOf(Math.min(...errors));
    used.add(best);
    most = Math.max(most, errors[best]);
  }
  expect(used.size).toBe(n);
  return most;
}

describe("enclosing simplex", () => {
  it.each(["sisal", "sqp"] as const)(
    "finds corners that are among the points, and their weights: %s",
    async (method) => {
      await fc.assert(
        fc.asyncProperty(seeds, fc.integer({ min: 1, max: 7 }), async (seed, n) => {
          const random = createRandom(seed);
          const corners = Array.from({ length: n }, () => Array.from({ length: n + 6 }, random.normal));
          const truth = drawWeights(random, 40 * n, n, true);
          const points = Float64Array.from(truth.flatMap((w) => blend(w, corners)));
          const options = { ...TO_THE_END, method };
          const found = await enclosingSimplex(room(), points, truth.length, n, options, UNWATCHED);
          expect(found.corners.length).toBe(n);
          expect(weightError(truth, found.weights, n)).toBeLessThan(1e-5);
          for (const corner of found.corners) {
            const near = corners.map((c) => Math.max(...c.map((x, e) => Math.abs(x - corner[e]))));
            expect(Math.min(...near)).toBeLessThan(1e-5);
          }
        }),
        { numRuns: 5 },
      );
    },
  );

  it("finds the corners when no point is pure", async () => {
    const random = createRandom(8);
    const n = 5;
    const corners = Array.from({ length: n }, () => Array.from({ length: 8 }, random.normal));
    const truth = drawWeights(random, 600, n, false).filter((w) => Math.max(...w) < 0.9);
    const points = Float64Array.from(truth.flatMap((w) => blend(w, corners)));
    const found = await enclosingSimplex(room(), points, truth.length, n, TO_THE_END, UNWATCHED);
    expect(weightError(truth, found.weights, n)).toBeLessThan(1e-5);
  });

  it("encloses any points exactly, with fewer corners in fewer dimensions, and SISAL is about as good as SQP", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 2, max: 6 }), async (seed, n) => {
        const random = createRandom(seed);
        const count = 150;
        const points = Float64Array.from({ length: count * (n - 1) }, random.normal);
        const volumes: number[] = [];
        for (const method of ["sisal", "sqp"] as const) {
          const options = { method, iterations: 40, tolerance: 1e-7, least: 0 };
          const { corners, weights, logVolume } = await enclosingSimplex(
            room(),
            points,
            count,
            n,
            options,
            UNWATCHED,
          );
          for (let i = 0; i < count; i++) {
            const w = Array.from(weights.subarray(i * n, (i + 1) * n));
            expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
            expect(w.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
            blend(w, corners).forEach((x, c) => {
              expect(x).toBeCloseTo(points[i * (n - 1) + c], 7);
            });
          }
          volumes.push(logVolume);
        }
        // Each may end in a different minimum, so neither is always better.
        expect(volumes[0]).toBeLessThan(volumes[1] + 0.15 * n);
      }),
      { numRuns: 4 },
    );
    const line = Float64Array.from({ length: 90 }, (_, e) => Math.floor(e / 3) * [1, -2, 0.5][e % 3]);
    const flat = await enclosingSimplex(room(), line, 30, 4, SIMPLEX_DEFAULTS, UNWATCHED);
    expect(flat.corners.length).toBe(2);
    const ends = flat.corners.map(([x]) => x).sort((a, b) => a - b);
    expect(ends[0]).toBeCloseTo(0, 8);
    expect(ends[1]).toBeCloseTo(29, 8);
    const still = await enclosingSimplex(room(), line, 30, 4, { ...SIMPLEX_DEFAULTS, least: 1e3 }, UNWATCHED);
    expect(still.corners.length).toBe(1);
    expect([...still.weights]).toEqual(new Array<number>(30).fill(1));
  });

  it("shrinks with every program, around all points", async () => {
    const parallel = room();
    const random = createRandom(4);
    const points = Float64Array.from({ length: 400 * 5 }, () => random.normal() ** 3);
    const cloud = await makeCloud(parallel, points, 400, 6, 0, UNWATCHED);
    const set = new WorkingSet(cloud, 400);
    await set.addOutermost(parallel, UNWATCHED);
    const weights = parallel.arena.f64(400 * cloud.stride);
    const start = boxSimplex(cloud);
    const stop = { iterations: 12, tolerance: 0 };
    const { logs } = await tighten(parallel, cloud, set, start, stop, weights, UNWATCHED);
    expect(logs.length).toBeGreaterThan(4);
    for (let it = 1; it < logs.length; it++) expect(logs[it]).toBeGreaterThan(logs[it - 1]);
    expect(Math.min(...lowsOf(cloud, weights).values)).toBeGreaterThan(-1e-9);
  });

  it("solves its programs: no allowed change is better", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 2, max: 5 }), async (seed, n) => {
        const parallel = room();
        const random = createRandom(seed);
        const points = Float64Array.from({ length: 40 * (n - 1) }, random.normal);
        const cloud = await makeCloud(parallel, points, 40, n, 0, UNWATCHED);
        const set = new WorkingSet(cloud, 40);
        await set.addOutermost(parallel, UNWATCHED);
        const inside = boxSimplex(cloud);
        const diagonal = Float64Array.from({ length: n * n }, () => 0.2 + random.next());
        const linear = Float64Array.from({ length: n * n }, random.normal);
        const pointSet = set.inArena(parallel);
        const found = (await solveRows(parallel, pointSet, diagonal, linear, inside, UNWATCHED))!;
        const value = (x: Float64Array) =>
          x.reduce((sum, v, e) => sum + 0.5 * diagonal[e] * v * v + linear[e] * v, 0);
        const least = (x: Float64Array) => {
          let low = Infinity;
          for (let m = 0; m < pointSet.count; m++) {
            for (let j = 0; j < n; j++) {
              let w = 0;
              for (let c = 0; c < n; c++) w += x[j * n + c] * pointSet.points[m * pointSet.stride + c];
              low = Math.min(low, w);
            }
          }
          return low;
        };
        expect(least(found)).toBeGreaterThan(-1e-8);
        for (let c = 0; c < n; c++) {
          let sum = 0;
          for (let j = 0; j < n; j++) sum += found[j * n + c];
          expect(sum).toBeCloseTo(c === n - 1 ? 1 : 0, 8);
        }
        // Allowed changes: small moves that keep the sums, mixed with a simplex that lies strictly around the points.
        for (let trial = 0; trial < 60; trial++) {
          const move = Float64Array.from(
            { length: n * n },
            () => 0.3 * random.normal() * 0.5 ** (trial % 12),
          );
          for (let c = 0; c < n; c++) {
            let mean = 0;
            for (let j = 0; j < n; j++) mean += move[j * n + c] / n;
            for (let j = 0; j < n; j++) move[j * n + c] -= mean;
          }
          const other = found.map((v, e) => v + move[e]);
          for (let share = 0; share < 1 && least(other) < 0; share += 0.1)
            other.forEach((v, e) => {
              other[e] = 0.9 * v + 0.1 * inside[e];
            });
          if (least(other) >= 0) expect(value(other)).toBeGreaterThan(value(found) - 1e-6);
        }
      }),
      { numRuns: 5 },
    );
  });
});

const SHARED = sharedData("ground-truth/");

/** Weights (V rows of B) and transforms (B of 12F) of an exact rig. */
function readTruth(name: string): { weights: number[][]; bones: number[][] } {
  const folder = new URL(`${name}/`, SHARED);
  const numbers = (file: string) =>
    readFileSync(new URL(file, folder), "utf8").trim().split(/\s+/).map(Number);
  const [columns, rows, ...values] = numbers("weights.dmat");
  const count = Math.max(columns, rows);
  const n = Math.min(columns, rows);
  const weights = Array.from({ length: count }, (_, i) =>
    Array.from({ length: n }, (__, j) => values[j * count + i]),
  );
  const bones = Array.from({ length: n }, () => [] as number[]);
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".Tmat")) continue;
    const frame = numbers(file);
    bones.forEach((bone, j) => {
      bone.push(...frame.slice(12 * j, 12 * j + 12));
    });
  }
  return { weights, bones };
}

describe.skipIf(!existsSync(SHARED))("exact rigs (skipped without ../shared/data)", () => {
  it.each(["cylinder", "cheburashka"])(
    "recover bones and weights from the vertices' transforms: %s",
    async (name) => {
      const { weights: truth, bones } = readTruth(name);
      const n = bones.length;
      const points = Float64Array.from(truth.flatMap((w) => blend(w, bones)));
      const parallel = new Serial(new Arena(1 << 26, false));
      const found = await enclosingSimplex(parallel, points, truth.length, n, TO_THE_END, UNWATCHED);
      expect(found.corners.length).toBe(n);
      expect(weightError(truth, found.weights, n)).toBeLessThan(1e-4);
      for (const corner of found.corners) {
        const near = bones.map((b) => b.reduce((sum, x, e) => sum + Math.abs(x - corner[e]), 0) / b.length);
        expect(Math.min(...near)).toBeLessThan(1e-4);
      }
    },
  );
});
