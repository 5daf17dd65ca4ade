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
