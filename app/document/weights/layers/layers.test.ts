import { beforeEach, describe, expect, it } from "vitest";
import type { Command } from "../../history/history";
import { changeWeights } from "../painting/weight-painting";
import { found, painted, paintedSheet } from "../testing/painted-sheet";
import { weightAt, worstSum } from "../testing/weights";
import { lockWeights } from "../weight-locks";
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
import { selectedLayer, selectLayer, whyNotWeights } from "./selected-layer";

let on = paintedSheet();
beforeEach(() => {
  on = paintedSheet();
});

describe("a stroke", () => {
  it("makes a layer, and keeps what was found as the base; an undo removes it again", () => {
    on.stroke(3, 0.75);
    expect(on.layers().map(({ name, kind, strokes }) => [name, kind, strokes])).toEqual([
      ["Layer 1", "replace", 1],
    ]);
    expect(on.state().weightLayers!.base).toBe(found);
    expect([on.arm(3), [...on.state().weightEdits.painted]]).toEqual([0.75, [3]]);
    on.stroke(4, 0.5);
    expect(on.layers().map(({ strokes }) => strokes)).toEqual([2]);
    on.history.undo();
    expect([on.layers()[0].strokes, [...on.layers()[0].rows.vertices]]).toEqual([1, [3]]);
    on.history.undo();
    expect(on.state().weightLayers).toBeNull();
    expect(on.weights()).toEqual(found);
    on.history.redo();
    on.history.redo();
    expect([on.arm(3), on.arm(4), on.layers()[0].strokes]).toEqual([0.75, 0.5, 2]);
  });

  it("goes to the selected layer, and to a new one if that is locked or hidden", () => {
    on.stroke(3, 0.75);
    on.history.run(addLayer(on.stores, "add"));
    on.stroke(3, 0.25);
    expect(on.layers().map(({ rows }) => rows.vertices.length)).toEqual([1, 1]);
    expect(on.arm(3)).toBe(0.25);
    on.history.run(toggleLayerLock(on.stores, on.layers()[1].id));
    expect(whyNotWeights(on.stores)).toBe("The layer Layer 2 is locked. Click its padlock to paint on it.");
    on.stroke(3, 0.5);
    expect(on.layers().map(({ name }) => name)).toEqual(["Layer 1", "Layer 2", "Layer 3"]);
    on.history.run(toggleMuted(on.stores, on.layers()[2].id));
    expect([on.arm(3), whyNotWeights(on.stores)]).toEqual([
      0.25,
      "The layer Layer 3 is hidden. Click its eye to paint on it.",
    ]);
  });

  it("and a new layer do not replace the list of painted vertices if it stays the same", () => {
    on.stroke(3, 0.75);
    const { weightEdits } = on.state();
    on.history.run(addLayer(on.stores, "add"));
    expect(on.state().weightEdits).toBe(weightEdits);
    on.stroke(5, 0.5);
    expect(on.state().weightEdits.painted).toBe(weightEdits.painted);
  });

  it("holds only the rows it changed", () => {
    on.stroke(3, 0.75);
    const command = changeWeights(on.stores, "Paint", "brush", painted(5, 0.5));
    if (typeof command === "string") throw new Error(command);
    const { content, layer } = command.after.part;
    expect([content!.rows.vertices.length, layer!.rows.vertices.length]).toEqual([1, 0]);
  });
});

describe("a layer", () => {
  beforeEach(() => on.stroke(3, 0.75));
  const id = () => on.layers()[0].id;
  const base = weightAt(found, 3, 1);

  it("mixes by its opacity, with a preview while it is dragged, and does not count as painted below 100 %", () => {
    previewOpacity(on.stores, id(), 0.5);
    expect(weightAt(on.state().liveRig!.weights, 3, 1)).toBeCloseTo((base + 0.75) / 2, 6);
    expect(on.arm(3)).toBe(0.75);
    previewOpacity(on.stores, id(), null);
    on.history.run(setLayerOpacity(on.stores, id(), 0.5)!);
    expect([on.arm(3), on.state().weightEdits.painted.length]).toEqual([
      expect.closeTo((base + 0.75) / 2, 6),
      0,
    ]);
    on.history.undo();
    expect([on.arm(3), [...on.state().weightEdits.painted]]).toEqual([0.75, [3]]);
  });

  it("is cleared with its name, kind, opacity and mask kept, and an undo brings the strokes back", () => {
    on.history.run(setLayerKind(on.stores, id(), "corrective"));
    on.history.run(setLayerOpacity(on.stores, id(), 0.5)!);
    const before = on.layers()[0];
    on.history.run(clearLayer(on.stores, id()));
    const { rows, below, strokes, name, kind, opacity } = on.layers()[0];
    expect([rows.vertices.length, below!.vertices.length, strokes]).toEqual([0, 0, 0]);
    expect([name, kind, opacity]).toEqual([before.name, "corrective", 0.5]);
    expect(on.weights()).toEqual(found);
    on.history.undo();
    expect(on.layers()[0]).toBe(before);
    expect(on.arm(3)).toBeCloseTo((base + 0.75) / 2, 6);
  });

  it("has no effect while it is hidden or another layer is shown alone", () => {
    on.history.run(addLayer(on.stores));
    on.stroke(4, 0.5);
    on.history.run(toggleMuted(on.stores, on.layers()[0].id));
    expect([on.arm(3), on.arm(4)]).toEqual([base, 0.5]);
    on.history.run(toggleSolo(on.stores, on.layers()[0].id));
    expect([on.arm(3), on.arm(4)]).toEqual([0.75, weightAt(found, 4, 1)]);
    on.history.run(toggleSolo(on.stores, on.layers()[0].id));
    expect([on.arm(3), on.arm(4)]).toEqual([0.75, 0.5]);
  });

  it("is limited by its mask", () => {
    on.history.run(
      setLayerMask(on.stores, id(), { vertices: Uint32Array.of(3), values: Float32Array.of(0.25) }),
    );
    expect(on.arm(3)).toBeCloseTo(0.75 * base + 0.25 * 0.75, 6);
    const both = {
      ...{ vertices: Uint32Array.of(3, 5), offsets: Uint32Array.of(0, 2, 4) },
      ...{ bones: Uint16Array.of(0, 1, 0, 1), values: Float32Array.of(0.6, 0.4, 0.5, 0.5) },
    };
    on.history.run(changeWeights(on.stores, "Paint", "brush", both) as Command);
    expect(on.arm(5)).toBe(weightAt(found, 5, 1));
    expect(on.stores.paintNews.getState().words).toBe(
      "1 vertex stayed: there Layer 1 is masked or a layer above covers it.",
    );
    on.history.undo();
    // Nothing but masked vertices: no step, and the report stays.
    expect(changeWeights(on.stores, "Paint", "brush", painted(5, 0.5))).toBe(
      "Here Layer 1 is masked, or a layer above covers it. Select another layer, or change its mask.",
    );
    on.history.run(setLayerMask(on.stores, id(), null));
    expect(on.arm(3)).toBe(0.75);
  });

  it("can be renamed, duplicated, moved, deleted and changed to another kind, each with an undo", () => {
    on.history.run(renameLayer(on.stores, id(), "Shoulder"));
    on.history.run(duplicateLayer(on.stores, id()));
    expect(on.layers().map(({ name }) => name)).toEqual(["Shoulder", "Shoulder copy"]);
    expect(selectedLayer(on.stores)!.name).toBe("Shoulder copy");
    on.stroke(3, 0.25);
    on.history.run(moveLayer(on.stores, on.layers()[1].id, 0)!);
    expect([on.layers()[0].name, on.arm(3)]).toEqual(["Shoulder copy", 0.75]);
    on.history.run(deleteLayer(on.stores, on.layers()[1].id));
    expect([on.layers().length, on.arm(3)]).toEqual([1, 0.25]);
    on.history.run(setLayerKind(on.stores, on.layers()[0].id, "add"));
    expect([on.layers()[0].kind, on.arm(3)]).toEqual(["add", expect.closeTo(0.25, 6)]);
    for (let n = 0; n < 6; n++) on.history.undo();
    expect([on.layers().map(({ name }) => name), on.arm(3)]).toEqual([["Layer 1"], 0.75]);
  });

  it("can be merged down or into the base without changing the weights", () => {
    on.history.run(addLayer(on.stores, "add"));
    on.stroke(3, 0.5);
    on.stroke(5, 0.25);
    const before = on.weights();
    on.history.run(mergeLayerDown(on.stores, on.layers()[1].id));
    expect([on.layers().length, weightAt(on.weights(), 5, 1)]).toEqual([1, expect.closeTo(0.25, 6)]);
    on.history.undo();
    on.history.run(mergeAllLayers(on.stores));
    expect([on.state().weightLayers, on.weights()]).toEqual([null, before]);
    on.history.undo();
    expect(on.layers().length).toBe(2);
    on.history.run(toggleMuted(on.stores, on.layers()[1].id));
    on.history.run(mergeAllLayers(on.stores));
    expect([on.layers().map(({ name, muted }) => [name, muted]), on.arm(3)]).toEqual([
      [["Layer 2", true]],
      0.75,
    ]);
  });

  it("does not change locked bones until they are unlocked", () => {
    on.history.run(lockWeights(on.stores, ["arm_L"], true));
    on.history.run(toggleMuted(on.stores, id()));
    expect([on.arm(3), worstSum(on.weights()) < 1e-6]).toEqual([0.75, true]);
    on.history.run(lockWeights(on.stores, ["arm_L"], false));
    expect(on.arm(3)).toBe(base);
    on.history.undo();
    expect(on.arm(3)).toBe(0.75);
  });
});

it("the highest layer counts as selected if none is", () => {
  on.stroke(3, 0.75);
  on.history.run(addLayer(on.stores));
  selectLayer(on.stores, null);
  expect(selectedLayer(on.stores)!.name).toBe("Layer 2");
});
