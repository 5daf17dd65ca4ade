import { beforeEach, describe, expect, it } from "vitest";
import type { CameraPose } from "../../../workers/model/scene/scene-settings";
import { bendingBar } from "../../../workers/testing/sequences";
import { createStores, type Stores } from "../stores";
import type { ViewState } from "../view-state";
import { restoreView, type ViewRecord, viewRecord } from "./view-record";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const CAMERA: CameraPose = { target: [0, 1, 2], yaw: 0.5, pitch: -0.25, distance: 7, aspect: 1.5 };
const { sequence, rig } = bendingBar({ length: 8, width: 2, frames: 6 });

beforeEach(() => {
  stores.document.setState({ ...stores.document.getInitialState(), sequence, rig }, true);
});

const known = (workspace: string) => ["solve", "paint", "compare"].includes(workspace);

/** The record after a round trip through the disk. */
const written = (record: ViewRecord): unknown => JSON.parse(JSON.stringify(record));

describe("the saved view of a project", () => {
  it("is restored", () => {
    const seen: Partial<ViewState> = {
      ...{ workspace: "paint", frame: 3, range: [1, 4], layout: "side-by-side", shading: "weights" },
      ...{ selectedBone: 1, hiddenBones: [2], turnSeconds: 30 },
    };
    stores.view.setState(seen);
    // Selecting a bone clears the other selected bones.
    stores.view.setState({ alsoSelected: [0] });
    const record = written(viewRecord(stores, CAMERA));
    stores.view.setState(stores.view.getInitialState(), true);
    restoreView(stores, record, known);
    expect(stores.view.getState()).toMatchObject({ ...seen, alsoSelected: [0] });
    const { openingCamera } = stores.view.getState();
    expect(openingCamera?.pose).toEqual(CAMERA);
    expect(openingCamera?.of.deref()).toBe(sequence.frames);
  });

  it("has a whole frame number, even during playback", () => {
    stores.view.setState({ frame: 2.6 });
    expect(viewRecord(stores, null).frame).toBe(3);
  });

  it.each<[string, object]>([
    ["a frame", { frame: "third" }],
    ["a frame before the first", { frame: -4 }],
    ["a range", { range: [3] }],
    ["a range that ends before it begins", { range: [4, 2] }],
    ["a range behind the end", { range: [2, 900] }],
    ["a workspace of another version", { workspace: "sculpt" }],
    ["a layout", { layout: 7 }],
    ["a shading", { shading: "x-ray" }],
    ["a bone that is not there", { selectedBone: 900 }],
    ["hidden bones that are not there", { hiddenBones: [900] }],
    ["a segment without a skeleton", { segment: { segment: 0, end: "head" } }],
    ["a turn of the turntable that takes no time", { turnSeconds: 0 }],
    ["a camera without a distance", { camera: { ...CAMERA, distance: 0 } }],
    ["a camera that is nowhere", { camera: { ...CAMERA, target: [0, null, 1] } }],
  ])("keeps its other parts if %s cannot be read or does not fit", (_, wrong) => {
    const before = stores.view.getState();
    restoreView(stores, { workspace: "compare", ...wrong }, known);
    const [part] = Object.keys(wrong) as (keyof typeof before)[];
    if (part !== "workspace") expect(stores.view.getState().workspace).toBe("compare");
    if (part in before) expect(stores.view.getState()[part]).toEqual(before[part]);
    expect(stores.view.getState().openingCamera).toBe(before.openingCamera);
  });

  it("changes nothing if nothing of it can be read, or nothing is open", () => {
    const before = stores.view.getState();
    for (const nothing of [null, 7, "paint", []]) restoreView(stores, nothing, known);
    stores.document.setState({ sequence: null });
    restoreView(stores, { workspace: "compare", frame: 2 }, known);
    expect(stores.view.getState()).toEqual(before);
  });

  it("stops at the last frame of a sequence that is shorter now", () => {
    restoreView(stores, { frame: 400 }, known);
    expect(stores.view.getState().frame).toBe(5);
  });

  it("restores nothing of a rig that is gone", () => {
    stores.document.setState({ rig: null });
    const deform = { workspace: "deform", layout: "rig", shading: "weights" };
    restoreView(stores, { ...deform, selectedBone: 0, hiddenBones: [0] }, known);
    const { workspace, layout, shading } = stores.view.getInitialState();
    expect(stores.view.getState()).toMatchObject({ workspace, layout, shading, selectedBone: null });
    expect([...stores.view.getState().hiddenBones]).toEqual([]);
  });
});
