import { setPaint } from "../document/paint-settings";
import type { Stores } from "../document/stores";
import type { Action } from "./action";
import { enter } from "./workspace";

/** Whether an action belongs to a workspace. */
export const isOf = ({ home, also }: Action, workspace: string): boolean =>
  !home || home.id === workspace || also?.includes(workspace) === true;

/** Says why an action does not belong to the current workspace or tool, or null. */
function misplaced(stores: Stores, action: Action): string | null {
  const { home, tool, anywhere } = action;
  if (!home || anywhere) return null;
  const { workspace, paint } = stores.view.getState();
  if (!isOf(action, workspace)) return `This is for the ${home.label} workspace.`;
  return tool && paint.tool !== tool ? `This is for the ${tool} tool.` : null;
}

/** Says why an action cannot run here and now, or null. */
export const refusalOf = (stores: Stores, action: Action): string | null =>
  action.refusal?.(stores) ?? misplaced(stores, action);

/** Whether the studio must switch workspaces before it can run the action. */
export const isElsewhere = (stores: Stores, action: Action): boolean =>
  !action.anywhere && !isOf(action, stores.view.getState().workspace);

/** Says why an action could not run now even in its own workspace, or null. */
export function refusalAtHome(stores: Stores, action: Action): string | null {
  const entry = isElsewhere(stores, action) ? action.home?.refusal(stores) : null;
  return entry ?? action.refusal?.(stores) ?? null;
}

/** Switches to the workspace and the tool that an action belongs to. */
export function goHome(stores: Stores, action: Action): void {
  if (isElsewhere(stores, action) && action.home) enter(stores, action.home.id);
  if (action.tool && misplaced(stores, action)) setPaint(stores, { tool: action.tool });
}
