import { beforeEach, describe, expect, it } from "vitest";
import { poseMatrices, restPose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { bendingBar } from "../../../workers/testing/sequences";
import { colourNumber } from "../bone-colours";
import { setPose } from "../deform/deform-commands";
import { History } from "../history/history";
import { followSelection, selectBones } from "../selection";
import { openSequence } from "../sequence-commands";
import { lockBones } from "../solve/lock-commands";
import { createStores, type Stores } from "../stores";
import { chooseRoot, removeIdleBones, renameBones, setParent } from "./bone-tree-commands";

const truth = bendingBar({ bones: 4, frames: 4, length: 8, width: 2 });
const { sequence } = truth;
/** A chain of bones. */
const rig: Rig = { ...truth.rig, bones: truth.rig.bones.map((bone, j) => ({ ...bone, parent: j - 1 })) };

let stores: Stores;
let history: History;
beforeEach(() => {
  stores = createStores();
  history = new History();
  history.run(openSequence(stores, sequence, rig, null));
  followSelection(stores);
});

const now = () => stores.document.getState();
const bonesNow = () => now().rig!.bones;
const parents = () =>
  Object.fromEntries(bonesNow().map(({ name, parent }) => [name, bonesNow()[parent]?.name ?? null]));
const colours = () =>
  Object.fromEntries(bonesNow().map(({ name }, j) => [name, colourNumber(bonesNow(), j)]));
const [a, b, c, d] = rig.bones.map(({ name }) => name);
const indexOf = (name: string) => bonesNow().findIndex((bone) => bone.name === name);

/** Each bone's matrix of the pose on screen, by name. */
function posed(): Record<string, number[]> {
  const matrices = poseMatrices(bonesNow(), now().pose!);
  return Object.fromEntries(
    bonesNow().map(({ name }, j) => [name, [...matrices.subarray(12 * j, 12 * j + 12)]]),
  );
}

describe("changes of parents", () => {
  it("keep colours, locks and the selection with their bones, through undo and redo", () => {
    history.run(lockBones(stores, [1], true));
    selectBones(stores, [1]);
    const was = colours();
    history.run(setParent(stores, 1, 3, true));
    expect(parents()).toEqual({ [a]: null, [b]: d, [c]: a, [d]: c });
    const stays = () => {
      expect(colours()).toEqual(was);
      expect(now().locks?.bones.indexOf(1)).toBe(indexOf(b));
      expect(stores.view.getState().selectedBone).toBe(indexOf(b));
    };
    stays();
    history.undo();
    expect(parents()).toEqual({ [a]: null, [b]: a, [c]: b, [d]: c });
    stays();
    history.redo();
    stays();
  });

  it("keep poses where they were", () => {
    const pose = restPose(rig.bones, "bent");
    pose.rotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], 4);
    pose.rotations.set([Math.SQRT1_2, 0, 0, Math.SQRT1_2], 8);
    history.run(setPose(stores, pose, "Bend"));
    const was = posed();
    history.run(chooseRoot(stores, 2));
    expect(bonesNow()[0].name).toBe(c);
    for (const [name, matrix] of Object.entries(posed())) {
      matrix.forEach((x, n) => {
        expect(x).toBeCloseTo(was[name][n], 5);
      });
    }
  });
});

describe("names", () => {
  it("change together in one step, and locks of weights follow", () => {
    stores.document.setState(({ weightEdits }) => ({ weightEdits: { ...weightEdits, locked: [b] } }));
    history.run(renameBones(stores, [null, "hip", null, "knee"]));
    expect(bonesNow().map(({ name }) => name)).toEqual([a, "hip", c, "knee"]);
    expect(now().weightEdits.locked).toEqual(["hip"]);
    history.undo();
    expect(bonesNow().map(({ name }) => name)).toEqual([a, b, c, d]);
  });
});

describe("bones that move nothing", () => {
  it("are removed in one step, and an undo restores them", () => {
    const { weights } = rig;
    const none: SparseWeights = {
      ...weights,
      values: weights.values.map((w, e) => (weights.bones[e] === 3 ? 0 : w)),
    };
    stores.document.setState({ rig: { ...rig, weights: none } });
    const was = colours();
    history.run(removeIdleBones(stores));
    expect(parents()).toEqual({ [a]: null, [b]: a, [c]: b });
    expect(colours()).toEqual({ [a]: was[a], [b]: was[b], [c]: was[c] });
    history.undo();
    expect(bonesNow().length).toBe(4);
  });
});
