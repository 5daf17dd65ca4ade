import { beforeEach, describe, expect, it } from "vitest";
import { NO_INTENT } from "../../../workers/model/solve/solve-settings";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../history/history";
import { closeSequence, openSequence } from "../sequence-commands";
import { createStores, type Stores } from "../stores";
import { clearIntent, paintIntent, weighFrames } from "./intent-commands";
import { frameWeight, intentValues, regionCount } from "./intent-maps";
import { paintForSolve } from "./intent-painting";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const { sequence } = bendingBar({ bones: 2, frames: 6, length: 6, width: 2 });
const V = sequence.vertexCount;
const state = () => stores.document.getState();

describe("the intent for a solve", () => {
  let history: History;
  beforeEach(() => {
    history = new History();
    history.run(openSequence(stores, sequence, null, null));
  });

  it("is painted in steps that can be undone", () => {
    const density = Float32Array.from({ length: V }, (_, i) => (i < 5 ? 1 : 0));
    history.run(paintIntent(stores, "density", density));
    history.run(
      paintIntent(
        stores,
        "rigid",
        Float32Array.from({ length: V }, (_, i) => i % 3),
      ),
    );
    expect(state().intent.density).toBe(density);
    expect(state().intent.rigid).toBeInstanceOf(Uint16Array);
    expect(regionCount(state().intent.rigid)).toBe(2);
    history.undo();
    history.undo();
    expect(state().intent).toBe(NO_INTENT);
  });

  it("is empty if a map has its default value everywhere", () => {
    history.run(paintIntent(stores, "importance", new Float32Array(V).fill(1)));
    expect(state().intent).toBe(NO_INTENT);
    history.run(paintIntent(stores, "importance", new Float32Array(V).fill(2), "Fill"));
    expect(history.state.getState().steps.at(-1)?.label).toBe("Fill “importance”");
    expect(intentValues(state().intent, "importance", V)[0]).toBe(2);
    // A map of another mesh is ignored.
    expect(intentValues(state().intent, "importance", V + 1)[0]).toBe(1);
    history.run(paintIntent(stores, "importance", null));
    expect(state().intent).toBe(NO_INTENT);
  });

  it("sets the weight of frames in a range", () => {
    history.run(weighFrames(stores, [1, 3], 2));
    expect([...state().intent.frames!]).toEqual([1, 2, 2, 2, 1, 1]);
    expect(frameWeight(state().intent, [1, 3])).toBe(2);
    expect(frameWeight(state().intent, [0, 3])).toBeNull();
    history.run(weighFrames(stores, [1, 3], 1));
    expect(state().intent).toBe(NO_INTENT);
  });

  it("is cleared in one step, and removed with its sequence", () => {
    history.run(weighFrames(stores, [0, 2], 0));
    history.run(clearIntent(stores));
    expect(state().intent).toBe(NO_INTENT);
    history.undo();
    history.run(closeSequence(stores));
    expect(state().intent).toBe(NO_INTENT);
    history.undo();
    expect(state().intent.frames).not.toBeNull();
  });

  it("starts with each map's own brush, and leaves the brush of strength maps alone", () => {
    const { deform } = stores.view.getState().mapBrushes;
    paintForSolve(stores, "importance");
    expect(stores.view.getState()).toMatchObject({
      intentMap: "importance",
      mapBrushes: { solve: { value: 4, operation: "replace", strength: 1 } },
    });
    paintForSolve(stores, "density");
    expect(stores.view.getState().mapBrushes.solve.value).toBe(1);
    paintForSolve(stores, null);
    expect(stores.view.getState()).toMatchObject({ intentMap: null, mapBrushes: { deform } });
  });
});
