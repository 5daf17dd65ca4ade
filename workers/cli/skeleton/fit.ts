// rig fit: the artist's own skeleton, fitted to an animation.
import { nodeFiles } from "../../formats/source/node-file";
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import { SinewError } from "../../model/errors";
import { type SkinnedMesh, skinnedMesh } from "../../model/files/skeleton-file";
import type { SkeletonSource } from "../../model/files/skeleton-source";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { errorFigure, howMany, percentFigure, significant, tenths } from "../../model/reports/figures";
import type { FitReport } from "../../model/reports/fit-report";
import type { Rig } from "../../model/rig/rig";
import type { FitAlignment } from "../../model/skeleton/fit/fit-alignment";
import type { Task } from "../../model/task";
import { determinedJoints } from "../../skeleton/report/determined";
import { gapOf } from "../../skeleton/report/gap-of";
import { SKELETON_FORMATS, writeRig } from "../encode-rig";
import type { Flags } from "../flags/arguments";
import { exportFlags } from "../flags/export-flags";
import { refuseExportFlags } from "../flags/refuse-export-flags";
import { checkSpaces } from "../flags/space-flags";
import { openMoving, openOne, sayNotes } from "../open-one";
import type { OutputSet } from "../output/output-set";
import { refuseCommand, refuseInput } from "../status";
import { fitSettingsOf } from "./fit-flags";
import { positionInFile } from "./in-file";

/** The only skeleton of the file. */
async function readSkeleton(engine: Engine, files: SourceFile[], task: Task): Promise<SkeletonSource> {
  const skeletons = await engine.run("readSkeletons", { files }, task);
  if (skeletons.length === 1) return skeletons[0];
  const names = skeletons.map(({ name }) => name).join(", ");
  return refuseInput(`${files[0].name} has several skeletons`, `Save only one of them: ${names}.`);
}

/** The skinned mesh of the skeleton's file, for its weights; null if it has none that can be opened. */
async function readSkinned(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
): Promise<SkinnedMesh | null> {
  if (!/\.(?:glb|gltf|fbx)$/i.test(files[0].name)) return null;
  try {
    const plain: Flags = { ...(flags.quiet && { quiet: true }) };
    const { sequence, rig } = await openOne(engine, files, plain, task, true);
    return rig && skinnedMesh(sequence, rig);
  } catch (reason) {
    // A file with only a skeleton has no mesh to open.
    if (reason instanceof SinewError) return null;
    throw reason;
  }
}

/** Sentences about how the skeleton was placed. */
function alignmentNotes(
  { scale, inside, fits, notes, frames }: FitAlignment,
  { clips }: SkeletonSource,
): string[] {
  const clip = frames
    ? `, with clip “${clips[frames.clip].name}” from frame ${significant(frames.first + 1)}`
    : "";
  const said = `The skeleton was placed with scale ${significant(scale)}${clip}: ${inside.count} of ${howMany(inside.of, "bone")} ${inside.count === 1 ? "begins" : "begin"} inside the mesh.`;
  const outside = inside.outside.slice(0, 6).join(", ");
  return [said, ...(fits ? [] : [`Check the placement. Outside the mesh are ${outside}.`]), ...notes];
}

const STEPS = {
  imported: "as imported",
  motion: "motion only",
  weights: "weights only",
  both: "both",
  helpers: "with helpers",
};

function say(outputs: OutputSet, report: FitReport, flags: Flags): void {
  for (const { step, eRms, rmsePercent } of report.stages) {
    outputs.say(
      `${STEPS[step].padEnd(14)}E_RMS ${errorFigure(eRms)}, ${percentFigure(rmsePercent)} % of the diagonal\n`,
    );
  }
  for (const { name, parent, takes } of report.helpers) {
    outputs.say(`${name} on ${parent} removes ${errorFigure(takes)}\n`);
  }
  outputs.say(`${tenths(report.seconds)} s\n`);
  sayNotes(report.notes, flags);
}

/** A joint that opens by at most this much of the diagonal is closed. */
const CLOSED = 1e-5;

/**
 * The joints as `rig skeleton` reports them. If all of them are closed, the error is strict: bones keep their lengths
 * and only turn below the roots.
 */
export function jointFigures(rig: Rig, sequence: MeshSequence, report: FitReport) {
  const { bones } = rig;
  const opens = (j: number) => gapOf(rig, j, bones[j].parent, bones[j].head);
  const determined = determinedJoints(rig);
  const loose = new Set(report.joints?.loose);
  const isStrict = [...bones.keys()].every(
    (j) => bones[j].parent < 0 || opens(j) <= CLOSED * restDiagonal(sequence),
  );
  return {
    rmsePercentStrict: isStrict ? report.rmsePercent : null,
    joints: bones.map(({ name, parent, head }, j) => ({
      name,
      parent: parent < 0 ? null : bones[parent].name,
      position: positionInFile(head, sequence),
      determined: loose.has(name) ? "none" : determined[j].determined,
    })),
    moved: report.joints,
    heldOut: null,
  };
}

export async function fitCommand(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
): Promise<void> {
  if (!flags.skeleton)
    return refuseCommand("No skeleton was given", "Give --skeleton and the file that has it.");
  const settings = fitSettingsOf(flags);
  const own = await nodeFiles([flags.skeleton]);
  const asked = await outputs.open(flags, { formats: SKELETON_FORMATS }, [...files, ...own]);
  refuseExportFlags(flags, asked);
  checkSpaces(flags, asked);
  const skinned = await readSkinned(engine, own, flags, task);
  const source = await readSkeleton(engine, own, task);
  const { sequence, notes } = await openMoving(engine, files, flags, task);
  exportFlags(flags, sequence);
  sayNotes([...notes, ...source.notes], flags);
  const aligned = { sequence, source, alignment: null, skinned };
  const { alignment, skeleton, source: placed } = await engine.run("alignSkeleton", aligned, task);
  sayNotes(alignmentNotes(alignment, placed), flags);
  const { rig, report } = await engine.run("fitSkeleton", { sequence, skeleton, settings }, task);
  for (const output of asked) {
    const content = { sequence, rig, report: null };
    await writeRig(outputs, engine, output, content, task, flags);
  }
  await outputs.report({ ...report, ...jointFigures(rig, sequence, report), alignment, settings });
  await outputs.commit();
  say(outputs, report, flags);
}
