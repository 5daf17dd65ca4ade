import { afterEach, beforeEach, expect, it } from "vitest";
import { NOTHING_BOUND } from "../../../document/binding/binding-state";
import { createStores, type Stores } from "../../../document/stores";
import { bound, sequence } from "../../../workspaces/bind/runs/testing/fake-weights";
import type { MeshView } from "../mesh-view";
import { PoseOnScreen } from "./pose-on-screen";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

afterEach(() => stores.view.setState({ ...stores.view.getInitialState() }, true));

it("shows the rest pose instead of an exemplar, which returns after it", () => {
  const rig = bound(0.5);
  const meshView = { rig, sequence, setPose: () => {} } as unknown as MeshView;
  const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const bent = [1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0];
  const binding = { ...NOTHING_BOUND, exemplars: Float32Array.of(...still, ...bent) };
  const onScreen = new PoseOnScreen();
  const look = (rest: boolean) => {
    const view = stores.view.getState();
    const shown = { ...view, workspace: "paint" as const, paint: { ...view.paint, exemplar: 0, rest } };
    return [...(onScreen.take(meshView, stores.document.getState(), shown, binding)?.matrices ?? [])];
  };
  expect(look(false)).toEqual([...still, ...bent]);
  expect(look(true)).toEqual([...still, ...still]);
  expect(look(false)).toEqual([...still, ...bent]);
});
