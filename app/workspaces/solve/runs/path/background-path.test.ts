import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SolveReport } from "../../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { History } from "../../../../document/history/history";
import { openSequence } from "../../../../document/sequence-commands";
import { ENGINE_JOBS, type RunningJob } from "../../../../document/session/jobs/jobs";
import type { SolveRun } from "../../../../document/session/work";
import { solveResult } from "../../../../document/solve/solve-commands";
import { createStores, type Stores } from "../../../../document/stores";
import { BACKGROUND_PATH, followSolves, pathBytes, QUIET_MS } from "./background-path";
import { NO_PATH, PATH } from "./path-state";
import type { SolutionPath } from "./solution-path";

const { sequence, rig } = bendingBar({ bones: 3, frames: 4, length: 6, width: 2 });
const unconnected: Rig = { ...rig, bones: rig.bones.map((bone) => ({ ...bone, parent: -1 })) };
const report = (seconds: number) =>
  ({ method: "auto", bones: 3, eRms: 1, maxErrorPercent: 1, iterations: 8, seconds }) as SolveReport;

let stores: Stores;
let history: History;
const start = vi.fn<SolutionPath["start"]>();
const stop = vi.fn<SolutionPath["stop"]>();

beforeEach(() => {
  vi.useFakeTimers();
  start.mockReset();
  stop.mockReset();
  stores = createStores();
  history = new History();
  history.run(openSequence(stores, sequence, null, null));
  followSolves(stores, { start, stop } as unknown as SolutionPath);
});
afterEach(() => {
  vi.useRealTimers();
});

const begin = () => stores.work.setState({ solve: {} as SolveRun });
const end = (found: Rig | null, seconds = 1) => {
  stores.work.setState({ solve: null });
  if (found) history.run(solveResult(stores, found, report(seconds), { keptEarly: false, continued: false }));
};
const turnedOff = () => {
  stores.of(BACKGROUND_PATH).setState({ on: false });
  end({ ...unconnected });
};
const undone = () => {
  end({ ...unconnected });
  history.undo();
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("starts the path of a solved rig once nothing has happened for a while", async () => {
  begin();
  await pass(2 * QUIET_MS);
  end({ ...unconnected });
  await pass(QUIET_MS - 1);
  expect(start).not.toHaveBeenCalled();
  // An edit that leaves the rig starts the wait again.
  stores.document.setState({ settings: { ...stores.document.getState().settings, seed: 5 } });
  await pass(QUIET_MS - 1);
  expect(start).not.toHaveBeenCalled();
  await pass(1);
  expect(start.mock.calls).toEqual([[true]]);
  await pass(10 * QUIET_MS);
  expect(start).toHaveBeenCalledTimes(1);
});

it("waits for other jobs", async () => {
  begin();
  end({ ...unconnected });
  stores.of(ENGINE_JOBS).setState({ running: [{} as RunningJob] });
  await pass(5 * QUIET_MS);
  expect(start).not.toHaveBeenCalled();
  stores.of(ENGINE_JOBS).setState({ running: [] });
  await pass(QUIET_MS);
  expect(start).toHaveBeenCalledTimes(1);
});

it.each([
  ["the solve was cancelled", () => end(null)],
  ["it is turned off", () => turnedOff()],
  ["the solve took long", () => end({ ...unconnected }, 60)],
  ["the rig's bones hang together", () => end(rig)],
  ["the solve was undone", () => undone()],
  [
    "memory is short",
    () => {
      const { limits } = stores.steps.getState();
      stores.steps.setState({ limits: { ...limits, bytes: pathBytes(sequence, unconnected) - 1 } });
      end({ ...unconnected });
    },
  ],
])("starts no path if %s", async (_, finish) => {
  begin();
  finish();
  await pass(10 * QUIET_MS);
  expect(start).not.toHaveBeenCalled();
});

it("stops a path that started by itself, and no other, when a solve starts", () => {
  const run = { progress: null, paused: false, byItself: false };
  stores.of(PATH).setState({ ...NO_PATH, run });
  begin();
  expect(stop).not.toHaveBeenCalled();
  end(null);
  stores.of(PATH).setState({ ...NO_PATH, run: { ...run, byItself: true } });
  begin();
  expect(stop).toHaveBeenCalledTimes(1);
});
