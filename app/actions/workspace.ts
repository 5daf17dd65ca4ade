import type { IconName } from "../common/icon-names";
import { paint } from "../document/deform/panes";
import { paintForSolve } from "../document/solve/intent-painting";
import type { Stores } from "../document/stores";

/** An arrangement of panels and tools for one kind of work on the document. */
export interface Workspace {
  /** "paint". */
  id: string;
  label: string;
  icon: IconName;
  about: string;
  /** Says why the workspace cannot be entered now, or null. */
  refusal(stores: Stores): string | null;
}

/** Switches to a workspace by its id. Ends map painting; the mouse poses bones again. */
export function enter(stores: Stores, workspace: string): void {
  paint(stores, null);
  paintForSolve(stores, null);
  stores.view.setState({ workspace });
}
