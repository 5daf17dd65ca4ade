import { expect, it } from "vitest";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../../document/history/history";
import { patch } from "../../document/patch";
import { createStores } from "../../document/stores";
import { followPaint } from "./paint-following";

it("forgets what a stroke did when the stroke is undone", () => {
  const stores = createStores();
  const { rig, sequence } = bendingBar({ length: 4, width: 2, frames: 2 });
  stores.document.setState({ rig, sequence });
  followPaint(stores);
  const history = new History(undefined, stores.steps);
  const words = () => stores.paintNews.getState().words;
  const paint = () => {
    history.run(patch(stores, "Paint", "brush", { rig: { ...rig } }));
    stores.paintNews.setState({ words: "Taken from bone_09." });
  };
  paint();
  paint();
  expect(words()).toBe("Taken from bone_09.");
  history.undo();
  expect(words()).toBeNull();
});

it("forgets what a stroke did when a solve finds other bones", () => {
  const stores = createStores();
  const { rig, sequence } = bendingBar({ length: 4, width: 2, frames: 2 });
  stores.document.setState({ rig, sequence });
  followPaint(stores);
  stores.paintNews.setState({ words: "Taken from bone_09." });
  // An optimisation of weights makes the same bones anew.
  stores.document.setState({ rig: { ...rig, bones: rig.bones.map((bone) => ({ ...bone })) } });
  expect(stores.paintNews.getState().words).toBe("Taken from bone_09.");
  const others = rig.bones.map((bone, j) => ({ ...bone, name: `other ${j}` }));
  stores.document.setState({ rig: { ...rig, bones: others } });
  expect(stores.paintNews.getState().words).toBeNull();
});

it("chooses the first bone that moves something: the root of a file may move nothing", () => {
  const stores = createStores();
  const { rig, sequence } = bendingBar({ length: 4, width: 2, frames: 2 });
  const root = { ...rig.bones[0], name: "root" };
  const bones = [root, ...rig.bones.map((bone) => ({ ...bone, parent: bone.parent + 1 }))];
  const weights = { ...rig.weights, bones: rig.weights.bones.map((j) => j + 1) };
  stores.document.setState({ rig: { ...rig, bones, weights }, sequence });
  followPaint(stores);
  stores.view.setState({ workspace: "paint" });
  expect(stores.view.getState().selectedBone).toBe(1);
});
