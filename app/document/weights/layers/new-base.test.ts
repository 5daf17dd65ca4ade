import { beforeEach, describe, expect, it } from "vitest";
import type { Rig } from "../../../../workers/model/rig/rig";
import { patch } from "../../patch";
import { boneEditResult } from "../../solve/bone-commands";
import { solveResult } from "../../solve/solve-commands";
import { found, mesh, paintedSheet, report, rig } from "../testing/painted-sheet";
import { BONES, weightAt, worstSum } from "../testing/weights";
import { lockWeights } from "../weight-locks";
import { deleteLayer } from "./layer-commands";
import { composedFound } from "./new-base";

let on = paintedSheet();
beforeEach(() => {
  on = paintedSheet();
});

describe("released vertices", () => {
  const release = (next?: Rig) => {
    const { weightEdits } = on.state();
    const free = { ...weightEdits, painted: new Uint32Array(0) };
    on.history.run(patch(on.stores, "Release", "unpin", { weightEdits: free, ...(next && { rig: next }) }));
  };

  it("move from their layer into the base, until their weights are found again", () => {
    on.stroke(3, 0.75);
    release();
    expect([on.arm(3), on.layers()[0].rows.vertices.length, on.state().weightEdits.painted.length]).toEqual([
      0.75, 0, 0,
    ]);
    on.history.run(patch(on.stores, "Bind", "link", { rig: { ...rig, weights: { ...found } } }));
    expect(on.arm(3)).toBe(weightAt(found, 3, 1));
    on.history.undo();
    on.history.undo();
    expect([on.arm(3), on.layers()[0].rows.vertices.length, [...on.state().weightEdits.painted]]).toEqual([
      0.75,
      1,
      [3],
    ]);
  });

  it("do so too in the step that takes the weights on screen into the document", () => {
    on.stroke(3, 0.75);
    const shown = composedFound(on.stores, { ...rig, weights: { ...found } });
    expect(weightAt(shown.weights, 3, 1)).toBe(0.75);
    release(shown);
    expect(on.state().rig).toBe(shown);
    expect([on.arm(3), on.layers()[0].rows.vertices.length, on.state().weightEdits.painted.length]).toEqual([
      0.75, 0, 0,
    ]);
    expect(weightAt(on.state().weightLayers!.base, 3, 1)).toBe(0.75);
  });
});

describe("newly found weights", () => {
  const moved = { ...found, values: found.values.map((w) => w) };
  /** The same rows, with the first two bones exchanged. */
  const other = { ...found, bones: found.bones.map((j) => (j === 2 ? 2 : 1 - j)) };
  const put = (next: Rig) => on.history.run(patch(on.stores, "Bind", "link", { rig: next, report }));

  it("become the base below the layers", () => {
    on.stroke(3, 0.75);
    const shared = { ...moved, values: found.values.map((w) => w * 1) };
    shared.values[0] = 1;
    put({ ...rig, weights: { ...shared, bones: other.bones } });
    expect([on.arm(3), on.layers().length]).toEqual([0.75, 1]);
    expect(on.state().report!.weightsChanged).toBe(true);
    on.history.undo();
    expect([on.arm(3), on.state().weightLayers!.base]).toEqual([0.75, found]);
  });

  it("do not put a kept row into the base", () => {
    on.stroke(3, 0.75);
    put({
      ...rig,
      weights: { ...on.weights(), values: on.weights().values.map((w, e) => (e === 0 ? 1 - 1e-3 : w)) },
    });
    on.history.run(deleteLayer(on.stores, on.layers()[0].id));
    expect(on.arm(3)).toBe(weightAt(found, 3, 1));
  });

  it("of another solve are matched to old bones by the vertices that they move, not by names", () => {
    on.stroke(3, 0.75);
    const bones = ["p", "q", "r"].map((name, j) => ({ ...BONES[j], name }));
    const next = { ...rig, bones, weights: other };
    on.history.run(solveResult(on.stores, next, report, { keptEarly: false, continued: false }));
    // The old arm_L is bone 0 now.
    expect(weightAt(on.weights(), 3, 0)).toBe(0.75);
    expect(on.state().weightLayers!.bones).toEqual(["p", "q", "r"]);
  });

  it("leave weights of missing bones in layers, which use them when the bones return", () => {
    on.stroke(3, 0.75);
    const less = {
      ...rig,
      bones: [BONES[0], BONES[2]],
      weights: { ...found, bones: found.bones.map((j) => (j === 2 ? 1 : 0)) },
    };
    put(less);
    expect(on.state().weightLayers!.bones).toEqual(["middle", "arm_R", "arm_L"]);
    expect(worstSum(on.weights())).toBeLessThan(1e-6);
    put({ ...rig, weights: moved });
    expect(on.arm(3)).toBe(0.75);
  });

  it("do not change locked bones by a bit, with layers and without", () => {
    on.history.run(lockWeights(on.stores, ["arm_R"], true));
    const before = Array.from({ length: mesh.vertexCount }, (_, i) => weightAt(found, i, 2));
    const now = () => before.map((_, i) => weightAt(on.weights(), i, 2));
    const turned = { ...found, bones: found.bones.map((j) => (j + 1) % 3) };
    const sorted = { ...turned, ...sortedRows(turned) };
    put({ ...rig, weights: sorted });
    expect(now()).toEqual(before);
    on.stroke(3, 0.75);
    put({ ...rig, weights: found });
    expect(now()).toEqual(before);
    on.history.run(
      solveResult(on.stores, { ...rig, weights: sorted }, report, { keptEarly: false, continued: true }),
    );
    expect(now()).toEqual(before);
    expect(worstSum(on.weights())).toBeLessThan(1e-6);
  });

  it("after a merge of bones give a layer's weights to the bone that stays", () => {
    on.stroke(3, 0.75);
    const bones = [BONES[0], BONES[2]];
    const merged = {
      ...rig,
      bones,
      weights: { ...found, ...sortedRows({ ...found, bones: found.bones.map((j) => (j === 2 ? 1 : 0)) }) },
    };
    const edit = { kind: "merge", bones: [0, 1] } as const;
    const measures = {} as never;
    on.history.run(
      boneEditResult(on.stores, edit, { rig: merged, origin: Int32Array.of(0, 2), measures } as never),
    );
    expect(weightAt(on.weights(), 3, 0)).toBe(1);
    expect(on.state().weightLayers!.bones).toEqual(["middle", "arm_R"]);
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
