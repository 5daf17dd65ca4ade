import { beforeEach, describe, expect, it } from "vitest";
import type { SolveReport } from "../../workers/model/reports/solve-report";
import { SOLVE_DEFAULTS } from "../../workers/model/solve/solve-settings";
import { bendingBar } from "../../workers/testing/sequences";
import { renameBone } from "./binding/renaming";
import { History } from "./history/history";
import { openSequence, setRestFrame, setUpAxis } from "./sequence-commands";
import { lockBones, unlockAll } from "./solve/lock-commands";
import { setSettings, solveResult } from "./solve/solve-commands";
import { createStores, type Stores } from "./stores";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const { sequence, rig } = bendingBar();
const report = { method: "auto", bonesAsked: 4, seed: 7 } as SolveReport;
const state = () => stores.document.getState();

describe("commands", () => {
  let history: History;
  beforeEach(() => {
    history = new History();
  });

  it("leave no trace after an undo of all, and all come back with redo", () => {
    const start = state();
    history.run(openSequence(stores, sequence, rig, report));
    history.run(setSettings(stores, { bones: 32 }));
    history.run(renameBone(stores, 1, "elbow"));
    history.run(lockBones(stores, [0, 2], true));
    history.run(setUpAxis(stores, "z"));
    history.run(solveResult(stores, rig, report, { keptEarly: false, continued: false }));
    history.run(setRestFrame(stores, 2));
    const end = state();
    expect(end.rig).toBeNull();
    history.goTo(0);
    expect(state()).toEqual(start);
    history.goTo(7);
    expect(state()).toEqual(end);
  });

  it("have labels that say what they did", () => {
    history.run(openSequence(stores, sequence, rig, report));
    history.run(setSettings(stores, { bones: 32 }));
    history.run(setSettings(stores, { smoothness: 1e-4 }));
    history.run(renameBone(stores, 0, "root"));
    history.run(unlockAll(stores));
    expect(history.state.getState().steps.map((step) => step.label)).toEqual([
      `Open ${sequence.name}`,
      "Bones 4 → 32",
      "Smoothness off → 1.0\u00a0×\u00a010⁻⁴",
      `Rename ${rig.bones[0].name} → root`,
      "Unlock everything",
    ]);
  });

  it("take the number of bones from a file's own skeleton, which has no report", () => {
    history.run(openSequence(stores, sequence, rig, null));
    expect(state().settings).toMatchObject({
      bones: rig.bones.length,
      boneKind: rig.boneKind,
    });
  });

  it("take the settings from the report of the opened file", () => {
    history.run(openSequence(stores, sequence, rig, report));
    expect(state().settings).toEqual({ ...SOLVE_DEFAULTS, bones: 4, seed: 7 });
  });

  it("keep locks with a rig that was continued, and clear them with a new one", () => {
    history.run(openSequence(stores, sequence, rig, report));
    history.run(lockBones(stores, [1], true));
    const more = { ...rig, bones: [...rig.bones, { ...rig.bones[0], name: "new" }] };
    history.run(solveResult(stores, more, report, { keptEarly: false, continued: true }));
    expect([...state().locks!.bones]).toEqual([0, 1, 0, 0, 0]);
    history.run(solveResult(stores, rig, report, { keptEarly: false, continued: false }));
    expect(state().locks).toBeNull();
  });

  it("remove the running solve's rig together with the result, and do not bring it back", () => {
    history.run(openSequence(stores, sequence, null, null));
    stores.document.setState({ partial: rig });
    history.run(solveResult(stores, rig, report, { keptEarly: false, continued: false }));
    expect(state().partial).toBeNull();
    history.undo();
    expect(state()).toMatchObject({ partial: null, rig: null });
  });
});
