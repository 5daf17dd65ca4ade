import {
  asDelivered,
  type IterationRecord,
  type SolveReport,
} from "../../../workers/model/reports/solve-report";
import type { SolveSettings } from "../../../workers/model/solve/solve-settings";
import { plural } from "../../common/format";
import { diagonalOf, errorRampEnd } from "../measure";
import type { Stores } from "../stores";

/** The title of a running solve. */
export function titleOf(settings: SolveSettings, goesOn: boolean): string {
  if (settings.errorTarget !== null) return "Solving for the error target";
  if (settings.knee) return "Solving for the knee";
  return `${goesOn ? "Refining" : "Solving"} ${plural(settings.bones, "bone")}`;
}

/** The history of a solve that restarts from its current rig. */
export function withRestart(history: readonly IterationRecord[]): IterationRecord[] {
  const last = history.at(-1);
  return last ? [...history, { eRms: last.eRms, seconds: 0, event: "restart" }] : [];
}

/** Switches the view for the first solve of a sequence: bone colours over a ghost of the source. */
export function showSolve(stores: Stores): void {
  if (!stores.document.getState().rig) stores.view.setState({ layout: "overlay", shading: "bones" });
}

/** Shows the errors of the result, unless the artist chose another shading meanwhile. */
export function showResult(stores: Stores, report: SolveReport): void {
  const { layout, shading } = stores.view.getState();
  if (layout === "overlay" && shading === "bones") stores.view.setState({ layout: "rig", shading: "error" });
  fitErrorRange(stores, asDelivered(report));
}

/** Shows a new rig with its errors. Another view than the source alone stays. */
export function showNewRig(stores: Stores, report: SolveReport): void {
  fitErrorRange(stores, report);
  if (stores.view.getState().layout === "source") stores.view.setState({ layout: "rig" });
}

/** Fits the range of errors to the rig in the scene. The artist can change it with the handles of the legend. */
export function fitErrorRange(stores: Stores, report: SolveReport): void {
  const { sequence } = stores.document.getState();
  if (sequence) stores.view.setState({ errorRange: [0, errorRampEnd(report, diagonalOf(sequence))] });
}
