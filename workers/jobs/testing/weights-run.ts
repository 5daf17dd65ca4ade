/** For tests: runs of the job that finds weights, on one thread. */
import { expect } from "vitest";
import { Arena } from "../../kernels/arena";
import { type MakeParallel, Serial } from "../../kernels/parallel";
import type { WeightsPartial } from "../../model/reports/weight-report";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { NO_WEIGHT_EDITS, type VertexBoneValues, type WeightEdits } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../model/weights/weight-settings";
import type { WeightsInput } from "../../model/weights/weights-input";
import { chain, tube } from "../../weights/testing/bindables";
import { JobCommand, TaskControl } from "../task-control";
import { createWeightsJobs } from "../weights-jobs";

export const SKELETON = chain([0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0]);

export function inputOf(
  settings: Partial<WeightSettings> = {},
  more: Partial<WeightsInput> = {},
): WeightsInput {
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

/** Runs the jobs on one thread, and counts their memory. */
export function jobsHere() {
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

const startedJobs: { word: Int32Array; result: Promise<unknown> }[] = [];

/** Ends the jobs of a test that failed: one that still runs while another test stops the clock never yields again. */
export async function cancelAll(): Promise<void> {
  for (const { word, result } of startedJobs.splice(0)) {
    Atomics.store(word, 0, JobCommand.cancel);
    await result.catch(() => {});
  }
}

/** Starts a job, and returns its command word and its partial results. End it with {@link cancelAll}. */
export function started(input: WeightsInput, jobs = jobsHere()) {
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
  startedJobs.push({ word, result });
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

export function weightAt({ offsets, bones, values }: SparseWeights, i: number, j: number): number {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === j) return values[e];
  return 0;
}

export const pairs = (...rows: [vertex: number, bone: number, value: number][]): VertexBoneValues => ({
  vertices: Uint32Array.from(rows, ([i]) => i),
  bones: Uint16Array.from(rows, ([, j]) => j),
  values: Float32Array.from(rows, ([, , value]) => value),
});

export const edited = (edits: Partial<WeightEdits>): WeightEdits => ({ ...NO_WEIGHT_EDITS, ...edits });

export function expectProper({ offsets, values }: SparseWeights, vertices: number): void {
  expect(offsets.length).toBe(vertices + 1);
  for (let i = 0; i < vertices; i++) {
    const row = values.subarray(offsets[i], offsets[i + 1]);
    expect(Math.abs(row.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThan(1e-6);
    expect(row.every((w) => w > 0)).toBe(true);
  }
}

export const largestDifference = (a: SparseWeights, b: SparseWeights, bones: number): number => {
  let most = 0;
  for (let i = 0; i + 1 < a.offsets.length; i++) {
    for (let j = 0; j < bones; j++) most = Math.max(most, Math.abs(weightAt(a, i, j) - weightAt(b, i, j)));
  }
  return most;
};
