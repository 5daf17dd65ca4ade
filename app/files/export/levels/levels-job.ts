import type { ExportOptions, Job, SolverClient } from "../../../../workers/client";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { LevelReport } from "../../../../workers/model/reports/level-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Progress } from "../../../../workers/model/task";

/** A level of detail with the size and the error of its file. */
export interface MeasuredLevel {
  rig: Rig;
  report: LevelReport;
  bytes: number;
  eRms: number;
}

/** The numbers of bones in a text: "20, 12" gives 20 and 12. */
export const countsIn = (text: string): number[] => text.split(/\D+/).filter(Boolean).map(Number);

/** The default levels: about half and a quarter of the bones, if that leaves enough. */
export function firstCounts({ bones }: Pick<Rig, "bones">): string {
  const roots = bones.filter(({ parent }) => parent < 0).length;
  const counts = [bones.length / 2, bones.length / 4].map(Math.round);
  return [...new Set(counts)].filter((count) => count >= roots && count < bones.length).join(", ");
}

/** Makes levels of detail, then measures the file of each. */
export function levelsJob(
  client: Pick<SolverClient, "skeletonLevels" | "exportFigures">,
  sequence: OpenedSequence,
  rig: Rig,
  counts: readonly number[],
  options: ExportOptions,
  onProgress: (progress: Progress) => void,
): Pick<Job<MeasuredLevel[]>, "result" | "cancel"> {
  const levels = client.skeletonLevels({ sequence, rig, counts });
  let current: Pick<Job<unknown>, "cancel"> = levels;
  levels.onProgress(onProgress);
  const measured = async () => {
    const made: MeasuredLevel[] = [];
    for (const level of await levels.result) {
      const figures = client.exportFigures({ sequence, rig: level.rig, options });
      current = figures;
      made.push({ ...level, ...(await figures.result) });
    }
    return made;
  };
  return { result: measured(), cancel: () => current.cancel() };
}
