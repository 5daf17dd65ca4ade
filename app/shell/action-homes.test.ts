import { beforeEach, describe, expect, it } from "vitest";
import { bendingBar } from "../../workers/samples/test-sequences";
import { MENUS } from "../actions/action";
import { refusalOf } from "../actions/action-place";
import { ACTIONS } from "../actions/action-table";
import { useDocument } from "../document/document";
import { useView, type WorkspaceName } from "../document/view-state";
import { actionsOfMenu, actionsWithKeys } from "./action-homes";

const WORKSPACES: WorkspaceName[] = ["solve", "paint", "deform", "compare"];
const ids = (actions: readonly { id: string }[]) => actions.map(({ id }) => id);

/** Something is open and has bones, so that refusals speak of the workspace. */
beforeEach(() => useDocument.setState(bendingBar()));

describe("menus", () => {
  it.each(WORKSPACES)("hold nothing in %s that is for another workspace", (workspace) => {
    useView.setState({ workspace });
    for (const menu of MENUS) {
      for (const action of actionsOfMenu(menu, workspace)) {
        expect(refusalOf(action) ?? "", action.id).not.toMatch(/^This is for the \w+ workspace/);
      }
    }
  });

  it("hold each action of theirs in its workspace, or in all", () => {
    for (const action of ACTIONS.filter(({ menu }) => menu)) {
      const homes = WORKSPACES.filter((workspace) =>
        actionsOfMenu(action.menu![0], workspace).includes(action),
      );
      const home = action.home ?? null;
      expect(homes, action.id).toEqual(home === null ? WORKSPACES : [home]);
    }
  });

  it("keep the order of their groups", () => {
    const groups = actionsOfMenu("Rig", "paint").map(({ menu }) => menu![1]);
    expect(groups.length).toBeGreaterThan(10);
    expect(groups).toEqual([...groups].sort((a, b) => a - b));
  });
});

describe("the list of keys", () => {
  it("names every action that has a key, once", () => {
    const listed = ids(actionsWithKeys(MENUS).flatMap(({ actions }) => actions));
    expect([...listed].sort()).toEqual(ids(ACTIONS.filter(({ keys }) => keys?.length)).sort());
    expect(listed.length).toBeGreaterThan(30);
  });
});
