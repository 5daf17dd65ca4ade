import { beforeEach, describe, expect, it } from "vitest";
import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { History } from "../../history/history";
import { patch } from "../../patch";
import { boneEditResult } from "../../solve/bone-commands";
import { solveResult } from "../../solve/solve-commands";
import { createStores, type Stores } from "../../stores";
import { changeWeights } from "../painting/weight-painting";
import { BONES, sheet, symmetricWeights, weightAt, worstSum } from "../testing/weights";
import { lockWeights } from "../weight-locks";
import type { WeightRows } from "../weight-rows";
import {
  addLayer,
  clearLayer,
  deleteLayer,
  duplicateLayer,
  mergeAllLayers,
  mergeLayerDown,
  moveLayer,
  previewOpacity,
  renameLayer,
  setLayerKind,
  setLayerMask,
  setLayerOpacity,
  toggleLayerLock,
  toggleMuted,
  toggleSolo,
} from "./layer-commands";
import { composedFound } from "./new-base";
import { selectedLayer, selectLayer, whyNotWeights } from "./selected-layer";

const mesh = sheet();
const found = symmetricWeights(mesh);
const rig: Rig = {
  ...{ version: 1, bones: BONES, boneKind: "rigid", weights: found },
  ...{ motion: new Float32Array(12 * BONES.length), rest: mesh.positions },
};
const report = { method: "auto", eRms: 1 } as unknown as SolveReport;

/** One vertex with whole rows of bones 0 and 1. */
const painted = (vertex: number, arm: number): WeightRows => ({
  vertices: Uint32Array.of(vertex),
  offsets: Uint32Array.of(0, 2),
  bones: Uint16Array.of(0, 1),
  values: Float32Array.of(1 - arm, arm),
});

let stores: Stores;
let history: History;
beforeEach(() => {
  stores = createStores();
  history = new History();
  stores.document.setState({ rig, report });
});

const state = () => stores.document.getState();
const weights = () => state().rig!.weights;
const arm = (vertex: number) => weightAt(weights(), vertex, 1);
const layers = () => state().weightLayers?.layers ?? [];
const stroke = (vertex: number, value: number) =>
  history.run(changeWeights(stores, "Paint", "brush", painted(vertex, value)));

describe("a stroke", () => {
  it("makes a layer, and keeps what was found as the base; an undo removes it again", () => {
    stroke(3, 0.75);
    expect(layers().map(({ name, kind, strokes }) => [name, kind, strokes])).toEqual([
      ["Layer 1", "replace", 1],
    ]);
    expect(state().weightLayers!.base).toBe(found);
    expect([arm(3), [...state().weightEdits.painted]]).toEqual([0.75, [3]]);
    stroke(4, 0.5);
    expect(layers().map(({ strokes }) => strokes)).toEqual([2]);
    history.undo();
    expect([layers()[0].strokes, [...layers()[0].rows.vertices]]).toEqual([1, [3]]);
    history.undo();
    expect(state().weightLayers).toBeNull();
    expect(weights()).toEqual(found);
    history.redo();
    history.redo();
    expect([arm(3), arm(4), layers()[0].strokes]).toEqual([0.75, 0.5, 2]);
  });

  it("goes to the selected layer, and to a new one if that is locked or hidden", () => {
    stroke(3, 0.75);
    history.run(addLayer(stores, "add"));
    stroke(3, 0.25);
    expect(layers().map(({ rows }) => rows.vertices.length)).toEqual([1, 1]);
    expect(arm(3)).toBe(0.25);
    history.run(toggleLayerLock(stores, layers()[1].id));
    expect(whyNotWeights(stores)).toBe("The layer Layer 2 is locked. Click its padlock to paint on it.");
    stroke(3, 0.5);
    expect(layers().map(({ name }) => name)).toEqual(["Layer 1", "Layer 2", "Layer 3"]);
    history.run(toggleMuted(stores, layers()[2].id));
    expect([arm(3), whyNotWeights(stores)]).toEqual([
      0.25,
      "The layer Layer 3 is hidden. Click its eye to paint on it.",
    ]);
  });

  it("and a new layer do not replace the list of painted vertices if it stays the same", () => {
    stroke(3, 0.75);
    const { weightEdits } = state();
    history.run(addLayer(stores, "add"));
    expect(state().weightEdits).toBe(weightEdits);
    stroke(5, 0.5);
    expect(state().weightEdits.painted).toBe(weightEdits.painted);
  });

  it("holds only the rows it changed", () => {
    stroke(3, 0.75);
    const command = changeWeights(stores, "Paint", "brush", painted(5, 0.5));
    const { content, layer } = command.after.part;
    expect([content!.rows.vertices.length, layer!.rows.vertices.length]).toEqual([1, 0]);
  });
});

describe("a layer", () => {
  beforeEach(() => stroke(3, 0.75));
  const id = () => layers()[0].id;
  const base = weightAt(found, 3, 1);

  it("mixes by its opacity, with a preview while it is dragged, and does not count as painted below 100 %", () => {
    previewOpacity(stores, id(), 0.5);
    expect(weightAt(state().liveRig!.weights, 3, 1)).toBeCloseTo((base + 0.75) / 2, 6);
    expect(arm(3)).toBe(0.75);
    previewOpacity(stores, id(), null);
    history.run(setLayerOpacity(stores, id(), 0.5)!);
    expect([arm(3), state().weightEdits.painted.length]).toEqual([expect.closeTo((base + 0.75) / 2, 6), 0]);
    history.undo();
    expect([arm(3), [...state().weightEdits.painted]]).toEqual([0.75, [3]]);
  });

  it("is cleared with its name, kind, opacity and mask kept, and an undo brings the strokes back", () => {
    history.run(setLayerKind(stores, id(), "corrective"));
    history.run(setLayerOpacity(stores, id(), 0.5)!);
    const before = layers()[0];
    history.run(clearLayer(stores, id()));
    const { rows, below, strokes, name, kind, opacity } = layers()[0];
    expect([rows.vertices.length, below!.vertices.length, strokes]).toEqual([0, 0, 0]);
    expect([name, kind, opacity]).toEqual([before.name, "corrective", 0.5]);
    expect(weights()).toEqual(found);
    history.undo();
    expect(layers()[0]).toBe(before);
    expect(arm(3)).toBeCloseTo((base + 0.75) / 2, 6);
  });

  it("has no effect while it is hidden or another layer is shown alone", () => {
    history.run(addLayer(stores));
    stroke(4, 0.5);
    history.run(toggleMuted(stores, layers()[0].id));
    expect([arm(3), arm(4)]).toEqual([base, 0.5]);
    history.run(toggleSolo(stores, layers()[0].id));
    expect([arm(3), arm(4)]).toEqual([0.75, weightAt(found, 4, 1)]);
    history.run(toggleSolo(stores, layers()[0].id));
    expect([arm(3), arm(4)]).toEqual([0.75, 0.5]);
  });

  it("is limited by its mask", () => {
    history.run(setLayerMask(stores, id(), { vertices: Uint32Array.of(3), values: Float32Array.of(0.25) }));
    expect(arm(3)).toBeCloseTo(0.75 * base + 0.25 * 0.75, 6);
    stroke(5, 0.5);
    expect(arm(5)).toBe(weightAt(found, 5, 1));
    expect(stores.paintNews.getState().words).toBe(
      "1 vertex stayed: there Layer 1 is masked or a layer above covers it.",
    );
    history.undo();
    history.run(setLayerMask(stores, id(), null));
    expect(arm(3)).toBe(0.75);
  });

  it("can be renamed, duplicated, moved, deleted and changed to another kind, each with an undo", () => {
    history.run(renameLayer(stores, id(), "Shoulder"));
    history.run(duplicateLayer(stores, id()));
    expect(layers().map(({ name }) => name)).toEqual(["Shoulder", "Shoulder copy"]);
    expect(selectedLayer(stores)!.name).toBe("Shoulder copy");
    stroke(3, 0.25);
    history.run(moveLayer(stores, layers()[1].id, 0)!);
    expect([layers()[0].name, arm(3)]).toEqual(["Shoulder copy", 0.75]);
    history.run(deleteLayer(stores, layers()[1].id));
    expect([layers().length, arm(3)]).toEqual([1, 0.25]);
    history.run(setLayerKind(stores, layers()[0].id, "add"));
    expect([layers()[0].kind, arm(3)]).toEqual(["add", expect.closeTo(0.25, 6)]);
    for (let n = 0; n < 6; n++) history.undo();
    expect([layers().map(({ name }) => name), arm(3)]).toEqual([["Layer 1"], 0.75]);
  });

  it("can be merged down or into the base without changing the weights", () => {
    history.run(addLayer(stores, "add"));
    stroke(3, 0.5);
    stroke(5, 0.25);
    const before = weights();
    history.run(mergeLayerDown(stores, layers()[1].id));
    expect([layers().length, weightAt(weights(), 5, 1)]).toEqual([1, expect.closeTo(0.25, 6)]);
    history.undo();
    history.run(mergeAllLayers(stores));
    expect([state().weightLayers, weights()]).toEqual([null, before]);
    history.undo();
    expect(layers().length).toBe(2);
    history.run(toggleMuted(stores, layers()[1].id));
    history.run(mergeAllLayers(stores));
    expect([layers().map(({ name, muted }) => [name, muted]), arm(3)]).toEqual([[["Layer 2", true]], 0.75]);
  });

  it("does not change locked bones until they are unlocked", () => {
    history.run(lockWeights(stores, ["arm_L"], true));
    history.run(toggleMuted(stores, id()));
    expect([arm(3), worstSum(weights()) < 1e-6]).toEqual([0.75, true]);
    history.run(lockWeights(stores, ["arm_L"], false));
    expect(arm(3)).toBe(base);
    history.undo();
    expect(arm(3)).toBe(0.75);
  });
});

describe("released vertices", () => {
  const release = (next?: Rig) => {
    const { weightEdits } = state();
    const free = { ...weightEdits, painted: new Uint32Array(0) };
    history.run(patch(stores, "Release", "unpin", { weightEdits: free, ...(next && { rig: next }) }));
  };

  it("move from their layer into the base, until their weights are found again", () => {
    stroke(3, 0.75);
    release();
    expect([arm(3), layers()[0].rows.vertices.length, state().weightEdits.painted.length]).toEqual([
      0.75, 0, 0,
    ]);
    history.run(patch(stores, "Bind", "link", { rig: { ...rig, weights: { ...found } } }));
    expect(arm(3)).toBe(weightAt(found, 3, 1));
    history.undo();
    history.undo();
    expect([arm(3), layers()[0].rows.vertices.length, [...state().weightEdits.painted]]).toEqual([
      0.75,
      1,
      [3],
    ]);
  });

  it("do so too in the step that takes the weights on screen into the document", () => {
    stroke(3, 0.75);
    const shown = composedFound(stores, { ...rig, weights: { ...found } });
    expect(weightAt(shown.weights, 3, 1)).toBe(0.75);
    release(shown);
    expect(state().rig).toBe(shown);
    expect([arm(3), layers()[0].rows.vertices.length, state().weightEdits.painted.length]).toEqual([
      0.75, 0, 0,
    ]);
    expect(weightAt(state().weightLayers!.base, 3, 1)).toBe(0.75);
  });
});

describe("newly found weights", () => {
  const moved = { ...found, values: found.values.map((w) => w) };
  /** The same rows, with the first two bones exchanged. */
  const other = { ...found, bones: found.bones.map((j) => (j === 2 ? 2 : 1 - j)) };
  const put = (next: Rig) => history.run(patch(stores, "Bind", "link", { rig: next, report }));

  it("become the base below the layers", () => {
    stroke(3, 0.75);
    const shared = { ...moved, values: found.values.map((w) => w * 1) };
    shared.values[0] = 1;
    put({ ...rig, weights: { ...shared, bones: other.bones } });
    expect([arm(3), layers().length]).toEqual([0.75, 1]);
    expect(state().report!.weightsChanged).toBe(true);
    history.undo();
    expect([arm(3), state().weightLayers!.base]).toEqual([0.75, found]);
  });

  it("do not put a kept row into the base", () => {
    stroke(3, 0.75);
    put({
      ...rig,
      weights: { ...weights(), values: weights().values.map((w, e) => (e === 0 ? 1 - 1e-3 : w)) },
    });
    history.run(deleteLayer(stores, layers()[0].id));
    expect(arm(3)).toBe(weightAt(found, 3, 1));
  });

  it("of another solve are matched to old bones by the vertices that they move, not by names", () => {
    stroke(3, 0.75);
    const bones = ["p", "q", "r"].map((name, j) => ({ ...BONES[j], name }));
    const next = { ...rig, bones, weights: other };
    history.run(solveResult(stores, next, report, { keptEarly: false, continued: false }));
    // The old arm_L is bone 0 now.
    expect(weightAt(weights(), 3, 0)).toBe(0.75);
    expect(state().weightLayers!.bones).toEqual(["p", "q", "r"]);
  });

  it("leave weights of missing bones in layers, which use them when the bones return", () => {
    stroke(3, 0.75);
    const less = {
      ...rig,
      bones: [BONES[0], BONES[2]],
      weights: { ...found, bones: found.bones.map((j) => (j === 2 ? 1 : 0)) },
    };
    put(less);
    expect(state().weightLayers!.bones).toEqual(["middle", "arm_R", "arm_L"]);
    expect(worstSum(weights())).toBeLessThan(1e-6);
    put({ ...rig, weights: moved });
    expect(arm(3)).toBe(0.75);
  });

  it("do not change locked bones by a bit, with layers and without", () => {
    history.run(lockWeights(stores, ["arm_R"], true));
    const before = Array.from({ length: mesh.vertexCount }, (_, i) => weightAt(found, i, 2));
    const now = () => before.map((_, i) => weightAt(weights(), i, 2));
    const turned = { ...found, bones: found.bones.map((j) => (j + 1) % 3) };
    const sorted = { ...turned, ...sortedRows(turned) };
    put({ ...rig, weights: sorted });
    expect(now()).toEqual(before);
    stroke(3, 0.75);
    put({ ...rig, weights: found });
    expect(now()).toEqual(before);
    history.run(
      solveResult(stores, { ...rig, weights: sorted }, report, { keptEarly: false, continued: true }),
    );
    expect(now()).toEqual(before);
    expect(worstSum(weights())).toBeLessThan(1e-6);
  });

  it("after a merge of bones give a layer's weights to the bone that stays", () => {
    stroke(3, 0.75);
    const bones = [BONES[0], BONES[2]];
    const merged = {
      ...rig,
      bones,
      weights: { ...found, ...sortedRows({ ...found, bones: found.bones.map((j) => (j === 2 ? 1 : 0)) }) },
    };
    const edit = { kind: "merge", bones: [0, 1] } as const;
    const measures = {} as never;
    history.run(
      boneEditResult(stores, edit, { rig: merged, origin: Int32Array.of(0, 2), measures } as never),
    );
    expect(weightAt(weights(), 3, 0)).toBe(1);
    expect(state().weightLayers!.bones).toEqual(["middle", "arm_R"]);
  });
});

/** Rows by ascending bone; entries of one bone are added. */
function sortedRows({ offsets, bones, values }: typeof found) {
  const ids: number[] = [];
  const all: number[] = [];
  const begins = [0];
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = new Map<number, number>();
    for (let e = offsets[i]; e < offsets[i + 1]; e++) row.set(bones[e], (row.get(bones[e]) ?? 0) + values[e]);
    for (const [j, w] of [...row].sort(([a], [b]) => a - b)) {
      ids.push(j);
      all.push(w);
    }
    begins.push(ids.length);
  }
  return { offsets: Uint32Array.from(begins), bones: Uint16Array.from(ids), values: Float32Array.from(all) };
}

it("the highest layer counts as selected if none is", () => {
  stroke(3, 0.75);
  history.run(addLayer(stores));
  selectLayer(stores, null);
  expect(selectedLayer(stores)!.name).toBe("Layer 2");
});
