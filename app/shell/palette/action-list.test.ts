import { beforeEach, describe, expect, it } from "vitest";
import { bendingBar } from "../../../workers/testing/sequences";
import { MENUS } from "../../actions/action";
import { refusalOf } from "../../actions/action-place";
import { createStores, type Stores } from "../../document/stores";
import { WORKSPACES } from "../../workspaces";
import { actionsOf } from "./action-list";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const TABLE = actionsOf(WORKSPACES);
const ACTIONS = TABLE.all;
const WORKSPACE_IDS = WORKSPACES.map(({ id }) => id);
const ids = (actions: readonly { id: string }[]) => actions.map(({ id }) => id);

/** A mesh with bones is open, so that only the workspace can cause refusals. */
beforeEach(() => stores.document.setState(bendingBar()));

describe("menus", () => {
  it.each(WORKSPACE_IDS)("have no action of another workspace in %s", (workspace) => {
    stores.view.setState({ workspace });
    for (const menu of MENUS) {
      for (const action of TABLE.ofMenu(menu, workspace)) {
        expect(refusalOf(stores, action) ?? "", action.id).not.toMatch(/^This is for the \w+ workspace/);
      }
    }
  });

  it("have each action in its own workspace, or in all", () => {
    for (const action of ACTIONS.filter(({ menu }) => menu)) {
      const homes = WORKSPACE_IDS.filter((workspace) =>
        TABLE.ofMenu(action.menu![0], workspace).includes(action),
      );
      const home = action.home?.id ?? null;
      expect(homes, action.id).toEqual(home === null ? WORKSPACE_IDS : [home, ...(action.also ?? [])]);
    }
  });

  it("keep the order of their groups", () => {
    const groups = TABLE.ofMenu("Rig", "paint").map(({ menu }) => menu![1]);
    expect(groups.length).toBeGreaterThan(10);
    expect(groups).toEqual([...groups].sort((a, b) => a - b));
  });
});

describe("the list of keys", () => {
  it("contains every action once", () => {
    const listed = ids(TABLE.inGroups(WORKSPACES).flatMap(({ actions }) => actions));
    expect([...listed].sort()).toEqual(ids(ACTIONS).sort());
    expect(listed.length).toBeGreaterThan(130);
  });
});

describe("the action table", () => {
  it("has no duplicate id", () => {
    const ids = ACTIONS.map((action) => action.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has no duplicate keys except Escape, which leaves the innermost mode, and keys for playback and steps", () => {
    const owners = new Map<string, string[]>();
    for (const { id, keys } of ACTIONS) {
      for (const key of keys ?? []) owners.set(key, [...(owners.get(key) ?? []), id]);
    }
    owners.delete("Esc");
    // The first action that can run does: poses while one is shown, else the clip.
    const shared = [...owners].filter(([, ids]) => ids.length > 1);
    expect(Object.fromEntries(shared)).toEqual({
      Space: ["deform.play", "play.toggle"],
      Left: ["deform.previous-pose", "play.previous"],
      Right: ["deform.next-pose", "play.next"],
      // These belong to different workspaces or tools, and all but one are refused.
      "1": ["view.source", "paint.weight"],
      "2": ["view.rig", "paint.select"],
      "3": ["view.overlay", "paint.lasso"],
      "4": ["view.side-by-side", "paint.mask"],
      D: ["skeleton.dissolve", "paint.skeleton"],
      I: ["pose.reach", "paint.pick-value"],
      K: ["rig.keep", "select.mask"],
      "[": ["intent.brush-smaller", "paint.brush-smaller", "deform.brush-smaller"],
      "]": ["intent.brush-larger", "paint.brush-larger", "deform.brush-larger"],
      E: ["intent.erase", "bone-tool.extrude", "skeleton.extrude", "paint.erase", "deform.erase"],
      S: ["skeleton.split", "paint.solo"],
      X: ["intent.mirror-x", "skeleton.both-sides", "paint.mirror-x", "deform.mirror-x"],
      Delete: ["bone.delete", "skeleton.delete"],
      R: ["pose.rotate", "paint.turn"],
      L: ["fit.lock-motion", "paint.select-connected", "edit.lock-bone"],
      "Shift+K": ["fit.lock-weights", "edit.lock-weights"],
      Enter: ["fit.apply", "skeleton.end-chain"],
      // The weights of a single vertex, while one is selected; else those of the selection.
      "Ctrl+C": ["paint.copy", "paint.copy-selection"],
      "Ctrl+V": ["paint.paste", "paint.paste-selection"],
    });
  });
});
