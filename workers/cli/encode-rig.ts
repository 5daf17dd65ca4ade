// Files of rigs.
import type { Engine } from "../jobs/engine";
import type { InputOf } from "../jobs/jobs";
import { loopSentence } from "../model/files/clip-loop";
import { EXPORT_FORMATS } from "../model/files/export-formats";
import { type ExportOptions, type ExportResult, isExportLossy } from "../model/files/export-options";
import { leftOut } from "../model/files/left-out";
import { bvhExportDefaults, tgfExportDefaults } from "../model/files/skeleton-export";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { errorFigure, significant } from "../model/reports/figures";
import type { SolveReport } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import type { Flags } from "./flags/arguments";
import { exportOptionsOf, mostBytes } from "./flags/export-flags";
import { sayNotes } from "./open-one";
import type { Output } from "./output/output-set";
import { refuseTarget } from "./status";

/** Formats of rigs; a pipe gets the first. */
export const RIG_FORMATS: readonly string[] = [
  ...Object.values(EXPORT_FORMATS).map(({ extension }) => extension),
  ".json",
  ".sinew",
];

/** Formats of rigs with a skeleton. */
export const SKELETON_FORMATS: readonly string[] = [...RIG_FORMATS, ".bvh", ".tgf"];

/** The bytes of a rig's file. */
export async function encodeRig(
  engine: Engine,
  { name, format }: Output,
  { sequence, rig, report }: { sequence: MeshSequence; rig: Rig; report: SolveReport | null },
  task: Task,
  flags: Flags = {},
): Promise<Uint8Array> {
  if (format === ".bvh" || format === ".tgf") {
    const { bytes, notes } = await encodeSkeleton(engine, format, sequence, rig, task);
    sayNotes(
      notes.map((note) => `${name}: ${note}`),
      flags,
    );
    return bytes;
  }
  if (format === ".json") return engine.run("exportRigJson", { sequence, rig, report }, task);
  if (format === ".sinew") return engine.run("saveProject", { sequence, rig, report }, task);
  const options = exportOptionsOf(flags, sequence, rig, format);
  const most = mostBytes(flags);
  const result =
    most === null
      ? await engine.run("exportFile", { sequence, rig, options }, task)
      : await encodeWithin(engine, name, { sequence, rig, options, most }, task, flags);
  const { bytes, eRmsInFile, eRmsNow } = result;
  if (rig.boneKind === "affine" && options.shear === "nearest" && isExportLossy({ eRmsInFile, eRmsNow })) {
    process.stderr.write(
      `${name} has the nearest transforms of bones that shear: its E_RMS is ${errorFigure(eRmsInFile)} instead of ${errorFigure(eRmsNow)}.\n`,
    );
  }
  const lost = leftOut(sequence, options.format ?? "glb").map((sentence) => `${name}: ${sentence}`);
  sayNotes([...curveNotes(name, result, options), ...lost], flags);
  return bytes;
}

/** A file of at most so many bytes; says what was changed for it. */
async function encodeWithin(
  engine: Engine,
  name: string,
  input: InputOf<"exportWithin">,
  task: Task,
  flags: Flags,
): Promise<ExportResult> {
  const made = await engine.run("exportWithin", input, task);
  const kilobytes = (bytes: number) => `${significant(bytes / 1e3)} kB`;
  sayNotes(
    made.steps.map(
      ({ change, bytes, eRms }) => `${name}: ${change}, ${kilobytes(bytes)}, E_RMS ${errorFigure(eRms)}`,
    ),
    flags,
  );
  if (made.fits) return made;
  return refuseTarget(
    `${name} would have ${kilobytes(made.bytes.length)}, more than --max-bytes ${flags["max-bytes"]}`,
    "This is the smallest that Sinew found: allow more bytes, or use a mesh with fewer vertices or clips.",
  );
}

/** What was done to the curves of a file, as far as it was asked for. */
function curveNotes(
  name: string,
  { keys, loops, between, renamed, bytes, eRmsInFile, eRmsNow }: ExportResult,
  { keyTolerance, closeLoops, compression }: ExportOptions,
) {
  const notes: string[] = [];
  if (renamed > 0) notes.push(`${name} has ${renamed} bones with names that no loader changes.`);
  if (compression && compression !== "none") {
    notes.push(
      `${name} has ${significant(bytes.length / 1e3)} kB. Its E_RMS, read back, is ${errorFigure(eRmsInFile)}; that of the rig is ${errorFigure(eRmsNow)}.`,
    );
  }
  if (between) {
    notes.push(
      `${name} has bones that shear, as pairs of nodes. Between its frames E_RMS is ${errorFigure(between.inFile)}; that of evenly blended matrices is ${errorFigure(between.blended)}.`,
    );
  }
  if (keyTolerance) {
    notes.push(
      `${name} has ${keys.after} of ${keys.before} keys, and no vertex is more than ${significant(keys.deviation)} away.`,
    );
  }
  if (closeLoops) notes.push(...loops.map((loop) => loopSentence(loop, significant)));
  return notes;
}

/** The skeleton alone: its motion, or its joints at rest. */
function encodeSkeleton(
  engine: Engine,
  format: ".bvh" | ".tgf",
  sequence: MeshSequence,
  rig: Rig,
  task: Task,
) {
  if (format === ".tgf") {
    return engine.run("exportTgf", { sequence, rig, options: tgfExportDefaults(sequence) }, task);
  }
  return engine.run("exportBvh", { sequence, rig, options: bvhExportDefaults(sequence) }, task);
}
