import { setPaint } from "../document/paint-settings";
import { useView } from "../document/view-state";
import type { Action } from "./action";
import { enter } from "./workspace";

/** Why an action is not for the workspace on screen or the tool in hand, or null. */
function misplaced({ home, tool, anywhere }: Action): string | null {
  if (!home || anywhere) return null;
  const { workspace, paint } = useView.getState();
  if (workspace !== home.id) return `This is for the ${home.label} workspace.`;
  return tool && paint.tool !== tool ? `This is for the ${tool} tool.` : null;
}

/** Why an action cannot be performed here and now, or null. */
export const refusalOf = (action: Action): string | null => action.refusal?.() ?? misplaced(action);

/** Whether performing an action means to go to another workspace first. */
export const isElsewhere = ({ home, anywhere }: Action): boolean =>
  home !== undefined && !anywhere && useView.getState().workspace !== home.id;

/** Why an action could not be performed now even where it belongs, or null. */
export function refusalAtHome(action: Action): string | null {
  const entry = isElsewhere(action) ? action.home?.refusal() : null;
  return entry ?? action.refusal?.() ?? null;
}

/** Goes where an action belongs: to its workspace, with its tool in hand. */
export function goHome(action: Action): void {
  if (isElsewhere(action) && action.home) enter(action.home.id);
  if (action.tool && misplaced(action)) setPaint({ tool: action.tool });
}
