import type { ReduceState, RowFigures } from "../../../document/reduce/reduce-state";

const COLUMNS: [name: string, value: (figures: RowFigures) => number][] = [
  ["eRms", ({ eRms }) => eRms],
  ["maxErrorPercent", ({ maxErrorPercent }) => maxErrorPercent],
  ["normalErrorDegrees", ({ normalErrorDegrees }) => normalErrorDegrees],
  ["bytes", ({ bytes }) => bytes],
  ["influences", ({ influences }) => influences],
  ["meanInfluences", ({ meanInfluences }) => meanInfluences],
];

/** Every result as a line of CSV, the rig as it was first. */
export function reductionCsv({
  runs,
  denseFigures,
  denseGpuTime,
}: Pick<ReduceState, "runs" | "denseFigures" | "denseGpuTime">): string {
  const line = (method: string, asked: number | "", figures: RowFigures, more: (number | "")[]) =>
    [method, asked, ...COLUMNS.map(([, value]) => value(figures)), ...more].join();
  const names = COLUMNS.map(([name]) => name);
  const head = ["method", "asked", ...names, "exceptional", "seconds", "gpuMilliseconds"].join();
  const dense = denseFigures ? [line("dense", "", denseFigures, ["", "", denseGpuTime ?? ""])] : [];
  const rows = runs.flatMap(({ method, asked, report, gpuTime }) => {
    if (!report) return [];
    const exceptional = report.exceptional?.vertices.length ?? "";
    return [line(method, asked, report, [exceptional, report.seconds, gpuTime ?? ""])];
  });
  return `${[head, ...dense, ...rows].join("\n")}\n`;
}
