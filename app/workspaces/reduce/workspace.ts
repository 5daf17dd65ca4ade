import { inFiles, noRig } from "../../actions/guards/guards";
import type { Tool } from "../../viewport/pointer/tool";
import type { WorkspaceFace } from "../face";
import { useReduceHints } from "./key-hints";
import { ReduceLayout } from "./ReduceLayout";
import { ReduceStatus } from "./ReduceStatus";
import { REDUCE_ACTIONS } from "./reduce-actions";
import { REDUCE_SETTING_NAMES } from "./settings";
import { reductionMarks } from "./tools/reduction-marks";
import { selectionLasso } from "./tools/selection-lasso";

/** Ignores clicks, because the views show rigs that are not the document's. */
const selectNothing: Tool = ({ stores }) => ({
  hover: () => null,
  grab: () => null,
  click: () => stores.view.getState().workspace === "reduce",
});

export const REDUCE: WorkspaceFace = {
  id: "reduce",
  label: "Reduce",
  icon: "count",
  about: "Reduce influences and compare methods.",
  refusal: (stores) => noRig(stores) ?? inFiles(stores),
  settings: REDUCE_SETTING_NAMES,
  actions: REDUCE_ACTIONS,
  tools: [selectionLasso, selectNothing, reductionMarks],
  useKeyHints: useReduceHints,
  Layout: ReduceLayout,
  Status: ReduceStatus,
};
