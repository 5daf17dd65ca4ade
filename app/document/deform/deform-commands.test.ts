import { beforeEach, describe, expect, it } from "vitest";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import { restPose } from "../../../workers/model/rig/pose";
import { bendingBar } from "../../../workers/testing/sequences";
import { createEdits } from "../../shell/frame/viewport-edits";
import { PRESETS, presetOf } from "../../workspaces/deform/runs/deform-presets";
import { History } from "../history/history";
import { openSequence, setRestFrame } from "../sequence-commands";
import { renameBones } from "../skeleton/bone-tree-commands";
import { solveResult } from "../solve/solve-commands";
import { createStores, type Stores } from "../stores";
import {
  adoptBake,
  deleteAllPoses,
  deletePose,
  keepPoses,
  paintStrength,
  renamePose,
  setDeform,
  setPose,
} from "./deform-commands";
import { followPoses } from "./following-poses";
import { isRest, poseToKeep, showsRest } from "./posing";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const { sequence, rig } = bendingBar();
const state = () => stores.document.getState();

describe("commands of the Deform workspace", () => {
  let history: History;
  const labels = () => history.state.getState().steps.map((step) => step.label);
  beforeEach(() => {
    history = new History();
    history.run(openSequence(stores, sequence, rig, null));
  });

  it("leave no trace after an undo of all, and all come back with redo", () => {
    const start = state();
    const pose = restPose(rig.bones, "Reach");
    history.run(setDeform(stores, { lambda: 1.6 }));
    history.run(paintStrength(stores, "kappa", new Float32Array(sequence.vertexCount).fill(0.5)));
    history.run(keepPoses(stores, [pose]));
    history.run(setPose(stores, null));
    history.run(renamePose(stores, 0, "Stretch"));
    history.run(deletePose(stores, 0));
    history.run(adoptBake(stores, { ...rig }, 4));
    const end = state();
    expect(end.poses).toEqual([]);
    history.goTo(1);
    expect(state()).toEqual(start);
    history.goTo(8);
    expect(state()).toEqual(end);
  });

  it("remove all kept poses in one step", () => {
    const poses = ["Reach", "Crouch"].map((name) => restPose(rig.bones, name));
    history.run(keepPoses(stores, poses));
    history.run(deleteAllPoses(stores));
    expect(state().poses).toEqual([]);
    expect(history.undo()).toBe("Delete 2 poses");
    expect(state().poses).toEqual(poses);
  });

  it("have labels that say what they did", () => {
    history.run(setDeform(stores, { lambda: 1.6 }));
    history.run(setDeform(stores, { bind: "rig" }));
    history.run(setDeform(stores, { alpha: 0.25 }));
    history.run(paintStrength(stores, "alpha", new Float32Array(3)));
    history.run(paintStrength(stores, "alpha", null));
    history.run(setPose(stores, null));
    expect(labels().slice(1)).toEqual([
      "Rotation smoothness 1 → 1.6",
      "Bind rigid, from weights → the rig’s weights",
      "Slide 0.5 → 0.25",
      "Paint slide strength",
      "Automatic slide strength",
      "Show the clip",
    ]);
  });

  it("keep dependent settings within each other's bounds", () => {
    history.run(setDeform(stores, { lambda: 4, kappa: 2 }));
    history.run(setDeform(stores, { lambda: 0.5 }));
    expect(state().deform).toMatchObject({ lambda: 0.5, kappa: 0.5 });
    history.run(setDeform(stores, { lambda: 8 }));
    history.run(setDeform(stores, { scheme: "explicit" }));
    expect(state().deform.lambda).toBe(1);
    history.undo();
    expect(state().deform).toMatchObject({ lambda: 8, scheme: "implicit" });
  });

  it("show a preset until a value is changed", () => {
    for (const { id, fields } of PRESETS) {
      history.run(setDeform(stores, fields));
      expect(presetOf(state().deform)).toBe(id);
      history.run(setDeform(stores, { iterations: state().deform.iterations + 1 }));
      expect(presetOf(state().deform)).toBeNull();
    }
  });

  it("end previews in the same change", () => {
    const bones = { busy: false, perform: async () => {}, lock() {} };
    const tree = { perform: async () => {}, preview() {}, endPreview() {} };
    const edits = createEdits(stores, history, bones, { preview() {}, edit() {} }, tree);
    const seen: unknown[] = [];
    const live = restPose(rig.bones, "Live");
    edits.poseLive(live);
    expect(state().livePose).toBe(live);
    const stop = stores.document.subscribe((now) => seen.push([now.pose === live, now.livePose]));
    edits.posed(live, "Rotate bone");
    stop();
    expect(seen).toEqual([[true, null]]);
    expect(labels().at(-1)).toBe("Rotate bone");
    history.undo();
    expect(state().pose).toBeNull();
  });

  it("keep the shown frame as a pose, each under a name of its own", () => {
    stores.view.setState({ frame: 3 });
    expect(showsRest(stores)).toBe(false);
    const first = poseToKeep(stores)!;
    history.run(keepPoses(stores, [first]));
    expect(state().pose).toBe(first);
    history.run(setPose(stores, null));
    const second = poseToKeep(stores)!;
    expect(first.name).toMatch(/ 4$/);
    expect(second.name).toBe(`${first.name} 2`);
    history.run(setPose(stores, restPose(rig.bones)));
    expect(isRest(state().pose!)).toBe(true);
    expect(showsRest(stores)).toBe(true);
    expect(poseToKeep(stores)!.name).toBe("Pose 1");
  });

  it("know that a still mesh is at rest until a bone is posed", () => {
    const still = bendingBar({ frames: 1 });
    const motion = still.rig.motion.map((_, n) => ((n % 12) % 5 === 0 ? 1 : 0));
    history.run(openSequence(stores, still.sequence, { ...still.rig, motion }, null));
    expect(showsRest(stores)).toBe(true);
    const turned = restPose(still.rig.bones);
    turned.rotations.set([1, 0, 0, 0], 4);
    history.run(setPose(stores, turned));
    expect(showsRest(stores)).toBe(false);
  });

  it("clear what does not fit other bones, and an undo brings it back", () => {
    const report = { method: "auto", bonesAsked: 2, seed: 7 } as SolveReport;
    const slideOfBone = new Float32Array(rig.bones.length).fill(0.5);
    history.run(setDeform(stores, { slideOfBone, lambda: 3 }));
    const turned = restPose(rig.bones, "Kept");
    turned.rotations.set([1, 0, 0, 0], 4 * (rig.bones.length - 1));
    history.run(keepPoses(stores, [turned]));
    const fewer = { ...rig, bones: rig.bones.slice(0, -1) };
    history.run(solveResult(stores, fewer, report, { keptEarly: false, continued: false }));
    expect(state()).toMatchObject({ poses: [], pose: null });
    expect(state().deform).toMatchObject({ slideOfBone: null, lambda: 3 });
    history.run(setRestFrame(stores, 1));
    history.undo();
    history.undo();
    expect(state().poses).toHaveLength(1);
    expect(state().deform.slideOfBone).toBe(slideOfBone);
  });

  it("carry poses over to a new solve's bones, and say how many do not fit", () => {
    const stop = followPoses(stores);
    const report = { method: "auto", bonesAsked: 2, seed: 7 } as SolveReport;
    const turn = (j: number, name: string) => {
      const pose = restPose(rig.bones, name);
      pose.rotations.set([Math.SQRT1_2, 0, 0, Math.SQRT1_2], 4 * j);
      return pose;
    };
    history.run(keepPoses(stores, [turn(1, "bend"), turn(3, "tip")]));
    const solved = (bones: typeof rig.bones) =>
      history.run(solveResult(stores, { ...rig, bones }, report, { keptEarly: false, continued: false }));
    // Without the last bone.
    solved(rig.bones.slice(0, -1));
    expect(state().poses.map(({ name }) => name)).toEqual(["bend"]);
    expect([...state().poses[0].rotations.subarray(4, 8)].map((x) => Math.abs(x).toFixed(4))).toEqual([
      "0.7071",
      "0.0000",
      "0.0000",
      "0.7071",
    ]);
    expect(stores.notices.getState().toasts.map(({ title }) => title)).toEqual([
      "1 kept pose did not fit the new bones",
    ]);
    history.undo();
    expect(state().poses).toHaveLength(2);
    // Bones with the same names in other places are other bones.
    solved(rig.bones.map((bone) => ({ ...bone, head: [bone.head[0], 3, 0] })));
    expect(state().poses).toEqual([]);
    history.undo();
    expect(state().poses).toHaveLength(2);
    stop();
  });

  it("keep pins on their bones when these are renamed, and drop them with the file", () => {
    const stop = followPoses(stores);
    const pins = () => stores.view.getState().posing.pins;
    const { name } = rig.bones[2];
    stores.view.setState(({ posing }) => ({ posing: { ...posing, pins: [name] } }));
    history.run(renameBones(stores, [null, null, "foot", null]));
    expect(pins()).toEqual(["foot"]);
    history.undo();
    expect(pins()).toEqual([name]);
    const other = bendingBar({ seed: 2 });
    history.run(openSequence(stores, other.sequence, other.rig, null));
    expect(pins()).toEqual([]);
    stop();
  });
});
