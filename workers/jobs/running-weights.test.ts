import { afterEach, describe, expect, it, vi } from "vitest";
import { CancelledError } from "../model/errors";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../model/weights/weight-edits";
import { segment, skeletonOf } from "../weights/testing/bindables";
import { JobCommand } from "./task-control";
import {
  cancelAll,
  edited,
  inputOf,
  largestDifference,
  pairs,
  started,
  weightAt,
} from "./testing/weights-run";
import { yieldToEventLoop } from "./yield-to-event-loop";

describe("a running optimisation", () => {
  afterEach(cancelAll);

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
    // Weights beside the held ones adapt.
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
    // Supports are the old ones: a temporarily allowed bone leaves no trace.
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
    // Attachments and borders are sent with the strain, not during a stroke.
    expect(partials[0].held).toBeDefined();
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
    // On a fast machine it converges before another partial result is due. It then has to wait, not to end.
    const { jobs, task, word, result, next, partials } = started(
      inputOf({ iterations: 1000, tolerance: 0 }, { stay: true }),
    );
    // The first partial result comes before the optimisation, which may converge soon after.
    await next(() => true);
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
