import { expect, it } from "vitest";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../../document/history/history";
import { createStores } from "../../document/stores";
import type { Studio } from "../studio";
import { HIDING_ACTIONS } from "./hiding-actions";

it("isolating a mesh of one piece says why nothing would change, and is no step", () => {
  const stores = createStores();
  const history = new History(undefined, stores.steps);
  const studio = { ...stores, history } as unknown as Studio;
  const { rig, sequence } = bendingBar({ length: 4, width: 2, frames: 2 });
  stores.document.setState({ rig, sequence });
  const isolate = HIDING_ACTIONS.find(({ id }) => id === "view.isolate");
  expect(isolate?.refusal?.(stores)).toMatch(/Alt-click/);
  stores.view.setState({ hovered: { vertex: 0 } as never });
  expect(isolate?.refusal?.(stores)).toBeNull();
  isolate?.perform(studio);
  expect(history.state.getState().steps).toHaveLength(0);
  expect(stores.notices.getState().toasts.at(-1)?.body).toMatch(/whole mesh is connected/);
});
