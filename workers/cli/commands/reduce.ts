// rig reduce: a rig with few influences for each vertex.
import { readCage } from "../../formats/obj/read-cage";
import { nodeFiles } from "../../formats/source/node-file";
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import type { ReduceReport } from "../../model/reduce/reduce-report";
import type { CompressTarget } from "../../model/reports/compress-report";
import { errorFigure, howMany, significant, tenths } from "../../model/reports/figures";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { influenceBytes } from "../../reduce/two-layer/layer-bytes";
import { RIG_FORMATS, writeRig } from "../encode-rig";
import type { Flags } from "../flags/arguments";
import { coordinatesAsked, examplesAsked, reduceSettingsOf } from "../flags/reduce-flags";
import { refuseExportFlags } from "../flags/refuse-export-flags";
import { checkSpaces } from "../flags/space-flags";
import { openOne, openRig, sayNotes } from "../open-one";
import type { OutputSet } from "../output/output-set";
import { refuseCommand } from "../status";
import { compressTo } from "./compress";

/** The default number of influences for a cage. */
const CAGE_INFLUENCES = 8;

/** The report for files: exceptional vertices are listed by number, from 1. */
function written({ exceptional, dense, errorPerVertex: _, ...report }: ReduceReport): object {
  const { vertices, errors, dense: denseErrors, oneMore } = exceptional;
  const { errorPerVertex: __, ...denseFigures } = dense;
  return {
    ...report,
    eRmsDense: dense.eRms,
    dense: denseFigures,
    exceptional: vertices.length,
    exceptionalVertices: Array.from(vertices, (i, n) => ({
      vertex: i + 1,
      error: errors[n],
      dense: denseErrors[n],
      oneMore: oneMore[n],
    })),
  };
}

function sentence({ method, dense, ...report }: ReduceReport): string {
  const count = report.exceptional.vertices.length;
  return (
    `${method}: ${howMany(report.influences, "influence")}, E_RMS ${errorFigure(report.eRms)} ` +
    `(dense ${errorFigure(dense.eRms)}), normals ${significant(report.normalErrorDegrees)}° ` +
    `(dense ${significant(dense.normalErrorDegrees)}°), ${significant(report.bytes / 1e3)} kB of weights ` +
    `(dense ${significant(dense.bytes / 1e3)} kB), ${count} exceptional ${count === 1 ? "vertex" : "vertices"}, ` +
    `${tenths(report.seconds)} s\n`
  );
}

/** The weights of a cage over a mesh; the file has the cage's vertices as bones, at rest. */
async function reduceCage(
  engine: Engine,
  files: SourceFile[],
  flags: Flags & { cage: string },
  task: Task,
  outputs: OutputSet,
) {
  const settings = reduceSettingsOf({ influences: String(CAGE_INFLUENCES), ...flags });
  if (flags.examples !== undefined) {
    refuseCommand("--examples has no use with --cage", "Poses of a cage are generated: leave it out.");
  }
  const asked = await outputs.open(flags, { formats: [".json"] }, files);
  const { sequence: moving } = await openOne(engine, files, flags, task);
  const sequence = {
    ...moving,
    frameCount: 1,
    frames: moving.rest,
    clips: [{ name: "rest", first: 0, last: 0 }],
  };
  const paths = flags.from === undefined ? [flags.cage] : [flags.cage, flags.from];
  const mesh = { origin: sequence.origin, vertices: sequence.vertexCount };
  const { cage, weights } = await readCage(await nodeFiles(paths), mesh, task);
  const coordinates = coordinatesAsked(flags);
  const { rig, report } = await engine.run(
    "reduceCage",
    { sequence, cage, weights, coordinates, frames: null, settings },
    task,
  );
  for (const output of asked) {
    await writeRig(outputs, engine, output, { sequence, rig, report: null }, task, flags);
  }
  await outputs.report({ ...written(report), settings });
  await outputs.commit();
  outputs.say(sentence(report));
}

/** Two layers that take as many bytes as the influences would. */
function reduceToLayers(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
): Promise<void> {
  for (const name of ["cage", "from", "coordinates", "iterations", "set"] as const) {
    if (flags[name] === undefined) continue;
    refuseCommand(`--${name} has no use with --method two-layer`, "rig compress has flags for two layers.");
  }
  const { influences } = reduceSettingsOf({ ...flags, method: undefined });
  const target = ({ bones, weights }: Rig): CompressTarget => ({
    kind: "bytes",
    bytes: influenceBytes(weights.offsets.length - 1, bones.length, influences),
  });
  return compressTo(target, { engine, files, flags, task, outputs });
}

export async function reduce(
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) {
  const { cage } = flags;
  if (flags.method === "two-layer") return reduceToLayers(engine, files, flags, task, outputs);
  if (cage !== undefined) return reduceCage(engine, files, { ...flags, cage }, task, outputs);
  if (flags.from !== undefined) {
    refuseCommand("--from has no use without --cage", "It gives the weights of a cage. A rig has its own.");
  }
  if (flags.coordinates !== undefined) {
    refuseCommand(
      "--coordinates has no use without --cage",
      "They are the weights of a cage. A rig has its own.",
    );
  }
  const settings = reduceSettingsOf(flags);
  const choose = examplesAsked(flags);
  const asked = await outputs.open(flags, { formats: RIG_FORMATS }, files);
  refuseExportFlags(flags, asked);
  checkSpaces(flags, asked);
  const { sequence, rig, poses } = await openRig(engine, files, flags, task);
  const examples = choose(sequence, poses);
  const { rig: reduced, report } = await engine.run(
    "reduceInfluences",
    { sequence, rig, settings, examples },
    task,
  );
  for (const output of asked) {
    const content = { sequence, rig: reduced, report: null };
    await writeRig(outputs, engine, output, content, task, flags);
  }
  sayNotes(report.notes, flags);
  await outputs.report({ ...written(report), settings });
  await outputs.commit();
  outputs.say(sentence(report));
}
