import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadline } from "../decompose/progress/deadline";
import { SolveLog } from "../decompose/progress/solve-log";
import { CancelledError } from "../model/errors";
import { PhaseClock } from "../weights/binding/measure/phase-clock";
import { JobCommand, TaskControl } from "./task-control";

/** Advances the fake clock by some seconds. */
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

function paused(seconds: number) {
  const word = new Int32Array(1);
  const task = new TaskControl(word, () => {});
  const wait = async () => {
    Atomics.store(word, 0, JobCommand.pause);
    const through = task.checkpoint();
    await pass(seconds);
    Atomics.store(word, 0, JobCommand.run);
    await pass(1);
    await through;
  };
  return { word, task, wait };
}

describe("a pause", () => {
  it("is the only time that is added up, when the task next reads its command", async () => {
    const { task, wait } = paused(100);
    await pass(7);
    const through = task.checkpoint();
    await pass(1);
    await through;
    expect(task.secondsPaused).toBe(0);
    await wait();
    expect(task.secondsPaused).toBeCloseTo(100, 0);
    await wait();
    expect(task.secondsPaused).toBeCloseTo(200, 0);
  });

  it("is not part of the seconds of a solve, of its phases and iterations, or of its limit", async () => {
    const { task, wait } = paused(100);
    const log = new SolveLog(new Deadline(task, 30));
    log.allow(10);
    log.enter("Fitting");
    await pass(3);
    await wait();
    log.iteration(1, 1);
    log.leave();
    expect(log.mayGoOn).toBe(true);
    // Three seconds of work, and the second in which it resumes.
    for (const seconds of [log.seconds, log.secondsPerPhase.Fitting, log.history[0].seconds])
      expect(seconds).toBeCloseTo(4, 0);
    expect(log.secondsLeft).toBeCloseTo(26, 0);
    await pass(40);
    expect(log.mayGoOn).toBe(false);
  });

  it("is not part of any phase of weights", async () => {
    const { task, wait } = paused(100);
    const clock = new PhaseClock(task);
    await clock.time("Iterations", async () => {
      await pass(5);
      await wait();
    });
    expect(clock.entries()).toEqual([["Iterations", expect.closeTo(6, 0)]]);
  });

  it("also ends with a cancel", async () => {
    const { word, task } = paused(0);
    Atomics.store(word, 0, JobCommand.pause);
    const stopped = expect(task.checkpoint()).rejects.toThrow(CancelledError);
    await pass(2);
    Atomics.store(word, 0, JobCommand.cancel);
    await pass(1);
    await stopped;
  });
});

describe("progress", () => {
  it("reports a phase at once and then at most every 30 ms", async () => {
    const seen: (number | null)[] = [];
    const task = new TaskControl(new Int32Array(1), ({ done }) => seen.push(done));
    for (let i = 0; i < 100; i++) {
      task.progress({ phase: "a", done: i, detail: "" });
      await pass(0.001);
    }
    task.progress({ phase: "b", done: -1, detail: "" });
    expect(seen).toEqual([0, 30, 60, 90, -1]);
  });
});

describe("a cancel", () => {
  it("stops at the next checkpoint", async () => {
    const task = new TaskControl(new Int32Array([JobCommand.cancel]), () => {});
    await expect(task.checkpoint()).rejects.toBeInstanceOf(CancelledError);
  });
});
