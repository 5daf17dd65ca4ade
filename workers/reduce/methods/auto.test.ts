/** Compares our own method with the best of all supports, and checks its objective. */
import { describe, expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import type { ReduceResult } from "../../model/reduce/reduce-report";
import { REDUCE_DEFAULTS, type ReduceMethod, USUAL_SMOOTHNESS } from "../../model/reduce/reduce-settings";
import { UNWATCHED } from "../../model/task";
import { ringOf } from "../descent/edge-weights";
import { someExamples } from "../measure/examples";
import { reduceInfluences } from "../reduce";
import { columnsOf, type DenseCase, denseCase } from "../testing/dense-case";
import { blended, dot, rowsBy } from "../testing/rows-by";
import { bestTry, examplesToTry } from "./auto";

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

describe("the automatic weight of normals", () => {
  it("has the least position error of those whose normals are within 3 % of the best", () => {
    const tries = [
      { positions: 3, normals: 1 },
      { positions: 2, normals: 1.02 },
      { positions: 1, normals: 1.05 },
    ];
    expect(bestTry(tries, 1)).toBe(tries[1]);
    expect(bestTry(tries.slice(0, 1), 1)).toBe(tries[0]);
    // A try with better normals can rule the first one out.
    expect(bestTry([tries[1], { positions: 2.5, normals: 0.9 }], 0.9).positions).toBe(2.5);
  });

  it("may cost up to 15 % of the normals while they stay 3 % below those of the published methods", () => {
    const tries = [
      { positions: 3, normals: 1 },
      { positions: 2, normals: 1.14 },
      { positions: 1, normals: 1.16 },
    ];
    expect(bestTry(tries, 2)).toBe(tries[1]);
    expect(bestTry(tries, 1.14 / 0.96)).toBe(tries[1]);
    expect(bestTry(tries, 1.14 / 0.98)).toBe(tries[0]);
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
    const errorsOf = ({ report }: ReduceResult) => ({
      positions: report.eRms,
      normals: report.normalErrorDegrees,
      smoothness: report.smoothness,
    });
    const typed = await Promise.all([0.2, 0.1, 0.05, 0.02].map((smoothness) => reduced(smoothness)));
    const methods = ["k-largest", "smooth", "geometric", "poisson"] as const;
    const published = await Promise.all(methods.map((method) => reduced(0.2, method)));
    const bar = Math.min(...published.map((each) => errorsOf(each).normals));
    const errors = typed.map(errorsOf);
    const most = Math.max(1.03 * errors[0].normals, Math.min(1.15 * errors[0].normals, 0.97 * bar));
    // Nothing smaller is tried where a value already costs too much of the normals.
    const end = errors.findIndex(({ normals }) => normals > most);
    const tried = end < 0 ? errors : errors.slice(0, end + 1);
    expect(found.report.smoothness).toBe(bestTry(tried, bar).smoothness);
    const same = typed.find(({ report }) => report.smoothness === found.report.smoothness)!;
    expect(found.rig.weights).toEqual(same.rig.weights);
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
