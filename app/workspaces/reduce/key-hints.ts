import { useView } from "../../document/use-stores";
import type { KeyHintList } from "../../panels/fields/KeyHints";

const LASSO_HINTS: KeyHintList = [
  ["drag", "selects the vertices inside"],
  ["Shift", "adds to them"],
  ["Ctrl", "removes from them"],
];

/** The keys that are useful in the Reduce workspace now. */
export const useReduceHints = (): KeyHintList | null =>
  useView((view) => (view.hand === "over lasso" || view.hand === "lassoing" ? LASSO_HINTS : null));
