import type { BindingState } from "../document/binding/binding-state";
import type { CompareState } from "../document/compare/compare-state";
import type { PreparedState } from "../document/deform/prepared";
import type { DocumentState } from "../document/document";
import type { ViewState } from "../document/view-state";

/** What the picture is made from. */
export interface Shown {
  document: DocumentState;
  view: ViewState;
  prepared: PreparedState;
  binding: BindingState;
  /** Of a comparison, what is side by side. */
  rigs: CompareState["rigs"];
}
