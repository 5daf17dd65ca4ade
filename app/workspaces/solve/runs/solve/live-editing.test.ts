import { beforeEach, describe, expect, it, vi } from "vitest";
import type { EditBonesResult, SolvePartial, SolveResult, SolverClient } from "../../../../../workers/client";
import { ControlledJob } from "../../../../../workers/jobs/testing/controlled-job";
import { SinewError } from "../../../../../workers/model/errors";
import type { SolveReport } from "../../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type {
  SolveIntent,
  SolveLocks,
  SolveSettings,
} from "../../../../../workers/model/solve/solve-settings";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { History } from "../../../../document/history/history";
import { openSequence } from "../../../../document/sequence-commands";
import { closeDialog } from "../../../../document/session/dialogs";
import { weighFrames } from "../../../../document/solve/intent-commands";
import { setSettings } from "../../../../document/solve/solve-commands";
import { createStores, type Stores } from "../../../../document/stores";
import { createBoneEditing } from "../bone-editing";
import { createSolving } from "./solving";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const { sequence, rig } = bendingBar({ bones: 3, frames: 4, length: 6, width: 2 });
const report = { method: "auto", eRms: 1, maxErrorPercent: 1, seed: 1 } as SolveReport;
const more: Rig = { ...rig, bones: [...rig.bones, { ...rig.bones[1], name: "b" }] };
const settled = () => new Promise((resolve) => setTimeout(resolve));

interface Asked {
  job: ControlledJob<SolveResult, SolvePartial>;
  settings: SolveSettings;
  from: Rig | null;
  locks: SolveLocks | null;
  intent: SolveIntent | undefined;
}

describe("edits during a running solve", () => {
  let history: History;
  let solves: Asked[];
  let edits: ControlledJob<EditBonesResult>[];
  let hand: ReturnType<typeof createBoneEditing>;
  let solving: ReturnType<typeof createSolving>;

  beforeEach(() => {
    closeDialog(stores);
    // Error reports name the browser.
    vi.stubGlobal("navigator", { userAgent: "test" });
    history = new History();
    solves = [];
    edits = [];
    const client = {
      decompose(question: Omit<Asked, "job">) {
        const job = new ControlledJob<SolveResult, SolvePartial>();
        solves.push({ job, ...question });
        return job;
      },
      editBones() {
        const job = new ControlledJob<EditBonesResult>();
        edits.push(job);
        return job;
      },
    } as unknown as SolverClient;
    solving = createSolving(stores, client, history);
    hand = createBoneEditing(stores, client, history, solving, { perform: async () => {} });
    history.run(openSequence(stores, sequence, null, null));
    history.run(setSettings(stores, { bones: 3 }));
    solving.start("nothing");
    solves[0].job.show({ rig, snapshot: { history: [], eRms: 2 } });
  });

  const edited = (made: Rig, origin: number[]): EditBonesResult => ({
    rig: made,
    origin: Int32Array.from(origin),
    before: 2,
    measures: { eRms: 1, maxErrorPercent: 1 },
  });

  it("continue from the edited rig with the new number of bones, and end in one step", async () => {
    const steps = history.state.getState().steps.length;
    const done = hand.perform({ kind: "split", bone: 1 });
    expect(solves[0].job.cancelled).toBe(true);
    edits[0].finish(edited(more, [0, 1, 2, -1]));
    await done;
    expect(solves).toHaveLength(2);
    expect(solves[1].from).toBe(more);
    expect(solves[1].settings.bones).toBe(4);
    expect(stores.document.getState().partial).toBe(more);
    expect(history.state.getState().steps).toHaveLength(steps);
    solves[1].job.finish({ rig: more, report });
    await settled();
    expect(history.state.getState().steps).toHaveLength(steps + 1);
    expect(stores.document.getState()).toMatchObject({ rig: more, partial: null });
    expect(stores.document.getState().settings.bones).toBe(4);
  });

  it("continue from the previous rig if the edit is refused, and say why", async () => {
    const done = hand.perform({ kind: "delete", bones: [0] });
    edits[0].fail(new SinewError({ title: "It cannot be", body: "For a reason." }));
    await done;
    expect(solves[1].from).toBe(rig);
    expect(stores.dialog.getState().dialog).toMatchObject({
      kind: "error",
      complaint: { title: "It cannot be" },
    });
  });

  it("lock bones of the rig on screen, through edits and in the result", async () => {
    hand.lock([2], true);
    expect([...solves[1].locks!.bones]).toEqual([0, 0, 1]);
    expect([...stores.document.getState().partialLocks!.bones]).toEqual([0, 0, 1]);
    const fewer: Rig = { ...rig, bones: rig.bones.slice(1) };
    const done = hand.perform({ kind: "delete", bones: [0] });
    edits[0].finish(edited(fewer, [1, 2]));
    await done;
    expect([...solves[2].locks!.bones]).toEqual([0, 1]);
    solves[2].job.finish({ rig: fewer, report });
    await settled();
    expect([...stores.document.getState().locks!.bones]).toEqual([0, 1]);
  });

  it("keep the colours of bones during the solve and in the result", async () => {
    const colours = (of: Rig | null) => of?.bones.map(({ colour }, j) => colour ?? j);
    const fewer: Rig = { ...rig, bones: rig.bones.slice(1) };
    const done = hand.perform({ kind: "delete", bones: [0] });
    edits[0].finish(edited(fewer, [1, 2]));
    await done;
    expect(colours(stores.document.getState().partial)).toEqual([1, 2]);
    solves[1].job.show({ rig: { ...fewer }, snapshot: { history: [], eRms: 2 } });
    expect(colours(stores.document.getState().partial)).toEqual([1, 2]);
    solves[1].job.finish({ rig: { ...fewer }, report });
    await settled();
    expect(colours(stores.document.getState().rig)).toEqual([1, 2]);
  });

  it("keep a paused solve paused, and end if the solve is cancelled during the edit", async () => {
    solving.togglePause();
    const done = hand.perform({ kind: "split", bone: 1 });
    edits[0].finish(edited(more, [0, 1, 2, -1]));
    await done;
    expect(solves[1].job.paused).toBe(true);
    const second = hand.perform({ kind: "split", bone: 1 });
    solving.cancel();
    await second;
    expect(solves).toHaveLength(2);
    expect(stores.document.getState().partial).toBeNull();
    expect(stores.work.getState().solve).toBeNull();
  });

  it("use changes of the intent and the settings", async () => {
    expect(solves[0].intent).toBeUndefined();
    history.run(weighFrames(stores, [0, 1], 3));
    await vi.waitFor(() => expect(solves).toHaveLength(2));
    expect(solves[1].from).toBe(rig);
    expect([...solves[1].intent!.frames!]).toEqual([3, 3, 1, 1]);
  });
});
