import { setPaint } from "../document/paint-settings";
import type { Stores } from "../document/stores";
import type { Action } from "./action";
import { enter } from "./workspace";

/** Why an action is not for the workspace on screen or the tool in hand, or null. */
function misplaced(stores: Stores, { home, tool, anywhere }: Action): string | null {
  if (!home || anywhere) return null;
  const { workspace, paint } = stores.view.getState();
  if (workspace !== home.id) return `This is for the ${home.label} workspace.`;
  return tool && paint.tool !== tool ? `This is for the ${tool} tool.` : null;
}

/** Why an action cannot be performed here and now, or null. */
export const refusalOf = (stores: Stores, action: Action): string | null =>
  action.refusal?.(stores) ?? misplaced(stores, action);

/** Whether performing an action means to go to another workspace first. */
export const isElsewhere = (stores: Stores, { home, anywhere }: Action): boolean =>
  home !== undefined && !anywhere && stores.view.getState().workspace !== home.id;

/** Why an action could not be performed now even where it belongs, or null. */
export function refusalAtHome(stores: Stores, action: Action): string | null {
  const entry = isElsewhere(stores, action) ? action.home?.refusal(stores) : null;
  return entry ?? action.refusal?.(stores) ?? null;
}

/** Goes where an action belongs: to its workspace, with its tool in hand. */
export function goHome(stores: Stores, action: Action): void {
  if (isElsewhere(stores, action) && action.home) enter(stores, action.home.id);
  if (action.tool && misplaced(stores, action)) setPaint(stores, { tool: action.tool });
}
