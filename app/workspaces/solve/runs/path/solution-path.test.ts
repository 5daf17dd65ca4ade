import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SolvePartial, SolveResult, SolverClient } from "../../../../../workers/client";
import { ControlledJob } from "../../../../../workers/jobs/testing/controlled-job";
import type { PathEnd, PathMember } from "../../../../../workers/model/reports/solve-path";
import type { SolveReport } from "../../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SolveLocks, SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { History } from "../../../../document/history/history";
import { openSequence } from "../../../../document/sequence-commands";
import { lockBones } from "../../../../document/solve/lock-commands";
import { solveResult } from "../../../../document/solve/solve-commands";
import { createStores, type Stores } from "../../../../document/stores";
import { arrivalsOf, curveOf, fewestFor, PATH } from "./path-state";
import { createSolutionPath, type SolutionPath } from "./solution-path";

const { sequence, rig } = bendingBar({ bones: 3, frames: 4, length: 6, width: 2 });
const report = (bones: number, eRms: number) =>
  ({ method: "auto", bones, eRms, maxErrorPercent: 1, iterations: 8, seconds: 0.1 }) as SolveReport;
const named = (names: string[]): Rig => ({
  ...rig,
  bones: names.map((name, j) => ({ name, parent: -1, head: [j, 0, 0] })),
  motion: new Float32Array(4 * 12 * names.length),
});
const NAMES = ["a", "b", "c", "d", "e"];
const member = (bones: number, eRms: number, changed: string, from: string): PathMember => ({
  rig: named(NAMES.slice(0, bones)),
  report: report(bones, eRms),
  changed,
  from,
});

let stores: Stores;
let history: History;
let path: SolutionPath;
let paths: {
  job: ControlledJob<PathEnd, PathMember>;
  locks: SolveLocks | null;
  most: number;
  oneThread?: boolean;
}[];
let solves: { job: ControlledJob<SolveResult, SolvePartial>; settings: SolveSettings; from: Rig | null }[];
const first = named(NAMES.slice(0, 3));
const two = member(2, 4, "c", "b");
const four = member(4, 1, "d", "a");

beforeEach(async () => {
  vi.useFakeTimers();
  stores = createStores();
  history = new History();
  [paths, solves] = [[], []];
  const client = {
    solvePath(question: Omit<(typeof paths)[number], "job">) {
      const job = new ControlledJob<PathEnd, PathMember>();
      paths.push({ job, ...question });
      return job;
    },
    decompose(question: Omit<(typeof solves)[number], "job">) {
      const job = new ControlledJob<SolveResult, SolvePartial>();
      solves.push({ job, ...question });
      return job;
    },
  } as unknown as SolverClient;
  path = createSolutionPath(stores, client, history);
  history.run(openSequence(stores, sequence, null, null));
  history.run(solveResult(stores, first, report(3, 2), { keptEarly: false, continued: false, bones: 3 }));
  path.start();
  for (const each of [four, two]) paths[0].job.show(each);
});
afterEach(() => {
  vi.useRealTimers();
});

const steps = () => history.state.getState().steps.length;
const shown = () => stores.document.getState();
const settled = () => vi.advanceTimersByTimeAsync(0);

it("asks for twice the bones, and collects the rigs around the first", () => {
  expect(paths[0].most).toBe(6);
  expect(curveOf(stores.of(PATH).getState())).toEqual([
    { bones: 2, eRms: 4 },
    { bones: 3, eRms: 2 },
    { bones: 4, eRms: 1 },
  ]);
  expect(fewestFor(stores.of(PATH).getState(), 2.5)).toBe(3);
  expect(fewestFor(stores.of(PATH).getState(), 0.1)).toBe(4);
  const arrivals = arrivalsOf(stores.of(PATH).getState());
  expect(arrivals).toEqual([
    { bones: 3, name: "c", colour: 2, from: "b", gain: 2 },
    { bones: 4, name: "d", colour: 3, from: "a", gain: 1 },
  ]);
  expect(path.has(5)).toBe(false);
});

it("makes one step of a whole drag, which one undo takes back", () => {
  const before = steps();
  for (const bones of [4, 3, 2, 4]) {
    path.show(bones);
    expect(shown().rig?.bones).toHaveLength(bones);
    expect(shown().settings.bones).toBe(bones);
  }
  path.release();
  expect(steps()).toBe(before + 1);
  expect(history.state.getState().steps.at(-1)?.label).toBe("Bones 3 → 4");
  expect(shown().report).toBe(four.report);
  path.show(2, { knee: true });
  path.release();
  expect(steps()).toBe(before + 2);
  expect(shown().settings.knee).toBe(true);
  history.undo();
  expect(shown().rig).toBe(four.rig);
  history.undo();
  expect(shown().rig).toBe(first);
  expect(shown().settings).toMatchObject({ bones: 3, knee: false });
});

it("changes nothing if the drag is given up, or ends where it began", () => {
  const before = history.state.getState().position;
  path.show(4);
  path.giveUp();
  expect(shown().rig).toBe(first);
  path.show(4);
  path.show(3);
  path.release();
  expect(shown().rig).toBe(first);
  expect(history.state.getState().position).toBe(before);
});

it("takes back no other step if the drag was undone before its end", () => {
  const before = history.state.getState().position;
  for (const end of [path.release, path.giveUp]) {
    path.show(4);
    history.undo();
    end();
    expect(history.state.getState().position).toBe(before);
    expect(shown().rig).toBe(first);
  }
});

it("refines the rig that rests, within the step of its drag", async () => {
  const before = steps();
  path.show(2);
  path.show(4);
  await vi.advanceTimersByTimeAsync(300);
  expect(solves).toHaveLength(1);
  expect(solves[0].from).toBe(four.rig);
  expect(solves[0].settings).toMatchObject({ bones: 4, iterations: 20, seconds: null });
  expect(stores.of(PATH).getState().refining).toBe(true);
  path.release();
  const better = { ...four.rig, rest: four.rig.rest.slice() };
  solves[0].job.finish({ rig: better, report: report(4, 0.9) });
  await settled();
  expect(stores.of(PATH).getState().refining).toBe(false);
  expect(shown().rig).toBe(better);
  expect(steps()).toBe(before + 1);
  // Back and forth shows the refined rig at once.
  path.show(3);
  path.release();
  path.show(4);
  expect(shown().rig).toBe(better);
  path.release();
  history.goTo(before);
  expect(shown().rig).toBe(first);
});

it("keeps the rig on screen if refinement makes it worse, or if the artist drags on", async () => {
  path.show(4);
  await vi.advanceTimersByTimeAsync(300);
  solves[0].job.finish({ rig: { ...four.rig }, report: report(4, 1.1) });
  await settled();
  expect(shown().rig).toBe(four.rig);
  path.show(2);
  await vi.advanceTimersByTimeAsync(300);
  path.show(3);
  expect(solves[1].job.cancelled).toBe(true);
  path.stopRefining();
  path.release();
});

it("keeps locked bones, and rests while the rig is edited by hand", () => {
  history.run(lockBones(stores, [1], true));
  path.show(2);
  path.release();
  expect(Array.from(shown().locks!.bones)).toEqual([0, 1]);
  path.show(4);
  path.release();
  expect(Array.from(shown().locks!.bones)).toEqual([0, 1, 0, 0]);
  const edited = { ...four.rig };
  history.run(solveResult(stores, edited, report(4, 1), { keptEarly: false, continued: true }));
  expect(path.has(2)).toBe(false);
  expect(paths[0].job.cancelled).toBe(true);
  path.show(2);
  expect(shown().rig).toBe(edited);
  history.undo();
  expect(path.has(2)).toBe(true);
});

it("pauses, goes on, stops with its rigs, and is forgotten with its mesh", async () => {
  path.togglePause();
  expect(paths[0].job.paused).toBe(true);
  path.togglePause();
  expect(paths[0].job.paused).toBe(false);
  path.stop();
  expect(paths[0].job.kept).toBe(true);
  paths[0].job.finish({ reason: null, knee: 3, seconds: 1 });
  await settled();
  expect(stores.of(PATH).getState()).toMatchObject({ run: null, knee: 3 });
  expect(path.has(2)).toBe(true);
  history.run(openSequence(stores, { ...sequence, frames: sequence.frames.slice() }, null, null));
  expect(stores.of(PATH).getState().members.size).toBe(0);
});

it("leaves the timeline in place and takes one thread if it starts by itself", () => {
  expect(paths[0].oneThread).toBeUndefined();
  expect(stores.panels.getState().solveStrip).toBe("path");
  stores.panels.setState({ solveStrip: "timeline" });
  path.start(true);
  expect(paths[1].oneThread).toBe(true);
  expect(stores.panels.getState().solveStrip).toBe("timeline");
  paths[1].job.show(four);
  expect(path.has(4)).toBe(true);
});
