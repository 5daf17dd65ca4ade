/** Compares our own method with the best of all supports. */
import { describe, expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { REDUCE_DEFAULTS, type ReduceSettings } from "../../model/reduce/reduce-settings";
import { UNWATCHED } from "../../model/task";
import { someExamples } from "../measure/examples";
import { reduceInfluences } from "../reduce";
import { columnsOf, denseCase } from "../testing/dense-case";
import { blended, dot, rowsBy } from "../testing/rows-by";
import { examplesToTry } from "./auto";
import { chosenSmoothness } from "./choose-smoothness";

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
    // 1.996 is halfway from 1.9 to 1.996² / 1.9 on a logarithmic scale, so ℓ is 0.4 / √2.
    expect(chosen(triesOf([0.9, 1.8], [0.8, 1.9], [0.75, 1.996 ** 2 / 1.9]))).toBe(0.28);
  });

  it("costs at most 15 % of the normals once positions are 28 % below the published ones", () => {
    const reached = triesOf([0.9, 1], [0.7, 1.1], [0.6, 1.15 ** 2 / 1.1]);
    expect(chosen(reached)).toBe(0.28);
    expect(chosen(triesOf([0.9, 1], [0.74, 1.1], [0.6, 1.15 ** 2 / 1.1]))).toBe(0.2);
  });

  it("costs at most 3 % of the normals where the published methods have better ones", () => {
    expect(chosen(triesOf([0.9, 3], [0.8, 3.05], [0.7, 3.09 ** 2 / 3.05]))).toBe(0.28);
  });

  it("has the try with the best normals at hand if these are hardly worse than the published ones", () => {
    const choice = chosenSmoothness(triesOf([0.9, 2.15], [0.8, 2.1], [0.7, 2.18]), published);
    expect(choice).toMatchObject({ retry: 0.4, mostNormals: 1.996 });
    expect(choice.smoothness).toBeLessThan(0.4);
    expect(chosenSmoothness(triesOf([0.9, 3], [0.8, 3.05], [0.7, 3.2]), published).retry).toBeNull();
  });

  it.each([45, 46, 47])("gives the weights of the value that it chooses, seed %i", async (seed) => {
    const { sequence, rig } = denseCase(seed, { size: 7, bones: 6, frames: 6 });
    const reduced = (settings: Partial<ReduceSettings>) =>
      reduceInfluences(
        {
          sequence,
          rig,
          settings: { ...REDUCE_DEFAULTS, influences: 3, ...settings },
          examples: null,
        },
        exactParallel(2),
        UNWATCHED,
      );
    const found = await reduced({});
    const { smoothness, tangential, sweeps } = found.report;
    expect((await reduced({ smoothness, tangential, sweeps })).rig.weights).toEqual(found.rig.weights);
    const methods = ["k-largest", "smooth", "geometric", "poisson"] as const;
    const others = await Promise.all(methods.map(async (method) => (await reduced({ method })).report));
    const least = Math.min(...others.map(({ normalErrorDegrees }) => normalErrorDegrees));
    expect(found.report.normalErrorDegrees).toBeLessThan(least);
    expect(found.report.eRms).toBeLessThan((await reduced({ smoothness: 0.8 })).report.eRms);
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
