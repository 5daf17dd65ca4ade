import type { BindingState } from "../document/binding/binding-state";
import type { CompareState } from "../document/compare/compare-state";
import type { PreparedState } from "../document/deform/prepared";
import type { DocumentState } from "../document/document";
import { reducedRigs } from "../document/reduce/reduce-state";
import type { Stores } from "../document/stores";
import type { ViewState } from "../document/view-state";

/** The inputs of the picture. */
export interface Shown {
  document: DocumentState;
  view: ViewState;
  prepared: PreparedState;
  binding: BindingState;
  /** The two rigs of a comparison, or two reductions. */
  rigs: CompareState["rigs"];
}

/** The inputs of the picture as they are now. */
export const shownNow = (stores: Stores): Shown => ({
  document: stores.document.getState(),
  view: stores.view.getState(),
  prepared: stores.prepared.getState(),
  rigs: stores.view.getState().workspace === "reduce" ? reducedRigs(stores) : stores.compare.getState().rigs,
  binding: stores.binding.getState(),
});
