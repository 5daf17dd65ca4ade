/** Skeletons on screen: in progress, in the scene, or none. */
import type { ExtractPartial } from "../../../../../workers/model/reports/skeleton-report";
import type { History } from "../../../../document/history/history";
import { type Extracted, showExtracted } from "../../../../document/skeleton/extract-commands";
import { fitErrorRange } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { runAndTell } from "../../../../document/weights/painted-changes";

/** Shows the best skeleton so far of a run. */
export const showPartial = ({ document }: Stores, { rig }: ExtractPartial): void =>
  document.setState({ partial: rig });

/** Shows the document's rig again after a run without a result. */
export function hidePartial(stores: Stores): void {
  stores.document.setState({ partial: null, partialLocks: null });
  showSettled(stores);
}

/** Puts a skeleton into the scene, in one step. `verb` begins the label of the step. */
export function putExtracted(stores: Stores, history: History, extracted: Extracted, verb: string): void {
  stores.view.setState({ selectedBone: null, hiddenBones: [] });
  runAndTell(stores, history, showExtracted(stores, extracted, verb));
  fitErrorRange(stores, extracted.report);
  showSettled(stores);
}

/**
 * Shows the skeleton over clay after a run, or the source without one, unless the artist chose another view meanwhile.
 */
function showSettled({ view, document }: Stores): void {
  const { layout, shading } = view.getState();
  const settled = document.getState().rig ? "rig" : "source";
  if (layout === "overlay" && shading === "bones") view.setState({ layout: settled, shading: "clay" });
  else if (layout === "source") view.setState({ layout: settled });
}
