import { expect, it } from "vitest";
import type { Studio } from "../../../actions/studio";
import { openSheet } from "../../../document/weights/testing/hidden-sheet";
import { runOrTell } from "./run-edit";

it("an operation without effect says that a mask may be why", () => {
  const { stores, history } = openSheet();
  const studio = Object.assign(stores, { history }) as unknown as Studio;
  const told = () => stores.notices.getState().toasts.at(-1)?.body;
  runOrTell(studio, null, "No weight is below 0.3.");
  expect(told()).toBe("No weight is below 0.3.");
  const { vertexSelection } = stores.document.getState();
  stores.document.setState({ vertexSelection: { ...vertexSelection, vertices: Uint32Array.of(3) } });
  runOrTell(studio, null, "No weight is below 0.3.");
  expect(told()).toBe("No weight is below 0.3. Only vertices inside the mask or the selection could change.");
  runOrTell(studio, "Layer 1 is masked here.", "No weight is below 0.3.");
  expect(told()).toBe("Layer 1 is masked here.");
});
