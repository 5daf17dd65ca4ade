import { useSyncExternalStore } from "react";
import { useBinding } from "../document/binding/binding-state";
import { useJoints } from "../document/binding/joint-fitting";
import { useCompare } from "../document/compare/compare-state";
import { usePrepared } from "../document/deform/prepared";
import { useDocument } from "../document/document";
import { useView } from "../document/view-state";
import { useShell } from "../shell/shell-state";
import { useStudio } from "../shell/studio";
import type { Action } from "./action";
import { refusalOf } from "./action-place";
import { actionOf } from "./action-table";

export interface ActionState {
  action: Action;
  /** Why it cannot be performed now, or null. */
  refusal: string | null;
  checked: boolean;
  perform(): void;
}

/** An action and how it stands, kept current. Renders again only when refusal or check mark change. */
export function useAction(id: string): ActionState {
  const action = actionOf(id);
  const studio = useStudio();
  const look = useSyncExternalStore(
    (listen) => {
      const stops = [useDocument.subscribe(listen), useView.subscribe(listen), useShell.subscribe(listen)];
      stops.push(usePrepared.subscribe(listen));
      stops.push(useCompare.subscribe(listen));
      stops.push(useBinding.subscribe(listen));
      stops.push(useJoints.subscribe(listen));
      stops.push(studio.history.state.subscribe(listen));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => `${action.checked?.() ? 1 : 0}${refusalOf(action) ?? ""}`,
  );
  return {
    action,
    refusal: look.slice(1) || null,
    checked: look[0] === "1",
    perform: () => studio.perform(id),
  };
}
