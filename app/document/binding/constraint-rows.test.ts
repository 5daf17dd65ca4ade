import { describe, expect, it } from "vitest";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../../workers/model/weights/weight-edits";
import { constraintRows } from "./constraint-rows";
import { held, influenced, settledEdits, smoothedEdits, weighed } from "./weight-edit-strokes";

const SEGMENTS = ["hip", "thigh"];

/** Edits with one of everything that has a row. */
function everything(): WeightEdits {
  let edits: WeightEdits = { ...NO_WEIGHT_EDITS, painted: Uint32Array.of(2, 5, 9), locked: ["knee"] };
  edits = held(edits, 1, [3, 4], 0.4);
  edits = held(edits, 0, [4], 0.5);
  edits = influenced(edits, 0, [7, 8], true);
  edits = influenced(edits, 0, [6], false);
  edits = smoothedEdits(edits, 1, [1, 2, 3], [0.5, 0.5, 0.5]);
  return weighed(edits, Float32Array.of(1, 0, 4, 1));
}

describe("constraintRows", () => {
  it("lists everything that the artist set, with counts", () => {
    expect(constraintRows(everything(), SEGMENTS).map(({ label, count }) => `${label} ${count}`)).toEqual([
      "Painted by hand 3",
      "Locked knee 0",
      "Hold hip 1",
      "Hold thigh 2",
      "Allow hip 2",
      "Block hip 1",
      "Smooth thigh 3",
      "Importance 2",
    ]);
  });

  it("removes only the constraints of the row; without all rows nothing is left", () => {
    const all = everything();
    for (const row of constraintRows(all, SEGMENTS)) {
      const others = constraintRows(all, SEGMENTS).filter(({ id }) => id !== row.id);
      const left = constraintRows(row.without(all), SEGMENTS);
      expect(left.map(({ label, count }) => [label, count])).toEqual(
        others.map(({ label, count }) => [label, count]),
      );
    }
    const none = constraintRows(all, SEGMENTS).reduce((edits, row) => row.without(edits), all);
    expect(settledEdits(none)).toBe(NO_WEIGHT_EDITS);
  });
});
