import type { CorrectionReport } from "../../../../workers/model/reports/solve-report";
import { type Rig, withoutCorrection } from "../../../../workers/model/rig/rig";
import { plural } from "../../../common/format";
import type { Command } from "../../../document/history/history";
import { patch } from "../../../document/patch";
import type { Stores } from "../../../document/stores";

/** Replaces the rig by the same rig with a new correction. */
export function setCorrection(stores: Stores, rig: Rig, corrected: CorrectionReport): Command {
  const { report } = stores.document.getState();
  return patch(stores, `Correct with ${plural(corrected.rank, "shape")}`, "correct", {
    rig,
    report: report && { ...report, corrected },
  });
}

export function removeCorrection(stores: Stores): Command {
  const { rig, report } = stores.document.getState();
  if (!rig) throw new Error("There is no rig.");
  const { corrected: _, ...plain } = report ?? {};
  return patch(stores, "Remove correction", "correct", {
    rig: withoutCorrection(rig),
    report: report && (plain as typeof report),
  });
}
