import type { ReduceState, RowFigures } from "../../../document/reduce/reduce-state";

const COLUMNS: [name: string, value: (figures: RowFigures) => number][] = [
  ["eRms", ({ eRms }) => eRms],
  ["maxErrorPercent", ({ maxErrorPercent }) => maxErrorPercent],
  ["normalErrorDegrees", ({ normalErrorDegrees }) => normalErrorDegrees],
  ["bytes", ({ bytes }) => bytes],
  ["influences", ({ influences }) => influences],
  ["meanInfluences", ({ meanInfluences }) => meanInfluences],
];

/** Every result as a line of CSV, beginning with the original rig. */
export function reductionCsv({ runs, denseFigures }: Pick<ReduceState, "runs" | "denseFigures">): string {
  const line = (method: string, asked: number | "", figures: RowFigures, more: (number | "")[]) =>
    [method, asked, ...COLUMNS.map(([, value]) => value(figures)), ...more].join();
  const head = ["method", "asked", ...COLUMNS.map(([name]) => name), "exceptional", "seconds"].join();
  const dense = denseFigures ? [line("dense", "", denseFigures, ["", ""])] : [];
  const rows = runs.flatMap(({ method, asked, report }) =>
    report ? [line(method, asked, report, [report.exceptional?.vertices.length ?? "", report.seconds])] : [],
  );
  return `${[head, ...dense, ...rows].join("\n")}\n`;
}
