import type { Action, MenuName } from "./action";
import { MENUS } from "./action";
import { isOf } from "./action-place";
import { serviceKey } from "./service";
import type { Workspace } from "./workspace";

/** Every action of the studio. If several share a key, the first one that can run does. */
export class ActionTable {
  readonly all: readonly Action[];
  private readonly byId: ReadonlyMap<string, Action>;

  constructor(all: readonly Action[]) {
    this.all = all;
    this.byId = new Map(all.map((action) => [action.id, action]));
  }

  /** @throws if no action has this id, which means that the code misspells it. */
  of(id: string): Action {
    const action = this.byId.get(id);
    if (!action) throw new Error(`There is no action “${id}”.`);
    return action;
  }

  /** The items of a menu in a workspace, in groups. Leaves out the actions of other workspaces. */
  ofMenu(menu: MenuName, workspace: string): Action[] {
    return this.all
      .filter((action) => action.menu?.[0] === menu && isOf(action, workspace))
      .sort((a, b) => a.menu![1] - b.menu![1]);
  }

  /** Groups all actions: one group for each menu, then one for each workspace. Leaves out empty groups. */
  inGroups(workspaces: readonly Workspace[]): { title: string; actions: Action[] }[] {
    const everywhere = this.all.filter(({ home }) => !home);
    return [
      ...MENUS.map((menu) => ({
        title: menu as string,
        actions: everywhere.filter((action) => action.menu?.[0] === menu),
      })),
      { title: "Anywhere", actions: everywhere.filter(({ menu }) => !menu) },
      ...workspaces.map(({ id, label }) => ({
        title: `In ${label}`,
        actions: this.all.filter(({ home }) => home?.id === id),
      })),
    ].filter(({ actions }) => actions.length > 0);
  }
}

export const ACTIONS = serviceKey<ActionTable>("action table");
