// The engine from the command line: the same jobs as in the studio, in Node.
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import {
  clipIndices,
  DEFAULT_FPS,
  type Flags,
  HELP,
  number,
  parse,
  refuse,
  settingsOf,
} from "./cli/arguments";
import { nodeFiles } from "./formats/node-file";
import type { SourceFile } from "./formats/source";
import type { OpenResult, SolveResult } from "./jobs/api";
import { createEngine, type Engine } from "./jobs/engine";
import { nodeParallel } from "./jobs/node-parallel";
import { TaskControl } from "./jobs/task-control";
import { maxInfluences } from "./model/sparse-weights";
import type { Progress } from "./model/task";

function progressLine(): (progress: Progress) => void {
  if (!process.stderr.isTTY) return () => {};
  return ({ phase, done, detail }) => {
    const share = done === null ? "" : ` ${Math.round(100 * done)} %`;
    process.stderr.write(`\r\x1b[K${phase}${share} ${detail}`);
  };
}

async function info(engine: Engine, files: SourceFile[], task: TaskControl): Promise<void> {
  const sources = await engine.run("inspect", { files }, task);
  process.stdout.write(`${JSON.stringify(sources, null, 2)}\n`);
}

/** The bytes of an output file, by its extension. */
async function encode(engine: Engine, out: string, result: SolveResult & OpenResult, task: TaskControl) {
  const { sequence, rig, report } = result;
  if (/\.json$/i.test(out)) return engine.run("exportRigJson", { sequence, rig, report }, task);
  if (/\.sinew$/i.test(out)) return engine.run("saveProject", { sequence, rig, report }, task);
  const options = {
    influences: maxInfluences(rig.weights),
    clips: sequence.clips.map((_, i) => i),
    upAxis: "y" as const,
  };
  const { bytes, eRmsInFile, eRmsNow } = await engine.run("exportGlb", { sequence, rig, options }, task);
  if (rig.boneKind === "affine") {
    process.stderr.write(
      `${out} cannot hold scaled or sheared bones: its E_RMS is ${eRmsInFile.toFixed(3)} instead of ${eRmsNow.toFixed(3)}.\n`,
    );
  }
  return bytes;
}

async function decompose(engine: Engine, files: SourceFile[], flags: Flags, task: TaskControl) {
  const settings = settingsOf(flags);
  const outputs = flags.out ?? [];
  for (const out of outputs) {
    if (!/\.(glb|json|sinew)$/i.test(out)) {
      refuse(`${out} cannot be written`, "Sinew writes .glb, .json and .sinew files.");
    }
  }
  const sources = await engine.run("inspect", { files }, task);
  if (sources.length > 1) {
    const names = sources.map((source) => source.name).join(", ");
    refuse("These files hold several animations", `Give one of them at a time: ${names}.`);
  }
  const rest = number(flags, "rest", 1, 1_000_000);
  const choice = {
    clips: clipIndices(sources[0], flags.clip),
    fps: number(flags, "fps", 0.1, 1000, false) ?? (sources[0].rateIsFree ? DEFAULT_FPS : null),
    upAxis: null,
    metresPerUnit: null,
    restFrame: rest === null ? null : rest - 1,
  };
  const { sequence } = await engine.run("read", { source: 0, choice }, task);
  const { rig, report } = await engine.run(
    "decompose",
    { sequence, settings, from: null, locks: null },
    task,
  );
  for (const out of outputs) await writeFile(out, await encode(engine, out, { sequence, rig, report }, task));
  const { errorPerVertex: _, ...written } = report;
  if (flags.report) await writeFile(flags.report, `${JSON.stringify(written, null, 2)}\n`);
  process.stdout.write(
    `E_RMS ${report.eRms.toFixed(3)}, RMS error ${report.rmsePercent.toFixed(3)} % of the diagonal, ` +
      `${report.bones} bones, ${report.influences} influences, ${report.seconds.toFixed(1)} s\n`,
  );
  if (report.bonesReason) process.stdout.write(`${report.bonesReason}\n`);
}

async function main(argv: string[]): Promise<void> {
  const { values: flags, positionals } = parse(argv);
  const [command, ...paths] = positionals;
  if (flags.help || !command) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  if (command !== "info" && command !== "decompose") {
    refuse(`${command} is not a command`, "The commands are info and decompose; --help lists the options.");
  }
  if (paths.length === 0) refuse("No files were given", `Say: rig ${command} <files…>.`);
  const threads = number(flags, "threads", 1, 32) ?? Math.min(8, availableParallelism());
  const engine = createEngine(nodeParallel, threads);
  const task = new TaskControl(new Int32Array(1), flags.quiet ? () => {} : progressLine());
  const files = await nodeFiles(paths);
  if (command === "info") await info(engine, files, task);
  else await decompose(engine, files, flags, task);
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: Error) => {
    const clear = process.stderr.isTTY ? "\r\x1b[K" : "";
    process.stderr.write(`${clear}${error.message}\n`);
    process.exit(1);
  },
);
