import { noFramesInMemory, noSequence } from "../../actions/guards/guards";
import type { Tool } from "../../viewport/pointer/tool";
import type { WorkspaceFace } from "../face";
import { CompareLayout } from "./CompareLayout";
import { CompareStatus } from "./CompareStatus";
import { COMPARE_ACTIONS } from "./compare-actions";
import { StopComparison } from "./StopComparison";
import { COMPARE_SETTINGS } from "./settings";

/** Ignores clicks, because the bones of the two rigs are not the document's. */
const selectNothing: Tool = ({ stores }) => ({
  hover: () => null,
  grab: () => null,
  click: () => stores.view.getState().workspace === "compare",
});

export const COMPARE: WorkspaceFace = {
  id: "compare",
  label: "Compare",
  icon: "chart",
  about: "Compare methods by error, time and size.",
  refusal: (stores) => noSequence(stores) ?? noFramesInMemory(stores),
  settings: COMPARE_SETTINGS,
  actions: COMPARE_ACTIONS,
  tools: [selectNothing],
  Layout: CompareLayout,
  StopQuestion: StopComparison,
  Status: CompareStatus,
};
