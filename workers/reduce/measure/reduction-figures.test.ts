import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { blendPositions } from "../../model/rig/blend-positions";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { UNWATCHED } from "../../model/task";
import { measureRig } from "../../report/measure-rig";
import { kLargest } from "../methods/k-largest";
import { type DenseCase, denseCase } from "../testing/dense-case";
import { examplesOfFrames } from "./examples";
import { judge } from "./reduction-figures";

const judged = ({ sequence, rig }: DenseCase, weights: SparseWeights, parallel = exactParallel(2)) =>
  judge(sequence, rig, examplesOfFrames(sequence, rig, null), weights, parallel, UNWATCHED);

/** |d_a − d_b| / length of all edges and frames, in ascending order. */
function changesOf({ sequence, rig, triangles }: DenseCase, weights: SparseWeights): number[] {
  const pairs = new Map<string, [number, number]>();
  triangles.forEach((i, n) => {
    const k = triangles[n - (n % 3) + ((n + 1) % 3)];
    pairs.set([Math.min(i, k), Math.max(i, k)].join(), [i, k]);
  });
  const changes: number[] = [];
  for (let f = 0; f < sequence.frameCount; f++) {
    const posed = blendPositions({ ...rig, weights }, f, new Float64Array(rig.rest.length));
    const d = posed.map((x, n) => x - sequence.frames[f * posed.length + n]);
    for (const [i, k] of pairs.values()) {
      const between = (of: ArrayLike<number>) =>
        Math.hypot(of[3 * i] - of[3 * k], of[3 * i + 1] - of[3 * k + 1], of[3 * i + 2] - of[3 * k + 2]);
      changes.push(between(d) / between(rig.rest));
    }
  }
  return changes.sort((a, b) => a - b);
}

describe("figures of a reduction", () => {
  it("are those of the report, and of plain sums over edges and frames", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 4 }), async (seed, k) => {
        const subject = denseCase(seed, { size: 6, bones: 5, frames: 4 });
        const { sequence, rig } = subject;
        const weights = kLargest(rig.weights, k);
        const { dense, figures } = await judged(subject, weights);
        for (const [own, of] of [
          [dense, rig.weights],
          [figures, weights],
        ] as const) {
          const measured = { sequence, rig: { ...rig, weights: of } };
          const truth = await measureRig(measured, exactParallel(1), UNWATCHED);
          for (const name of ["eRms", "maxErrorPercent", "normalErrorDegrees", "meanInfluences"] as const) {
            expect(own[name] / truth[name]).toBeCloseTo(1, 4);
          }
          own.errorPerFrame.forEach((x, f) => {
            expect(x / truth.errorPerFrame[f]).toBeCloseTo(1, 4);
          });
          own.errorPerVertex.forEach((x, i) => {
            expect(x / truth.errorPerVertex[i]).toBeCloseTo(1, 3);
          });
          const changes = changesOf(subject, of);
          expect(own.edges.largest / changes[changes.length - 1]).toBeCloseTo(1, 3);
          const most = changes[Math.ceil(0.999 * changes.length) - 1];
          expect(own.edges.most / most).toBeGreaterThan(0.999);
          expect(own.edges.most / most).toBeLessThan(1.005);
        }
        let sum = 0;
        for (let f = 0; f < sequence.frameCount; f++) {
          const place = (of: SparseWeights) =>
            blendPositions({ ...rig, weights: of }, f, new Float64Array(rig.rest.length));
          const [a, b] = [place(weights), place(rig.weights)];
          a.forEach((x, n) => {
            sum += (x - b[n]) ** 2;
          });
        }
        const toDense = Math.sqrt(sum / (rig.rest.length * sequence.frameCount));
        const [one, other] = [figures.eRmsToDense / toDense, figures.eRms / dense.eRms];
        // E_RMS is a length times the same factor in both.
        const factor = await factorOf(subject);
        expect(one / factor).toBeCloseTo(1, 3);
        expect(other).toBeGreaterThan(1);
        expect(dense.eRmsToDense).toBe(0);
      }),
      { numRuns: 6, seed: 71 },
    );
  });

  it("have the same bits on any number of threads", async () => {
    const subject = denseCase(72, { size: 12, bones: 6, frames: 7 });
    const weights = kLargest(subject.rig.weights, 2);
    const on = (threads: number) =>
      judged(
        subject,
        weights,
        Object.assign((bytes: number) => nodeParallel(bytes, threads), { threads }),
      );
    expect(await on(3)).toEqual(await on(1));
  });
});

/** E_RMS over the root mean square of all coordinates' errors. */
async function factorOf({ sequence, rig }: DenseCase): Promise<number> {
  const { eRms } = await measureRig({ sequence, rig }, exactParallel(1), UNWATCHED);
  let sum = 0;
  for (let f = 0; f < sequence.frameCount; f++) {
    blendPositions(rig, f, new Float64Array(rig.rest.length)).forEach((x, n) => {
      sum += (x - sequence.frames[f * rig.rest.length + n]) ** 2;
    });
  }
  return eRms / Math.sqrt(sum / (rig.rest.length * sequence.frameCount));
}
