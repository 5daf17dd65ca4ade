import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactParallel } from "../kernels/testing/exact-arena";
import { CancelledError } from "../model/errors";
import type { ExampleChoice, ReduceReport } from "../model/reduce/reduce-report";
import { REDUCE_DEFAULTS, REDUCE_METHODS, type ReduceSettings } from "../model/reduce/reduce-settings";
import { maxInfluences, type SparseWeights } from "../model/rig/sparse-weights";
import { UNWATCHED } from "../model/task";
import { bendingBar } from "../testing/sequences";
import { kLargest } from "./methods/k-largest";
import { reduceInfluences } from "./reduce";
import { type DenseCase, denseCase } from "./testing/dense-case";

const EXAMPLES: ExampleChoice = { from: "frames", frames: null };

function reduced(
  { sequence, rig }: Pick<DenseCase, "sequence" | "rig">,
  settings: Partial<ReduceSettings>,
  examples: ExampleChoice | null = EXAMPLES,
  task = UNWATCHED,
) {
  const input = { sequence, rig, settings: { ...REDUCE_DEFAULTS, ...settings }, examples };
  return reduceInfluences(input, exactParallel(2), task);
}

function expectWeights({ offsets, bones, values }: SparseWeights, k: number, B: number) {
  for (let i = 0; i + 1 < offsets.length; i++) {
    const [from, to] = [offsets[i], offsets[i + 1]];
    expect(to - from).toBeGreaterThan(0);
    expect(to - from).toBeLessThanOrEqual(k);
    let sum = 0;
    for (let e = from; e < to; e++) {
      expect(values[e]).toBeGreaterThan(0);
      expect(bones[e]).toBeLessThan(B);
      if (e > from) expect(bones[e]).toBeGreaterThan(bones[e - 1]);
      sum += values[e];
    }
    expect(sum).toBeCloseTo(1, 6);
  }
}

describe("every method", () => {
  it.each(REDUCE_METHODS)("%s gives a vertex at most k weights ≥ 0 that sum to 1", async (method) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 4 }),
        async (seed, influences) => {
          const subject = denseCase(seed, { bones: 6 });
          for (const geometric of ["exact", "published"] as const) {
            const { rig } = await reduced(subject, { method, influences, geometric });
            expectWeights(rig.weights, influences, 6);
            expect([rig.motion, rig.rest]).toEqual([subject.rig.motion, subject.rig.rest]);
          }
        },
      ),
      { numRuns: 6, seed: 11 },
    );
  });

  it.each(REDUCE_METHODS)("%s does not change a rig with at most k weights a vertex", async (method) => {
    const { sequence, rig } = denseCase(3, { bones: 6 });
    const sparse = { ...rig, weights: kLargest(rig.weights, 3) };
    const result = await reduced({ sequence, rig: sparse }, { method, influences: 3 });
    expect(result.rig.weights).toBe(sparse.weights);
    expect(result.report.notes).toEqual([expect.stringContaining("weights do not change")]);
    expect(result.report.eRmsToDense).toBe(0);
  });

  it.each(REDUCE_METHODS)("%s gives the same weights 1000 diagonals away", async (method) => {
    const here = dyadicCase(5);
    const there = movedBy(here, 8192);
    for (const influences of [2, 3]) {
      // Poses of single bones are drawn in f32, which is coarse far away.
      const near = await reduced(here, { method, influences, singleBones: 0 });
      const far = await reduced(there, { method, influences, singleBones: 0 });
      expect(far.rig.weights).toEqual(near.rig.weights);
    }
  });

  it.each(REDUCE_METHODS)("%s stops when it is told to", async (method) => {
    const subject = denseCase(4, { bones: 6 });
    let left = 2;
    const checkpoint = async () => {
      if (left-- <= 0) throw new CancelledError();
    };
    await expect(
      reduced(subject, { method, influences: 2 }, EXAMPLES, { ...UNWATCHED, checkpoint }),
    ).rejects.toThrow(CancelledError);
  });
});

/** Rest pose, motion and frames are multiples of small powers of 2, so f32 represents them exactly even far away. */
function dyadicCase(seed: number): DenseCase {
  const subject = denseCase(seed, { bones: 5, frames: 4 });
  const { sequence, rig } = subject;
  const grid = (x: number) => Math.round(64 * x) / 64;
  const motion = rig.motion.map((x, n) => {
    const [row, column] = [Math.floor(n / 4) % 3, n % 4];
    const turn = (Math.floor(n / 12) + row) % 3;
    return column === 3 ? grid(x) : column === turn ? 1 : 0;
  });
  const rest = rig.rest.map(grid);
  return {
    ...subject,
    sequence: { ...sequence, rest, frames: sequence.frames.map(grid) },
    rig: { ...rig, rest, motion },
  };
}

/** The scene with its rest pose and its frames moved. */
function movedBy(subject: DenseCase, shift: number): DenseCase {
  const { sequence, rig } = subject;
  const motion = rig.motion.slice();
  for (let n = 0; n < motion.length; n += 4) {
    motion[n + 3] += shift - shift * (motion[n] + motion[n + 1] + motion[n + 2]);
  }
  const rest = rig.rest.map((x) => x + shift);
  return {
    ...subject,
    sequence: { ...sequence, rest, frames: sequence.frames.map((x) => x + shift) },
    rig: { ...rig, rest, motion },
  };
}

describe("the report", () => {
  it("has the errors of the result and of the dense rig, and bytes", async () => {
    const subject = denseCase(7, { bones: 6 });
    const { report } = await reduced(subject, { method: "auto", influences: 3 });
    expect(report.dense.eRmsToDense).toBe(0);
    expect(report.dense.influences).toBe(6);
    expect(report.influences).toBeLessThanOrEqual(3);
    expect(report.bytes).toBeLessThanOrEqual(3 * 3 * subject.sequence.vertexCount);
    expect(report.dense.bytes).toBe(3 * 6 * subject.sequence.vertexCount);
    expect(report.eRms).toBeGreaterThan(report.dense.eRms);
    expect(report.errorPerFrame).toHaveLength(3);
    expect(report.edges.largest).toBeGreaterThanOrEqual(report.edges.most);
    expect(report.edges.most).toBeGreaterThan(0);
  });

  it("orders exceptional vertices by what one more influence gains", async () => {
    const subject = denseCase(9, { bones: 6, noise: 0.001 });
    const { report } = await reduced(subject, { method: "k-largest", influences: 2 });
    const { vertices, errors, dense, oneMore } = report.exceptional;
    expect(vertices.length).toBeGreaterThan(2);
    const gains = Array.from(errors, (x, n) => x - oneMore[n]);
    expect(gains).toEqual([...gains].sort((a, b) => b - a));
    vertices.forEach((i, n) => {
      expect(errors[n]).toBe(report.errorPerVertex[i]);
      expect(errors[n]).toBeGreaterThan(2 * dense[n]);
    });
    const none = await reduced(subject, { method: "k-largest", influences: 2, exceptionalShare: 1 });
    expect(none.report.exceptional.vertices).toHaveLength(0);
  });

  it("says that auto has little to work with without examples and skeleton", async () => {
    const subject = denseCase(6, { bones: 6 });
    const { report } = await reduced(subject, { influences: 3 }, { from: "none" });
    expect(report.notes).toEqual([expect.stringContaining("k-largest or smooth")]);
    expect(report.singleBonePoses).toBeGreaterThan(0);
  });

  it("measures in test poses if the mesh does not move, and auto draws poses from the limits", async () => {
    const { sequence, rig } = bendingBar({ bones: 5, frames: 1, length: 12, width: 2 });
    const tree = { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, parent: j - 1 })) };
    const report: ReduceReport = (await reduced({ sequence, rig: tree }, { influences: 1 }, null)).report;
    expect(report.judgedOn).toBe("poses");
    expect(report.judged).toBeGreaterThan(10);
    expect(report.examples).toBe(50);
    expect(report.dense.eRms).toBeLessThan(1e-3);
  });
});

describe("bad input", () => {
  const subject = denseCase(2);
  const withValues = (change: (values: Float32Array) => void): DenseCase => {
    const values = subject.rig.weights.values.slice();
    change(values);
    return { ...subject, rig: { ...subject.rig, weights: { ...subject.rig.weights, values } } };
  };
  const bare = { ...subject.rig, bones: subject.rig.bones };

  it.each([
    [
      "weights that do not sum to 1",
      withValues((v) => v.fill(0.5, 0, 5)),
      {},
      EXAMPLES,
      /vertex 1 sum to 2\.5/,
    ],
    ["a weight that is not a number", withValues((v) => v.fill(NaN, 7, 8)), {}, EXAMPLES, /vertex 2 is NaN/],
    ["k of 0", subject, { influences: 0 }, EXAMPLES, /whole number from 1 to 16/],
    ["k of 2.5", subject, { influences: 2.5 }, EXAMPLES, /whole number from 1 to 16/],
    [
      "no examples",
      subject,
      { method: "poisson" as const },
      { from: "none" as const },
      /Poisson weights need examples/,
    ],
    ["a frame too many", subject, {}, { from: "frames" as const, frames: [3] }, /Frame 4 does not exist/],
    ["no frames", subject, {}, { from: "frames" as const, frames: [] }, /at least one frame/],
    [
      "limits without a tree",
      { ...subject, rig: bare },
      { influences: 2 },
      { from: "limits" as const, count: 5 },
      /no skeleton/,
    ],
    ["no poses", subject, {}, { from: "poses" as const, poses: [] }, /There are no poses/],
    [
      "motion that is not a number",
      {
        ...subject,
        rig: { ...subject.rig, motion: subject.rig.motion.map((x, n) => (n === 15 ? Infinity : x)) },
      },
      {},
      EXAMPLES,
      /In frame 1, the matrix of b1/,
    ],
    [
      "another mesh",
      { ...subject, sequence: denseCase(2, { size: 4 }).sequence },
      {},
      EXAMPLES,
      /does not fit/,
    ],
  ])("reports %s with an error message", async (_, given, settings, examples, sentence) => {
    await expect(reduced(given, settings, examples)).rejects.toThrow(sentence);
  });

  it("keeps weights that files have rounded", async () => {
    const { rig } = await reduced(
      withValues((v) => void (v[0] += 0.004)),
      { influences: 2, method: "k-largest" },
    );
    expect(maxInfluences(rig.weights)).toBe(2);
  });
});
