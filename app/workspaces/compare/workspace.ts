import { noSequence, tooFewFrames } from "../../actions/guards";
import { useView } from "../../document/view-state";
import type { WorkspaceFace } from "../face";
import { CompareLayout } from "./CompareLayout";
import { CompareStatus } from "./CompareStatus";
import { COMPARE_ACTIONS } from "./compare-actions";
import { StopComparison } from "./StopComparison";

/** The bones of two rigs are not the document's: a click selects none. */
const selectNothing = () => ({
  hover: () => null,
  grab: () => null,
  click: () => useView.getState().workspace === "compare",
});

export const COMPARE: WorkspaceFace = {
  id: "compare",
  label: "Compare",
  icon: "chart",
  about: "Solves by several methods, and shows how they do side by side.",
  refusal: () => noSequence() ?? tooFewFrames(),
  actions: COMPARE_ACTIONS,
  tools: [selectNothing],
  Layout: CompareLayout,
  StopQuestion: StopComparison,
  Status: CompareStatus,
};
