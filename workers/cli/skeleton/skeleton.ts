// rig skeleton: a hierarchy of bones that reproduces an animation.
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { howMany, percentFigure, tenths } from "../../model/reports/figures";
import type { SkeletonReport } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { EXTRACT_METHODS } from "../../model/skeleton/extract/extract-methods";
import type { ExtractSettings } from "../../model/skeleton/extract/extract-settings";
import { longSearchWords } from "../../model/skeleton/extract/search-time";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { SKELETON_FORMATS, writeRig } from "../encode-rig";
import type { Flags } from "../flags/arguments";
import { exportFlags } from "../flags/export-flags";
import { refuseExportFlags } from "../flags/refuse-export-flags";
import { checkSpaces } from "../flags/space-flags";
import { type OpenedOne, openMoving, sayNotes } from "../open-one";
import type { Output, OutputSet } from "../output/output-set";
import { refuseCommand } from "../status";
import { extractSettingsOf } from "./extract-flags";
import { reportInFile } from "./in-file";
import { levelCounts, levelMotion, levelNames, levelTable, writeLevels } from "./levels";

/** The bones to connect: from the file's rig, or from a solve. */
async function bonesToConnect(
  engine: Engine,
  { sequence, rig }: OpenedOne,
  { bones, influences, seed }: ExtractSettings,
  flags: Flags,
  task: Task,
): Promise<Rig> {
  if (rig && flags.bones !== undefined) {
    refuseCommand(
      `--bones ${flags.bones} has no use here`,
      `${sequence.name} has its own ${howMany(rig.bones.length, "bone")}, and connect keeps them. Leave out --bones.`,
    );
  }
  if (rig) return rig;
  const settings = { ...SOLVE_DEFAULTS, bones, knee: false, influences, seed };
  const solved = await engine.run("decompose", { sequence, settings, from: null, locks: null }, task);
  return solved.rig;
}

const summary = ({ rmsePercentStrict, rmsePercent, bones, roots, seconds }: SkeletonReport) =>
  `RMS error ${percentFigure(rmsePercentStrict)} % of the diagonal strict, ${percentFigure(rmsePercent)} % with soft joints, ` +
  `${howMany(bones, "bone")}, ${howMany(roots, "root")}, ${tenths(seconds)} s\n`;

/** Prints a summary of the skeleton. */
function say(outputs: OutputSet, report: SkeletonReport, flags: Flags): void {
  outputs.say(summary(report));
  const { heldOut } = report;
  if (heldOut) {
    outputs.say(
      `On ${howMany(heldOut.frames.length, "frame")} held out: ${percentFigure(heldOut.rmsePercent)} %, ` +
        `${percentFigure(heldOut.ratio)} times the error of the others\n`,
    );
  }
  sayNotes(report.notes, flags);
}

/** A warning before a search that takes long; usually none. */
function longSearchNotes(
  { frameCount }: MeshSequence,
  { method, bones, seconds }: ExtractSettings,
): string[] {
  const words = method === "auto" && seconds === null ? longSearchWords(frameCount, bones) : null;
  return words ? [`${words} --seconds sets a limit.`] : [];
}

export async function skeletonCommand(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
): Promise<void> {
  const settings = extractSettingsOf(flags);
  const counts = levelCounts(flags);
  // Refuses a wrong flag before the search.
  const motion = levelMotion(flags);
  const besides = (output: Output) => levelNames(output, counts);
  const asked = await outputs.open(flags, { formats: SKELETON_FORMATS, besides }, files);
  refuseExportFlags(flags, asked);
  checkSpaces(flags, asked);
  const keepsBones = EXTRACT_METHODS[settings.method].keepsBones;
  const opened = await openMoving(engine, files, flags, task, keepsBones);
  const { sequence } = opened;
  // Refuses wrong values before the search.
  exportFlags(flags, sequence);
  sayNotes(opened.notes, flags);
  sayNotes(longSearchNotes(sequence, settings), flags);
  const from = keepsBones ? await bonesToConnect(engine, opened, settings, flags, task) : null;
  const { rig, report: found } = await engine.run("extractSkeleton", { sequence, settings, from }, task);
  const report = reportInFile(found, sequence);
  for (const output of asked) {
    await writeRig(outputs, engine, output, { sequence, rig, report: null }, task, flags);
  }
  const levels = await writeLevels(engine, { sequence, rig, counts, motion, outputs, asked }, flags, task);
  const written = levels.length > 0 ? { ...report, levels } : report;
  await outputs.report({ heldOut: null, ...written, settings });
  await outputs.commit();
  say(outputs, report, flags);
  if (levels.length > 0) outputs.say(levelTable(levels));
}
