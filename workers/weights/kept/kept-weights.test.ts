import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WeightsPartial } from "../../model/reports/weight-report";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Skeleton } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../model/weights/weight-settings";
import type { KeptWeights, WeightsInput } from "../../model/weights/weights-input";
import { findWeights } from "../binding/find-weights";
import { EditMailbox } from "../binding/input/edit-mailbox";
import { bonesOfSkeleton } from "../rig-of-weights";
import { chain, reusedParallel, segment, tube } from "../testing/bindables";

const [RINGS, SECTORS] = [13, 8];
const MESH = tube([0, 0, 0], [6, 0, 0], 0.6, RINGS, SECTORS);
const V = MESH.positions.length / 3;
const LIMB = chain([0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0]);
const SPINE: Skeleton = {
  version: 1,
  segments: [
    { ...segment(-1, [0, 0, 0], [4, 0, 0], "spine"), name: "back" },
    { ...segment(0, [4, 0, 0], [6, 0, 0]), name: "head" },
  ],
};
const SETTINGS: WeightSettings = {
  ...WEIGHT_DEFAULTS,
  ...{ exemplars: 6, clusters: 30, clusterings: 2, iterations: 4, spineBones: 3 },
};

type Entry = readonly [bone: number, value: number];

/** Weights of a rig of the skeleton: two bones per vertex, from given numbers. */
function drawn(skeleton: Skeleton, numbers: readonly number[]): KeptWeights {
  const { bones } = bonesOfSkeleton(skeleton, SETTINGS.spineBones);
  const B = bones.length;
  const rows = Array.from({ length: V }, (_, i): Entry[] => {
    const n = numbers[i % numbers.length];
    const share = (1 + (n % 7)) / 8;
    const [a, b] = [n % B, (n + 1) % B].sort((x, y) => x - y);
    return [[a, share], [b, 1 - share]]; // biome-ignore format: a row
  });
  return {
    bones: bones.map(({ name }) => name),
    weights: {
      version: 1,
      offsets: Uint32Array.from({ length: V + 1 }, (_, i) => 2 * i),
      bones: Uint16Array.from(rows.flat(), ([j]) => j),
      values: Float32Array.from(rows.flat(), ([, w]) => w),
    },
  };
}

const rowOf = ({ offsets, bones, values }: SparseWeights, i: number): Map<number, number> =>
  new Map([...bones.subarray(offsets[i], offsets[i + 1])].map((j, n) => [j, values[offsets[i] + n]]));

/** Checks a rig with kept weights: painted and locked weights have the same bits, and rows are valid. */
function expectKept(rig: SparseWeights, { weights, bones }: KeptWeights, edits: WeightEdits): void {
  const painted = new Set(edits.painted);
  for (let i = 0; i < V; i++) {
    const [now, was] = [rowOf(rig, i), rowOf(weights, i)];
    if (painted.has(i)) expect(now, `vertex ${i}`).toEqual(was);
    bones.forEach((name, j) => {
      if (edits.locked.includes(name)) expect(now.get(j) ?? 0, `${name} at ${i}`).toBe(was.get(j) ?? 0);
    });
    expect([...now.values()].reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
    expect(Math.min(...now.values())).toBeGreaterThanOrEqual(0);
  }
}

async function found(input: Partial<WeightsInput>, mailbox = new EditMailbox(() => {})) {
  const shown: WeightsPartial[] = [];
  const whole: WeightsInput = {
    ...{ mesh: MESH, skeleton: LIMB, settings: SETTINGS, edits: NO_WEIGHT_EDITS, from: null, stay: false },
    ...input,
  };
  const result = await findWeights(whole, reusedParallel(), mailbox, UNWATCHED, (partial) =>
    shown.push(partial),
  );
  return { result, shown };
}

const wishes = fc.record({
  numbers: fc.array(fc.nat(40), { minLength: 3, maxLength: 9 }),
  painted: fc.uniqueArray(fc.nat(V - 1), { maxLength: 40 }).map((list) => list.sort((a, b) => a - b)),
  locked: fc.subarray([0, 1, 2]),
  holds: fc.uniqueArray(fc.nat(V - 1), { maxLength: 12 }),
  spine: fc.boolean(),
  negative: fc.constantFrom("clamp", "constrain", "keep"),
  influences: fc.constantFrom(0, 2, 3),
});

describe("fixed weights", () => {
  it("are the same bit for bit in every partial result, with holds of the brush and any setting", async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async ({ numbers, painted, locked, holds, spine, ...settings }) => {
        const skeleton = spine ? SPINE : LIMB;
        const kept = drawn(skeleton, numbers);
        const edits: WeightEdits = {
          ...NO_WEIGHT_EDITS,
          painted: Uint32Array.from(painted),
          locked: locked.map((j) => kept.bones[j]),
          holds: {
            vertices: Uint32Array.from(holds),
            bones: new Uint16Array(holds.length).fill(1),
            values: new Float32Array(holds.length).fill(0.9),
          },
        };
        const input = { skeleton, edits, kept, settings: { ...SETTINGS, ...settings } };
        const { result, shown } = await found(input);
        for (const { bound } of shown) expectKept(bound.rig.weights, kept, edits);
        expectKept(result.bound.rig.weights, kept, edits);
        const { influences } = settings;
        for (let i = 0; i < V && influences > 0; i++) {
          const own = painted.includes(i) ? 2 : 0;
          const held = [...rowOf(kept.weights, i).keys()].filter((j) => locked.includes(j)).length;
          expect(rowOf(result.bound.rig.weights, i).size).toBeLessThanOrEqual(
            Math.max(influences, own, held + 1),
          );
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  it.each(["heat", "nearest", "voxel"] as const)("also stay with %s weights", async (method) => {
    const kept = drawn(LIMB, [3, 8, 13, 2]);
    const edits = { ...NO_WEIGHT_EDITS, painted: Uint32Array.of(0, 5, 50), locked: ["bone 1"] };
    const { result } = await found({ edits, kept, settings: { ...SETTINGS, method } });
    expectKept(result.bound.rig.weights, kept, edits);
  });

  it("influence their surroundings: other weights are fitted to them", async () => {
    // All of one ring in the middle of the first bone goes to the last one.
    const ring = Uint32Array.from({ length: SECTORS }, (_, s) => 2 * SECTORS + s);
    const { result: plain } = await found({});
    const { rig } = plain.bound;
    const values = rig.weights.values.slice();
    for (const i of ring) {
      for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
        values[e] =
          e === rig.weights.offsets[i]
            ? 0.5
            : 0.5 / (rig.weights.offsets[i + 1] - rig.weights.offsets[i] - 1);
      }
    }
    const kept: KeptWeights = {
      bones: rig.bones.map(({ name }) => name),
      weights: { ...rig.weights, values },
    };
    const edits = { ...NO_WEIGHT_EDITS, painted: ring };
    const { result } = await found({ edits, kept, from: plain.weights });
    expectKept(result.bound.rig.weights, kept, edits);
    const mean = (weights: SparseWeights, from: number) => {
      let sum = 0;
      for (let s = 0; s < SECTORS; s++) sum += rowOf(weights, from + s).get(0) ?? 0;
      return sum / SECTORS;
    };
    const beside = 3 * SECTORS;
    expect(Math.abs(mean(result.bound.rig.weights, beside) - mean(rig.weights, beside))).toBeGreaterThan(
      0.02,
    );
  });

  it("keep their sum over a spine's bones if the spine is cut into another number of bones", async () => {
    const kept = drawn(SPINE, [3, 8, 13, 2]);
    const edits = { ...NO_WEIGHT_EDITS, painted: Uint32Array.of(0, 9, 40) };
    const { result } = await found({
      skeleton: SPINE,
      edits,
      kept,
      settings: { ...SETTINGS, spineBones: 5 },
    });
    const head = kept.bones.indexOf("head");
    const now = result.bound.rig.bones.findIndex(({ name }) => name === "head");
    for (const i of edits.painted) {
      expect(rowOf(result.bound.rig.weights, i).get(now) ?? 0).toBeCloseTo(
        rowOf(kept.weights, i).get(head) ?? 0,
        6,
      );
    }
  });

  it("are released during the optimisation, and the others stay", async () => {
    const kept = drawn(LIMB, [3, 8, 13, 2]);
    const edits = { ...NO_WEIGHT_EDITS, painted: Uint32Array.of(3, 20, 60), locked: ["bone 2"] };
    const fewer = { ...edits, painted: Uint32Array.of(20), locked: [] };
    const mailbox = new EditMailbox(() => {});
    const whole: WeightsInput = {
      ...{ mesh: MESH, skeleton: LIMB, settings: SETTINGS, edits, kept, from: null, stay: true },
    };
    const rows: SparseWeights[] = [];
    let told = false;
    let finish = false;
    const task = { ...UNWATCHED, get finishNow() { return finish; } }; // biome-ignore format: a task that can be told to end
    const result = await findWeights(whole, reusedParallel(), mailbox, task, ({ bound, idle }) => {
      rows.push(bound.rig.weights);
      if (idle && told) finish = true;
      else if (idle) mailbox.post(fewer);
      told ||= idle;
    });
    expectKept(rows[0], kept, edits);
    expectKept(result.bound.rig.weights, kept, fewer);
    for (const i of [3, 60]) expect(rowOf(result.bound.rig.weights, i)).not.toEqual(rowOf(kept.weights, i));
  });

  it("of deleted bones are found again", async () => {
    const kept = drawn(LIMB, [3]);
    const other = { ...kept, bones: ["bone 0", "somebody", "bone 2"] };
    const edits = { ...NO_WEIGHT_EDITS, painted: Uint32Array.from({ length: V }, (_, i) => i) };
    const { result } = await found({ edits, kept: other });
    expect(rowOf(result.bound.rig.weights, V - 1).size).toBeGreaterThan(0);
  });

  it("of another mesh are refused", async () => {
    const kept = drawn(LIMB, [3]);
    const weights = { ...kept.weights, offsets: kept.weights.offsets.slice(1) };
    const edits = { ...NO_WEIGHT_EDITS, painted: Uint32Array.of(1) };
    await expect(found({ edits, kept: { ...kept, weights } })).rejects.toThrow(/painted weights/);
  });
});
