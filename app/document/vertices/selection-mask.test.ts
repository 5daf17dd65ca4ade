import { describe, expect, it } from "vitest";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../history/history";
import { createStores } from "../stores";
import { hasMask, maskedVertices, selectionMask } from "./selection-mask";
import {
  deleteSet,
  freeSetName,
  renameSet,
  saveSet,
  selectVertices,
  setMask,
  setSoftEdge,
  vertexSelection,
} from "./vertex-selection";

function opened() {
  const stores = createStores();
  const { sequence } = bendingBar({ length: 6, width: 2, frames: 2 });
  stores.document.setState({ sequence });
  const history = new History();
  const run = (command: Parameters<History["run"]>[0] | null) => command && history.run(command);
  return { stores, history, run, count: sequence.vertexCount };
}

describe("the mask", () => {
  it("is the painted mask or else the selection, and can be switched off", () => {
    const { stores, run, count } = opened();
    expect(selectionMask(stores)).toBeNull();
    expect(hasMask(vertexSelection(stores))).toBe(false);
    run(selectVertices(stores, Uint32Array.of(1, 4)));
    const selected = selectionMask(stores);
    expect([...(selected ?? [])].flatMap((share, i) => (share > 0 ? [i] : []))).toEqual([1, 4]);
    // The same selection is not computed again.
    expect(selectionMask(stores)).toBe(selected);
    const mask = new Float32Array(count).fill(0.6, 0, 3).fill(0.4, 3, 6);
    run(setMask(stores, mask, "Paint mask"));
    expect(selectionMask(stores)).toBe(mask);
    expect(maskedVertices(stores)).toEqual(Uint32Array.of(0, 1, 2));
    stores.view.setState({ masked: false });
    expect(selectionMask(stores)).toBeNull();
    expect(maskedVertices(stores)).toBeNull();
  });

  it("fades beyond a soft edge, and is hard again without one", () => {
    const { stores, run } = opened();
    run(selectVertices(stores, Uint32Array.of(0)));
    const hard = selectionMask(stores) ?? [];
    run(setSoftEdge(stores, 2));
    const soft = selectionMask(stores) ?? [];
    expect(soft[0]).toBe(1);
    expect([...soft].filter((share) => share > 0 && share < 1).length).toBeGreaterThan(2);
    run(setSoftEdge(stores, 0));
    expect(selectionMask(stores)).toEqual(hard);
  });
});

describe("a selection", () => {
  it("is one step of undo, and no step if nothing changes", () => {
    const { stores, history, run } = opened();
    run(selectVertices(stores, Uint32Array.of(2, 3)));
    run(selectVertices(stores, Uint32Array.of(7)));
    expect(selectVertices(stores, Uint32Array.of(7))).toBeNull();
    history.undo();
    expect(vertexSelection(stores).vertices).toEqual(Uint32Array.of(2, 3));
    history.redo();
    expect(vertexSelection(stores).vertices).toEqual(Uint32Array.of(7));
  });

  it("is saved in named sets, which can be renamed, replaced and deleted", () => {
    const { stores, history, run } = opened();
    run(selectVertices(stores, Uint32Array.of(2, 3)));
    run(saveSet(stores, freeSetName([])));
    run(selectVertices(stores, Uint32Array.of(5)));
    run(saveSet(stores, freeSetName(vertexSelection(stores).sets)));
    const names = () => vertexSelection(stores).sets.map(({ name, vertices }) => [name, ...vertices]);
    expect(names()).toEqual([
      ["Set 1", 2, 3],
      ["Set 2", 5],
    ]);
    run(renameSet(stores, "Set 1", "ear"));
    expect(() => renameSet(stores, "ear", "Set 2")).toThrow("exists");
    run(saveSet(stores, "ear"));
    run(deleteSet(stores, "Set 2"));
    expect(names()).toEqual([["ear", 5]]);
    history.undo();
    history.undo();
    expect(names()).toEqual([
      ["ear", 2, 3],
      ["Set 2", 5],
    ]);
  });
});
