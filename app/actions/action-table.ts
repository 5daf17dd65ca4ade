import type { WorkspaceName } from "../document/view-state";
import type { Action } from "./action";
import { BIND_ACTIONS } from "./bind-actions";
import { BONE_ACTIONS } from "./bone-actions";
import { COMPARE_ACTIONS } from "./compare-actions";
import { DEFORM_ACTIONS } from "./deform-actions";
import { EDIT_ACTIONS } from "./edit-actions";
import { FILE_ACTIONS } from "./file-actions";
import { HELP_ACTIONS } from "./help-actions";
import { INTENT_ACTIONS } from "./intent-actions";
import { JOINT_ACTIONS } from "./joint-actions";
import { PAINT_ACTIONS } from "./paint-actions";
import { PLAY_ACTIONS } from "./play-actions";
import { RIG_ACTIONS } from "./rig-actions";
import { SEGMENT_ACTIONS } from "./segment-actions";
import { SKELETON_ACTIONS } from "./skeleton-actions";
import { SKELETON_DRAWING_ACTIONS } from "./skeleton-drawing-actions";
import { VIEW_ACTIONS } from "./view-actions";
import { WEIGHT_ACTIONS } from "./weight-actions";

const at = (home: WorkspaceName, actions: readonly Action[]): Action[] =>
  actions.map((action) => ({ ...action, home }));

/** All actions. Where several answer to one key, the first that can be performed does: innermost first. */
export const ACTIONS: Action[] = [
  ...HELP_ACTIONS,
  ...FILE_ACTIONS,
  ...EDIT_ACTIONS,
  ...at("solve", INTENT_ACTIONS),
  ...at("paint", SKELETON_DRAWING_ACTIONS),
  ...at("paint", SEGMENT_ACTIONS),
  ...at("paint", SKELETON_ACTIONS),
  ...at("paint", PAINT_ACTIONS),
  ...at("paint", WEIGHT_ACTIONS),
  ...at("paint", BIND_ACTIONS),
  ...at("paint", JOINT_ACTIONS),
  ...RIG_ACTIONS,
  ...at("solve", BONE_ACTIONS),
  ...at("deform", DEFORM_ACTIONS),
  ...at("compare", COMPARE_ACTIONS),
  ...VIEW_ACTIONS,
  ...PLAY_ACTIONS,
];

const byId = new Map(ACTIONS.map((action) => [action.id, action]));

/** @throws for an id that no action has: that is a typing error in the code. */
export function actionOf(id: string): Action {
  const action = byId.get(id);
  if (!action) throw new Error(`There is no action “${id}”.`);
  return action;
}
