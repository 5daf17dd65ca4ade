import { beforeEach, describe, expect, it } from "vitest";
import type { Job, SolveResult, SolverClient } from "../../../../workers/client";
import { CancelledError } from "../../../../workers/model/errors";
import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import {
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveIntent,
  type SolveSettings,
} from "../../../../workers/model/solve/solve-settings";
import { bendingBar } from "../../../../workers/testing/sequences";
import { queueLook } from "../../../document/compare/compare-state";
import { runsFrom, storedRuns } from "../../../document/compare/stored-runs";
import { History } from "../../../document/history/history";
import { openSequence } from "../../../document/sequence-commands";
import { createStores, type Stores } from "../../../document/stores";
import { type Comparing, createComparing } from "./comparing";
import { SHELF_BYTES } from "./run-results";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const { sequence, rig } = bendingBar({ bones: 3, frames: 4, length: 6, width: 2 });

interface Trial {
  settings: SolveSettings;
  intent: SolveIntent;
  paused: boolean;
  cancelled: boolean;
  finish(eRms: number): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** Size of each rig's motion, in bytes. */
let motionBytes = 100;

/** The result of a solve for these settings; each has its own rig. */
const resultOf = (settings: SolveSettings, eRms: number): SolveResult => ({
  rig: { ...rig, motion: { byteLength: motionBytes } as Float32Array },
  report: { eRms, bones: settings.bones, errorPerVertex: new Float32Array(9) } as unknown as SolveReport,
});

/** A client whose solves the test ends. */
function fakeClient() {
  const trials: Trial[] = [];
  const trial = ({ settings, intent }: Pick<Trial, "settings" | "intent">): Job<SolveResult> => {
    let end: { resolve(result: SolveResult): void; reject(error: Error): void } | null = null;
    const result = new Promise<SolveResult>((resolve, reject) => {
      end = { resolve, reject };
    });
    const settled = () => result.then(() => {}).catch(() => {});
    const mine: Trial = {
      settings,
      intent,
      paused: false,
      cancelled: false,
      async finish(eRms) {
        end?.resolve(resultOf(settings, eRms));
        await settled();
      },
      async fail(error) {
        end?.reject(error);
        await settled();
      },
    };
    trials.push(mine);
    const job: Partial<Job<SolveResult>> = {
      result,
      cancel() {
        mine.cancelled = true;
        end?.reject(new CancelledError());
      },
      pause() {
        mine.paused = true;
      },
      resume() {
        mine.paused = false;
      },
      onProgress: () => () => {},
    };
    return job as Job<SolveResult>;
  };
  return { client: { trial } as unknown as SolverClient, trials };
}

const bones = (...counts: number[]) => counts.map((count) => ({ ...SOLVE_DEFAULTS, bones: count }));
const states = () => stores.compare.getState().runs.map((run) => `${run.settings.bones} ${run.state}`);
const idOf = (count: number) =>
  stores.compare.getState().runs.find((run) => run.settings.bones === count)!.id;

let { client, trials } = fakeClient();
let history: History;
let comparing: Comparing;

beforeEach(() => {
  motionBytes = 100;
  ({ client, trials } = fakeClient());
  history = new History();
  comparing = createComparing(stores, client, history);
  history.run(openSequence(stores, { ...sequence, rest: sequence.rest.slice() }, null, null));
});

describe("the queue of a comparison", () => {
  it("solves one run after the other, continues after a failure, and shows the first two results", async () => {
    comparing.add(bones(4, 8, 12));
    expect(states()).toEqual(["4 running", "8 waiting", "12 waiting"]);
    await trials[0].finish(3);
    await trials[1].fail(new Error("It broke."));
    expect(states()).toEqual(["4 done", "8 failed", "12 running"]);
    expect(queueLook(stores.compare.getState().runs)).toEqual({ active: true, done: 2, total: 3 });
    await trials[2].finish(1);
    const { sides, rigs, runs, progress } = stores.compare.getState();
    expect(queueLook(runs).active).toBe(false);
    expect(sides).toEqual({ a: idOf(4), b: idOf(12) });
    expect(rigs.a && rigs.b && rigs.a !== rigs.b).toBe(true);
    expect(progress).toBeNull();
    const [done, failed] = runs;
    expect(done.report).toEqual({ eRms: 3, bones: 4 });
    expect(failed.error?.body).toContain("It broke.");
    // A failed run that is requested again is replaced; a later batch is counted separately.
    comparing.add(bones(8));
    expect(states()).toEqual(["4 done", "12 done", "8 running"]);
    expect(queueLook(stores.compare.getState().runs)).toEqual({ active: true, done: 0, total: 1 });
  });

  it("cancels one run or all of them", async () => {
    comparing.add(bones(4, 8, 12, 16));
    comparing.cancel(idOf(12));
    comparing.cancel(idOf(4));
    expect(trials[0].cancelled).toBe(true);
    expect(states()).toEqual(["8 running", "16 waiting"]);
    comparing.cancelAll();
    expect(states()).toEqual([]);
    expect(trials[1].cancelled).toBe(true);
    expect(trials).toHaveLength(2);
    await trials[1].finish(1);
    expect(states()).toEqual([]);
  });

  it("waits while it is paused, and while the artist solves", async () => {
    comparing.add(bones(4, 8));
    comparing.togglePause();
    expect(trials[0].paused).toBe(true);
    await trials[0].finish(2);
    expect(trials).toHaveLength(1);
    comparing.togglePause();
    expect(trials).toHaveLength(2);
    const solve = { title: "", phases: [], progress: null, startedAt: 0, paused: false } as never;
    stores.work.setState({ solve });
    expect(trials[1].paused).toBe(true);
    stores.work.setState({ solve: null });
    expect(trials[1].paused).toBe(false);
  });

  it("solves each run with the intent from when it was added", async () => {
    comparing.add(bones(4, 8));
    stores.document.setState({ intent: { ...NO_INTENT, frames: new Float32Array(4).fill(2) } });
    await trials[0].finish(2);
    comparing.add(bones(12));
    await trials[1].finish(1);
    stores.document.setState({ intent: NO_INTENT });
    expect(trials.map(({ intent }) => intent.frames?.[0] ?? null)).toEqual([null, null, 2]);
    const stored = JSON.parse(JSON.stringify(storedRuns(stores.compare.getState().runs)));
    expect(stored.map(({ wished }: { wished: boolean }) => wished)).toEqual([false, false]);
  });

  it("belongs to a sequence, and is restored with it", async () => {
    comparing.add(bones(4, 8));
    await trials[0].finish(2);
    history.run(openSequence(stores, { ...sequence, rest: sequence.rest.slice() }, null, null));
    expect(trials[1].cancelled).toBe(true);
    expect(states()).toEqual([]);
    history.undo();
    expect(states()).toEqual(["4 done"]);
    expect(stores.compare.getState().rigs.a).not.toBeNull();
  });

  it("releases the rigs of an earlier file, except those on screen", async () => {
    comparing.add(bones(4, 8, 12));
    for (const trial of [0, 1, 2]) await trials[trial].finish(2);
    const held = () => stores.compare.getState().runs.map((run) => run.held);
    expect(held()).toEqual([true, true, true]);
    history.run(openSequence(stores, { ...sequence, rest: sequence.rest.slice() }, null, null));
    history.undo();
    expect(held()).toEqual([true, true, false]);
    // After two other files no rig is left. Only the figures are restored.
    history.redo();
    history.run(openSequence(stores, { ...sequence, rest: sequence.rest.slice() }, null, null));
    history.undo();
    history.undo();
    expect(states()).toEqual(["4 done", "8 done", "12 done"]);
    expect(held()).toEqual([false, false, false]);
  });
});

describe("rigs of a comparison", () => {
  it("are opened as an undo step", async () => {
    comparing.add(bones(4, 8));
    await trials[0].finish(2);
    comparing.open(idOf(4));
    const opened = stores.document.getState();
    expect(opened.rig).toBe(stores.compare.getState().rigs.a);
    expect(opened).toMatchObject({ report: { eRms: 2 }, settings: { bones: 4 } });
    expect(opened.report?.errorPerVertex).toHaveLength(9);
    expect(stores.compare.getState().opened).toBe(idOf(4));
    history.undo();
    expect(stores.document.getState().rig).toBeNull();
    expect(stores.compare.getState().opened).toBeNull();
    expect(states()).toEqual(["4 done", "8 running"]);
  });

  it("are not opened while the artist solves", async () => {
    comparing.add(bones(4));
    await trials[0].finish(2);
    const { rig: before, settings } = stores.document.getState();
    stores.work.setState({ solve: {} as never });
    comparing.open(idOf(4));
    stores.work.setState({ solve: null });
    expect(stores.document.getState()).toMatchObject({ rig: before, settings });
    expect(stores.notices.getState().toasts.at(-1)?.title).toBe("A solve is running");
  });

  it("are released when they exceed the memory limit, and solved again on request", async () => {
    motionBytes = SHELF_BYTES / 2.5;
    comparing.add(bones(4, 8, 12, 16));
    for (let n = 0; n < 4; n++) await trials[n].finish(n + 1);
    // The two rigs on screen and the newest one stay. The fourth is released.
    expect(stores.compare.getState().runs.map(({ held }) => held)).toEqual([true, true, false, true]);
    let after = 0;
    comparing.open(idOf(12), () => after++);
    expect(states()).toContain("12 running");
    expect(after).toBe(0);
    expect(trials[4].settings.bones).toBe(12);
    await trials[4].finish(3);
    expect(after).toBe(1);
    expect(stores.document.getState().settings.bones).toBe(12);
    // Cancelling a repeated run keeps its figures.
    comparing.show("b", idOf(16));
    expect(states().at(-1)).toBe("16 running");
    comparing.cancel(idOf(16));
    expect(states().at(-1)).toBe("16 done");
  });

  it("swap sides, and disappear with their run", async () => {
    comparing.add(bones(4, 8));
    await trials[0].finish(2);
    await trials[1].finish(1);
    comparing.show("a", idOf(8));
    expect(stores.compare.getState().sides).toEqual({ a: idOf(8), b: idOf(4) });
    comparing.remove(idOf(8));
    expect(stores.compare.getState().sides.a).toBeNull();
    expect(stores.compare.getState().rigs.a).toBeNull();
    expect(states()).toEqual(["4 done"]);
  });

  it("are not saved with the project, but their figures are", async () => {
    comparing.add(bones(4, 8));
    await trials[0].finish(2);
    // A note is plain text, even if it looks like markup.
    comparing.note(idOf(4), "  <b>best</b> so far ");
    const stored = JSON.parse(JSON.stringify(storedRuns(stores.compare.getState().runs)));
    comparing.restore(runsFrom(stored, NO_INTENT));
    expect(states()).toEqual(["4 done"]);
    const [run] = stores.compare.getState().runs;
    const note = "<b>best</b> so far";
    expect(run).toMatchObject({
      held: false,
      report: { eRms: 2 },
      kind: rig.boneKind,
      intent: NO_INTENT,
      note,
    });
  });
});
