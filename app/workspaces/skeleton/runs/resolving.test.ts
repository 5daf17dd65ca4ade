import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SolverClient } from "../../../../workers/client";
import { ControlledJob } from "../../../../workers/jobs/testing/controlled-job";
import { SinewError } from "../../../../workers/model/errors";
import type {
  ResolveInput,
  ResolveResult,
  SkeletonReport,
} from "../../../../workers/model/reports/skeleton-report";
import { poseMatrices, restPose } from "../../../../workers/model/rig/pose";
import { reorderBones } from "../../../../workers/model/rig/reorder-bones";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../../workers/model/skeleton/hierarchy-edit";
import { bendingBar } from "../../../../workers/testing/sequences";
import { noTreeEdit, resolvingTree } from "../../../actions/guards/guards";
import type { TreeEditing } from "../../../actions/guards/tree-editing";
import { colourNumber } from "../../../document/bone-colours";
import { setPose } from "../../../document/deform/deform-commands";
import { History } from "../../../document/history/history";
import { followSelection, selectBones } from "../../../document/selection";
import { openSequence } from "../../../document/sequence-commands";
import { lockBones } from "../../../document/solve/lock-commands";
import { createStores, type Stores } from "../../../document/stores";
import { createResolving } from "./resolving";

const truth = bendingBar({ bones: 4, frames: 4, length: 8, width: 2 });
/** A chain of bones. */
const rig: Rig = { ...truth.rig, bones: truth.rig.bones.map((bone, j) => ({ ...bone, parent: j - 1 })) };
const names = rig.bones.map(({ name }) => name);

let stores: Stores;
let history: History;
let asked: { input: ResolveInput; job: ControlledJob<ResolveResult> }[];
let tree: TreeEditing;

beforeEach(() => {
  vi.stubGlobal("navigator", { userAgent: "test" });
  stores = createStores();
  history = new History();
  asked = [];
  const measured = new ControlledJob<object>();
  measured.finish({ eRms: 2, maxErrorPercent: 1 });
  const client = {
    resolveSkeleton(input: ResolveInput) {
      for (const { job } of asked) job.cancel();
      const job = new ControlledJob<ResolveResult>();
      asked.push({ input, job });
      return job;
    },
    measureRig: () => measured,
  } as unknown as SolverClient;
  history.run(openSequence(stores, truth.sequence, rig, null));
  followSelection(stores);
  tree = createResolving(stores, client, history);
});

const now = () => stores.document.getState();
const colours = () =>
  Object.fromEntries(now().rig!.bones.map(({ name }, j) => [name, colourNumber(now().rig!.bones, j)]));
const steps = () => history.state.getState().steps.length;
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** The answer of the engine: these bones of before, −1 for a new one, in another order. */
function answer(origin: number[], parents: number[]): ResolveResult {
  const from = origin.map((j) => Math.max(0, j));
  const made = reorderBones({ ...rig, bones: rig.bones.map((bone) => ({ ...bone, parent: -1 })) }, [
    ...rig.bones.keys(),
  ]);
  const bones = from.map((j, n) => ({
    ...made.bones[j],
    name: origin[n] < 0 ? "new" : names[j],
    parent: parents[n],
  }));
  return {
    rig: { ...made, bones },
    origin: Int32Array.from(origin),
    joints: [],
    before: 1.71,
    rmsePercent: 1.84,
  };
}

const reparent: HierarchyEdit = { kind: "reparent", bone: 3, parent: 0 };

describe("edits of the skeleton", () => {
  it("are one step with their solve, say what they cost, and are undone and redone", async () => {
    const before = [steps(), colours()];
    const done = tree.perform(reparent);
    expect([noTreeEdit(stores), resolvingTree(stores)]).toEqual([
      null,
      expect.stringContaining("being solved"),
    ]);
    expect(now().rig).toBe(rig);
    asked[0].job.finish(answer([0, 3, 1, 2], [-1, 0, 0, 2]));
    await done;
    expect(resolvingTree(stores)).toBeNull();
    expect(now().rig!.bones.map(({ name }) => name)).toEqual([names[0], names[3], names[1], names[2]]);
    const [toast] = stores.notices.getState().toasts;
    expect(toast.title).toBe(`Parent ${names[3]} to ${names[0]}`);
    expect(toast.body.replace(/\s/g, " ")).toBe("Error 1.71 % → 1.84 % of the diagonal.");
    expect([steps(), colours()]).toEqual([(before[0] as number) + 1, before[1]]);
    history.undo();
    expect(now().rig).toBe(rig);
    history.redo();
    expect(colours()).toEqual(before[1]);
  });

  it("carry locks, poses and the selection with their bones", async () => {
    history.run(lockBones(stores, [2], true));
    selectBones(stores, [2]);
    const pose = restPose(rig.bones);
    pose.rotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], 4);
    history.run(setPose(stores, pose, "Bend"));
    const was = poseMatrices(rig.bones, now().pose!);
    const done = tree.perform({ kind: "insert", bone: 3, at: [1, 0, 0] });
    asked[0].job.finish(answer([0, 1, 2, -1, 3], [-1, 0, 1, 2, 3]));
    await done;
    const bones = now().rig!.bones;
    expect([...now().locks!.bones]).toEqual([0, 0, 1, 0, 0]);
    expect(bones[stores.view.getState().selectedBone!].name).toBe("new");
    const is = poseMatrices(bones, now().pose!);
    for (const [j, n] of [
      [1, 1],
      [3, 4],
    ]) {
      for (let at = 0; at < 12; at++) expect(is[12 * n + at]).toBeCloseTo(was[12 * j + at], 4);
    }
    expect(now().settings.bones).toBe(5);
    // The new bone has a colour that no other has.
    expect(new Set(Object.values(colours())).size).toBe(5);
    history.undo();
    expect(bones).not.toBe(now().rig!.bones);
    expect([...now().locks!.bones]).toEqual([0, 0, 1, 0]);
  });

  it.each([
    ["cancelled", () => asked[0].job.cancel(), 0],
    ["failed", () => asked[0].job.fail(new SinewError({ title: "It cannot be", body: "For a reason." })), 1],
  ])("leave the document as it was if they are %s", async (_, end, messages) => {
    const before = { ...now() };
    const done = tree.perform(reparent);
    end();
    await done;
    expect(now()).toEqual(before);
    expect(stores.notices.getState().toasts.length + (stores.dialog.getState().dialog ? 1 : 0)).toBe(
      messages,
    );
    expect(stores.work.getState().resolving).toBeNull();
  });

  it("are dropped with a word if the rig moves otherwise meanwhile", async () => {
    const done = tree.perform(reparent);
    history.run(lockBones(stores, [0], true));
    stores.document.setState({ rig: { ...rig, motion: rig.motion.slice() } });
    const other = now().rig;
    asked[0].job.finish(answer([0, 3, 1, 2], [-1, 0, 0, 2]));
    await done;
    expect(now().rig).toBe(other);
    const titles = stores.notices.getState().toasts.map(({ title }) => title);
    expect(titles).toEqual([`Parent ${names[3]} to ${names[0]}: not done`]);
  });

  it("are solved again if a bone got another name meanwhile, and it keeps that", async () => {
    const done = tree.perform(reparent);
    const renamed = rig.bones.map((bone, j) => (j === 2 ? { ...bone, name: "elbow" } : bone));
    stores.document.setState({ rig: { ...rig, bones: renamed } });
    const other = now().rig;
    asked[0].job.finish(answer([0, 3, 1, 2], [-1, 0, 0, 2]));
    await settled();
    expect(asked[1].input.rig).toBe(other);
    expect(asked[1].input.edit).toEqual(reparent);
    asked[1].job.finish(answer([0, 3, 1, 2], [-1, 0, 0, 2]));
    await done;
    expect(steps()).toBe(2);
    expect(stores.notices.getState().toasts).toHaveLength(1);
  });

  it("select the bone whose joint they have moved", async () => {
    const done = tree.perform({ kind: "move", bone: 2, to: [5, 1, 0] });
    asked[0].job.finish(answer([0, 1, 2, 3], [-1, 0, 1, 2]));
    await done;
    expect(now().rig!.bones[stores.view.getState().selectedBone!].name).toBe(names[2]);
  });

  it("are shown while they are dragged, the newest last, and leave nothing behind", async () => {
    const move = (x: number): HierarchyEdit => ({ kind: "move", bone: 1, to: [x, 0, 0] });
    tree.preview(move(1));
    tree.preview(move(2));
    tree.preview(move(3));
    const shown = answer([0, 1, 2, 3], [-1, 0, 1, 2]);
    asked[0].job.finish(shown);
    await settled();
    expect(now().liveRig).toBe(shown.rig);
    expect(asked.map(({ input }) => input.edit)).toEqual([move(1), move(3)]);
    tree.endPreview();
    await settled();
    expect([now().liveRig, now().rig]).toEqual([null, rig]);
    const done = tree.perform(move(3));
    asked[2].job.finish(shown);
    await done;
    expect([now().liveRig, steps()]).toEqual([null, 2]);
  });

  it("settle the place that they split, and leave the others to do", async () => {
    const place = (j: number) => ({ bone: names[j], position: [j, 0, 0] as [number, number, number] });
    const note = (j: number) => `${names[j]} bends at (${j}, 0, 0), but nothing ever moves there.`;
    const report = {
      version: 1,
      method: "auto",
      ...{ rmsePercent: 1, rmsePercentStrict: 2, eRms: 11, eRmsStrict: 22, bones: 4, roots: 1, seconds: 1 },
      ...{
        secondsPerPhase: {},
        joints: [],
        notes: ["Other.", note(1), note(2)],
        still: [place(1), place(2)],
      },
    } as SkeletonReport;
    stores.document.setState({ skeletonReport: report });
    const done = tree.perform({ kind: "split-still", bone: 1 });
    asked[0].job.finish(answer([0, 1, -1, 2, 3], [-1, 0, 1, 2, 3]));
    await done;
    const after = now().skeletonReport!;
    expect([after.still, after.notes, after.edited]).toEqual([[place(2)], ["Other.", note(2)], true]);
    expect(stores.notices.getState().toasts[0].title).toBe(`Split ${names[1]} where it bends`);
  });

  describe("that come while another one is solved", () => {
    const insert: HierarchyEdit = { kind: "insert", bone: 1, at: [1, 0, 0] };
    /** The insertion puts the new bone before bone 1, so that later bones get other numbers. */
    const inserted = () => answer([0, -1, 1, 2, 3], [-1, 0, 1, 2, 3]);

    it("wait, start from what that one leads to, and are a step each", async () => {
      const first = tree.perform(insert);
      const second = tree.perform({ kind: "move", bone: 3, to: [5, 1, 0] });
      const third = tree.perform({ kind: "reparent", bone: 2, parent: 0 });
      expect(asked).toHaveLength(1);
      asked[0].job.finish(inserted());
      await first;
      await settled();
      const between = now().rig!;
      expect(between.bones).toHaveLength(5);
      expect(asked[1].input.rig).toBe(between);
      expect(asked[1].input.edit).toEqual({ kind: "move", bone: 4, to: [5, 1, 0] });
      asked[1].job.finish({ ...inserted(), origin: Int32Array.of(0, 1, 2, 3, 4) });
      await second;
      await settled();
      expect(asked[2].input.edit).toEqual({ kind: "reparent", bone: 3, parent: 0 });
      asked[2].job.cancel();
      await third;
      expect(steps()).toBe(3);
      history.undo();
      expect(now().rig).toBe(between);
      history.undo();
      expect(now().rig).toBe(rig);
    });

    it("part the rest of a bone that the one before has parted", async () => {
      const first = tree.perform(insert);
      const second = tree.perform(insert);
      const [x, y, z] = rig.bones[1].head;
      const parted = inserted();
      parted.rig.bones[2] = { ...parted.rig.bones[2], head: [1.001, 0, 0] };
      asked[0].job.finish(parted);
      await first;
      await settled();
      const at = [1.001 + (1 - x) / 2, (0 - y) / 2, (0 - z) / 2];
      expect(asked[1].input.edit).toEqual({ kind: "insert", bone: 2, at });
      asked[1].job.cancel();
      await second;
    });

    it("go on from the rig as it is if that one is cancelled", async () => {
      const first = tree.perform(insert);
      const second = tree.perform(reparent);
      asked[0].job.cancel();
      await first;
      await settled();
      expect([asked[1].input.rig, asked[1].input.edit]).toEqual([rig, reparent]);
      asked[1].job.cancel();
      await second;
    });

    it("are not done, with a word, if their bone is gone by then", async () => {
      const first = tree.perform({ kind: "delete", bones: [3] });
      const second = tree.perform({ kind: "move", bone: 3, to: [5, 1, 0] });
      asked[0].job.finish(answer([0, 1, 2], [-1, 0, 1]));
      await first;
      await second;
      expect(asked).toHaveLength(1);
      expect(stores.notices.getState().toasts.map(({ title }) => title)).toContain(
        `Move the joint of ${names[3]}: not done`,
      );
    });

    it("are carried if they were begun before it ended, as drags are", async () => {
      const first = tree.perform(insert);
      asked[0].job.finish(inserted());
      await first;
      const dragged = tree.perform({ kind: "move", bone: 2, to: [3, 1, 0] }, rig);
      await settled();
      expect(asked[1].input.edit).toEqual({ kind: "move", bone: 3, to: [3, 1, 0] });
      asked[1].job.cancel();
      await dragged;
    });

    it("wait for a pull of the joints too", async () => {
      stores.work.setState({ resolving: "Pulling the joints" });
      const done = tree.perform(reparent);
      await settled();
      expect(asked).toHaveLength(0);
      stores.work.setState({ resolving: null });
      await settled();
      expect(asked).toHaveLength(1);
      asked[0].job.cancel();
      await done;
    });
  });
});
