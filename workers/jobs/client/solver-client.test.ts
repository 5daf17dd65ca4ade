import { afterEach, describe, expect, it, vi } from "vitest";
import { CancelledError, SinewError } from "../../model/errors";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import { watchByPings } from "../life/pings";
import { BEAT } from "../life/pulse";
import { fakeLocks } from "../testing/fake-locks";
import { fakeWorker, type Work } from "../testing/fake-worker";
import { yieldToEventLoop } from "../yield-to-event-loop";
import { createSolverClient } from "./solver-client";

const clients: { dispose(): void }[] = [];
function clientOver(work: Work, locks: LockManager | null = null) {
  const spawned: ReturnType<typeof fakeWorker>[] = [];
  const client = createSolverClient({
    threads: 1,
    locks,
    spawn: () => {
      const worker = fakeWorker(work, locks);
      spawned.push(worker);
      return worker as unknown as Worker;
    },
  });
  clients.push(client);
  return { client, spawned };
}
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

const SOLVE = { sequence: {} as MeshSequence, settings: SOLVE_DEFAULTS, from: null, locks: null };
const untilCancelled: Work = async (task) => {
  for (;;) {
    task.progress({ phase: "Working", done: null, detail: "" });
    await yieldToEventLoop();
    await task.checkpoint();
  }
};
/** Waits until the job reports progress, so its worker has started. */
const underWay = (job: { onProgress(listen: () => void): () => void }) =>
  new Promise<void>((resolve) => job.onProgress(resolve));

describe("SolverClient", () => {
  it("returns a job's value and its progress", async () => {
    let finish = () => {};
    const heard = new Promise<void>((resolve) => (finish = resolve));
    const { client } = clientOver(async (task) => {
      task.progress({ phase: "Reading", done: 0.5, detail: "frame 1 of 2" });
      await heard;
      return [{ name: "hound" }];
    });
    const job = client.inspect({ files: [] });
    const phases: string[] = [];
    job.onProgress((progress) => phases.push(progress.phase));
    job.onProgress(finish);
    expect(await job.result).toEqual([{ name: "hound" }]);
    expect(phases).toEqual(["Reading"]);
  });

  it("passes errors on unchanged", async () => {
    const complaint = { title: "a.pc2 does not fit its mesh", body: "It has 3 points, a.obj has 4." };
    const { client } = clientOver(async () => {
      throw new SinewError(complaint);
    });
    await expect(client.inspect({ files: [] }).result).rejects.toMatchObject({ complaint });
  });

  it("turns a bug into an error message", async () => {
    const { client } = clientOver(async () => {
      throw new TypeError("x is undefined");
    });
    await expect(client.inspect({ files: [] }).result).rejects.toThrow(
      /Sinew made a mistake.*x is undefined/,
    );
  });

  it("cancels", async () => {
    const { client } = clientOver(untilCancelled);
    const job = client.decompose(SOLVE);
    await underWay(job);
    job.cancel();
    await expect(job.result).rejects.toBeInstanceOf(CancelledError);
  });

  it("supersedes an older solve by a newer one", async () => {
    let calls = 0;
    const { client } = clientOver((task, emit) =>
      ++calls === 1 ? untilCancelled(task, emit) : Promise.resolve("second"),
    );
    const first = client.decompose(SOLVE);
    const second = client.decompose(SOLVE);
    await expect(first.result).rejects.toBeInstanceOf(CancelledError);
    expect(await second.result).toBe("second");
  });

  it("pauses and resumes", async () => {
    let turns = 0;
    const { client } = clientOver(async (task) => {
      while (!task.finishNow) {
        turns++;
        await yieldToEventLoop();
        isResting = true;
        await task.checkpoint();
        isResting = false;
      }
      return turns;
    });
    let isResting = false;
    const job = client.decompose(SOLVE);
    await vi.waitFor(() => expect(turns).toBeGreaterThan(0));
    job.pause();
    await vi.waitFor(async () => {
      const before = turns;
      for (let n = 0; n < 20; n++) await yieldToEventLoop();
      expect([isResting, turns]).toEqual([true, before]);
    });
    const paused = turns;
    job.resume();
    await vi.waitFor(() => expect(turns).toBeGreaterThan(paused));
    job.keep();
    expect(await job.result).toBe(turns);
  });

  it("lets a job that gives way rest while another one runs, and leaves a pause of the artist alone", async () => {
    let turns = 0;
    const ends: ((value: string) => void)[] = [];
    const { client } = clientOver(async (task, _, input) => {
      if (!("most" in input!)) return new Promise((resolve) => ends.push(resolve));
      while (!task.finishNow) {
        turns++;
        await yieldToEventLoop();
        await task.checkpoint();
      }
      return turns;
    });
    const rests = () =>
      vi.waitFor(async () => {
        const before = turns;
        for (let n = 0; n < 20; n++) await yieldToEventLoop();
        expect(turns).toBe(before);
      });
    const works = async () => {
      const before = turns;
      await vi.waitFor(() => expect(turns).toBeGreaterThan(before));
    };
    const other = async () => {
      const { result } = client.inspect({ files: [] });
      await vi.waitFor(() => expect(ends).toHaveLength(1));
      await rests();
      ends.pop()!("done");
      await result;
    };
    const path = client.solvePath({ ...SOLVE, rig: {} as Rig, most: 2 });
    await works();
    await other();
    await works();
    path.pause();
    await other();
    await rests();
    path.resume();
    await works();
    path.keep();
    expect(await path.result).toBe(turns);
  });

  it("settles every job of a worker that dies, and starts another for the next", async () => {
    let calls = 0;
    const { client, spawned } = clientOver((task, emit) =>
      ++calls === 1 ? untilCancelled(task, emit) : Promise.resolve([]),
    );
    const job = client.inspect({ files: [] });
    await underWay(job);
    spawned[0].crash("out of memory");
    await expect(job.result).rejects.toThrow(/The engine stopped.*out of memory/);
    expect(await client.inspect({ files: [] }).result).toEqual([]);
    expect(spawned.length).toBe(2);
  });
});

describe("a worker that dies without a message", () => {
  const untilWatched = (locks: ReturnType<typeof fakeLocks>) =>
    vi.waitFor(() => expect(locks.waiting.size).toBe(1));

  it("ends its jobs when its lock is released, and the next job starts another", async () => {
    const locks = fakeLocks();
    let calls = 0;
    const { client, spawned } = clientOver(
      (task, emit) => (++calls === 1 ? untilCancelled(task, emit) : Promise.resolve([])),
      locks.locks,
    );
    const job = client.inspect({ files: [] });
    await untilWatched(locks);
    locks.release();
    await expect(job.result).rejects.toThrow(/The engine stopped.*browser ended it/);
    expect(await client.inspect({ files: [] }).result).toEqual([]);
    expect(spawned.length).toBe(2);
  });

  it("is not one that computes for minutes without a break", async () => {
    const locks = fakeLocks();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let finish = () => {};
    const { client, spawned } = clientOver(
      () => new Promise((resolve) => (finish = () => resolve([]))),
      locks.locks,
    );
    const job = client.inspect({ files: [] });
    await untilWatched(locks);
    spawned[0].mute();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(spawned[0].terminated).toBe(false);
    spawned[0].mute(false);
    finish();
    expect(await job.result).toEqual([]);
    vi.useRealTimers();
  });

  it("is reported once if no job runs", async () => {
    const locks = fakeLocks();
    const { client } = clientOver(async () => [], locks.locks);
    let told = 0;
    client.onIdleDeath(() => told++);
    await client.inspect({ files: [] }).result;
    await untilWatched(locks);
    expect(told).toBe(0);
    locks.release();
    expect(told).toBe(1);
  });

  describe("a page without locks", () => {
    afterEach(() => void vi.useRealTimers());

    /** Waits for a message between ports: a later message has made a round trip by then. */
    const delivered = () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => port2.postMessage(null);
        port1.onmessage = () => {
          port1.close();
          resolve();
        };
        port1.postMessage(null);
      });
    const looksPass = async (worker: ReturnType<typeof fakeWorker>, times: number, isBeating: boolean) => {
      for (let n = 0; n < times; n++) {
        if (isBeating) worker.beat();
        await delivered();
        await vi.advanceTimersByTimeAsync(BEAT);
      }
    };

    it("reports a death within 3 s after the pulse stops, but none while the worker computes without a break", async () => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
      const { client, spawned } = clientOver(() => new Promise(() => {}));
      let failed: Error | null = null;
      client.inspect({ files: [] }).result.catch((error) => (failed = error));
      await vi.waitFor(() => expect(spawned.length).toBe(1));
      await delivered();
      spawned[0].mute();
      await looksPass(spawned[0], 120, true);
      expect(failed).toBeNull();
      await looksPass(spawned[0], 3000 / BEAT, false);
      expect(String(failed)).toMatch(/The engine stopped.*browser ended it/);
      expect(spawned[0].terminated).toBe(true);
    });

    it("reports a death if no job runs", async () => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
      const { client, spawned } = clientOver(async () => []);
      let told = 0;
      client.onIdleDeath(() => told++);
      await client.inspect({ files: [] }).result;
      await looksPass(spawned[0], 20, true);
      expect(told).toBe(0);
      await looksPass(spawned[0], 20, false);
      expect(told).toBe(1);
    });

    it("pings a worker without a pulse: dead after ten pings without an answer, alive while it answers", async () => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
      let isDead = false;
      let died = 0;
      const ask = () => (isDead ? new Promise(() => {}) : Promise.resolve());
      const stop = watchByPings(
        () => true,
        ask,
        () => died++,
      );
      for (let n = 0; n < 30; n++) await vi.advanceTimersByTimeAsync(3000);
      expect(died).toBe(0);
      isDead = true;
      // The page sleeps for an hour. A single late check proves nothing.
      await vi.advanceTimersByTimeAsync(3000);
      vi.setSystemTime(Date.now() + 3_600_000);
      await vi.advanceTimersByTimeAsync(9 * 3000);
      expect(died).toBe(0);
      await vi.advanceTimersByTimeAsync(3000);
      expect(died).toBe(1);
      stop();
    });
  });
});
