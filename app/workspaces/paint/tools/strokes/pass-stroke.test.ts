import { expect, it } from "vitest";
import { addLayer } from "../../../../document/weights/layers/layer-commands";
import { paintedSheet } from "../../../../document/weights/testing/painted-sheet";
import type { PaintStart } from "../paint-stroke";
import { startPassStroke } from "./pass-stroke";

it("a stroke on a smoothing layer takes back why an earlier one was refused", () => {
  const { stores, history } = paintedSheet();
  history.run(addLayer(stores, "smooth"));
  stores.paintNews.setState({ words: "The layer Layer 1 only smooths." });
  const start = { stores, stage: {}, edits: history } as unknown as PaintStart;
  const stroke = startPassStroke(start, { kind: "smooth", value: 1, strength: 1 });
  if (typeof stroke === "string") throw new Error(stroke);
  stroke.end(null);
  expect(stores.paintNews.getState().words).toBeNull();
});
