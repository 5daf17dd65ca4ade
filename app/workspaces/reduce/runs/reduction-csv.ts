import type { ReductionFigures } from "../../../../workers/model/reduce/reduce-report";
import type { ReduceState } from "../../../document/reduce/reduce-state";

const COLUMNS: [name: string, value: (figures: ReductionFigures) => number][] = [
  ["eRms", ({ eRms }) => eRms],
  ["maxErrorPercent", ({ maxErrorPercent }) => maxErrorPercent],
  ["normalErrorDegrees", ({ normalErrorDegrees }) => normalErrorDegrees],
  ["edgeChangeLargest", ({ edges }) => edges.largest],
  ["edgeChangeMost", ({ edges }) => edges.most],
  ["bytes", ({ bytes }) => bytes],
  ["influences", ({ influences }) => influences],
  ["meanInfluences", ({ meanInfluences }) => meanInfluences],
];

/** Every result as a line of CSV, the rig as it was first. */
export function reductionCsv({ runs, denseFigures }: Pick<ReduceState, "runs" | "denseFigures">): string {
  const line = (method: string, asked: number | "", figures: ReductionFigures, more: (number | "")[]) =>
    [method, asked, ...COLUMNS.map(([, value]) => value(figures)), ...more].join();
  const head = ["method", "asked", ...COLUMNS.map(([name]) => name), "exceptional", "seconds"].join();
  const dense = denseFigures ? [line("dense", "", denseFigures, ["", ""])] : [];
  const rows = runs.flatMap(({ method, influences, report }) =>
    report ? [line(method, influences, report, [report.exceptional.vertices.length, report.seconds])] : [],
  );
  return `${[head, ...dense, ...rows].join("\n")}\n`;
}
