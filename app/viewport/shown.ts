import type { BindingState } from "../document/binding/binding-state";
import type { CompareState } from "../document/compare/compare-state";
import type { PreparedState } from "../document/deform/prepared";
import type { DocumentState } from "../document/document";
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
