// rig compress: the weights of a rig in two sparse layers.
import { basename } from "node:path";
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import {
  COMPRESS_DEFAULTS,
  COMPRESS_EXAMPLES,
  COMPRESS_METHODS,
  type CompressReport,
  type CompressSettings,
  type CompressTarget,
} from "../../model/reports/compress-report";
import { errorFigure, howMany, significant, tenths } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import { bakeLayers } from "../../model/rig/two-layer";
import type { Task } from "../../model/task";
import { RIG_FORMATS, writeRig } from "../encode-rig";
import { type Flags, number, oneOf } from "../flags/arguments";
import { refuseExportFlags } from "../flags/refuse-export-flags";
import { checkSpaces } from "../flags/space-flags";
import { openRig, sayNotes } from "../open-one";
import type { Output, OutputSet } from "../output/output-set";
import { refuseCommand } from "../status";

const LAYERS = ".2l.json";
const MOST_VIRTUAL = 65535;

/** The binary beside a .2l.json. */
const binaryOf = (name: string): string => `${name.replace(/\.2l\.json$/i, "")}.2l.bin`;
const besides = ({ name, format }: Output): string[] => (format === LAYERS ? [binaryOf(name)] : []);

function targetOf(flags: Flags): CompressTarget {
  const count = number(flags, "virtual-bones", 2, MOST_VIRTUAL);
  const error = number(flags, "error", 1e-6, 1e6, false);
  const bytes = number(flags, "bytes", 1, 2 ** 40);
  if (count !== null) return { kind: "virtual-bones", count };
  if (error !== null) return { kind: "error", error };
  if (bytes !== null) return { kind: "bytes", bytes };
  return refuseCommand(
    "No target was given",
    "Give --error, --virtual-bones or --bytes: the E_RMS to reach, the number of virtual bones, or the size.",
  );
}

const settingsOf = (flags: Flags): Omit<CompressSettings, "target"> => ({
  ...COMPRESS_DEFAULTS,
  method: oneOf(flags, "method", COMPRESS_METHODS) ?? COMPRESS_DEFAULTS.method,
  examples: oneOf(flags, "examples", COMPRESS_EXAMPLES),
  blends: number(flags, "blends", 2, 4) ?? COMPRESS_DEFAULTS.blends,
  bonesPerVirtual: number(flags, "bones-per-virtual", 1, 255),
  polish: !flags["no-polish"],
  seed: number(flags, "seed", 0, 2 ** 31 - 1) ?? COMPRESS_DEFAULTS.seed,
});

/** Projects and JSON keep both layers. In other files, which play clips, the virtual bones are joints. */
const keepsLayers = (format: string): boolean => format === ".sinew" || format === ".json";

export function compress(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
): Promise<void> {
  const target = targetOf(flags);
  return compressTo(() => target, { engine, files, flags, task, outputs });
}

/** The arguments of a command. */
interface Call {
  engine: Engine;
  files: SourceFile[];
  flags: Flags;
  task: Task;
  outputs: OutputSet;
}

/** @param targetFor the target for the rig of the file. */
export async function compressTo(
  targetFor: (rig: Rig) => CompressTarget,
  { engine, files, flags, task, outputs }: Call,
): Promise<void> {
  const others = settingsOf(flags);
  const asked = await outputs.open(flags, { formats: [...RIG_FORMATS, LAYERS], besides }, files);
  refuseExportFlags(flags, asked);
  checkSpaces(flags, asked);
  const { sequence, rig } = await openRig(engine, files, flags, task);
  const settings = { ...others, target: targetFor(rig) };
  const made = await engine.run("compressRig", { sequence, rig, settings }, task);
  const joints: Rig = bakeLayers(made.rig, made.rig.twoLayer!);
  for (const output of asked) {
    const { name, format } = output;
    if (format === LAYERS) {
      const binary = binaryOf(name);
      const input = { name: basename(binary, ".2l.bin"), sequence, rig: made.rig };
      const { json, bin } = await engine.run("exportTwoLayer", input, task);
      await outputs.write(binary, bin);
      await outputs.write(name, json);
      continue;
    }
    const written = { sequence, rig: keepsLayers(format) ? made.rig : joints, report: null };
    await writeRig(outputs, engine, output, written, task, flags);
  }
  sayNotes(made.report.notes, flags);
  await outputs.report({ ...made.report });
  await outputs.commit();
  outputs.say(`${sentence(made.report, settings)}\n`);
}

function sentence(report: CompressReport, { target }: CompressSettings): string {
  const { virtualBones, entries, bytes, bytesOfFour, eRms, eRmsDense, normalErrorDegrees, seconds } = report;
  const missed = target.kind === "error" && !report.reached;
  return (
    `${howMany(virtualBones, "virtual bone")} of ${tenths(entries / virtualBones)} bones, ${significant(bytes / 1e3)} kB ` +
    `(four influences: ${significant(bytesOfFour / 1e3)} kB), E_RMS ${errorFigure(eRms)} (before ${errorFigure(eRmsDense)}), ` +
    `normals ${tenths(normalErrorDegrees)}°, ${report.exceptional} exceptional vertices, ${tenths(seconds)} s` +
    (missed ? `. The error ${errorFigure(target.error)} was not reached: increase --bones-per-virtual` : "")
  );
}
