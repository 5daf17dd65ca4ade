import type { SolveSettings } from "../../solve/solve-settings";
import { errorFigure, percentFigure, significant, tenths } from "../figures";
import type { SolveReport } from "../solve-report";
import type { Diagnosis } from "./diagnosis";

type Rows = [name: string, value: string][];

/** The figures of a report, as rows. */
export function figureRows(report: SolveReport): Rows {
  const { corrected, heldOut, bitsPerVertexFrame } = report;
  return [
    ["Error (E_RMS)", errorFigure(report.eRms)],
    ...(corrected ? ([["Error with the correction", errorFigure(corrected.eRms)]] as Rows) : []),
    ...(heldOut ? ([["Error on held-out frames", errorFigure(heldOut.eRms)]] as Rows) : []),
    ["RMS distance, % of the diagonal", percentFigure(report.rmsePercent)],
    ["Largest distance, % of the diagonal", percentFigure(report.maxErrorPercent)],
    ["Angle between normals, degrees", tenths(report.normalErrorDegrees)],
    ["Jitter, % of the diagonal", percentFigure(report.jitterPercent)],
    ["Stray influences, %", percentFigure(100 * report.strayInfluenceShare)],
    ["Bones", `${report.bones}${report.bonesAsked === null ? "" : ` of ${report.bonesAsked} asked`}`],
    ["Influences a vertex", `${report.influences} at most, ${significant(report.meanInfluences)} on average`],
    ...(bitsPerVertexFrame === undefined
      ? []
      : ([["Bits a vertex and frame", significant(bitsPerVertexFrame)]] as Rows)),
    ["Method", report.method],
    ["Time, s", tenths(report.seconds)],
    ["Threads", String(report.threads)],
    ["Seed", String(report.seed)],
    ...Object.entries(report.figures ?? {}).map(([name, x]): Rows[number] => [name, significant(x)]),
  ];
}

/** All settings of a solve as rows. Names are those of the command line's JSON. */
export const settingRows = (settings: Partial<SolveSettings>): Rows =>
  Object.entries(settings).flatMap(([name, value]): Rows => {
    if (value !== null && typeof value === "object") {
      return Object.entries(value).flatMap(([method, parameters]) =>
        Object.entries(parameters as object).map(([key, x]): Rows[number] => [
          `${method}: ${key}`,
          String(x),
        ]),
      );
    }
    return [[name, value === null ? "by default" : String(value)]];
  });

/** Sentences that qualify the figures of a report. */
export const remarksOf = ({ bonesReason, cutShort, notes, weightsChanged }: SolveReport): string[] => [
  ...(weightsChanged ? ["The weights were changed by hand after this was measured."] : []),
  ...(bonesReason ? [bonesReason] : []),
  ...(cutShort ?? []),
  ...(notes ?? []),
];

/** The parts of a diagnosis that a report has. */
export function diagnosisOf(
  report: SolveReport,
  settings: Partial<SolveSettings> | null,
): Pick<Diagnosis, "groups" | "remarks" | "errorPerFrame"> {
  return {
    groups: [
      { title: "Figures", rows: figureRows(report) },
      ...(settings ? [{ title: "Settings", rows: settingRows(settings) }] : []),
    ],
    remarks: remarksOf(report),
    errorPerFrame: report.errorPerFrame,
  };
}
