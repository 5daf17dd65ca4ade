import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { type Command, History } from "../../history/history";
import { createStores, type Stores } from "../../stores";
import { lockedBones, lockWeights } from "../weight-locks";
import type { WeightRows } from "../weight-rows";
import { changeWeights, tellChange } from "./weight-painting";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const rig: Rig = {
  version: 1,
  bones: ["hip", "thigh", "knee"].map((name, j) => ({ name, parent: j - 1, head: [j, 0, 0] })),
  boneKind: "rigid",
  weights: {
    version: 1,
    offsets: Uint32Array.of(0, 1, 3, 4),
    bones: Uint16Array.of(0, 0, 1, 2),
    values: Float32Array.of(1, 0.5, 0.5, 1),
  },
  motion: new Float32Array(36),
  rest: new Float32Array(9),
  correction: { rank: 1, shapes: new Float32Array(9), weights: new Float32Array(1) },
};
const rows: WeightRows = {
  vertices: Uint32Array.of(1),
  offsets: Uint32Array.of(0, 3),
  bones: Uint16Array.of(0, 1, 2),
  values: Float32Array.of(0.25, 0.25, 0.5),
};
const report = { eRms: 1, errorPerVertex: new Float32Array(3) } as unknown as SolveReport;

afterEach(() => {
  stores.paintNews.setState({ words: null, unmatched: null });
});

describe("changeWeights", () => {
  it("replaces rows, removes the correction with a message, and marks the report; an undo restores all of it", () => {
    stores.document.setState({ rig, report });
    const history = new History();
    const command = changeWeights(stores, "Paint knee", "brush", rows) as Command;
    expect(command.label).toBe("Paint knee; correction removed");
    history.run(command);
    const after = stores.document.getState();
    expect([...(after.rig?.weights.offsets ?? [])]).toEqual([0, 1, 4, 5]);
    expect([...(after.rig?.weights.values ?? [])]).toEqual([1, 0.25, 0.25, 0.5, 1]);
    expect(after.rig).not.toHaveProperty("correction");
    expect(after.report?.weightsChanged).toBe(true);
    expect(after.report?.eRms).toBe(1);

    history.undo();
    expect(stores.document.getState().rig).toEqual(rig);
    expect(stores.document.getState().report).toBe(report);
    history.redo();
    expect(stores.document.getState().rig).toEqual(after.rig);
    expect(stores.document.getState().report?.weightsChanged).toBe(true);
  });
});

describe("tellChange", () => {
  it("names the bones that gave, received or are locked", () => {
    stores.document.setState({ rig });
    new History().run(lockWeights(stores, ["knee"], true));
    expect([...lockedBones(stores, rig.bones)]).toEqual([0, 0, 1]);
    const words = () => stores.paintNews.getState().words;
    const more: WeightRows = { ...rows, values: Float32Array.of(0.2, 0.8, 0) };
    tellChange(stores, rig, more, [1], 0);
    expect(words()).toBe("Taken from hip; knee is locked.");
    const less: WeightRows = { ...rows, values: Float32Array.of(0.8, 0.2, 0) };
    tellChange(stores, rig, less, [1], 0);
    expect(words()).toBe("Given to hip; knee is locked.");
    tellChange(stores, rig, { ...rows, values: Float32Array.of(0.5, 0.5, 0) }, [1], 2);
    expect(words()).toBe("knee is locked; 2 touches changed nothing: all other bones there are locked.");
  });
});
