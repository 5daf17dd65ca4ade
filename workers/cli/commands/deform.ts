// rig deform: the frames of a rig by any deformer, or the data for an engine's own deformer.
import { basename, extname } from "node:path";
import { isDirect } from "../../deform/deform-frames";
import { rigFrames } from "../../deform/rig-frames";
import { objBeside, objLosses } from "../../formats/obj/write-mtl";
import { colourOfPoints, writeObj } from "../../formats/obj/write-obj";
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import { type DeformerKind, type DeformSettings, deformSourceOf } from "../../model/deform";
import { frameFormatOf } from "../../model/files/export/frame-formats";
import { framesLeftOut } from "../../model/files/export/frames-left-out";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { DeformReport } from "../../model/reports/deform-report";
import { howMany, percentFigure, significant, tenths } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { Flags } from "../flags/arguments";
import {
  checkDeformFlags,
  deformerOf,
  deformSettingsOf,
  referenceOf,
  writtenSettings,
} from "../flags/deform-settings";
import { FRAME_EXTENSIONS, frameWriter } from "../frame-writer";
import { openRig, sayNotes } from "../open-one";
import type { Output, OutputSet } from "../output/output-set";
import { refuseCommand } from "../status";

/** The binary beside a .ddm.json. */
const binaryOf = (name: string): string => `${name.replace(/\.ddm\.json$/i, "")}.ddm.bin`;
const besides = ({ name, format }: Output): string[] => (format === ".ddm.json" ? [binaryOf(name)] : []);

export async function deform(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) {
  const kind = deformerOf(flags);
  const reference = referenceOf(flags);
  checkDeformFlags(flags);
  const asked = await outputs.open(
    flags,
    { formats: [...FRAME_EXTENSIONS, ".obj", ".ddm.json"], besides },
    files,
  );
  if (asked.some(({ format }) => format === ".ddm.json") && !isDirect(kind)) {
    refuseCommand(
      `--deformer ${kind} has no .ddm.json`,
      "Only Direct Delta Mush has: ddm-v0 to ddm-v5. Or bake it into a rig: rig bake.",
    );
  }
  const { sequence, rig, clips, deform: kept } = await openRig(engine, files, flags, task);
  const settings = deformSettingsOf(flags, kept);
  const { source, motion, correction, clips: chosen } = await rigFrames(sequence, rig, clips, task);
  const frames = motion.length / (12 * rig.bones.length);
  const written = { sequence, frames };
  for (const { name, format } of asked) {
    const known = frameFormatOf(format);
    const lost = known ? framesLeftOut(sequence, known, kind, chosen) : [];
    sayNotes(
      lost.map((sentence) => `${name}: ${sentence}`),
      flags,
    );
  }
  const caches = asked.flatMap((output) => frameWriter(outputs, output, written) ?? []);
  const input = { source, motion, correction, kind, settings, reference };
  const report = await engine.run("deformFrames", input, task, (frame) => {
    for (const cache of caches) cache.write(frame);
  });
  for (const cache of caches) await cache.finish();
  for (const { name, format } of asked) {
    if (format === ".obj") await writeRest(outputs, name, sequence, rig, flags);
    if (format === ".ddm.json") {
      await writeDirect(engine, outputs, name, { sequence, rig, kind, settings }, task);
    }
  }
  const fields = { ...report, clips: chosen.map(({ name }) => name), settings: writtenSettings(settings) };
  await outputs.report(fields);
  await outputs.commit();
  outputs.say(`${sentence(report)}\n`);
}

/** Writes the rest pose as x.obj, with x.mtl and its images beside it if the output is a file. */
async function writeRest(outputs: OutputSet, name: string, sequence: MeshSequence, rig: Rig, flags: Flags) {
  const stem = basename(name, extname(name));
  const isFile = outputs.isFile(name);
  const beside = isFile ? objBeside(sequence, stem) : [];
  await outputs.write(name, writeObj(sequence, rig.rest, { library: beside[0]?.name ?? null }));
  for (const file of beside) await outputs.writeBeside(name, file);
  const lost = objLosses(sequence, colourOfPoints(sequence) !== null);
  if (!isFile) lost.push("Its materials are left out: no files can be beside it.");
  sayNotes(
    lost.map((sentence) => `${name}: ${sentence}`),
    flags,
  );
}

interface DirectOutput {
  sequence: MeshSequence;
  rig: Rig;
  kind: DeformerKind;
  settings: DeformSettings;
}

/** Writes x.ddm.json, and x.ddm.bin beside it. */
async function writeDirect(
  engine: Engine,
  outputs: OutputSet,
  out: string,
  parts: DirectOutput,
  task: Task,
): Promise<void> {
  const { sequence, rig, kind, settings } = parts;
  const source = deformSourceOf(sequence, rig);
  const data = await engine.run("prepareDirect", { source, settings }, task);
  const binary = binaryOf(out);
  const { origin, upAxis, metresPerUnit } = sequence;
  const place = { origin, upAxis, metresPerUnit };
  const input = { name: basename(binary, ".ddm.bin"), kind, source, data, settings, ...place };
  const { json, bin } = await engine.run("exportDirect", input, task);
  await outputs.write(binary, bin);
  await outputs.write(out, json);
}

function sentence(report: DeformReport): string {
  const { deformer, vertices, frames, bones, reference } = report;
  const compared =
    reference === null
      ? ""
      : `, at most ${percentFigure(report.maxDifferencePercent ?? NaN)} % of the diagonal from ${reference}`;
  return (
    `${deformer}: ${howMany(vertices, "vertex")}, ${howMany(bones, "bone")}, ${howMany(frames, "frame")}, ` +
    `${significant(report.precomputeSeconds)} s to prepare, ${significant(report.secondsPerFrame)} s a frame, ` +
    `${tenths(report.entriesPerVertex)} entries a vertex${compared}`
  );
}
