/** The figures that the scene keeps of a fit, from the result of a job and the figures before it. */
import type { FitFigures } from "../../../../../workers/model/reports/fit-record";
import type {
  FitReport,
  FitStage,
  FitStep,
  RemoveHelperResult,
} from "../../../../../workers/model/reports/fit-report";
import type { DocumentState } from "../../../../document/document";
import { helpersInScene, withStages } from "../../../../document/skeleton/own-skeleton";

/** The figures after a fit or after a change of its result. */
export type FittedFigures = FitFigures & { report: FitReport };
type Before = Pick<DocumentState, "rig" | "fitRecord">;

/** @param kept the helpers that the rig had before the fit. */
export function afterFit(
  before: Pick<Before, "fitRecord">,
  found: FitReport,
  kept: FitReport["helpers"],
  goesOn: boolean,
): FittedFigures {
  const report = { ...found, helpers: [...kept, ...found.helpers] };
  return { report, goesOn, stages: stagesAfter(before, report, goesOn) };
}

/** @param last the figures before. */
export function afterRemoval(
  before: Before,
  last: FittedFigures,
  name: string,
  { after: { eRms, rmsePercent, largest } }: RemoveHelperResult,
): FittedFigures {
  const report: FitReport = {
    ...last.report,
    ...{ eRms, rmsePercent, largest: { ...last.report.largest, distance: largest } },
    helpers: helpersInScene(before).filter((helper) => helper.name !== name),
  };
  return { report, goesOn: last.goesOn, stages: stagesAfter(before, report, true) };
}

/** The figures of all steps. A fit that continues from the scene only has the figures of its last step. */
function stagesAfter(
  { fitRecord }: Pick<Before, "fitRecord">,
  report: FitReport,
  goesOn: boolean,
): FitStage[] {
  const { eRms, rmsePercent, largest, stages } = report;
  const step: FitStep = report.helpers.length > 0 ? "helpers" : report.solve;
  const reached: FitStage = { step, eRms, rmsePercent, largest: largest.distance };
  const newer = goesOn ? [reached] : [...stages.filter((stage) => stage.step !== step), reached];
  return withStages(fitRecord?.stages ?? [], newer);
}
