import { methodLabel } from "../../solve/methods";
import type { SolveSettings } from "../../solve/solve-settings";
import { errorFigure, percentFigure, significant, tenths } from "../figures";
import type { SolveReport } from "../solve-report";
import type { Diagnosis } from "./diagnosis";
import { type ReportRow, settingRows } from "./setting-rows";

type Rows = ReportRow[];

/** What the figures of single methods are called in a report; their names in JSON are short. */
const METHOD_FIGURES: Readonly<Record<string, string>> = {
  flatERms: "Error of the flats (E_RMS)",
  simplexLogVolume: "Logarithm of the simplex's volume",
  simplexIterations: "Iterations of the simplex",
  denseInfluences: "Influences a vertex before the limit",
  sparseERms: "Error with the limit of influences (E_RMS)",
  startERms: "Error of the start (E_RMS)",
  startMeanSquare: "Mean squared distance of the start, unit cube",
  meanSquare: "Mean squared distance, unit cube",
  denseERms: "Error before the limit of influences (E_RMS)",
  steps: "Steps of the descent",
  splits: "Rounds of splitting",
  representatives: "Representative vertices",
  softERms: "Error before the limit of influences (E_RMS)",
  softInfluences: "Influences a vertex before the limit",
  bandwidth: "Bandwidth",
  clusters: "Clusters",
  eRmsBeforeNormalising: "Error before normalising (E_RMS)",
  mirrorUnmatchedPercent: "Vertices without a mirror image, %",
};

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
    ["Method", methodLabel(report.method)],
    ["Time, s", tenths(report.seconds)],
    ["Threads", String(report.threads)],
    ["Seed", String(report.seed)],
    ...Object.entries(report.figures ?? {}).map(
      ([name, x]): ReportRow => [METHOD_FIGURES[name] ?? name, significant(x)],
    ),
  ];
}

/** Sentences that qualify the figures of a report. */
export const remarksOf = ({ bonesReason, cutShort, notes, weightsChanged }: SolveReport): string[] => [
  ...(weightsChanged ? ["The weights were changed after this was measured."] : []),
  ...(bonesReason ? [bonesReason] : []),
  ...(cutShort ?? []),
  ...(notes ?? []),
];

/** The parts of a diagnosis that a report has. */
export function diagnosisOf(
  report: SolveReport,
  settings: SolveSettings | null,
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
