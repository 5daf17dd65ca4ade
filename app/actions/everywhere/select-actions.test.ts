import { beforeEach, describe, expect, it } from "vitest";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../../document/history/history";
import { createStores } from "../../document/stores";
import { setMask, vertexSelection } from "../../document/vertices/vertex-selection";
import type { Studio } from "../studio";
import { SELECT_ACTIONS } from "./select-actions";

const { sequence } = bendingBar({ length: 4, width: 2, frames: 2 });
const count = sequence.vertexCount;
/** A mask that covers two vertices, one of them by a quarter. */
const partly = Float32Array.from({ length: count }, (_, i) => [1, 0.25][i] ?? 0);

let stores = createStores();
let history = new History();
beforeEach(() => {
  stores = createStores();
  history = new History();
  stores.document.setState({ sequence });
});

const action = (id: string) => SELECT_ACTIONS.find((each) => each.id === id)!;
const perform = (id: string) => action(id).perform({ ...stores, history } as unknown as Studio);
const mask = () => vertexSelection(stores).mask;

describe("the painted mask", () => {
  it("can be inverted, and an undo brings it back", () => {
    history.run(setMask(stores, partly, "Paint mask"));
    perform("select.invert-mask");
    expect([...mask()!]).toEqual(Array.from(partly, (share) => 1 - share));
    history.undo();
    expect(mask()).toBe(partly);
  });

  it("is not inverted to nothing, which would be no limit", () => {
    expect(action("select.invert-mask").refusal?.(stores)).toMatch(/Mask tool/);
    history.run(setMask(stores, new Float32Array(count).fill(1), "Paint mask"));
    expect(action("select.invert-mask").refusal?.(stores)).toMatch(/Clear it/);
  });

  it("becomes the selection where it covers a vertex by half", () => {
    history.run(setMask(stores, partly, "Paint mask"));
    perform("select.from-mask");
    expect([...vertexSelection(stores).vertices]).toEqual([0]);
    expect(mask()).toBe(partly);
  });
});
