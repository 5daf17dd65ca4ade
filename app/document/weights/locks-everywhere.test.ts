import { beforeEach, describe, expect, it } from "vitest";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { WeightBuilder } from "../../../workers/model/rig/weight-builder";
import { adoptBake } from "../deform/deform-commands";
import type { Command } from "../history/history";
import { History } from "../history/history";
import { patch } from "../patch";
import { putReduction } from "../reduce/reduce-commands";
import { boneEditResult } from "../solve/bone-commands";
import { takeFromPath } from "../solve/live-commands";
import { openResult } from "../solve/open-result";
import { solveResult } from "../solve/solve-commands";
import { createStores, type Stores } from "../stores";
import { keptVertices, rigToContinue } from "./layers/base-rig";
import { addLayer, mergeAllLayers, setLayerOpacity, toggleMuted } from "./layers/layer-commands";
import { runAndTell } from "./painted-changes";
import { changeWeights } from "./painting/weight-painting";
import { BONES, sheet, symmetricWeights, weightAt, worstSum } from "./testing/weights";
import { lockWeights } from "./weight-locks";

const mesh = sheet();
const found = symmetricWeights(mesh);
const rig: Rig = {
  ...{ version: 1, bones: BONES, boneKind: "rigid", weights: found },
  ...{ motion: new Float32Array(12 * BONES.length), rest: mesh.positions },
};
const report = { method: "auto", eRms: 1 } as unknown as SolveReport;
const every = Array.from({ length: mesh.vertexCount }, (_, i) => i);

/** Other weights of the three bones: the arms have less, and the left arm reaches everywhere. */
const others: SparseWeights = (() => {
  const rows = new WeightBuilder();
  for (const i of every) {
    const right = 0.8 * weightAt(found, i, 2);
    const left = 0.1 + 0.6 * weightAt(found, i, 1);
    rows.addScaledRow([
      [0, 1 - right - left],
      [1, left],
      [2, right],
    ]);
  }
  return rows.weights();
})();
const next: Rig = { ...rig, weights: others };

let stores: Stores;
let history: History;
const state = () => stores.document.getState();
const locked = () => every.map((i) => weightAt(state().rig!.weights, i, 2));

beforeEach(() => {
  stores = createStores();
  history = new History();
  stores.document.setState({ rig, report });
  history.run(lockWeights(stores, ["arm_R"], true));
});

const paint = () =>
  changeWeights(stores, "Paint", "brush", {
    ...{ vertices: Uint32Array.of(3), offsets: Uint32Array.of(0, 2) },
    ...{ bones: Uint16Array.of(0, 1), values: Float32Array.of(0.25, 0.75) },
  }) as Command;

const STEPS: Record<string, () => Command> = {
  "a binding": () => patch(stores, "Bind", "link", { rig: next }),
  "a continued solve": () => solveResult(stores, next, report, { keptEarly: false, continued: true }),
  "another solve": () => solveResult(stores, next, report, { keptEarly: false, continued: false }),
  "a run of a comparison": () => openResult(stores, "Open run", { rig: next, report }, state().settings),
  "the solution path": () => takeFromPath(stores, state(), { rig: next, report }),
  "an edit of another bone": () =>
    boneEditResult(stores, { kind: "move", bone: 1, vertex: 0 }, {
      ...{ rig: next, origin: Int32Array.of(0, 1, 2), measures: {} },
    } as never),
  "a reduction": () => putReduction(stores, next, "2 influences"),
  "a baked deformer": () => adoptBake(stores, next, 4),
};

describe("a locked bone keeps its weights bit for bit", () => {
  for (const [what, step] of Object.entries(STEPS)) {
    it(`through ${what}, with layers and without`, () => {
      const before = locked();
      for (const layered of [false, true]) {
        if (layered) history.run(paint());
        history.run(step());
        expect(locked()).toEqual(before);
        expect(worstSum(state().rig!.weights)).toBeLessThan(2e-6);
        expect(state().weightEdits.locked).toEqual(["arm_R"]);
        expect(weightAt(state().rig!.weights, 40, 1)).not.toBe(weightAt(found, 40, 1));
        history.undo();
        expect(locked()).toEqual(before);
      }
    });
  }

  it("through every change of layers", () => {
    const before = locked();
    history.run(paint());
    history.run(addLayer(stores, "add"));
    history.run(paint());
    const { id } = state().weightLayers!.layers[0];
    for (const step of [
      () => setLayerOpacity(stores, id, 0.5)!,
      () => toggleMuted(stores, id),
      () => mergeAllLayers(stores),
    ]) {
      history.run(step());
      expect(locked()).toEqual(before);
    }
  });

  it("through a reduction from before another bone was removed", () => {
    const before = locked();
    const without = [BONES[0], BONES[2]];
    const rows = new WeightBuilder();
    for (const i of every) {
      const right = weightAt(found, i, 2);
      rows.addRow([
        [0, 1 - right],
        [1, right],
      ]);
    }
    const less = { ...rig, bones: without, weights: rows.weights() };
    history.run(patch(stores, "Remove idle bones", "trash", { rig: less }));
    history.run(putReduction(stores, next, "2 influences"));
    expect(state().rig!.bones).toEqual(BONES);
    expect(locked()).toEqual(before);
    expect(worstSum(state().rig!.weights)).toBeLessThan(2e-6);
  });

  it("or else a message names the bone that is gone", () => {
    const bones = [BONES[0], BONES[1]];
    const rows = new WeightBuilder();
    for (const i of every)
      rows.addScaledRow([
        [0, 1 - weightAt(found, i, 1)],
        [1, weightAt(found, i, 1)],
      ]);
    const less = { ...rig, bones, weights: rows.weights() };
    runAndTell(stores, history, solveResult(stores, less, report, { keptEarly: false, continued: false }));
    expect(state().weightEdits.locked).toEqual([]);
    expect(stores.notices.getState().toasts.at(-1)?.title).toBe("1 lock ended");
  });
});

it("a solve continues from the base, with the rows of painted vertices and locked bones", () => {
  history.run(paint());
  history.run(patch(stores, "Bind", "link", { rig: next }));
  const kept = keptVertices(state().rig!, state());
  expect(kept).toContain(3);
  expect([...kept].filter((i) => i !== 3).every((i) => weightAt(found, i, 2) > 0)).toBe(true);
  const from = rigToContinue(state().rig!, state());
  for (const i of every) {
    const { weights } = kept.includes(i) ? state().rig! : { weights: state().weightLayers!.base };
    for (const j of [0, 1, 2]) expect(weightAt(from.weights, i, j)).toBe(weightAt(weights, i, j));
  }
});
