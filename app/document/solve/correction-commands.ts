import { type Rig, withoutCorrection } from "../../../workers/model/rig";
import type { CorrectionReport } from "../../../workers/model/solve-report";
import { plural } from "../../ui/format";
import { patch } from "../commands";
import { useDocument } from "../document";
import type { Command } from "../history";

/** Puts a rig in the place of the same one without, or with another correction. */
export function setCorrection(rig: Rig, corrected: CorrectionReport): Command {
  const { report } = useDocument.getState();
  return patch(`Correct by ${plural(corrected.rank, "shape")}`, "plus", {
    rig,
    report: report && { ...report, corrected },
  });
}

export function removeCorrection(): Command {
  const { rig, report } = useDocument.getState();
  if (!rig) throw new Error("There is no rig.");
  const { corrected: _, ...plain } = report ?? {};
  return patch("Remove the correction", "minus", {
    rig: withoutCorrection(rig),
    report: report && (plain as typeof report),
  });
}
