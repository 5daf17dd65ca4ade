import { describe, expect, it } from "vitest";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { CancelledError, SinewError } from "../../model/errors";
import { COMPRESS_DEFAULTS, type CompressSettings } from "../../model/reports/compress-report";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { layersOf } from "../../model/rig/two-layer";
import { type Task, UNWATCHED } from "../../model/task";
import { bendingBar, type GroundTruth } from "../../testing/sequences";
import { compressRig } from "./compress";
import { plantedStrip } from "./testing/layered-rigs";

const makeParallel = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});

const compress = (
  { sequence, rig }: GroundTruth,
  change: Partial<CompressSettings>,
  task: Task = UNWATCHED,
) => compressRig({ sequence, rig, settings: { ...COMPRESS_DEFAULTS, ...change } }, makeParallel, task);

const virtualBones = (count: number) => ({ kind: "virtual-bones", count }) as const;
const bar = bendingBar({ bones: 6, frames: 10, length: 20, width: 3, seed: 2 });

/** The rig with some weight of all bones at every vertex. */
function dense({ sequence, rig }: GroundTruth): GroundTruth {
  const B = rig.bones.length;
  const V = sequence.vertexCount;
  const values = new Float32Array(V * B).fill(0.02 / B);
  for (let i = 0; i < V; i++) {
    for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
      values[i * B + rig.weights.bones[e]] += 0.98 * rig.weights.values[e];
    }
  }
  const offsets = Uint32Array.from({ length: V + 1 }, (_, i) => i * B);
  const bones = Uint16Array.from({ length: V * B }, (_, n) => n % B);
  return { sequence, rig: { ...rig, weights: { version: 1, offsets, bones, values } } };
}

describe("compressRig", () => {
  it("leaves a correction out, and says so", async () => {
    const { rig, sequence } = bar;
    const correction = {
      rank: 1,
      shapes: new Float32Array(rig.rest.length),
      weights: new Float32Array(sequence.frameCount),
    };
    const asked = { target: virtualBones(8) };
    const corrected = await compress({ sequence, rig: { ...rig, correction } }, asked);
    expect(corrected.rig.correction).toBeUndefined();
    expect(corrected.report.notes).toEqual([expect.stringContaining("correction is left out")]);
    expect((await compress(bar, asked)).report.notes).toEqual([]);
  });

  it("finds planted layers again, with and without examples", async () => {
    for (const examples of ["frames", "none"] as const) {
      for (const seed of [2, 3]) {
        const planted = plantedStrip(seed);
        const { report, rig } = await compress(planted, {
          examples,
          target: virtualBones(6),
          bonesPerVirtual: 3,
        });
        expect(report.eRms, `seed ${seed}, ${examples}`).toBeLessThan(1e-2);
        expect(report.virtualBones).toBe(6);
        expect(maxInfluences(rig.twoLayer!.virtual)).toBe(3);
      }
      // On some strips, adding where the error is largest gets stuck. A few more virtual bones free it.
      const trap = await compress(plantedStrip(1), {
        examples,
        target: { kind: "error", error: 1e-2 },
        bonesPerVirtual: 3,
      });
      expect(trap.report.reached).toBe(true);
      expect(trap.report.virtualBones).toBeLessThanOrEqual(12);
    }
  });

  it("respects the limits of both layers, and gives rows that sum to 1 and weights that are the product", async () => {
    for (const blends of [2, 3, 4]) {
      for (const method of ["two-layer", "published"] as const) {
        const { rig, report } = await compress(dense(bar), {
          method,
          blends,
          target: virtualBones(12),
          bonesPerVirtual: 4,
        });
        const { virtual, vertices } = rig.twoLayer!;
        expect(maxInfluences(virtual)).toBeLessThanOrEqual(4);
        expect(maxInfluences(vertices)).toBeLessThanOrEqual(blends);
        expect(virtual.offsets.length - 1).toBeLessThanOrEqual(12);
        expect(layersOf(rig)).toBe(rig.twoLayer);
        for (const { offsets, values } of [virtual, vertices]) {
          for (let i = 0; i + 1 < offsets.length; i++) {
            const row = values.subarray(offsets[i], offsets[i + 1]);
            expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
            expect(Math.min(...row)).toBeGreaterThan(0);
          }
        }
        expect(report.entries).toBe(virtual.values.length);
      }
    }
  });

  it("gets better with more virtual bones, and ours is better than the published method", async () => {
    const source = dense(bar);
    const errors: number[] = [];
    for (const count of [6, 12, 24]) {
      const { report } = await compress(source, { target: virtualBones(count), bonesPerVirtual: 3 });
      errors.push(report.eRms);
    }
    expect(errors[1]).toBeLessThan(errors[0]);
    expect(errors[2]).toBeLessThan(errors[1]);
    const published = await compress(source, {
      method: "published",
      target: virtualBones(12),
      bonesPerVirtual: 3,
    });
    expect(errors[1]).toBeLessThan(published.report.eRms);
  });

  it("reaches an error with few virtual bones, and says when it cannot", async () => {
    const source = dense(bar);
    const { report } = await compress(source, { target: { kind: "error", error: 8 } });
    expect(report.reached).toBe(true);
    expect(report.eRms).toBeLessThanOrEqual(8);
    const fewer = await compress(source, { target: virtualBones(Math.ceil(report.virtualBones / 2)) });
    expect(fewer.report.eRms).toBeGreaterThan(8);
    // Its virtual bones blend several bones each.
    const unreachable = await compress(plantedStrip(2), {
      target: { kind: "error", error: 0.01 },
      bonesPerVirtual: 1,
    });
    expect(unreachable.report.reached).toBe(false);
    await expect(compress(source, { target: { kind: "error", error: 1e-7 } })).rejects.toThrow(
      /With all of its bones at every vertex, the error is .* Ask for a larger error/s,
    );
  });

  it("stays within the given bytes", async () => {
    const source = dense(bar);
    for (const bytes of [1100, 1250]) {
      const { report } = await compress(source, { target: { kind: "bytes", bytes } });
      expect(report.reached).toBe(true);
      expect(report.bytes).toBeLessThanOrEqual(bytes);
      expect(report.bytes).toBeGreaterThan(0.9 * bytes);
    }
  });

  it("does not depend on the place and size of the scene", async () => {
    const { sequence, rig } = dense(bar);
    const moved = moveScene({ sequence, rig }, 4, 2 ** 13);
    const target = virtualBones(10);
    const [here, there] = [await compress({ sequence, rig }, { target }), await compress(moved, { target })];
    expect(there.report.eRms / here.report.eRms).toBeCloseTo(1, 1);
    expect(there.report.virtualBones).toBe(here.report.virtualBones);
  });

  it("compresses a mesh without motion over generated poses", async () => {
    const { sequence, rig } = dense(bar);
    const still = {
      sequence: {
        ...sequence,
        frameCount: 1,
        frames: sequence.rest,
        clips: [{ name: "rest", first: 0, last: 0 }],
      },
      rig: { ...rig, motion: rig.motion.slice(0, 12 * rig.bones.length) },
    };
    const { report } = await compress(still, { target: virtualBones(24) });
    expect([report.examples, report.measuredOver]).toEqual(["poses", "poses"]);
    expect(report.eRmsDense).toBeLessThan(1e-2);
    const few = await compress(still, { target: virtualBones(6) });
    expect(report.eRms).toBeLessThan(few.report.eRms);
  });

  it("gives the same bits on one thread and on three", async () => {
    const source = dense(bar);
    const settings = { ...COMPRESS_DEFAULTS, target: virtualBones(14), bonesPerVirtual: 4 };
    const threaded = Object.assign((bytes: number) => nodeParallel(bytes, 3), { threads: 3 });
    const [alone, together] = [
      await compressRig({ ...source, settings }, makeParallel, UNWATCHED),
      await compressRig({ ...source, settings }, threaded, UNWATCHED),
    ];
    expect(together.rig.twoLayer).toEqual(alone.rig.twoLayer);
    expect(together.report.eRms).toBe(alone.report.eRms);
  });

  it("stops when it is cancelled", async () => {
    const task = { ...UNWATCHED, checkpoint: () => Promise.reject(new CancelledError()) };
    await expect(compress(bar, {}, task)).rejects.toThrow(CancelledError);
  });
});

/** The scene scaled by `scale` and moved by `away` along x. */
function moveScene({ sequence, rig }: GroundTruth, scale: number, away: number): GroundTruth {
  const place = (positions: Float32Array) => positions.map((x, n) => scale * x + (n % 3 === 0 ? away : 0));
  // M' = S M S⁻¹ for S p = scale p + away.
  const motion = rig.motion.map((x, n) => {
    const [entry, row] = [n % 12, Math.floor((n % 12) / 4)];
    if (entry % 4 !== 3) return x;
    return scale * x + (row === 0 ? away : 0) - rig.motion[n - 3] * away;
  });
  const moved = { ...sequence, rest: place(sequence.rest), frames: place(sequence.frames) };
  return { sequence: moved, rig: { ...rig, rest: place(rig.rest), motion } };
}

describe("what cannot be compressed", () => {
  const refused: [string, Partial<CompressSettings>, (rig: Rig) => Rig, RegExp][] = [
    ["a rig without bones", {}, (rig) => ({ ...rig, bones: [] }), /no bones/],
    ["weights that sum to 2", {}, (rig) => withValues(rig, (w) => 2 * w), /sum to 2/],
    ["weights that are not numbers", {}, (rig) => withValues(rig, () => Number.NaN), /not a number/],
    [
      "a motion with infinite numbers",
      {},
      (rig) => ({ ...rig, motion: rig.motion.map(() => Infinity) }),
      /finite/,
    ],
    ["a rig of another mesh", {}, (rig) => ({ ...rig, rest: rig.rest.slice(3) }), /vertices/],
    ["no virtual bones", { target: virtualBones(0) }, (rig) => rig, /2 to 65535/],
    ["one virtual bone a vertex", { blends: 1 }, (rig) => rig, /2 to 4/],
    ["virtual bones of no bone", { bonesPerVirtual: 0 }, (rig) => rig, /1 bone or more/],
    ["an error of 0", { target: { kind: "error", error: 0 } }, (rig) => rig, /above 0/],
    ["too few bytes", { target: { kind: "bytes", bytes: 100 } }, (rig) => rig, /bytes/],
    [
      "frames that are not there",
      { examples: "frames" },
      (rig) => ({ ...rig, motion: rig.motion.slice(0, 24) }),
      /frames/,
    ],
  ];
  const withValues = (rig: Rig, change: (w: number) => number): Rig => ({
    ...rig,
    weights: { ...rig.weights, values: rig.weights.values.map(change) },
  });

  it.each(refused)("%s", async (_, settings, change, sentence) => {
    const asked = compress({ sequence: bar.sequence, rig: change(bar.rig) }, settings);
    await expect(asked).rejects.toThrow(SinewError);
    await expect(asked).rejects.toThrow(sentence);
  });
});
