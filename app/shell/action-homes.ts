import type { Action, MenuName } from "../actions/action";
import { ACTIONS } from "../actions/action-table";
import { WORKSPACES } from "../actions/workspaces";
import type { WorkspaceName } from "../document/view-state";

/** What a menu holds in a workspace, group after group: what belongs to others would only stand in the way. */
export function actionsOfMenu(menu: MenuName, workspace: WorkspaceName): Action[] {
  const here = (action: Action) => !action.home || action.home === workspace;
  return ACTIONS.filter((action) => action.menu?.[0] === menu && here(action)).sort(
    (a, b) => a.menu![1] - b.menu![1],
  );
}

/** Every action that has a key: those of all workspaces by their menus, then those of each. Groups are not empty. */
export function actionsWithKeys(menus: readonly MenuName[]): { title: string; actions: Action[] }[] {
  const keyed = ACTIONS.filter(({ keys }) => keys && keys.length > 0);
  const everywhere = keyed.filter((action) => !action.home);
  return [
    ...menus.map((menu) => ({
      title: menu as string,
      actions: everywhere.filter((action) => action.menu?.[0] === menu),
    })),
    { title: "Anywhere", actions: everywhere.filter(({ menu }) => !menu) },
    ...WORKSPACES.map(({ id, label }) => ({
      title: `In ${label}`,
      actions: keyed.filter((action) => action.home === id),
    })),
  ].filter(({ actions }) => actions.length > 0);
}
