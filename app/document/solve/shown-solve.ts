import {
  asDelivered,
  type IterationRecord,
  type SolveReport,
} from "../../../workers/model/reports/solve-report";
import type { SolveSettings } from "../../../workers/model/solve/solve-settings";
import { plural } from "../../common/format";
import { diagonalOf, errorRampEnd } from "../measure";
import type { Stores } from "../stores";

/** What a solve is called while it runs. */
export function titleOf(settings: SolveSettings, goesOn: boolean): string {
  if (settings.errorTarget !== null) return "Solving for the error target";
  if (settings.knee) return "Solving for the knee";
  return `${goesOn ? "Refining" : "Solving"} ${plural(settings.bones, "bone")}`;
}

/** The history of a solve that starts again from where it is. */
export function withRestart(history: readonly IterationRecord[]): IterationRecord[] {
  const last = history.at(-1);
  return last ? [...history, { eRms: last.eRms, seconds: 0, event: "restart" }] : [];
}

/** The first solve of a sequence shows itself: bones' colours over the source's ghost. */
export function showSolve(stores: Stores): void {
  if (!stores.document.getState().rig) stores.view.setState({ layout: "overlay", shading: "bones" });
}

/** The result shows its error, unless the artist looked elsewhere meanwhile. */
export function showResult(stores: Stores, report: SolveReport): void {
  const { layout, shading } = stores.view.getState();
  if (layout === "overlay" && shading === "bones") stores.view.setState({ layout: "rig", shading: "error" });
  const { sequence } = stores.document.getState();
  if (sequence) fitErrorRange(stores, asDelivered(report), diagonalOf(sequence));
}

/** The legend's handles change it. */
export function fitErrorRange(stores: Stores, report: SolveReport, diagonal: number): void {
  stores.view.setState({ errorRange: [0, errorRampEnd(report, diagonal)] });
}
