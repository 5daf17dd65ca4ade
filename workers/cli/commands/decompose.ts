// rig decompose: bones, weights and motion that reproduce an animation.

import { version } from "../../../package.json";
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import { isFiled, type SequenceMesh } from "../../model/mesh/streamed-sequence";
import { worstFrames } from "../../model/reports/diagnosis/diagnosis";
import { diagnosisHtml } from "../../model/reports/diagnosis/diagnosis-html";
import { diagnosisOf } from "../../model/reports/diagnosis/report-rows";
import { errorFigure, howMany, percentFigure, significant, tenths } from "../../model/reports/figures";
import { connectionWords, type SolveReport, withoutVertexErrors } from "../../model/reports/solve-report";
import { isAsPublished } from "../../model/solve/as-published";
import { localityWords } from "../../model/solve/locality";
import { METHODS } from "../../model/solve/methods";
import type { SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { inMemory, RIG_FORMATS, writeRig } from "../encode-rig";
import type { Flags } from "../flags/arguments";
import { clipWeights } from "../flags/clip-weights";
import { exportFlags, mostBytes } from "../flags/export-flags";
import { memoryOf } from "../flags/memory-flag";
import { refuseExportFlags } from "../flags/refuse-export-flags";
import { settingsOf } from "../flags/solve-flags";
import { checkSpaces } from "../flags/space-flags";
import { openToSolve } from "../open-one";
import type { OutputSet } from "../output/output-set";
import { printNote } from "../output/terminal";
import { refuseCommand, refuseTarget } from "../status";

/** The page that --html writes: figures, error of each frame and settings, without pictures. */
function pageOf(sequence: SequenceMesh, report: SolveReport, settings: SolveSettings): string {
  const { name, vertexCount, frameCount, fps } = sequence;
  const { groups, ...measured } = diagnosisOf(report, settings);
  const facts: [string, string][] = [
    ["Vertices", String(vertexCount)],
    ["Frames", `${frameCount} at ${fps} a second`],
  ];
  return diagnosisHtml({
    ...{ name, version, time: Date.now(), pictures: [], ...measured },
    groups: [{ title: "Sequence", rows: facts }, ...groups],
    worst: worstFrames(report.errorPerFrame, fps).map((each) => ({ ...each, url: null })),
  });
}

export async function decomposeCommand(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) {
  const settings = settingsOf(flags);
  const asked = await outputs.open(flags, { formats: RIG_FORMATS }, files);
  refuseExportFlags(flags, asked);
  checkSpaces(flags, asked);
  if (flags.html !== undefined && !/\.html?$/i.test(flags.html)) {
    refuseCommand(`${flags.html || "A file without a name"} cannot be written`, "--html writes .html files.");
  }
  const memory = memoryOf(flags);
  const sequence = await openToSolve(engine, files, flags, task, memory);
  // Refuses wrong values before the solve starts.
  exportFlags(flags, sequence);
  const weights = clipWeights(sequence, flags["clip-weight"]);
  if (mostBytes(flags) !== null || asked.some(({ format }) => format === ".sinew")) inMemory(sequence);
  const isStreamed = isFiled(sequence);
  const { rig, report } = isStreamed
    ? await engine.run("decomposeStream", { sequence, settings, memory, ...weights }, task)
    : await engine.run("decompose", { sequence, settings, from: null, locks: null, ...weights }, task);
  for (const output of asked) {
    await writeRig(outputs, engine, output, { sequence, rig, report }, task, flags);
  }
  await outputs.report({ ...withoutVertexErrors(report), settings });
  if (flags.html) await outputs.write(flags.html, pageOf(sequence, report, settings));
  await outputs.commit();
  sayResult(outputs, report, isStreamed);
  if (flags["as-published"]) outputs.say(publishedWords(settings));
  const remarks = [...(report.notes ?? []), ...(report.cutShort ?? [])];
  for (const sentence of flags.quiet ? [] : remarks) printNote(sentence);
  if (isMissed(settings.errorTarget, report.rmsePercent)) {
    const more = report.cutShort?.length ? "--seconds, or none," : "--influences, --affine or --correction";
    refuseTarget(
      `--error ${flags.error} was not reached`,
      `This rig comes nearest. More ${more} may reach it.`,
    );
  }
}

/** Says that a method ran as published, and whether other flags changed that. */
function publishedWords(settings: SolveSettings): string {
  const { label, paper } = METHODS[settings.method];
  const but = isAsPublished(settings) ? "" : ", but for what other flags set";
  return `${label} as published by ${paper}${but}.\n`;
}

/** Says the figures of a solve. */
function sayResult(outputs: OutputSet, report: SolveReport, isStreamed: boolean): void {
  outputs.say(
    `E_RMS ${errorFigure(report.eRms)}, RMS error ${percentFigure(report.rmsePercent)} % of the diagonal, ` +
      `${howMany(report.bones, "bone")}, ${howMany(report.influences, "influence")}, ${tenths(report.seconds)} s\n`,
  );
  if (isStreamed)
    outputs.say(`${significant((1024 * process.resourceUsage().maxRSS) / 1e9, 3)} GB of memory at most\n`);
  const { heldOut, errorPerClip, corrected } = report;
  if (corrected) {
    outputs.say(
      `Corrected by ${howMany(corrected.rank, "shape")}: E_RMS ${errorFigure(corrected.eRms)}, ` +
        `at most ${percentFigure(corrected.maxErrorPercent)} % of the diagonal, ${significant(corrected.bytes / 1e6)} MB more\n`,
    );
  }
  if (heldOut) {
    outputs.say(
      `On ${howMany(heldOut.frames.length, "frame")} held out: E_RMS ${errorFigure(heldOut.eRms)}, ` +
        `at most ${percentFigure(heldOut.maxErrorPercent)} % of the diagonal\n`,
    );
  }
  for (const { name, eRms } of errorPerClip ?? []) outputs.say(`${name}: E_RMS ${errorFigure(eRms)}\n`);
  if (report.bonesReason) outputs.say(`${report.bonesReason}\n`);
  const patches = report.connection && connectionWords(report.connection);
  if (patches) {
    const flag = patches.other === "connect" ? "--patches any removes them" : "--patches off leaves them";
    outputs.say(`${patches.sentence} ${flag}.\n`);
  }
  if (report.locality) outputs.say(`${localityWords(report.locality)}\n`);
}

/** Whether a requested error was not reached, allowing for the f32 rounding of its measurement. */
const isMissed = (target: number | null, percent: number): boolean =>
  target !== null && percent > 100 * target * 1.001;
