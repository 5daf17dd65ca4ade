import { beforeEach, expect, it } from "vitest";
import type { QuickFit, SolvePartial, SolveResult, SolverClient } from "../../../../../workers/client";
import { ControlledJob } from "../../../../../workers/jobs/testing/controlled-job";
import { fakeUploads } from "../../../../../workers/jobs/testing/fake-uploads";
import type { SolveReport } from "../../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SolveLocks, SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { History } from "../../../../document/history/history";
import { openSequence } from "../../../../document/sequence-commands";
import { lockBones } from "../../../../document/solve/lock-commands";
import { setSettings, solveResult } from "../../../../document/solve/solve-commands";
import { createStores, type Stores } from "../../../../document/stores";
import { FITTED } from "./fitted";
import { createLiveSettings, type LiveSettings } from "./live-settings";

const { sequence, rig } = bendingBar({ bones: 3, frames: 4, length: 6, width: 2 });
const unconnected: Rig = { ...rig, bones: rig.bones.map((bone) => ({ ...bone, parent: -1 })) };
const report = (eRms: number) =>
  ({ method: "auto", bones: 3, eRms, maxErrorPercent: 1, iterations: 8, seconds: 1 }) as SolveReport;
const found = (eRms: number): SolveResult => ({ rig: { ...unconnected }, report: report(eRms) });

let stores: Stores;
let history: History;
let live: LiveSettings;
let asked: { job: ControlledJob<SolveResult, SolvePartial>; settings: SolveSettings; from: Rig }[];
let quick: { job: ControlledJob<QuickFit>; settings: SolveSettings; locks: SolveLocks | null }[];

beforeEach(() => {
  stores = createStores();
  history = new History();
  asked = [];
  quick = [];
  const client = {
    ...fakeUploads(),
    quickFit(question: Omit<(typeof quick)[number], "job">) {
      const job = new ControlledJob<QuickFit>();
      quick.push({ ...question, job });
      return job;
    },
    decompose(question: Omit<(typeof asked)[number], "job">) {
      const job = new ControlledJob<SolveResult, SolvePartial>();
      asked.push({ ...question, job });
      return job;
    },
  } as unknown as SolverClient;
  live = createLiveSettings(stores, client, history);
  history.run(openSequence(stores, sequence, null, null));
  solved(unconnected);
});

const solved = (bones: Rig) =>
  history.run(solveResult(stores, bones, report(2), { keptEarly: false, continued: false }));
const shows = () => stores.of(FITTED).getState().shows;
const shown = () => stores.document.getState();
const steps = () => history.state.getState().steps;
const settled = () => new Promise((resolve) => setTimeout(resolve));
async function answer(n: number, result: SolveResult): Promise<void> {
  asked[n].job.finish(result);
  await settled();
}
/** Ends a quick fit with a rig. */
async function answerQuickly(n: number): Promise<Rig> {
  const rig = { ...unconnected };
  quick[n].job.finish({ rig, eRms: 2.5 });
  await settled();
  return rig;
}

it("shows the former rig, a quick fit, a first answer and the refined rig, all in one step", async () => {
  const before = steps().length;
  live.change({ influences: 2 });
  expect(shows()).toBe("former");
  expect(shown()).toMatchObject({ rig: unconnected, settings: { influences: 2 } });
  expect(quick[0]).toMatchObject({ settings: { influences: 2 }, locks: null });
  await answerQuickly(0);
  expect(stores.of(FITTED).getState()).toEqual({ shows: "quick", eRms: 2.5 });
  expect(shown().partial).toMatchObject({ bones: unconnected.bones });
  expect(shown().rig).toBe(unconnected);
  expect(asked[0]).toMatchObject({ from: unconnected, settings: { influences: 2, bones: 3, iterations: 3 } });
  const [first, full] = [found(3), found(1)];
  await answer(0, first);
  expect(stores.of(FITTED).getState()).toEqual({ shows: "first", eRms: null });
  expect(shown()).toMatchObject({ partial: null, rig: first.rig });
  expect(asked[1]).toMatchObject({ from: first.rig, settings: { influences: 2, iterations: null } });
  await answer(1, full);
  expect(shows()).toBeNull();
  expect(shown().rig).toBe(full.rig);
  expect(steps()).toHaveLength(before + 1);
  expect(steps().at(-1)?.label).toMatch(/^Influences .* → 2$/);
  history.undo();
  expect(shown()).toMatchObject({ rig: unconnected, report: report(2) });
  expect(shown().settings.influences).not.toBe(2);
});

it("shows quick fits during a drag, the latest of those that wait, and is one step at its end", async () => {
  const before = steps().length;
  for (const influences of [3, 2, 1]) live.preview({ influences });
  live.preview({ influences: 1 });
  expect(shows()).toBe("former");
  expect(quick.map(({ settings }) => settings.influences)).toEqual([3]);
  await answerQuickly(0);
  expect(shows()).toBe("quick");
  expect(quick.map(({ settings }) => settings.influences)).toEqual([3, 1]);
  await answerQuickly(1);
  expect(steps()).toHaveLength(before);
  expect(shown().settings.influences).toBe(4);
  expect(asked).toHaveLength(0);
  const inDrag = shown().partial;
  expect(inDrag).not.toBeNull();

  live.change({ influences: 1 });
  await settled();
  // The fit of the drag answers it.
  expect(quick).toHaveLength(2);
  expect(shown().partial).toBe(inDrag);
  await answer(0, found(3));
  await answer(1, found(1));
  expect(shown().partial).toBeNull();
  expect(shows()).toBeNull();
  expect(steps()).toHaveLength(before + 1);
  history.undo();
  expect(shown()).toMatchObject({ rig: unconnected, settings: { influences: 4 } });
});

it("fits again if the drag ends before its last answer", async () => {
  live.preview({ smoothness: 0.5 });
  live.change({ smoothness: 0.6 });
  await answerQuickly(0);
  expect(quick.map(({ settings }) => settings.smoothness)).toEqual([0.5, 0.6]);
  await answerQuickly(1);
  expect(asked[0]).toMatchObject({ settings: { smoothness: 0.6 } });
});

it("shows the former rig again when the drag goes back", async () => {
  live.preview({ influences: 2 });
  await answerQuickly(0);
  live.preview({ influences: 4 });
  expect(shows()).toBeNull();
  expect(shown().partial).toBeNull();
  live.preview({ influences: 2 });
  expect(quick).toHaveLength(2);
  await answerQuickly(1);
  expect(shows()).toBe("quick");
});

it("goes on with the first answer if there is no quick fit", async () => {
  live.change({ influences: 2 });
  quick[0].job.fail(new Error("out of memory"));
  await settled();
  expect(shown()).toMatchObject({ rig: unconnected, partial: null });
  await answer(0, found(3));
  expect(shows()).toBe("first");
});

it("reads the motion before the first drag, once", async () => {
  live.prepare();
  expect(quick).toHaveLength(1);
  await answerQuickly(0);
  expect(shown().partial).toBeNull();
  expect(shows()).toBeNull();
  live.prepare();
  expect(quick).toHaveLength(1);
});

it("ends at once with what it has when the artist stops it", async () => {
  live.change({ boneKind: "affine" });
  live.keep();
  await answerQuickly(0);
  expect(asked[0].job.kept).toBe(true);
  const first = found(3);
  await answer(0, first);
  expect(asked).toHaveLength(1);
  expect(shown().rig).toBe(first.rig);
  expect(shows()).toBeNull();
});

it("says that the refinement stops until it has", async () => {
  live.change({ influences: 2 });
  await answerQuickly(0);
  await answer(0, found(3));
  expect(shows()).toBe("first");
  live.keep();
  expect(shows()).toBe("stopping");
  expect(asked[1].job.kept).toBe(true);
  const reached = found(2);
  await answer(1, reached);
  expect(shown().rig).toBe(reached.rig);
  expect(shows()).toBeNull();
});

it("gives up when the artist undoes, edits or changes another setting", async () => {
  live.change({ influences: 2 });
  await answerQuickly(0);
  history.undo();
  expect(asked[0].job.cancelled).toBe(true);
  expect(shows()).toBeNull();
  expect(shown()).toMatchObject({ rig: unconnected, partial: null });

  live.change({ influences: 3 });
  await answerQuickly(1);
  const first = found(3);
  await answer(1, first);
  history.run(setSettings(stores, { seed: 7 }));
  expect(asked[2].job.cancelled).toBe(true);
  await answer(2, found(1));
  expect(shown()).toMatchObject({ rig: first.rig, settings: { influences: 3, seed: 7 } });

  live.preview({ influences: 1 });
  await answerQuickly(2);
  history.run(setSettings(stores, { seed: 8 }));
  expect(shown().partial).toBeNull();
  expect(shows()).toBeNull();
});

it("answers the latest of several changes, each in a step of its own", async () => {
  const before = steps().length;
  live.change({ influences: 2 });
  live.change({ influences: 1 });
  expect(quick[0].job.cancelled).toBe(true);
  await settled();
  await answerQuickly(1);
  expect(asked).toHaveLength(1);
  const first = found(4);
  await answer(0, first);
  expect(shown().rig).toBe(first.rig);
  expect(steps()).toHaveLength(before + 2);
});

it("keeps locked bones", async () => {
  history.run(lockBones(stores, [1], true));
  live.change({ influences: 2 });
  const locks = { bones: Uint8Array.of(0, 1, 0) };
  expect(quick[0]).toMatchObject({ locks });
  await answerQuickly(0);
  expect(shown().partialLocks).toMatchObject(locks);
  expect(asked[0]).toMatchObject({ locks });
  await answer(0, found(3));
  expect(Array.from(shown().locks!.bones)).toEqual([0, 1, 0]);
});

it.each([
  ["a method that cannot continue", () => history.run(setSettings(stores, { method: "his" }))],
  ["bones that hang together", () => solved(rig)],
  ["a mirrored solve", () => history.run(setSettings(stores, { mirrored: true }))],
])("only changes the setting with %s", (_, prepare) => {
  prepare();
  live.prepare();
  live.preview({ influences: 2 });
  live.change({ influences: 2 });
  expect(quick).toHaveLength(0);
  expect(asked).toHaveLength(0);
  expect(shown().settings.influences).toBe(2);
  expect(shows()).toBeNull();
});
