import { describe, expect, it } from "vitest";
import type { Action } from "../actions/action";
import { searchActions } from "./palette-search";

const action = (id: string, label: string, refusal: string | null = null, help?: string): Action => ({
  id,
  label,
  help,
  refusal: () => refusal,
  perform() {},
});

const table = [
  action("view.frame-all", "Frame everything"),
  action("play.next", "Next frame"),
  action("rig.solve", "Solve", "Nothing is open."),
  action("rig.rest-frame", "Rest pose from this frame", null, "The rig is set aside."),
  action("help.keys", "Keys"),
];
const ids = (text: string) => searchActions(table, text).map((each) => each.id);

describe("searchActions", () => {
  it("shows everything in the order of the work, what is refused last", () => {
    expect(ids("")).toEqual(["rig.rest-frame", "view.frame-all", "play.next", "help.keys", "rig.solve"]);
  });

  it("puts beginnings of labels before beginnings of words", () => {
    expect(ids("frame")).toEqual(["view.frame-all", "rig.rest-frame", "play.next"]);
  });

  it("wants every word, in label or help", () => {
    expect(ids("rest aside")).toEqual(["rig.rest-frame"]);
    expect(ids("solve")).toEqual(["rig.solve"]);
    expect(ids("frame zebra")).toEqual([]);
  });
});
