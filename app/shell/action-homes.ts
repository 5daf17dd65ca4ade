import type { Action, MenuName } from "../actions/action";
import { ACTIONS } from "../actions/action-table";
import type { WorkspaceName } from "../document/view-state";

/** The workspace of actions that are of one only, by their id or its first word. The others are at home everywhere. */
const HOMES: Readonly<Record<string, WorkspaceName>> = {
  "view.source": "solve",
  "view.rig": "solve",
  "view.overlay": "solve",
  "view.side-by-side": "solve",
  shading: "solve",
  bone: "solve",
  intent: "solve",
  bind: "paint",
  joints: "paint",
  paint: "paint",
  skeleton: "paint",
  deform: "deform",
  compare: "compare",
};

/** The workspace that an action is of, or null for those of all. */
export function homeOf({ id }: Action): WorkspaceName | null {
  return HOMES[id] ?? HOMES[id.slice(0, id.indexOf("."))] ?? null;
}

/** What a menu holds in a workspace, group after group: what belongs to others would only stand in the way. */
export function actionsOfMenu(menu: MenuName, workspace: WorkspaceName): Action[] {
  const here = (action: Action) => [null, workspace].includes(homeOf(action));
  return ACTIONS.filter((action) => action.menu?.[0] === menu && here(action)).sort(
    (a, b) => a.menu![1] - b.menu![1],
  );
}

/** Words over the actions of a workspace, where all actions are listed. */
const TITLES: Record<WorkspaceName, string> = {
  solve: "In Solve",
  paint: "In Paint",
  deform: "In Deform",
  compare: "In Compare",
};

/** Every action that has a key: those of all workspaces by their menus, then those of each. Groups are not empty. */
export function actionsWithKeys(menus: readonly MenuName[]): { title: string; actions: Action[] }[] {
  const keyed = ACTIONS.filter(({ keys }) => keys && keys.length > 0);
  const everywhere = keyed.filter((action) => homeOf(action) === null);
  const homes = Object.keys(TITLES) as WorkspaceName[];
  return [
    ...menus.map((menu) => ({
      title: menu as string,
      actions: everywhere.filter((action) => action.menu?.[0] === menu),
    })),
    { title: "Anywhere", actions: everywhere.filter(({ menu }) => !menu) },
    ...homes.map((home) => ({
      title: TITLES[home],
      actions: keyed.filter((action) => homeOf(action) === home),
    })),
  ].filter(({ actions }) => actions.length > 0);
}
