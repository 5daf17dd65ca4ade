import { beforeEach, describe, expect, it, vi } from "vitest";
import { SinewError } from "../../../../../workers/model/errors";
import type { SkeletonReport } from "../../../../../workers/model/reports/skeleton-report";
import { poseMatrices, restPose } from "../../../../../workers/model/rig/pose";
import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import { noTreeEdit, resolvingTree } from "../../../../actions/guards/guards";
import { colourNumber } from "../../../../document/bone-colours";
import { setPose } from "../../../../document/deform/deform-commands";
import { selectBones } from "../../../../document/selection";
import { lockBones } from "../../../../document/solve/lock-commands";
import { answer, names, openChain, reparent, rig, settled } from "./testing/resolving-bench";

let chain: ReturnType<typeof openChain>;

beforeEach(() => {
  vi.stubGlobal("navigator", { userAgent: "test" });
  chain = openChain();
});

const colours = () => {
  const { bones } = chain.now().rig!;
  return Object.fromEntries(bones.map(({ name }, j) => [name, colourNumber(bones, j)]));
};

describe("edits of the skeleton", () => {
  it("are one step with their solve, report their cost, and can be undone and redone", async () => {
    const before = [chain.steps(), colours()];
    const done = chain.tree.perform(reparent);
    expect([noTreeEdit(chain.stores), resolvingTree(chain.stores)]).toEqual([
      null,
      expect.stringContaining("being solved"),
    ]);
    expect(chain.now().rig).toBe(rig);
    chain.asked[0].job.finish(answer([0, 3, 1, 2], [-1, 0, 0, 2]));
    await done;
    expect(resolvingTree(chain.stores)).toBeNull();
    expect(chain.now().rig!.bones.map(({ name }) => name)).toEqual([names[0], names[3], names[1], names[2]]);
    const [toast] = chain.stores.notices.getState().toasts;
    expect(toast.title).toBe(`Parent ${names[3]} to ${names[0]}`);
    expect(toast.body.replace(/\s/g, " ")).toBe("Error 1.71 % → 1.84 % of the diagonal.");
    expect([chain.steps(), colours()]).toEqual([(before[0] as number) + 1, before[1]]);
    chain.history.undo();
    expect(chain.now().rig).toBe(rig);
    chain.history.redo();
    expect(colours()).toEqual(before[1]);
  });

  it("carry locks, poses and the selection with their bones", async () => {
    chain.history.run(lockBones(chain.stores, [2], true));
    selectBones(chain.stores, [2]);
    const pose = restPose(rig.bones);
    pose.rotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], 4);
    chain.history.run(setPose(chain.stores, pose, "Bend"));
    const was = poseMatrices(rig.bones, chain.now().pose!);
    const done = chain.tree.perform({ kind: "insert", bone: 3, at: [1, 0, 0] });
    chain.asked[0].job.finish(answer([0, 1, 2, -1, 3], [-1, 0, 1, 2, 3]));
    await done;
    const bones = chain.now().rig!.bones;
    expect([...chain.now().locks!.bones]).toEqual([0, 0, 1, 0, 0]);
    expect(bones[chain.stores.view.getState().selectedBone!].name).toBe("new");
    const is = poseMatrices(bones, chain.now().pose!);
    for (const [j, n] of [
      [1, 1],
      [3, 4],
    ]) {
      for (let at = 0; at < 12; at++) expect(is[12 * n + at]).toBeCloseTo(was[12 * j + at], 4);
    }
    expect(chain.now().settings.bones).toBe(5);
    // The new bone has a colour of its own.
    expect(new Set(Object.values(colours())).size).toBe(5);
    chain.history.undo();
    expect(bones).not.toBe(chain.now().rig!.bones);
    expect([...chain.now().locks!.bones]).toEqual([0, 0, 1, 0]);
  });

  it.each([
    ["cancelled", () => chain.asked[0].job.cancel(), 0],
    [
      "failed",
      () => chain.asked[0].job.fail(new SinewError({ title: "It cannot be", body: "For a reason." })),
      1,
    ],
  ])("leave the document as it was if they are %s", async (_, end, messages) => {
    const before = { ...chain.now() };
    const done = chain.tree.perform(reparent);
    end();
    await done;
    expect(chain.now()).toEqual(before);
    expect(
      chain.stores.notices.getState().toasts.length + (chain.stores.dialog.getState().dialog ? 1 : 0),
    ).toBe(messages);
    expect(chain.stores.work.getState().resolving).toBeNull();
  });

  it("are dropped with a message if the motion of the rig changes meanwhile", async () => {
    const done = chain.tree.perform(reparent);
    chain.history.run(lockBones(chain.stores, [0], true));
    chain.stores.document.setState({ rig: { ...rig, motion: rig.motion.slice() } });
    const other = chain.now().rig;
    chain.asked[0].job.finish(answer([0, 3, 1, 2], [-1, 0, 0, 2]));
    await done;
    expect(chain.now().rig).toBe(other);
    const titles = chain.stores.notices.getState().toasts.map(({ title }) => title);
    expect(titles).toEqual([`Parent ${names[3]} to ${names[0]}: not done`]);
  });

  it("are solved again if a bone was renamed meanwhile, and keep the new name", async () => {
    const done = chain.tree.perform(reparent);
    const renamed = rig.bones.map((bone, j) => (j === 2 ? { ...bone, name: "elbow" } : bone));
    chain.stores.document.setState({ rig: { ...rig, bones: renamed } });
    const other = chain.now().rig;
    chain.asked[0].job.finish(answer([0, 3, 1, 2], [-1, 0, 0, 2]));
    await settled();
    expect(chain.asked[1].input.rig).toBe(other);
    expect(chain.asked[1].input.edit).toEqual(reparent);
    chain.asked[1].job.finish(answer([0, 3, 1, 2], [-1, 0, 0, 2]));
    await done;
    expect(chain.steps()).toBe(2);
    expect(chain.stores.notices.getState().toasts).toHaveLength(1);
  });

  it("select the bone whose joint they have moved", async () => {
    const done = chain.tree.perform({ kind: "move", bone: 2, to: [5, 1, 0] });
    chain.asked[0].job.finish(answer([0, 1, 2, 3], [-1, 0, 1, 2]));
    await done;
    expect(chain.now().rig!.bones[chain.stores.view.getState().selectedBone!].name).toBe(names[2]);
  });

  it("are shown during a drag, the newest last, and leave no trace", async () => {
    const move = (x: number): HierarchyEdit => ({ kind: "move", bone: 1, to: [x, 0, 0] });
    chain.tree.preview(move(1));
    chain.tree.preview(move(2));
    chain.tree.preview(move(3));
    const shown = answer([0, 1, 2, 3], [-1, 0, 1, 2]);
    chain.asked[0].job.finish(shown);
    await settled();
    expect(chain.now().liveRig).toBe(shown.rig);
    expect(chain.asked.map(({ input }) => input.edit)).toEqual([move(1), move(3)]);
    chain.tree.endPreview();
    await settled();
    expect([chain.now().liveRig, chain.now().rig]).toEqual([null, rig]);
    const done = chain.tree.perform(move(3));
    chain.asked[2].job.finish(shown);
    await done;
    expect([chain.now().liveRig, chain.steps()]).toEqual([null, 2]);
  });

  it("resolve the note about the place that they split, and keep the other notes", async () => {
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
    chain.stores.document.setState({ skeletonReport: report });
    const done = chain.tree.perform({ kind: "split-still", bone: 1 });
    chain.asked[0].job.finish(answer([0, 1, -1, 2, 3], [-1, 0, 1, 2, 3]));
    await done;
    const after = chain.now().skeletonReport!;
    expect([after.still, after.notes, after.edited]).toEqual([[place(2)], ["Other.", note(2)], true]);
    expect(chain.stores.notices.getState().toasts[0].title).toBe(`Split ${names[1]} where it bends`);
  });
});
