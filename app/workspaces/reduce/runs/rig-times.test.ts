import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Rig } from "../../../../workers/model/rig/rig";
import { NOTHING_REDUCED, REDUCTION, type RunReport } from "../../../document/reduce/reduce-state";
import { createStores, type Stores } from "../../../document/stores";
import { timerOfRigs } from "./rig-times";

let stores: Stores;
beforeEach(() => {
  vi.useFakeTimers();
  stores = createStores();
});
afterEach(() => {
  vi.useRealTimers();
});

const [dense, reduced] = [{} as Rig, {} as Rig];

/** The original rig and one result in the table. */
function showTwo(): void {
  const report = { influences: 2, meanInfluences: 2, eRms: 1, bytes: 10 } as RunReport;
  const run = { id: "auto 2", method: "auto", asked: 2, state: "done", error: null, gpuTime: null } as const;
  const budget = { kind: "influences", amount: 4 } as const;
  stores
    .of(REDUCTION)
    .setState({ ...NOTHING_REDUCED, dense, budget, runs: [{ ...run, rig: reduced, report }] });
}

const times = () => {
  const { denseGpuTime, runs } = stores.of(REDUCTION).getState();
  return [denseGpuTime, runs[0].gpuTime];
};

it("rigs that were reduced before the picture was ready are timed once it is", async () => {
  let isReady = false;
  const timeShown = timerOfRigs(stores, async (rig) => (isReady ? (rig === dense ? 3 : 2) : null));
  showTwo();
  timeShown();
  await vi.advanceTimersByTimeAsync(5000);
  expect(times()).toEqual([null, null]);
  stores.view.setState({ backend: "WebGL2" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(times()).toEqual([null, null]);
  isReady = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(times()).toEqual([3, 2]);
});

it("a rig that cannot be timed does not keep the others from it, and is given up", async () => {
  const timeRig = vi.fn(async (rig: Rig) => {
    if (rig === dense) throw new Error("The device is lost");
    return 2;
  });
  stores.view.setState({ backend: "WebGPU" });
  showTwo();
  timerOfRigs(stores, timeRig)();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(times()).toEqual([null, 2]);
  expect(timeRig.mock.calls.length).toBeLessThan(100);
  expect(vi.getTimerCount()).toBe(0);
});
