import { isSameChord } from "../../common/key-chords";
import { brushIn, type KeymapState, keysIn } from "../../document/keymap/keymap-state";
import { parseBrushDrag } from "../../document/keymap/presses";
import type { Action } from "../action";

/** Whether two actions are available in the same workspace with the same tool. */
function meet(a: Action, b: Action): boolean {
  if (a.tool && b.tool && a.tool !== b.tool) return false;
  const placesOf = ({ home, also = [], anywhere }: Action) => (home && !anywhere ? [home.id, ...also] : null);
  const [here, there] = [placesOf(a), placesOf(b)];
  return !here || !there || here.some((place) => there.includes(place));
}

/**
 * Whether two actions have the same default key. This is on purpose: only one of them can run at a time, or the action
 * of the workspace comes first.
 */
const takeTurns = (a: Action, b: Action): boolean =>
  (a.keys ?? []).some((key) => (b.keys ?? []).some((other) => isSameChord(key, other)));

/** The actions that already use a key in the places where `action` would use it. */
export function conflictsOf(
  state: KeymapState,
  actions: readonly Action[],
  action: Action,
  key: string,
): Action[] {
  return actions.filter(
    (other) =>
      other.id !== action.id &&
      meet(action, other) &&
      !takeTurns(action, other) &&
      keysIn(state, other).some((each) => isSameChord(each, key)),
  );
}

/** Workspaces that have brushes. Their keys for radius and strength work there. */
const WITH_BRUSHES = new Set(["paint", "solve", "deform"]);

/**
 * The brush setting that changes if the pointer moves while the action's key is held; null if there is none. If the
 * pointer does not move, the key still runs the action.
 */
export function brushUseOf(state: KeymapState, action: Action, key: string): "radius" | "strength" | null {
  if (action.home && !action.anywhere && !WITH_BRUSHES.has(action.home.id)) return null;
  const brush = brushIn(state);
  for (const what of ["radius", "strength"] as const) {
    const drag = parseBrushDrag(brush[what]);
    if (drag.by === "move" && isSameChord(brush[what].replace(" …", ""), key)) return what;
  }
  return null;
}
