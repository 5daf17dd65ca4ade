import type { CorrectionReport } from "../../../../workers/model/reports/solve-report";
import { type Rig, withoutCorrection } from "../../../../workers/model/rig/rig";
import { plural } from "../../../common/format";
import { patch } from "../../../document/commands";
import { useDocument } from "../../../document/document";
import type { Command } from "../../../document/history";

/** Puts a rig in the place of the same one without, or with another correction. */
export function setCorrection(rig: Rig, corrected: CorrectionReport): Command {
  const { report } = useDocument.getState();
  return patch(`Correct by ${plural(corrected.rank, "shape")}`, "correct", {
    rig,
    report: report && { ...report, corrected },
  });
}

export function removeCorrection(): Command {
  const { rig, report } = useDocument.getState();
  if (!rig) throw new Error("There is no rig.");
  const { corrected: _, ...plain } = report ?? {};
  return patch("Remove the correction", "correct", {
    rig: withoutCorrection(rig),
    report: report && (plain as typeof report),
  });
}
