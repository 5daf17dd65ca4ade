import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { createRandom } from "../math/random";
import { symmetricEigen } from "../math/symmetric-eigen";
import { CancelledError } from "../model/errors";
import { type MeshSequence, restDiagonal } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { maxInfluences } from "../model/rig/sparse-weights";
import { UNWATCHED } from "../model/task";
import { measure, measureBytes } from "../report/measure";
import { measureCorrection } from "../report/measure-correction";
import { bendingBar } from "../testing/sequences";
import { correctRig } from "./correct-rig";
import {
  CORRECTION_DEFAULTS,
  type CorrectionOptions,
  correctionBytes,
  fitCorrection,
} from "./fit-correction";
import { leastByAlternating, noisyBar, residualsOf, restResiduals, squaredError } from "./testing/residuals";

const make = async (bytes: number) => new Serial(new Arena(bytes, false));

function fitted(sequence: MeshSequence, rig: Rig, options: Partial<CorrectionOptions> & { rank: number }) {
  const rank = Math.min(options.rank, sequence.frameCount);
  const bytes = correctionBytes(sequence, rig.bones.length, maxInfluences(rig.weights), rank, 1);
  const parallel = new Serial(new Arena(bytes, false));
  return fitCorrection(parallel, sequence, rig, { ...CORRECTION_DEFAULTS, ...options }, UNWATCHED);
}

/** Squared errors of the truncated singular value decomposition, by rank from 0 on. */
function tails(rows: number[][]): number[] {
  const n = rows.length;
  const gram = rows.flatMap((a) => rows.map((b) => a.reduce((sum, x, c) => sum + x * b[c], 0)));
  const { values } = symmetricEigen(gram, n);
  return Array.from({ length: n + 1 }, (_, r) => values.slice(r).reduce((sum, x) => sum + x, 0));
}

describe("fitCorrection", () => {
  it("is as good as alternating least squares from random starts, computed as defined", async () => {
    for (const [seed, rank] of [
      [1, 1],
      [2, 2],
    ]) {
      const { sequence, rig } = noisyBar(6, 0.05, seed);
      const residuals = residualsOf(sequence, rig);
      const found = await fitted(sequence, rig, { rank, tolerance: 1e-9, sweeps: 400 });
      const error = squaredError(residuals, rig, found);
      expect(error).toBeLessThan(1.001 * leastByAlternating(residuals, rank, 2));
    }
  });

  it("in the rest pose equals the truncated singular value decomposition, also for many frames", async () => {
    for (const [frames, ranks, slack] of [
      [7, [1, 3, 6], 1e-5],
      [110, [2, 5], 0.02],
    ] as const) {
      const { sequence, rig } = noisyBar(frames, 0.03, 4);
      const rows = restResiduals(residualsOf(sequence, rig));
      const least = tails(rows);
      for (const rank of ranks) {
        const { shapes, weights } = await fitted(sequence, rig, { rank, metric: "rest" });
        const left = rows.reduce(
          (total, row, k) =>
            total +
            row.reduce((sum, x, at) => {
              let known = 0;
              for (let n = 0; n < rank; n++) known += weights[k * rank + n] * shapes[n * row.length + at];
              return sum + (x - known) ** 2;
            }, 0),
          0,
        );
        expect(left / least[rank]).toBeGreaterThan(1 - 1e-5);
        expect(left / least[rank]).toBeLessThan(1 + slack);
      }
    }
  });

  it("leaves less error with a higher rank, less than the decomposition alone, and none at full rank", async () => {
    const { sequence, rig } = noisyBar(8, 0.05, 5);
    const residuals = residualsOf(sequence, rig);
    const none = { rank: 0, shapes: new Float32Array(0), weights: new Float32Array(0) };
    let before = squaredError(residuals, rig, none);
    const whole = before;
    for (let rank = 1; rank <= 8; rank++) {
      const now = squaredError(residuals, rig, await fitted(sequence, rig, { rank }));
      const plain = squaredError(residuals, rig, await fitted(sequence, rig, { rank, metric: "rest" }));
      expect(now).toBeLessThan(before);
      expect(now).toBeLessThan(plain + 1e-9 * whole);
      before = now;
    }
    expect(before).toBeLessThan(1e-11 * whole);
  });

  it("finds the shapes of generated frames, in order and with weights of at most 1", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat(1000), async (rank, seed) => {
        const { sequence, rig } = bendingBar({ length: 6, width: 2, frames: 14, seed });
        const random = createRandom(seed);
        const numbers = (count: number) => Float32Array.from({ length: count }, random.normal);
        const truth = { rank, shapes: numbers(rank * rig.rest.length), weights: numbers(14 * rank) };
        const frames = sequence.frames.slice();
        residualsOf(sequence, rig).forEach((row, k) => {
          row.forEach(({ m }, i) => {
            for (let n = 0; n < rank; n++) {
              for (let c = 0; c < 9; c++) {
                const shape = truth.shapes[n * rig.rest.length + 3 * i + (c % 3)];
                const at = k * rig.rest.length + 3 * i + Math.floor(c / 3);
                frames[at] += 0.1 * truth.weights[k * rank + n] * m[Math.floor(c / 3)][c % 3] * shape;
              }
            }
          });
        });
        const made = { ...sequence, frames };
        const found = await fitted(made, rig, { rank: rank + 2 });
        const { eRms } = await measureCorrection(made, { ...rig, correction: found }, UNWATCHED);
        expect(eRms).toBeLessThan(0.01);
        const sizes = Array.from({ length: found.rank }, (_, n) =>
          Math.hypot(...found.shapes.subarray(n * rig.rest.length, (n + 1) * rig.rest.length)),
        );
        expect(sizes.slice(rank).every((size) => size < 1e-3 * sizes[0])).toBe(true);
        for (let n = 0; n < rank; n++) {
          const row = Array.from({ length: 14 }, (_, k) => found.weights[k * found.rank + n]);
          expect(Math.max(...row)).toBe(1);
          expect(Math.min(...row)).toBeGreaterThanOrEqual(-1);
        }
      }),
      { numRuns: 6, seed: 1 },
    );
  });

  it("fits the published decomposition alone if it is asked to", async () => {
    const { sequence, rig } = noisyBar(5, 0.05, 6);
    const [posed, rest] = await Promise.all(
      (["posed", "rest"] as const).map((fit) => correctRig({ sequence, rig, rank: 2, fit }, make, UNWATCHED)),
    );
    const plain = await fitted(sequence, rig, { rank: 2, metric: "rest" });
    expect(rest.rig.correction).toEqual(plain);
    expect(posed.report.eRms).toBeLessThan(rest.report.eRms);
  });

  it("stays finite and reduces the error where bones flatten space", async () => {
    const { sequence, rig } = noisyBar(5, 0.05, 6);
    // Every second bone is turned over, so the blend halfway between two bones has no inverse.
    const motion = rig.motion.map((x, n) => (Math.floor(n / 12) % 2 === 1 && n % 4 < 3 ? -x : x));
    const flat = { ...rig, motion };
    const { report } = await correctRig({ sequence, rig: flat, rank: 2 }, make, UNWATCHED);
    const plain = await measureCorrection(sequence, flat, UNWATCHED);
    expect(report.eRms).toBeLessThan(plain.eRms);
    expect(report.maxErrorPercent).toBeLessThan(2 * plain.maxErrorPercent);
  });

  it("measures as reports do: without a correction every figure equals the report's", async () => {
    const { sequence, rig } = noisyBar(5, 0.05, 6);
    const bytes = measureBytes(sequence, rig.bones.length, maxInfluences(rig.weights), 1);
    const report = await measure(new Serial(new Arena(bytes, false)), sequence, rig, UNWATCHED);
    const { measures, eRms, maxErrorPercent } = await measureCorrection(sequence, rig, UNWATCHED);
    expect(eRms).toBeCloseTo(report.eRms, 3);
    expect(maxErrorPercent).toBeCloseTo(report.maxErrorPercent, 3);
    expect(measures?.rmsePercent).toBeCloseTo(report.rmsePercent, 4);
    expect(measures?.jitterPercent).toBeCloseTo(report.jitterPercent, 4);
    expect(measures?.normalErrorDegrees).toBeCloseTo(report.normalErrorDegrees, 2);
    report.errorPerFrame.forEach((e, k) => {
      expect(measures?.errorPerFrame[k]).toBeCloseTo(e, 3);
    });
    report.errorPerVertex.forEach((e, i) => {
      expect(measures?.errorPerVertex?.[i]).toBeCloseTo(e, 5);
    });
  });

  it("gives the same bits on any number of threads", async () => {
    const { sequence, rig } = bendingBar({ length: 90, width: 5, frames: 9, seed: 2 });
    const random = createRandom(3);
    const noisy = { ...sequence, frames: sequence.frames.map((x) => x + 0.01 * random.normal()) };
    const [one, three] = await Promise.all(
      [1, 3].map((threads) =>
        correctRig({ sequence: noisy, rig, rank: 3 }, (bytes) => nodeParallel(bytes, threads), UNWATCHED),
      ),
    );
    expect(three).toEqual(one);
  });

  it("measures as defined, replaces an existing correction, and leaves the rest of the rig unchanged", async () => {
    const { sequence, rig } = noisyBar(5, 0.02, 7);
    const first = await correctRig({ sequence, rig, rank: 2 }, make, UNWATCHED);
    const again = await correctRig({ sequence, rig: first.rig, rank: 2 }, make, UNWATCHED);
    expect(again).toEqual(first);
    expect(rig.correction).toBeUndefined();
    const { correction } = first.rig;
    const sum = squaredError(residualsOf(sequence, rig), rig, correction!);
    const eRms = 1000 * Math.sqrt(sum / (3 * sequence.vertexCount * 5)) * (2 / restDiagonal(sequence));
    expect(first.report.eRms).toBeCloseTo(eRms, 4);
    expect(first.report.bytes).toBe(4 * 2 * (3 * sequence.vertexCount + 5));
  });

  it("ends when told to, and refuses invalid input", async () => {
    const { sequence, rig } = noisyBar(5, 0.02, 8);
    const stopped = { ...UNWATCHED, checkpoint: () => Promise.reject(new CancelledError()) };
    await expect(correctRig({ sequence, rig, rank: 2 }, make, stopped)).rejects.toThrow(CancelledError);
    const sweeps: string[] = [];
    const hasty = {
      ...UNWATCHED,
      finishNow: true,
      progress: ({ detail }: { detail: string }) => void sweeps.push(detail),
    };
    await correctRig({ sequence, rig, rank: 2 }, make, hasty);
    expect(sweeps).toEqual([""]);
    await expect(correctRig({ sequence, rig, rank: 0 }, make, UNWATCHED)).rejects.toThrow(/out of range/);
    const short = { ...sequence, frameCount: 4 };
    await expect(correctRig({ sequence: short, rig, rank: 2 }, make, UNWATCHED)).rejects.toThrow(
      /Solve again/,
    );
  });
});
