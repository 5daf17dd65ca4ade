/** Compares our own method with the best of all supports, and checks its objective. */
import { describe, expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { REDUCE_DEFAULTS, type ReduceMethod, USUAL_SMOOTHNESS } from "../../model/reduce/reduce-settings";
import { UNWATCHED } from "../../model/task";
import { ringOf } from "../descent/edge-weights";
import { someExamples } from "../measure/examples";
import { reduceInfluences } from "../reduce";
import { columnsOf, type DenseCase, denseCase } from "../testing/dense-case";
import { blended, dot, rowsBy } from "../testing/rows-by";
import { chosenSmoothness, examplesToTry } from "./auto";

/** The least of |t a + (1 − t) b|² over t in 0..1. */
function leastOfPair(a: readonly number[], b: readonly number[]): number {
  const between = a.map((x, n) => x - b[n]);
  const t = Math.min(1, Math.max(0, -dot(b, between) / dot(between, between)));
  const d = b.map((x, n) => x + t * between[n]);
  return dot(d, d);
}

describe("auto", () => {
  it("comes near the best of all supports if vertices do not depend on each other", async () => {
    let [found, best, plain] = [0, 0, 0];
    for (const seed of [41, 42, 43]) {
      const subject = denseCase(seed, { size: 4, bones: 6 });
      const settings = { influences: 2, smoothness: 0, singleBones: 0 };
      const rows = await rowsBy(subject, { ...settings, method: "auto" });
      const largest = await rowsBy(subject, { ...settings, method: "k-largest" });
      for (let i = 0; i < 16; i += 3) {
        const columns = columnsOf(subject, i);
        let least = Infinity;
        for (let a = 0; a < 6; a++) {
          for (let b = 0; b < a; b++) least = Math.min(least, leastOfPair(columns[a], columns[b]));
        }
        const errorOf = (row: number[]) => dot(blended(columns, row), blended(columns, row));
        found += errorOf(rows[i]);
        plain += errorOf(largest[i]);
        best += least;
      }
    }
    expect(found).toBeLessThan(1.05 * best);
    expect(plain).toBeGreaterThan(1.5 * best);
  });

  it("lowers its objective with every sweep", async () => {
    const subject = denseCase(44, { size: 7, bones: 6, frames: 6 });
    const costs: number[] = [];
    for (const sweeps of [1, 2, 3, 5, 9, 30]) {
      const rows = await rowsBy(subject, {
        method: "auto",
        influences: 2,
        sweeps,
        singleBones: 0,
        tangential: 1,
        smoothness: USUAL_SMOOTHNESS,
      });
      costs.push(gradientCost(subject, rows, USUAL_SMOOTHNESS));
    }
    costs.slice(1).forEach((cost, n) => {
      expect(cost).toBeLessThanOrEqual(costs[n] * (1 + 1e-5));
    });
    expect(costs[costs.length - 1]).toBeLessThan(costs[0]);
  });
});

/** Tries with these errors in positions and normals, at ℓ 0.8, 0.4, 0.2 … */
const triesOf = (...errors: [distance: number, normals: number][]) =>
  errors.map(([distance, normals], n) => ({ smoothness: 0.8 / 2 ** n, positions: distance ** 2, normals }));

describe("the automatic weight of normals", () => {
  const published = { positions: 1, normals: 2 };
  const chosen = (tries: ReturnType<typeof triesOf>) => chosenSmoothness(tries, published).smoothness;

  it("falls to the last try if normals stay below those of the published methods", () => {
    expect(chosen(triesOf([0.9, 1.7], [0.85, 1.8], [0.8, 1.9], [0.76, 1.98]))).toBe(0.1);
    expect(chosen(triesOf([0.9, 1.7]))).toBe(0.8);
  });

  it("lies where normals are about as good as the published ones, between two tries", () => {
    // 1.99 is halfway from 1.9 to 1.99² / 1.9 on a logarithmic scale, so ℓ is 0.4 / √2.
    expect(chosen(triesOf([0.9, 1.8], [0.8, 1.9], [0.75, 1.99 ** 2 / 1.9]))).toBe(0.28);
  });

  it("costs at most 15 % of the normals once positions are 28 % below the published ones", () => {
    const reached = triesOf([0.9, 1], [0.7, 1.1], [0.6, 1.15 ** 2 / 1.1]);
    expect(chosen(reached)).toBe(0.28);
    expect(chosen(triesOf([0.9, 1], [0.74, 1.1], [0.6, 1.15 ** 2 / 1.1]))).toBe(0.2);
  });

  it("costs at most 3 % of the normals where the published methods have better ones", () => {
    expect(chosen(triesOf([0.9, 3], [0.8, 3.05], [0.7, 3.09 ** 2 / 3.05]))).toBe(0.28);
  });

  it.each([45, 46, 47])("gives the weights of the value that it chooses, seed %i", async (seed) => {
    const { sequence, rig } = denseCase(seed, { size: 7, bones: 6, frames: 6 });
    const reduced = (smoothness: number | null, method: ReduceMethod = "auto") =>
      reduceInfluences(
        {
          sequence,
          rig,
          settings: { ...REDUCE_DEFAULTS, influences: 3, smoothness, method },
          examples: null,
        },
        exactParallel(2),
        UNWATCHED,
      );
    const found = await reduced(null);
    expect((await reduced(found.report.smoothness)).rig.weights).toEqual(found.rig.weights);
    const methods = ["k-largest", "smooth", "geometric", "poisson"] as const;
    const others = await Promise.all(methods.map(async (method) => (await reduced(0.2, method)).report));
    const least = Math.min(...others.map(({ normalErrorDegrees }) => normalErrorDegrees));
    expect(found.report.normalErrorDegrees).toBeLessThan(least);
    expect(found.report.eRms).toBeLessThan((await reduced(0.8)).report.eRms);
  });

  it("uses some of the examples on larger meshes, and tries nothing on the largest", () => {
    const vertices = (count: number) => ({ rest: new Float32Array(3 * count) });
    const numbers = Float32Array.from({ length: 100 }, (_, n) => n);
    const examples = { count: 100, motion: numbers, targets: numbers, rests: null, strengths: numbers };
    expect(examplesToTry(vertices(3000), examples)).toBe(examples);
    expect(examplesToTry(vertices(6000), examples)).toEqual(someExamples(examples, 50));
    expect(examplesToTry(vertices(20_000), examples)).toBeNull();
    expect(examplesToTry(vertices(20_000), someExamples(examples, 10))?.count).toBe(10);
  });
});

/** Σ |d_i|² + ℓ² Σ_edges c_ik |d_i − d_k|² in half diagonals, for τ = 1. */
function gradientCost(subject: DenseCase, rows: number[][], smoothness: number): number {
  const { rest } = subject.rig;
  const { offsets, neighbours, weights } = ringOf(rest, subject.triangles);
  const d = rows.map((row, i) => blended(columnsOf(subject, i), row));
  const axis = (c: number) => Array.from({ length: rest.length / 3 }, (_, i) => rest[3 * i + c]);
  const half = Math.hypot(...[0, 1, 2].map((c) => Math.max(...axis(c)) - Math.min(...axis(c)))) / 2;
  let area = 0;
  for (let t = 0; t < subject.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => [...rest.subarray(3 * subject.triangles[t + n]).subarray(0, 3)]);
    const [u, v] = [b.map((x, n) => x - a[n]), c.map((x, n) => x - a[n])];
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  // c·V over the area in half diagonals, times residuals in half diagonals.
  let cost = d.reduce((sum, x) => sum + dot(x, x), 0) / half ** 2;
  for (let i = 0; i < d.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (neighbours[e] < i) continue;
      const gap = d[i].map((x, n) => x - d[neighbours[e]][n]);
      cost += smoothness ** 2 * weights[e] * (d.length / (area / half ** 2)) * (dot(gap, gap) / half ** 2);
    }
  }
  return cost;
}
