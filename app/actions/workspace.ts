import type { IconName } from "../common/icon-names";
import { paint } from "../document/deform/panes";
import { paintForSolve } from "../document/solve/intent-painting";
import type { Stores } from "../document/stores";

/** An arrangement of panels and tools over the document, for one kind of work. */
export interface Workspace {
  /** "paint". */
  id: string;
  label: string;
  icon: IconName;
  about: string;
  /** Why it cannot be entered now, or null. */
  refusal(stores: Stores): string | null;
}

/** Goes to a workspace by its id. What is being painted over the mesh ends; bones are posed again. */
export function enter(stores: Stores, workspace: string): void {
  paint(stores, null);
  paintForSolve(stores, null);
  stores.view.setState({ workspace });
}
