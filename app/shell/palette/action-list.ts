import type { Action } from "../../actions/action";
import { ActionTable } from "../../actions/action-table";
import { CAMERA_ACTIONS } from "../../actions/everywhere/camera-actions";
import { EDIT_ACTIONS } from "../../actions/everywhere/edit-actions";
import { HIDING_ACTIONS } from "../../actions/everywhere/hiding-actions";
import { PLAY_ACTIONS } from "../../actions/everywhere/play-actions";
import { SELECT_ACTIONS } from "../../actions/everywhere/select-actions";
import { VIEW_ACTIONS } from "../../actions/everywhere/view-actions";
import { settingActions } from "../../actions/setting-actions";
import { enter, type Workspace } from "../../actions/workspace";
import { FILE_ACTIONS } from "../../files/file-actions";
import type { WorkspaceFace } from "../../workspaces/face";
import { HELP_ACTIONS } from "../help-actions";

const entering = ({ id, label, icon, about, refusal }: Workspace): Action => ({
  id: `workspace.${id}`,
  label: `Workspace: ${label.toLowerCase()}`,
  icon,
  help: about,
  refusal,
  checked: ({ view, document }) => document.getState().sequence !== null && view.getState().workspace === id,
  perform: (studio) => enter(studio, id),
});

/**
 * All actions of a studio with these workspaces, the innermost first, so that Escape leaves the mode that was entered
 * last.
 */
export const actionsOf = (workspaces: readonly WorkspaceFace[]): ActionTable =>
  new ActionTable([
    ...HELP_ACTIONS,
    ...FILE_ACTIONS,
    ...EDIT_ACTIONS,
    ...workspaces.flatMap((home) => home.actions.map((action) => ({ ...action, home }))),
    ...workspaces.flatMap((home) =>
      settingActions(home.id, home.settings ?? []).map((action) => ({ ...action, home })),
    ),
    ...workspaces.flatMap(({ everywhere = [] }) => everywhere),
    ...workspaces.map(entering),
    ...SELECT_ACTIONS,
    ...VIEW_ACTIONS,
    ...CAMERA_ACTIONS,
    ...HIDING_ACTIONS,
    ...PLAY_ACTIONS,
  ]);
