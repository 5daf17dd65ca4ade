import { perClip } from "../../../workers/model/reports/per-clip";
import type { Measures, SolveReport } from "../../../workers/model/reports/solve-report";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";
import { stillTrue } from "./bone-commands";

/** Puts new measurements of the document's rig into its report. How the rig was found stays. */
export function measuredAgain(stores: Stores, measures: Measures): Command | null {
  const { report, sequence } = stores.document.getState();
  if (!report || !sequence) return null;
  const now: SolveReport = {
    ...stillTrue(report),
    bonesReason: report.bonesReason,
    ...measures,
    ...perClip(sequence, measures.errorPerFrame),
  };
  return patch(stores, "Measure the rig again", "measure", { report: now });
}
