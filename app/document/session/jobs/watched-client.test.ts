import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SolverClient } from "../../../../workers/client";
import { CancelledError, SinewError } from "../../../../workers/model/errors";
import { SOLVE_DEFAULTS } from "../../../../workers/model/solve/solve-settings";
import type { Progress } from "../../../../workers/model/task";
import { createStores } from "../../stores";
import { ENGINE_JOBS, secondsLeft } from "./jobs";
import { SHORT_MS, watchedClient } from "./watched-client";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An engine whose jobs end when the test says so. */
function engine() {
  const stores = createStores();
  const told: string[] = [];
  let settle = { resolve(_: unknown) {}, reject(_: unknown) {} };
  let report = (_: Progress) => {};
  const start = () => ({
    result: new Promise((resolve, reject) => {
      settle = { resolve, reject };
    }),
    cancel: () => told.push("cancel"),
    onProgress: (listen: typeof report) => {
      report = listen;
      return () => {};
    },
  });
  const client = watchedClient(stores, {
    threads: 3,
    decompose: start,
    saveProject: start,
    exportSize: start,
  } as unknown as SolverClient);
  const solve = (from?: object) =>
    client.decompose({ settings: { ...SOLVE_DEFAULTS, bones: 20 }, from } as never);
  const settled = async (end: () => void) => {
    end();
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    ...{ stores, client, told, solve },
    jobs: () => stores.of(ENGINE_JOBS).getState(),
    report: (done: number | null) => report({ phase: "Solving", done, detail: "" }),
    wait: () => report({ phase: "Converged", done: 1, detail: "", waits: true }),
    resolve: (value: unknown) => settled(() => settle.resolve(value)),
    reject: (error: unknown) => settled(() => settle.reject(error)),
  };
}

describe("jobs of the engine", () => {
  it("are listed with their progress while they run, and can be cancelled", async () => {
    const { jobs, solve, report, told, client } = engine();
    solve();
    expect(jobs().running).toEqual([]);
    await vi.advanceTimersByTimeAsync(SHORT_MS);
    expect(jobs().running).toMatchObject([{ name: "Solve 20 bones, Auto", progress: null }]);
    await vi.advanceTimersByTimeAsync(1500);
    report(0.25);
    const [job] = jobs().running;
    expect(job.progress?.done).toBe(0.25);
    expect(secondsLeft(job, Date.now())).toBeCloseTo(6);
    job.cancel();
    expect([told, client.threads]).toEqual([["cancel"], 3]);
  });

  it("go by what they do with a rig that is there", async () => {
    const { jobs, solve } = engine();
    solve({});
    await vi.advanceTimersByTimeAsync(SHORT_MS);
    expect(jobs().running).toMatchObject([{ name: "Refine 20 bones, Auto" }]);
  });

  it("are listed with their time and result after they end, newest first", async () => {
    const { jobs, solve, client, resolve, reject } = engine();
    solve();
    await vi.advanceTimersByTimeAsync(4000);
    await resolve({ report: { eRms: 1.5 } });
    void client.saveProject({} as never).result.catch(() => {});
    await vi.advanceTimersByTimeAsync(1000);
    await reject(new CancelledError());
    void client.saveProject({} as never).result.catch(() => {});
    await reject(new SinewError({ title: "It is full", body: "Free some." }));
    expect(jobs().running).toEqual([]);
    expect(jobs().ended).toMatchObject([
      { name: "Save the project as a file", end: "failed", message: "It is full" },
      { name: "Save the project as a file", end: "cancelled", eRms: null },
      { name: "Solve 20 bones, Auto", end: "done", eRms: 1.5 },
    ]);
    expect(jobs().ended[2].seconds).toBeCloseTo(4, 0);
  });

  it("are not listed if they end at once or only update a control", async () => {
    const { jobs, solve, client, resolve } = engine();
    solve();
    await vi.advanceTimersByTimeAsync(SHORT_MS - 1);
    await resolve({});
    client.exportSize({} as never);
    await vi.advanceTimersByTimeAsync(5000);
    expect(jobs()).toMatchObject({ running: [], ended: [] });
  });

  it("have ended while they wait for edits, and start again with the next one", async () => {
    const { jobs, solve, report, wait, resolve } = engine();
    solve();
    await vi.advanceTimersByTimeAsync(3000);
    report(0.3);
    wait();
    wait();
    expect(jobs()).toMatchObject({ running: [], ended: [{ id: 1, end: "done" }] });
    expect(jobs().ended[0].seconds).toBeCloseTo(3);
    await vi.advanceTimersByTimeAsync(60_000);
    report(0.1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(secondsLeft(jobs().running[0], Date.now())).toBeCloseTo(18);
    wait();
    expect(jobs().ended).toHaveLength(2);
    expect(jobs().ended[0].seconds).toBeCloseTo(2);
    await resolve({});
    expect(jobs()).toMatchObject({ running: [], ended: [{}, {}] });
  });

  it("have no remaining time before a tenth is done, or if their length is unknown", () => {
    const job = (done: number | null) => ({
      ...{ id: 1, name: "Solve", startedAt: 0, cancel() {} },
      progress: { phase: "", done, detail: "" },
    });
    expect([job(null), job(0.05)].map((each) => secondsLeft(each, 60_000))).toEqual([null, null]);
    expect(secondsLeft(job(0.5), 60_000)).toBeCloseTo(60);
  });
});
