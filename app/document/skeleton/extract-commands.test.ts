import { beforeEach, describe, expect, it } from "vitest";
import type { SkeletonReport } from "../../../workers/model/reports/skeleton-report";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import { restPose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SkeletonMethod } from "../../../workers/model/skeleton/extract/extract-settings";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../history/history";
import { patch } from "../patch";
import { openSequence } from "../sequence-commands";
import { lockBones } from "../solve/lock-commands";
import { createStores, type Stores } from "../stores";
import { type Extracted, pullSkeleton, showExtracted } from "./extract-commands";

const { sequence, rig } = bendingBar({ bones: 4, frames: 4 });

let stores: Stores;
let history: History;
const state = () => stores.document.getState();

beforeEach(() => {
  stores = createStores();
  history = new History();
  history.run(openSequence(stores, sequence, rig, null));
});

/** The result of a method, with the fields that the commands read. */
const extracted = (found: Rig, method: SkeletonMethod, pull = 0.01): Extracted => ({
  rig: found,
  skeletonReport: { method, joints: [] } as unknown as SkeletonReport,
  report: { method } as SolveReport,
  settings: { ...state().extraction, method, pull },
});

const backwards = { ...rig, bones: [...rig.bones].reverse() };

describe("showExtracted", () => {
  it("keeps locks and colours with bones whose order changes, and an undo restores everything", () => {
    history.run(lockBones(stores, [0], true));
    history.run(showExtracted(stores, extracted(backwards, "connect"), "Extract"));
    expect([...state().locks!.bones]).toEqual([0, 0, 0, 1]);
    expect(state().rig!.bones.map(({ colour }) => colour)).toEqual([3, 2, 1, 0]);
    expect(state().skeletonReport?.method).toBe("connect");
    history.undo();
    expect([state().rig, state().skeletonReport, [...state().locks!.bones]]).toEqual([
      rig,
      null,
      [1, 0, 0, 0],
    ]);
    history.redo();
    expect(state().skeletonReport?.method).toBe("connect");
  });

  it("clears locks and poses with other bones, and keeps poses for the same ones", () => {
    const wave = restPose(rig.bones, "wave");
    wave.rotations.set([1, 0, 0, 0], 4);
    const poses = [wave];
    history.run(lockBones(stores, [0], true));
    history.run(patch(stores, "Keep a pose", "pose", { poses }));
    history.run(showExtracted(stores, extracted({ ...rig }, "auto"), "Show"));
    expect([state().locks, state().poses]).toEqual([null, poses]);
    const other = { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, name: `b${j}` })) };
    history.run(showExtracted(stores, extracted(other, "auto"), "Extract"));
    expect(state().poses).toEqual([]);
  });
});

describe("pullSkeleton", () => {
  it("changes the pull and its joints in one step, and keeps what belongs to bones", () => {
    history.run(lockBones(stores, [2], true));
    const moved = {
      ...rig,
      bones: rig.bones.map((bone) => ({ ...bone, head: [1, 2, 3] as [number, number, number] })),
    };
    const steps = () => history.state.getState().position;
    const before = steps();
    stores.document.setState({ liveRig: moved });
    const command = pullSkeleton(stores, extracted(moved, "auto", 0.5));
    expect(command.label).toBe("Joint pull 0.01 → 0.5");
    history.run(command);
    expect(steps()).toBe(before + 1);
    expect([state().extraction.pull, state().liveRig, state().locks!.bones[2]]).toEqual([0.5, null, 1]);
    expect(state().rig!.bones[1].head).toEqual([1, 2, 3]);
    history.undo();
    expect([state().extraction.pull, state().rig]).toEqual([0.01, rig]);
  });
});
