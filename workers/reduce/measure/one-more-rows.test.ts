import fc from "fast-check";
import { expect, it } from "vitest";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { kLargest } from "../methods/k-largest";
import { minimisePairs, quadratic } from "../refit-weights";
import { type DenseCase, denseCase } from "../testing/dense-case";
import { blended, dot } from "../testing/rows-by";
import { type Examples, examplesOfFrames } from "./examples";
import { oneMoreRows } from "./one-more-rows";

/** x_ij − y_i of one vertex, a list of 3P numbers for each bone. */
function columnsIn({ rig }: DenseCase, { count, motion, targets, rests }: Examples, i: number): number[][] {
  const [B, size] = [rig.bones.length, rig.rest.length];
  return rig.bones.map((_, j) =>
    Array.from({ length: 3 * count }, (_, n) => {
      const [p, r] = [Math.floor(n / 3), n % 3];
      const m = motion.subarray(12 * (p * B + j) + 4 * r);
      const [x, y, z] = (rests?.subarray(p * size) ?? rig.rest).subarray(3 * i, 3 * i + 3);
      return m[0] * x + m[1] * y + m[2] * z + m[3] - targets[p * size + 3 * i + r];
    }),
  );
}

/** The least |Σ w x|² over w ≥ 0, Σw = 1 on some bones. */
function leastOf(columns: number[][], members: ReadonlySet<number>): number {
  const used = [...members].map((j) => columns[j]);
  const n = used.length;
  const G = Float64Array.from({ length: n * n }, (_, e) => dot(used[Math.floor(e / n)], used[e % n]));
  const w = new Float64Array(n).fill(1 / n);
  minimisePairs(G, n, w, new Uint8Array(n).fill(1));
  return quadratic(G, n, w);
}

/** Frames as examples; with `moved` rest poses of their own, as a correction has. */
function examplesIn(subject: DenseCase, seed: number, moved: boolean): Examples {
  const examples = examplesOfFrames(subject.sequence, subject.rig, null);
  if (!moved) return examples;
  const random = createRandom(seed);
  return {
    ...examples,
    rests: examples.targets.map(
      (_, n) => subject.rig.rest[n % subject.rig.rest.length] + 0.1 * random.normal(),
    ),
  };
}

it("finds the best bone and weights for one more influence", () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), async (seed, moved) => {
      // All four bones outside a row are tried.
      const subject = denseCase(seed, { bones: 6, frames: 5 });
      const examples = examplesIn(subject, seed, moved);
      const weights = kLargest(subject.rig.weights, 2);
      const vertices = Uint32Array.from([1, 4, 9, 16, 23]);
      const rows = await oneMoreRows(subject.rig, examples, weights, vertices, exactParallel(2), UNWATCHED);
      rows.forEach(({ bones, values, error }, n) => {
        const i = vertices[n];
        const columns = columnsIn(subject, examples, i);
        const row = columns.map((_, j) => (bones.includes(j) ? values[bones.indexOf(j)] : 0));
        expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
        expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 6);
        const d = blended(columns, row);
        expect(error / dot(d, d)).toBeCloseTo(1, 3);
        const own = Array.from(weights.bones.subarray(weights.offsets[i], weights.offsets[i + 1]));
        expect(bones.slice(0, own.length)).toEqual(own);
        const least = columns.map((_, j) => leastOf(columns, new Set([...own, j])));
        expect(error / Math.min(...least)).toBeCloseTo(1, 2);
      });
    }),
    { numRuns: 8, seed: 73 },
  ));

it("keeps a row that no other bone helps", async () => {
  const subject = denseCase(74, { bones: 3 });
  const { rig } = subject;
  // The dense rows have all bones already.
  const examples = examplesIn(subject, 1, false);
  const vertices = Uint32Array.from([0, 7]);
  const rows = await oneMoreRows(rig, examples, rig.weights, vertices, exactParallel(1), UNWATCHED);
  rows.forEach(({ bones, values }, n) => {
    const [from, to] = [rig.weights.offsets[vertices[n]], rig.weights.offsets[vertices[n] + 1]];
    expect(bones).toEqual(Array.from(rig.weights.bones.subarray(from, to)));
    expect(Float32Array.from(values)).toEqual(rig.weights.values.slice(from, to));
  });
});

it("gives the same bits on any number of threads", async () => {
  const subject = denseCase(75, { size: 12, bones: 7 });
  const weights = kLargest(subject.rig.weights, 3);
  const vertices = Uint32Array.from({ length: 100 }, (_, n) => n);
  const on = (threads: number) =>
    oneMoreRows(
      subject.rig,
      examplesIn(subject, 1, false),
      weights,
      vertices,
      Object.assign((bytes: number) => nodeParallel(bytes, threads), { threads }),
      UNWATCHED,
    );
  expect(await on(3)).toEqual(await on(1));
});
