import { KEYMAP, keymapOf, keysIn } from "../../document/keymap/keymap-state";
import type { Stores } from "../../document/stores";
import { useStore } from "../../document/use-stores";
import type { Action } from "../action";
import { ACTIONS } from "../action-table";
import { useService } from "../studio";

/** The keys of an action in the current keymap. Buttons and menus show the first one. */
export const keysOf = (stores: Stores, action: Action): readonly string[] => keysIn(keymapOf(stores), action);

/** The keys of the action with an id, for components. */
export function useKeys(id: string): readonly string[] {
  const action = useService(ACTIONS).of(id);
  return useStore(KEYMAP, (state) => keysIn(state, action));
}
