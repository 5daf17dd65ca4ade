import { expect, it } from "vitest";
import type { Studio } from "../../../actions/studio";
import { setMask, vertexSelection } from "../../../document/vertices/vertex-selection";
import { SHEET } from "../../../document/weights/testing/hidden-sheet";
import { mesh, paintedSheet } from "../../../document/weights/testing/painted-sheet";
import { LAYER_ACTIONS } from "./layer-actions";

it("the mask of a layer is loaded, painted further and put back, each as one step", () => {
  const on = paintedSheet();
  const { stores, history } = on;
  stores.document.setState({ sequence: SHEET.sequence });
  const action = (id: string) => LAYER_ACTIONS.find((each) => each.id === id)!;
  const perform = (id: string) => action(id).perform({ ...stores, history } as unknown as Studio);
  on.stroke(3, 0.75);
  expect(action("paint.mask-from-layer").refusal?.(stores)).toBe(
    "The layer Layer 1 has no mask. Mask layer makes one.",
  );
  perform("paint.mask-layer");
  const first = on.layers()[0].mask!;
  expect([...first.vertices]).toEqual([3]);

  expect(action("paint.update-layer-mask").refusal?.(stores)).toMatch(/paint one with Mask/);
  perform("paint.mask-from-layer");
  const { mask } = vertexSelection(stores);
  expect([...mask!]).toEqual(Array.from({ length: mesh.vertexCount }, (_, i) => (i === 3 ? 1 : 0)));
  expect(stores.view.getState().paint.tool).toBe("mask");

  history.run(setMask(stores, mask!.with(5, 0.5), "Paint mask"));
  perform("paint.update-layer-mask");
  const { vertices, values } = on.layers()[0].mask!;
  expect([[...vertices], [...values]]).toEqual([
    [3, 5],
    [1, 0.5],
  ]);
  history.undo();
  expect(on.layers()[0].mask).toBe(first);
});
