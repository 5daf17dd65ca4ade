import { beforeEach, describe, expect, it } from "vitest";
import type { EditBonesResult } from "../../../workers/client";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../history/history";
import { followSelection, selectBones, selectedBones, toggleBone } from "../selection";
import { openSequence } from "../sequence-commands";
import { createStores, type Stores } from "../stores";
import { boneEditResult, lookAfter, movedLocks } from "./bone-commands";
import { lockBones } from "./lock-commands";
import { solveResult } from "./solve-commands";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const { sequence, rig } = bendingBar({ bones: 3, frames: 4, length: 6, width: 2 });
const report = {
  method: "auto",
  bonesAsked: 3,
  eRms: 2,
  seed: 1,
  heldOut: { frames: [1], eRms: 3, maxErrorPercent: 1 },
} as unknown as SolveReport;
const state = () => stores.document.getState();
const selected = () => selectedBones(stores.view.getState());

/** Bone 1 split: its second part is appended. */
const split: EditBonesResult = {
  rig: {
    ...rig,
    bones: [rig.bones[0], { ...rig.bones[1], name: "a" }, rig.bones[2], { ...rig.bones[1], name: "b" }],
  },
  origin: Int32Array.of(0, 1, 2, -1),
  before: 2,
  measures: { eRms: 1, maxErrorPercent: 0.5 },
};
const edit = { kind: "split", bone: 1 } as const;

describe("editing bones", () => {
  let history: History;
  beforeEach(() => {
    history = new History();
    history.run(openSequence(stores, sequence, rig, report));
  });

  it("is one step with figures, locks and the number of bones, and an undo restores all of it", () => {
    history.run(lockBones(stores, [2], true));
    const before = state();
    history.run(boneEditResult(stores, edit, split));
    expect(history.state.getState().steps.at(-1)?.label).toBe(`Split ${rig.bones[1].name}`);
    expect(state().rig).toEqual(split.rig);
    expect(state().report).toMatchObject({ eRms: 1, maxErrorPercent: 0.5, bones: 4, bonesAsked: 4 });
    // The figures of the old bones were dropped.
    expect(state().report?.heldOut).toBeUndefined();
    expect([...state().locks!.bones]).toEqual([0, 0, 1, 0]);
    expect(state().settings.bones).toBe(4);
    history.undo();
    expect(state()).toEqual(before);
  });

  it("keeps locks and hidden bones, and selects the new bones", () => {
    const locks = { bones: Uint8Array.of(1, 0, 1), vertices: new Uint8Array(sequence.vertexCount) };
    expect([...movedLocks(locks, Int32Array.of(2, -1, 0))!.bones]).toEqual([1, 0, 1]);
    stores.view.setState({ hiddenBones: [2] });
    lookAfter(stores, edit, rig, split);
    expect(selected()).toEqual([1, 3]);
    lookAfter(stores, { kind: "delete", bones: [0] }, rig, {
      ...split,
      rig: { ...rig, bones: rig.bones.slice(1) },
      origin: Int32Array.of(1, 2),
    });
    expect(stores.view.getState().hiddenBones).toEqual([1]);
    expect(selected()).toEqual([]);
  });

  it("keeps what the artist locked and asked for while a solve ran", () => {
    const locks = { bones: Uint8Array.of(0, 1, 0, 0), vertices: new Uint8Array(sequence.vertexCount) };
    stores.document.setState({ partial: split.rig, partialLocks: locks });
    history.run(
      solveResult(stores, split.rig, report, { keptEarly: false, continued: true, locks, bones: 4 }),
    );
    expect(state()).toMatchObject({ locks, partial: null, partialLocks: null });
    expect(state().settings.bones).toBe(4);
    history.undo();
    expect(state().locks).toBeNull();
    expect(state().settings.bones).toBe(3);
  });
});

describe("selection", () => {
  it("follows a bone that gets another name, and not to the bone of another solve", () => {
    stores.view.setState({ ...stores.view.getInitialState() }, true);
    stores.document.setState({ rig });
    followSelection(stores);
    selectBones(stores, [1]);
    const renamed = rig.bones.map((bone, j) => ({ ...bone, name: `limb_${j}` }));
    stores.document.setState({ rig: { ...rig, bones: renamed } });
    expect(selected()).toEqual([1]);
    const found = renamed.map(({ head, ...bone }, j) => ({
      ...bone,
      name: `bone_${j}`,
      head: [head[0] + 1, head[1], head[2]] as [number, number, number],
    }));
    stores.document.setState({ rig: { ...rig, bones: found } });
    expect(selected()).toEqual([]);
  });

  it("adds and removes bones, and a click selects just one", () => {
    stores.view.setState({ ...stores.view.getInitialState() }, true);
    followSelection(stores);
    selectBones(stores, [2]);
    toggleBone(stores, 0);
    expect(selected()).toEqual([0, 2]);
    toggleBone(stores, 0);
    expect(selected()).toEqual([2]);
    toggleBone(stores, 1);
    stores.view.setState({ selectedBone: 0 });
    expect(selected()).toEqual([0]);
    toggleBone(stores, 0);
    expect(selected()).toEqual([]);
  });
});
