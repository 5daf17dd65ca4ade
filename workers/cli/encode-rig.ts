// Files of rigs.

import { basename, extname } from "node:path";
import { sizeOf } from "../formats/written-file";
import type { Engine } from "../jobs/engine";
import type { InputOf } from "../jobs/jobs";
import { loopSentence } from "../model/files/export/clip-loop";
import { EXPORT_FORMATS, placeOfTextures } from "../model/files/export/export-formats";
import {
  type ExportOptions,
  type ExportResult,
  type FileBeside,
  isExportLossy,
  type SizedExport,
} from "../model/files/export/export-options";
import { EXPORT_TARGET_IDS, idleNotes, targetNotes } from "../model/files/export/export-targets";
import { keysClause } from "../model/files/export/keys-clause";
import { leftOut } from "../model/files/export/left-out";
import { rigChanges } from "../model/files/export/rig-changes";
import { bvhExportDefaults, tgfExportDefaults } from "../model/files/export/skeleton-export";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { isFiled, type OpenedSequence, type SequenceMesh } from "../model/mesh/streamed-sequence";
import { errorFigure, howMany, significant } from "../model/reports/figures";
import type { SolveReport } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import type { Flags } from "./flags/arguments";
import { exportOptionsOf, mostBytes } from "./flags/export-flags";
import { sayNotes } from "./open-one";
import type { Output, OutputSet, WrittenFigures } from "./output/output-set";
import { printNote } from "./output/terminal";
import { refuseOutput, refuseTarget } from "./status";

/** Formats of rigs; a pipe gets the first one. */
export const RIG_FORMATS: readonly string[] = [
  ...Object.values(EXPORT_FORMATS).map(({ extension }) => extension),
  ".json",
  ".sinew",
];

/** Formats of rigs with a skeleton. */
export const SKELETON_FORMATS: readonly string[] = [...RIG_FORMATS, ".bvh", ".tgf"];

interface RigContent {
  sequence: OpenedSequence;
  rig: Rig;
  report: SolveReport | null;
}

/** A rig's file, the files that belong to it, and its figures for the report. */
interface Encoded {
  bytes: Uint8Array;
  beside: readonly FileBeside[];
  figures?: WrittenFigures;
}

const alone = async (bytes: Promise<Uint8Array>): Promise<Encoded> => ({ bytes: await bytes, beside: [] });

/** A device or a pipe has no files beside it, so its contents refer to none. */
function withoutTextures(sequence: OpenedSequence): OpenedSequence {
  const { images: _, ...others } = sequence;
  return { ...others, materials: sequence.materials.map(({ textures: __, ...material }) => material) };
}

/** Writes a rig's file, with its textures beside it if they are not inside. */
export async function writeRig(
  outputs: OutputSet,
  engine: Engine,
  output: Output,
  content: RigContent,
  task: Task,
  flags: Flags = {},
): Promise<void> {
  const { bytes, beside, figures } = await encodeRig(
    engine,
    output,
    content,
    outputs.isFile(output.name),
    task,
    flags,
  );
  await outputs.write(output.name, bytes);
  if (figures) outputs.addFigures(figures);
  for (const file of beside) await outputs.writeBeside(output.name, file);
}

async function encodeRig(
  engine: Engine,
  { name, format }: Output,
  { sequence, rig, report }: RigContent,
  isFile: boolean,
  task: Task,
  flags: Flags,
): Promise<Encoded> {
  if (format === ".bvh" || format === ".tgf") {
    const { bytes, notes } = await encodeSkeleton(engine, format, sequence, rig, task);
    sayNotes(
      notes.map((note) => `${name}: ${note}`),
      flags,
    );
    return { bytes, beside: [] };
  }
  if (format === ".json") return alone(engine.run("exportRigJson", { sequence, rig, report }, task));
  if (format === ".sinew")
    return alone(engine.run("saveProject", { sequence: inMemory(sequence), rig, report }, task));
  // An asset path of USD ends at an at sign.
  const stem = basename(name, extname(name)).replaceAll("@", "_");
  const options = { ...exportOptionsOf(flags, sequence, rig, format), besideAs: `${stem}_` };
  const most = mostBytes(flags);
  const isBare = !isFile && placeOfTextures(options) === "beside";
  const shown = isBare ? withoutTextures(sequence) : sequence;
  const sized =
    most === null
      ? null
      : await encodeWithin(engine, name, { sequence: inMemory(shown), rig, options, most }, task, flags);
  const result = sized ?? (await engine.run("exportFile", { sequence: shown, rig, options }, task));
  const { bytes, beside } = result;
  for (const note of lossNotes(name, result, rig, sized?.options ?? options)) printNote(note);
  const target = EXPORT_TARGET_IDS.find((id) => id === flags.target);
  for (const note of target ? targetNotes(target, rig) : [])
    printNote(`${name}: ${note} rig skeleton finds a hierarchy.`);
  const going = { ...options, bones: rig.bones.map((bone) => bone.name) };
  const lost = leftOut(sequence, options.format ?? "glb", going);
  if (isBare && sequence.images?.length) lost.push("Its textures are left out: no files can be beside it.");
  const changed = rigChanges(result, options, rig.correction?.rank ?? 0, errorFigure);
  const idle = target ? idleNotes(target, rig, options) : [];
  const named = [...changed, ...lost, ...idle].map((sentence) => `${name}: ${sentence}`);
  sayNotes([...curveNotes(name, result, options), ...named], flags);
  return { bytes, beside, figures: figuresOf(name, result) };
}

function figuresOf(name: string, result: ExportResult): WrittenFigures {
  const { bones, verticesReduced, eRmsAsked, eRmsInFile, frames, between } = result;
  const kept = { bones, verticesReduced, eRms: eRmsAsked, eRmsInFile, frames, between };
  return { file: basename(name), bytes: sizeOf(result), ...kept };
}

/** The sequence, if its frames are in memory. Ends the command otherwise. */
export function inMemory(sequence: OpenedSequence): MeshSequence {
  if (!isFiled(sequence)) return sequence;
  return refuseOutput(
    `${sequence.name} is larger than memory`,
    "A project and a file within --max-bytes need all its frames. Write a .glb, .fbx, .usdz, .usda or .json.",
  );
}

/** Notes about the error of bones that do not shear, of fewer bones, and of fewer influences. */
function lossNotes(name: string, result: ExportResult, rig: Rig, options: ExportOptions): string[] {
  const { helped, merged, eRmsInFile, eRmsAsked, bones, verticesReduced } = result;
  const { shear, influences } = options;
  const error = `its E_RMS is ${errorFigure(eRmsInFile)} instead of ${errorFigure(eRmsAsked)}`;
  const notes: string[] = [];
  if (rig.boneKind === "affine" && shear === "nearest" && isExportLossy(result)) {
    notes.push(`${name} has the nearest transforms of bones that shear: ${error}.`);
  }
  if (helped > 0)
    notes.push(
      `${name} has rigid helpers for ${howMany(helped, "bone that shears", "bones that shear")}: ${error}.`,
    );
  if (merged > 0)
    notes.push(
      `${name} has ${howMany(bones, "bone")}, because ${howMany(merged, "was", "were")} merged into others: ${error}.`,
    );
  if (verticesReduced > 0 && isExportLossy(result) && notes.length === 0) {
    const lose = howMany(verticesReduced, "vertex loses", "vertices lose");
    notes.push(`${name} has ${howMany(influences, "influence")} at most, so ${lose} some: ${error}.`);
  }
  return notes;
}

/** A file within a limit of bytes, with notes about the changes. */
async function encodeWithin(
  engine: Engine,
  name: string,
  input: InputOf<"exportWithin">,
  task: Task,
  flags: Flags,
): Promise<SizedExport> {
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
    `${name} would have ${kilobytes(sizeOf(made))}, more than --max-bytes ${flags["max-bytes"]}`,
    "This is the smallest that Sinew found: allow more bytes, or use a mesh with fewer vertices or clips.",
  );
}

/** Notes about the curves of a file, as far as the flags ask for changes. */
function curveNotes(
  name: string,
  { keys, loops, between, renamed, renamedClips, bytes, eRmsInFile, eRmsAsked }: ExportResult,
  { keyTolerance, keyRate, closeLoops, compression }: ExportOptions,
) {
  const notes: string[] = [];
  if (renamed > 0)
    notes.push(`${name} has ${howMany(renamed, "renamed bone")}: loaders would change the names in the rig.`);
  if (renamedClips > 0)
    notes.push(
      `${name} has ${howMany(renamedClips, "renamed clip")}: loaders would change the names in the rig.`,
    );
  if (compression && compression !== "none") {
    notes.push(
      `${name} has ${significant(bytes.length / 1e3)} kB. Its E_RMS, read back, is ${errorFigure(eRmsInFile)}; that of the rig is ${errorFigure(eRmsAsked)}.`,
    );
  }
  if (between) {
    notes.push(
      `${name} has bones that shear, as pairs of nodes. Between its frames E_RMS is ${errorFigure(between.inFile)}; that of evenly blended matrices is ${errorFigure(between.blended)}.`,
    );
  }
  const isThinned = keys.after !== keys.before || keys.deviation > 0;
  if ((keyTolerance || keyRate) && isThinned) notes.push(`${name} ${keysClause(keys)}`);
  if (closeLoops) notes.push(...loops.map((loop) => loopSentence(loop, significant)));
  return notes;
}

/** The skeleton alone: its motion, or its joints at rest. */
function encodeSkeleton(
  engine: Engine,
  format: ".bvh" | ".tgf",
  sequence: SequenceMesh,
  rig: Rig,
  task: Task,
) {
  if (format === ".tgf") {
    return engine.run("exportTgf", { sequence, rig, options: tgfExportDefaults(sequence) }, task);
  }
  return engine.run("exportBvh", { sequence, rig, options: bvhExportDefaults(sequence) }, task);
}
