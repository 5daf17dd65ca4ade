import { describe, expect, it } from "vitest";
import type { HeldWeight } from "../../../workers/model/reports/weight-report";
import { NO_WEIGHT_EDITS } from "../../../workers/model/weights/weight-edits";
import { heldNow, isSameHeld } from "./held-now";
import { attached, released } from "./weight-edit-strokes";

const engine = (vertex: number, bone: number, added = false): HeldWeight => ({
  kind: "attach",
  vertex,
  bone,
  added,
  energy: 0.1,
  around: 0.9,
  strain: 0,
  suspicious: false,
});

describe("heldNow", () => {
  const pairs = (list: HeldWeight[]) => list.map(({ vertex, bone }) => [vertex, bone]);

  it("starts from the engine's constraints, and applies what the artist added and released since", () => {
    const known = [engine(1, 0), engine(2, 1), engine(3, 1, true)];
    const three = attached(NO_WEIGHT_EDITS, "attach", 1, [3]);
    expect(pairs(heldNow("attach", known, three))).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
    const more = attached(released(three, [known[0]]), "attach", 0, [9]);
    expect(pairs(heldNow("attach", known, more))).toEqual([
      [2, 1],
      [3, 1],
      [9, 0],
    ]);
    // It was added and released again, so it is gone, although the engine still has it.
    expect(pairs(heldNow("attach", known, released(three, [known[2]])))).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(heldNow("neumann", known, more)).toEqual([]);
  });

  it("tells constraints apart by kind, vertex and bone", () => {
    expect(isSameHeld(engine(1, 0), { kind: "attach", vertex: 1, bone: 0 })).toBe(true);
    expect(isSameHeld(engine(1, 0), { kind: "neumann", vertex: 1, bone: 0 })).toBe(false);
    expect(isSameHeld(engine(1, 0), null)).toBe(false);
  });
});
