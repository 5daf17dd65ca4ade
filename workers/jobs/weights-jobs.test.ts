import { afterEach, describe, expect, it, vi } from "vitest";
import { Arena } from "../kernels/arena";
import { type MakeParallel, Serial } from "../kernels/parallel";
import { CancelledError, SinewError } from "../model/errors";
import type { WeightsPartial } from "../model/reports/weight-report";
import type { SparseWeights } from "../model/rig/sparse-weights";
import { DEFAULT_LIMITS } from "../model/skeleton/skeleton";
import { NO_WEIGHT_EDITS, type VertexBoneValues, type WeightEdits } from "../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, WEIGHT_METHODS, type WeightSettings } from "../model/weights/weight-settings";
import type { WeightsInput } from "../model/weights/weights-input";
import { assertRoom } from "../weights/binding/live/system-room";
import { chain, segment, skeletonOf, tetBox, tube } from "../weights/testing/bindables";
import { JobCommand, TaskControl } from "./task-control";
import { createWeightsJobs } from "./weights-jobs";
import { yieldToEventLoop } from "./yield-to-event-loop";

const SKELETON = chain([0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0]);

function inputOf(settings: Partial<WeightSettings> = {}, more: Partial<WeightsInput> = {}): WeightsInput {
  return {
    mesh: tube([0, 0, 0], [6, 0, 0], 0.6, 25, 12),
    skeleton: SKELETON,
    settings: { ...WEIGHT_DEFAULTS, exemplars: 12, clusters: 60, clusterings: 3, ...settings },
    edits: NO_WEIGHT_EDITS,
    from: null,
    stay: false,
    ...more,
  };
}

/** The jobs on one thread, with a count of their memory. */
function jobsHere() {
  const out = new Set<Arena>();
  const makeParallel: MakeParallel = Object.assign(
    async (bytes: number) => {
      const serial = new Serial(new Arena(bytes, false));
      out.add(serial.arena);
      serial.dispose = () => void out.delete(serial.arena);
      return serial;
    },
    { threads: 1 },
  );
  return { ...createWeightsJobs(), makeParallel, out };
}

/** A task that knows how many checkpoints its job has passed, and whether it waits at one. */
class WatchedTask extends TaskControl {
  met = 0;
  isHeld = false;
  onCheckpoint = () => {};

  override async checkpoint(): Promise<void> {
    this.met++;
    this.onCheckpoint();
    this.isHeld = true;
    await super.checkpoint();
    this.isHeld = false;
  }
}

/** Starts a job, and returns its command word and its partial results. */
function started(input: WeightsInput, jobs = jobsHere()) {
  const word = new Int32Array(1);
  const task = new WatchedTask(word, () => {});
  const partials: WeightsPartial[] = [];
  /** For each partial result, the number of checkpoints that the job had passed. */
  const shownAt: number[] = [];
  let heard = () => {};
  const result = jobs.weights(input, jobs.makeParallel, task, (partial) => {
    partials.push(partial);
    shownAt.push(task.met);
    heard();
  });
  result.catch(() => {});
  /** Waits for the next partial result that matches. */
  const next = (asked: (partial: WeightsPartial) => boolean) =>
    new Promise<WeightsPartial>((resolve, reject) => {
      result.catch(reject);
      heard = () => {
        if (asked(partials.at(-1)!)) resolve(partials.at(-1)!);
      };
    });
  return { jobs, task, word, partials, shownAt, result, next };
}

function weightAt({ offsets, bones, values }: SparseWeights, i: number, j: number): number {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === j) return values[e];
  return 0;
}

const pairs = (...rows: [vertex: number, bone: number, value: number][]): VertexBoneValues => ({
  vertices: Uint32Array.from(rows, ([i]) => i),
  bones: Uint16Array.from(rows, ([, j]) => j),
  values: Float32Array.from(rows, ([, , value]) => value),
});

const edited = (edits: Partial<WeightEdits>): WeightEdits => ({ ...NO_WEIGHT_EDITS, ...edits });

function expectProper({ offsets, values }: SparseWeights, vertices: number): void {
  expect(offsets.length).toBe(vertices + 1);
  for (let i = 0; i < vertices; i++) {
    const row = values.subarray(offsets[i], offsets[i + 1]);
    expect(Math.abs(row.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThan(1e-6);
    expect(row.every((w) => w > 0)).toBe(true);
  }
}

const largestDifference = (a: SparseWeights, b: SparseWeights, bones: number): number => {
  let most = 0;
  for (let i = 0; i + 1 < a.offsets.length; i++) {
    for (let j = 0; j < bones; j++) most = Math.max(most, Math.abs(weightAt(a, i, j) - weightAt(b, i, j)));
  }
  return most;
};

describe("weights", () => {
  it.each(WEIGHT_METHODS)("by %s sum to 1, with a report and a rig", async (method) => {
    const mesh = method === "biharmonic" ? tetBox(12, 3, 3, 0.5) : inputOf().mesh;
    const input = inputOf({ method, iterations: 4 }, { mesh });
    const { result, jobs } = started(input);
    const { weights, heat, report, bound } = await result;
    const vertices = mesh.positions.length / 3;
    expectProper(weights, vertices);
    expectProper(heat, vertices);
    expect(report).toMatchObject({
      method,
      vertices,
      bones: 3,
      seed: 1,
      negativeWeights: expect.any(Number),
    });
    expect(report.heldOutEnergy).toBeGreaterThan(0);
    expect(report.bytes).toBeGreaterThan(0);
    expect(report.boneMass.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(1, 5);
    expect(bound.rig.bones.map(({ name }) => name)).toEqual(SKELETON.segments.map(({ name }) => name));
    expect(jobs.out.size).toBe(0);
  });

  it("get more rigid with every iteration, also in unseen poses", async () => {
    const { result, partials } = started(
      inputOf({ filter: 0, proximal: 0, tolerance: 1e-4, iterations: 30 }),
    );
    const { report } = await result;
    const energies = report.energyPerIteration;
    expect(energies.length).toBeGreaterThan(4);
    energies.slice(1).forEach((energy, n) => {
      expect(energy).toBeLessThan(energies[n] * 1.001);
    });
    expect(energies.at(-1)).toBeLessThan(0.97 * energies[0]);
    expect(report.heldOutEnergy).toBeLessThan(report.heldOutHeat);
    expect(partials[0].iteration).toBe(0);
    expect(partials[0].exemplars?.length).toBe(12 * 3 * 12);
  });

  it("are the same again, and others from another seed", async () => {
    const run = (seed: number) => started(inputOf({ iterations: 3, seed })).result;
    const [a, b, other] = [await run(1), await run(1), await run(2)];
    expect(a.weights).toEqual(b.weights);
    expect(largestDifference(a.weights, other.weights, 3)).toBeGreaterThan(1e-4);
  });

  it("continue from given weights", async () => {
    const first = await started(inputOf({ iterations: 40, tolerance: 1e-4 })).result;
    const again = await started(inputOf({ iterations: 3 }, { from: first.weights })).result;
    const ends = first.report.energyPerIteration;
    expect(again.report.energyPerIteration[0]).toBeLessThan(0.5 * (ends[0] + ends.at(-1)!));
    expect(largestDifference(again.weights, first.weights, 3)).toBeLessThan(0.05);
  });

  it("use the bones that the artist allows", async () => {
    const vertex = 12 * 12;
    for (const method of ["arap", "heat", "nearest"] as const) {
      const edits = edited({ influences: pairs([vertex, 0, 0], [vertex, 1, 0], [vertex, 2, 1]) });
      const { weights } = await started(inputOf({ method, iterations: 2 }, { edits })).result;
      expect(weightAt(weights, vertex, 2)).toBeCloseTo(1, 6);
    }
  });
});

describe("a running optimisation", () => {
  it("waits after convergence, follows edits, and returns to the old weights when they are undone", async () => {
    const { jobs, result, next, word } = started(inputOf({}, { stay: true }));
    const settled = await next(({ idle }) => idle);
    expect(settled.report?.heldOutEnergy).toBeGreaterThan(0);
    expect(settled.strain?.length).toBe(25 * 12 + 2);
    const vertices = [150, 151, 152, 153];
    const before = vertices.map((i) => weightAt(settled.weights, i, 0));
    const holds = pairs(...vertices.map((i): [number, number, number] => [i, 0, 0.7]));
    const shown = next(() => true);
    expect(await jobs.adjustWeights({ edits: edited({ holds }) })).toEqual({ followed: true });
    const first = await shown;
    for (const i of vertices) expect(Math.abs(weightAt(first.weights, i, 0) - 0.7)).toBeLessThan(0.1);
    const exact = await next(({ idle }) => idle);
    for (const i of vertices) expect(Math.abs(weightAt(exact.weights, i, 0) - 0.7)).toBeLessThan(5e-3);
    // Weights beside the held ones give way.
    const beside = 150 + 12;
    expect(weightAt(exact.weights, beside, 0)).toBeGreaterThan(weightAt(settled.weights, beside, 0) + 0.01);
    await jobs.adjustWeights({ edits: NO_WEIGHT_EDITS });
    const back = await next(({ idle }) => idle);
    vertices.forEach((i, n) => {
      expect(Math.abs(weightAt(back.weights, i, 0) - before[n])).toBeLessThan(0.02);
    });
    Atomics.store(word, 0, JobCommand.keep);
    const { weights } = await result;
    expect(largestDifference(weights, back.weights, 3)).toBeLessThan(1e-6);
    expect(jobs.out.size).toBe(0);
    expect(await jobs.adjustWeights({ edits: NO_WEIGHT_EDITS })).toEqual({ followed: false });
  });

  it("follows links, exemplars, influences and holds where a bone did not act, starting from the current weights", async () => {
    const { jobs, next, word, result } = started(inputOf({}, { stay: true }));
    const settled = await next(({ idle }) => idle);
    const far = 24 * 12;
    expect(weightAt(settled.weights, far, 0)).toBe(0);
    const pose = { rotations: new Float32Array(12), translations: new Float32Array(9) };
    for (const j of [0, 1, 2]) pose.rotations[4 * j + 3] = 1;
    const changes: Partial<WeightEdits>[] = [
      { droppedExemplars: [0, 3], addedExemplars: [{ name: "mine", pose: { name: "mine", ...pose } }] },
      { wires: Uint32Array.of(0, far) },
      { influences: pairs([far, 1, 1]) },
      { holds: pairs([far, 0, 0.5]) },
    ];
    for (const change of changes) {
      const shown = next(() => true);
      await jobs.adjustWeights({ edits: edited(change) });
      const partial = await shown;
      if (change.addedExemplars) expect(partial.exemplars?.length).toBe(11 * 3 * 12);
      // A warm start stays far nearer to the old weights than to heat.
      const moved = largestDifference(partial.weights, settled.weights, 3);
      if (!change.holds) expect(moved).toBeLessThan(0.25);
      else expect(weightAt(partial.weights, far, 0)).toBeGreaterThan(0.3);
    }
    const after = next(({ idle }) => idle);
    await jobs.adjustWeights({ edits: NO_WEIGHT_EDITS });
    // Supports are the old ones: nothing remains of a temporarily allowed bone.
    expect(weightAt((await after).weights, far, 0)).toBe(0);
    Atomics.store(word, 0, JobCommand.cancel);
    await expect(result).rejects.toThrow(CancelledError);
    expect(jobs.out.size).toBe(0);
  });

  it("shows a brush while it moves", async () => {
    const { jobs, next, word, result, partials } = started(
      inputOf({ iterations: 200, tolerance: 0 }, { stay: true }),
    );
    await next(({ iteration }) => iteration > 0);
    const begin = partials.length;
    for (let n = 0; n < 8; n++) {
      const rows = Array.from({ length: n + 1 }, (_, m): [number, number, number] => [150 + m, 1, 0.1 * n]);
      const shown = next(({ weights }) => Math.abs(weightAt(weights, 150, 1) - 0.1 * n) < 0.05);
      await jobs.adjustWeights({ edits: edited({ holds: pairs(...rows) }) });
      await shown;
    }
    expect(partials.length - begin).toBeGreaterThanOrEqual(8);
    // Attachments and borders come with strain, not with a brush.
    expect(partials[0].held?.length).toBeGreaterThan(0);
    expect(partials.slice(begin).every(({ held, strain }) => !held || strain)).toBe(true);
    Atomics.store(word, 0, JobCommand.keep);
    await result;
  });

  describe("timing", () => {
    afterEach(() => void vi.useRealTimers());

    it("sends partial results at most every 150 ms", async () => {
      vi.useFakeTimers({ toFake: ["performance"] });
      const { result, partials, shownAt, task } = started(inputOf({ iterations: 40, tolerance: 0 }));
      // Work between two checkpoints takes a millisecond, and there is no other time.
      task.onCheckpoint = () => vi.advanceTimersByTime(1);
      await result;
      const gaps = shownAt.slice(1).map((at, n) => at - shownAt[n]);
      expect(partials.length).toBeGreaterThan(3);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150);
    });
  });

  it("sends the exemplars in use if the skeleton is in two parts", async () => {
    const skeleton = skeletonOf(
      segment(-1, [0, 0, 0], [2, 0, 0]),
      segment(0, [2, 0, 0], [4, 0, 0]),
      segment(-1, [4, 0, 0], [6, 0, 0]),
    );
    const { result, partials, next, word } = started(inputOf({ iterations: 6 }, { skeleton, stay: true }));
    await next(({ idle }) => idle);
    Atomics.store(word, 0, JobCommand.keep);
    await result;
    const gap = (motions: Float32Array) => {
      let sum = 0;
      for (let k = 0; k < motions.length; k += 36) {
        const image = (at: number) => [0, 4, 8].map((r) => 4 * motions[at + r] + motions[at + r + 3]);
        const [a, b] = [image(k + 12), image(k + 24)];
        sum += Math.hypot(...a.map((x, c) => x - b[c]));
      }
      return sum / (motions.length / 36);
    };
    const sent = partials.flatMap(({ exemplars }) => (exemplars ? [exemplars] : []));
    expect(sent.length).toBeGreaterThan(1);
    expect(gap(sent[sent.length - 1])).toBeLessThan(0.5 * gap(sent[0]));
  });

  it("pauses, resumes, and frees all memory when cancelled", async () => {
    const { jobs, task, word, result, next, partials } = started(inputOf({ iterations: 1000, tolerance: 0 }));
    await next(({ iteration }) => iteration > 0);
    expect(jobs.out.size).toBe(1);
    Atomics.store(word, 0, JobCommand.pause);
    await vi.waitFor(() => expect(task.isHeld).toBe(true));
    const [count, met] = [partials.length, task.met];
    for (let n = 0; n < 200; n++) await yieldToEventLoop();
    expect([task.isHeld, task.met, partials.length]).toEqual([true, met, count]);
    Atomics.store(word, 0, JobCommand.run);
    await next(() => true);
    Atomics.store(word, 0, JobCommand.cancel);
    await expect(result).rejects.toThrow(CancelledError);
    expect(jobs.out.size).toBe(0);
  });

  it("continues after invalid edits, and reports them", async () => {
    const { jobs, next, word, result } = started(inputOf({}, { stay: true }));
    await next(({ idle }) => idle);
    const bad = [
      { holds: pairs([9999, 0, 1]) },
      { importance: new Float32Array(3) },
      { wires: Uint32Array.of(0, 9999) },
    ];
    for (const edits of bad) {
      await expect(jobs.adjustWeights({ edits: edited(edits) })).rejects.toThrow(
        "The painted edits do not fit",
      );
    }
    Atomics.store(word, 0, JobCommand.keep);
    await result;
  });
});

describe("input that cannot be bound", () => {
  const refusal = async (input: WeightsInput) => {
    const jobs = jobsHere();
    const error = await started(input, jobs).result.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(SinewError);
    expect(jobs.out.size).toBe(0);
    return (error as SinewError).message;
  };

  it("is refused with sentences", async () => {
    const { mesh } = inputOf();
    const away = chain([0, 50, 0], [2, 50, 0]);
    expect(await refusal(inputOf({}, { skeleton: away }))).toMatch(/outside the mesh.*unit and up axis/);
    const large = chain([0, 0, 0], [600, 0, 0]);
    expect(await refusal(inputOf({}, { skeleton: large }))).toMatch(/times as large/);
    const still = skeletonOf(segment(-1, [0, 0, 0], [2, 0, 0], "virtual"));
    for (const method of WEIGHT_METHODS) {
      expect(await refusal(inputOf({ method }, { skeleton: still }))).toMatch(/no bone that moves anything/);
    }
    expect(await refusal(inputOf({}, { skeleton: { version: 1, segments: [] } }))).toMatch(/no bones/);
    const positions = mesh.positions.slice();
    positions[7] = Number.NaN;
    expect(await refusal(inputOf({}, { mesh: { ...mesh, positions } }))).toMatch(/vertex 3 is not a number/);
    const limits = { ...DEFAULT_LIMITS, swing: Number.NaN };
    const broken = { version: 1 as const, segments: [{ ...SKELETON.segments[0], limits }] };
    expect(await refusal(inputOf({}, { skeleton: broken }))).toMatch(/bone 0 is not a number/);
    const none = { ...mesh, triangles: new Uint32Array(0) };
    expect(await refusal(inputOf({}, { mesh: none }))).toMatch(/no faces/);
    expect(await refusal(inputOf({ method: "biharmonic" }))).toMatch(/need a solid/);
    expect(await refusal(inputOf({ exemplars: 0 }))).toMatch(/exemplars cannot be 0/);
    const other = await started(inputOf({ method: "nearest" })).result;
    const from = { ...other.weights, offsets: other.weights.offsets.slice(1) };
    expect(await refusal(inputOf({}, { from }))).toMatch(/another mesh or skeleton/);
  });

  it("is refused with the memory that it would take", async () => {
    const vertices = 1_500_000;
    const positions = new Float32Array(3 * vertices);
    for (let n = 0; n < positions.length; n += 3) positions[n] = (6 * n) / positions.length;
    const skeleton = chain(
      ...Array.from({ length: 200 }, (_, n): [number, number, number] => [n / 40, 0, 0]),
    );
    const huge = { positions, triangles: Uint32Array.of(0, 1, 2), tets: null, wires: null };
    expect(() => assertRoom(5e9, 400_000)).toThrow("400000 vertices take 5000 MB");
    expect(() => assertRoom(3e9, 400_000)).not.toThrow();
    expect(await refusal(inputOf({}, { mesh: huge, skeleton }))).toMatch(
      /1500000 vertices and 199 bones take 2388 MB/,
    );
  });
});
