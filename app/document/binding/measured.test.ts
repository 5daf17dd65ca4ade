import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WeightReport } from "../../../workers/model/reports/weight-report";
import type { Rig } from "../../../workers/model/rig/rig";
import { DEFAULT_LIMITS, type Skeleton } from "../../../workers/model/skeleton/skeleton";
import { type Command, History } from "../history/history";
import { patch } from "../patch";
import { projectExtras } from "../project-extras";
import { createStores, type Stores } from "../stores";
import { changeWeights } from "../weights/painting/weight-painting";
import { followReports, isOutdated } from "./measured";
import { renamedTogether } from "./renaming";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const skeleton: Skeleton = {
  version: 1,
  segments: ["upper", "lower"].map((name, j) => ({
    name,
    parent: j - 1,
    kind: "rigid",
    head: [j, 0, 0],
    tail: [j + 1, 0, 0],
    limits: { ...DEFAULT_LIMITS },
  })),
};
const rig: Rig = {
  version: 1,
  bones: skeleton.segments.map(({ name, parent, head }) => ({ name, parent, head })),
  boneKind: "rigid",
  weights: {
    version: 1,
    offsets: Uint32Array.of(0, 1, 3),
    bones: Uint16Array.of(0, 0, 1),
    values: Float32Array.of(1, 0.5, 0.5),
  },
  motion: new Float32Array(24),
  rest: new Float32Array(6),
};
const weightReport = { method: "arap", heldOutEnergy: 0.01 } as WeightReport;

describe("figures of weights", () => {
  let history: History;
  let stop: () => void;
  const outdated = () => isOutdated(stores, stores.document.getState());
  const kept = () => projectExtras(stores, stores.document.getState()).weightReport ?? null;

  beforeEach(() => {
    stop = followReports(stores);
    history = new History();
    history.run(patch(stores, "Bind", "link", { skeleton, rig, weightReport }));
  });
  afterEach(() => {
    stop();
  });

  it("match the weights that they came with, and stay so in a project", () => {
    expect(outdated()).toBe(false);
    expect(kept()).toBe(weightReport);
    expect(stores.binding.getState().lastReport).toBe(weightReport);
  });

  it("are outdated after painting until an undo; a project does not keep them", () => {
    const row = { vertices: Uint32Array.of(1), offsets: Uint32Array.of(0, 1), bones: Uint16Array.of(1) };
    const values = Float32Array.of(1);
    history.run(changeWeights(stores, "Paint lower", "brush", { ...row, values }) as Command);
    expect(outdated()).toBe(true);
    expect(kept()).toBeNull();
    history.undo();
    expect(outdated()).toBe(false);
    history.redo();
    expect(outdated()).toBe(true);
  });

  it("are outdated while weights settle, and after joints move", () => {
    stores.document.setState({ liveRig: { ...rig } });
    expect(outdated()).toBe(true);
    stores.document.setState({ liveRig: null });
    expect(outdated()).toBe(false);
    const [first, second] = skeleton.segments;
    const moved: Skeleton = { version: 1, segments: [first, { ...second, head: [1, 1, 0] }] };
    history.run(patch(stores, "Move a joint", "joint", { skeleton: moved }));
    expect(outdated()).toBe(true);
    history.undo();
    expect(outdated()).toBe(false);
  });

  it("stay valid when bones are renamed", () => {
    history.run(patch(stores, "Rename", "bone", renamedTogether(skeleton, rig, 1, "forearm")));
    expect(outdated()).toBe(false);
  });

  it("are not outdated without a report", () => {
    stores.document.setState({ weightReport: null });
    expect(outdated()).toBe(false);
    expect(kept()).toBeNull();
  });
});
