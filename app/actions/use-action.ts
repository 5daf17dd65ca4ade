import { useSyncExternalStore } from "react";
import type { Action } from "./action";
import { refusalOf } from "./action-place";
import { ACTIONS } from "./action-table";
import { useKeys } from "./keys/action-keys";
import { useStudio } from "./studio";

export interface ActionState {
  action: Action;
  /** Its keys in the current keymap. */
  keys: readonly string[];
  /** Why it cannot run now, or null. */
  refusal: string | null;
  checked: boolean;
  perform(): void;
}

/** An action and its current state. Renders again only when the refusal or the check mark changes. */
export function useAction(id: string): ActionState {
  const studio = useStudio();
  const action = studio.get(ACTIONS).of(id);
  const look = useSyncExternalStore(
    studio.follow,
    () => `${action.checked?.(studio) ? 1 : 0}${refusalOf(studio, action) ?? ""}`,
  );
  return {
    action,
    keys: useKeys(id),
    refusal: look.slice(1) || null,
    checked: look[0] === "1",
    perform: () => studio.perform(id),
  };
}
