import { beforeEach, describe, expect, it } from "vitest";
import { bendingBar } from "../../../workers/testing/sequences";
import type { Action } from "../../actions/action";
import { goHome, refusalOf } from "../../actions/action-place";
import { isSetting } from "../../actions/setting-actions";
import { createStores, type Stores } from "../../document/stores";
import { WORKSPACES } from "../../workspaces";
import { DEFORM } from "../../workspaces/deform/workspace";
import { SOLVE } from "../../workspaces/solve/workspace";
import { actionsOf } from "./action-list";
import { searchActions } from "./palette-search";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const ACTIONS = actionsOf(WORKSPACES).all;

const action = (id: string, label: string, more: Partial<Action> & { refused?: string } = {}): Action => ({
  id,
  label,
  refusal: () => more.refused ?? null,
  perform() {},
  ...more,
});

const table = [
  action("help.keys", "Keys"),
  action("view.frame-all", "Frame everything"),
  action("play.next", "Next frame"),
  action("rig.solve", "Solve", { refused: "Nothing is open." }),
  action("rig.rest-frame", "Rest pose from this frame", { help: "The rig is set aside." }),
  action("deform.add-pane", "Add a view", { home: DEFORM }),
  action("shading.bones", "Shading: bone colours", { home: SOLVE }),
];
const ids = (text: string) => searchActions(stores, table, text).map((each) => each.id);

beforeEach(() => {
  stores.document.setState(bendingBar());
  stores.view.setState({ workspace: "solve" });
});

describe("searchActions", () => {
  it("lists everything without text: this workspace, general, other workspaces, and refused actions last", () => {
    expect(ids("")).toEqual([
      "shading.bones",
      "help.keys",
      "view.frame-all",
      "play.next",
      "rig.rest-frame",
      "deform.add-pane",
      "rig.solve",
    ]);
  });

  it("ranks beginnings of labels above beginnings of words", () => {
    expect(ids("frame")).toEqual(["view.frame-all", "play.next", "rig.rest-frame"]);
  });

  it("requires every word, in label or help", () => {
    expect(ids("rest aside")).toEqual(["rig.rest-frame"]);
    expect(ids("solve")).toEqual(["rig.solve"]);
    expect(ids("frame zebra")).toEqual([]);
  });

  it("finds initials, words with missing letters, and words with others between them", () => {
    expect(ids("fe")[0]).toBe("view.frame-all");
    expect(ids("nxtfrm")).toEqual(["play.next"]);
    expect(ids("shading bone")).toEqual(["shading.bones"]);
  });
});

describe("the palette over the action table", () => {
  const label = ({ label: text }: Action) => text;

  // Settings of different workspaces may share a name. The palette shows the workspace beside it.
  const OWN = ACTIONS.filter((each) => !isSetting(each));
  const SETTINGS = ACTIONS.filter(isSetting);

  it("has no duplicate label", () => {
    expect([...new Set(OWN.map(label))]).toEqual(OWN.map(label));
    const settings = SETTINGS.map((each) => `${each.home?.id} ${each.label}`);
    expect([...new Set(settings)]).toEqual(settings);
  });

  it.each(["solve", "paint", "deform", "reduce", "compare"] as const)(
    "ranks every action first for its own label, in %s",
    (workspace) => {
      stores.view.setState({ workspace });
      const lost = OWN.filter((each) => searchActions(stores, ACTIONS, each.label)[0] !== each);
      expect(lost.map(label)).toEqual([]);
      const mine = SETTINGS.filter(({ home }) => home?.id === workspace);
      const missed = mine.filter(
        (each) => !searchActions(stores, ACTIONS, each.label).slice(0, 2).includes(each),
      );
      expect(missed.map(label)).toEqual([]);
    },
  );

  it.each([
    ["correction", "rig.correct"],
    ["run comparison", "compare.add"],
    ["import", "file.open"],
    ["screenshot", "file.picture"],
    ["backup", "file.versions"],
    ["shortcuts", "help.keys"],
    ["dark", "view.theme"],
    ["reset camera", "view.frame-all"],
    ["skin", "bind.start"],
    ["symmetrise", "paint.mirror-x"],
    ["bind pose", "paint.rest"],
    ["autorig", "rig.solve"],
    ["blendshapes", "rig.correct"],
    ["transfer", "file.transfer-weights"],
  ])("finds %s", (text, id) => {
    expect(searchActions(stores, ACTIONS, text)[0]?.id).toBe(id);
  });

  it.each([
    ["smo", "solve", "setting.solve-smoothness"],
    ["smo", "deform", "setting.deform-rotation-smoothness"],
    ["smo", "reduce", "setting.solve-smoothness"],
    ["lambda", "solve", "setting.solve-smoothness"],
    ["rad", "paint", "setting.paint-radius"],
    ["joint pull", "solve", "setting.skeleton-joint-pull"],
  ])("finds the setting %s in %s", (text, workspace, id) => {
    stores.view.setState({ workspace });
    expect(searchActions(stores, ACTIONS, text)[0]?.id).toBe(id);
  });

  it("ranks actions of this workspace before others that match about as well", () => {
    const first = (workspace: string) => {
      stores.view.setState({ workspace });
      return searchActions(stores, ACTIONS, "influences")[0];
    };
    expect(first("solve").home?.id).toBe("solve");
    expect(first("skeleton").home?.id).toBe("skeleton");
    expect(first("compare").home?.id).toBe("compare");
  });

  it.each(["solve", "paint", "deform", "skeleton"])("finds what mirrors by its label, in %s", (workspace) => {
    stores.view.setState({ workspace });
    expect(searchActions(stores, ACTIONS, "mirror")[0].label).toMatch(/^Mirror/);
  });

  it("ranks by the label, not by the id", () => {
    const first = (text: string) => searchActions(stores, ACTIONS, text)[0].id;
    expect(first("solve")).toBe("rig.solve");
    expect(first("undo")).toBe("edit.undo");
    expect(first("bind")).toBe("bind.start");
    expect(first("expo")).toBe("file.export");
  });
});

describe("an action of another workspace", () => {
  it("is refused in other workspaces, and can run after the switch to its own", () => {
    const refused: string[] = [];
    for (const each of ACTIONS.filter(({ home, anywhere }) => home && !anywhere)) {
      const other = each.home?.id === "solve" ? "paint" : "solve";
      stores.view.setState(({ paint }) => ({ workspace: other, paint: { ...paint, tool: "weight" } }));
      expect(refusalOf(stores, each), each.id).not.toBeNull();
      goHome(stores, each);
      expect(stores.view.getState().workspace, each.id).toBe(each.home?.id);
      if (/^This is for/.test(refusalOf(stores, each) ?? "")) refused.push(each.id);
    }
    expect(refused).toEqual([]);
  });
});
