// The engine from the command line: the same jobs as in the studio, in Node.
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { nodeFiles } from "./formats/node-file";
import type { SourceFile } from "./formats/source";
import type { OpenResult, SolveResult } from "./jobs/api";
import { createEngine, type Engine } from "./jobs/engine";
import { nodeParallel } from "./jobs/node-parallel";
import { TaskControl } from "./jobs/task-control";
import { SinewError } from "./model/errors";
import { SOLVE_DEFAULTS, type SolveMethod, type SolveSettings } from "./model/solve-settings";
import type { SourceInfo } from "./model/source-info";
import { maxInfluences } from "./model/sparse-weights";
import type { Progress } from "./model/task";

const HELP = `Sinew: mesh animations in, skinned rigs out.

  rig info <files…>                what the files hold
  rig decompose <files…>           bones, weights and motion that reproduce the animation

  --out FILE        .glb, .json or .sinew; may be given several times
  --report FILE     the report as JSON
  --method          auto (default) or ssdr
  --bones N         bones to use (default ${SOLVE_DEFAULTS.bones})
  --error E         or: as few bones as reach this RMS error, "0.2%" of the diagonal
  --influences K    most influences of a vertex (default ${SOLVE_DEFAULTS.influences}), or "all"
  --affine          bones that may scale and shear
  --smoothness W    smoothness of the weights, 0 to 10 (default 0)
  --clip NAME       of a file with several clips; may be given several times (default all)
  --fps N           rate to sample glTF at
  --rest FRAME      frame of the sequence that is the rest pose, from 1
  --seed N  --iterations N  --restarts N  --seconds N  --threads N
  --no-rest-correction   leave the rest pose as it is
  --quiet                no progress on standard error`;

const OPTIONS = {
  out: { type: "string", multiple: true },
  report: { type: "string" },
  method: { type: "string" },
  bones: { type: "string" },
  error: { type: "string" },
  influences: { type: "string" },
  affine: { type: "boolean" },
  smoothness: { type: "string" },
  clip: { type: "string", multiple: true },
  fps: { type: "string" },
  rest: { type: "string" },
  seed: { type: "string" },
  iterations: { type: "string" },
  restarts: { type: "string" },
  seconds: { type: "string" },
  threads: { type: "string" },
  "no-rest-correction": { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const parse = (argv: string[]) => parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
type Flags = ReturnType<typeof parse>["values"];

const refuse = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

/** A number within [low, high], or null where the flag was not given. */
function number(flags: Flags, name: keyof Flags, low: number, high: number, whole = true): number | null {
  const text = flags[name];
  if (typeof text !== "string") return null;
  const value = Number(text);
  const fits = text.trim() !== "" && value >= low && value <= high && (!whole || Number.isInteger(value));
  if (!fits) {
    refuse(
      `--${name} ${text} cannot be used`,
      `It takes a ${whole ? "whole " : ""}number from ${low} to ${high}.`,
    );
  }
  return value;
}

/** "0.2%" or "0.002" as a fraction of the diagonal. */
function errorTarget(text: string | undefined): number | null {
  if (text === undefined) return null;
  const match = /^\s*([\d.]+(?:e-?\d+)?)\s*(%?)\s*$/i.exec(text);
  const value = match ? Number(match[1]) / (match[2] ? 100 : 1) : Number.NaN;
  if (!(value > 0 && value < 1)) {
    refuse(`--error ${text} cannot be used`, 'It takes a part of the diagonal, such as "0.2%".');
  }
  return value;
}

function settingsOf(flags: Flags): SolveSettings {
  const method = (flags.method ?? SOLVE_DEFAULTS.method) as SolveMethod;
  if (method !== "auto" && method !== "ssdr") {
    refuse(`--method ${method} is not known`, "The methods are auto and ssdr.");
  }
  return {
    ...SOLVE_DEFAULTS,
    method,
    bones: number(flags, "bones", 1, 1024) ?? SOLVE_DEFAULTS.bones,
    errorTarget: errorTarget(flags.error),
    influences:
      flags.influences === "all" ? 0 : (number(flags, "influences", 1, 1024) ?? SOLVE_DEFAULTS.influences),
    boneKind: flags.affine ? "affine" : "rigid",
    smoothness: number(flags, "smoothness", 0, 10, false) ?? SOLVE_DEFAULTS.smoothness,
    iterations: number(flags, "iterations", 0, 100_000),
    restarts: number(flags, "restarts", 1, 1000),
    seconds: number(flags, "seconds", 0.01, 86_400, false),
    seed: number(flags, "seed", 0, 2 ** 31 - 1) ?? SOLVE_DEFAULTS.seed,
    correctRestPose: !flags["no-rest-correction"],
  };
}

/** Indices of the clips with these names; all where none is named. */
function clipIndices(source: SourceInfo, names: string[] | undefined): number[] {
  if (!names) return [];
  return names.map((name) => {
    const index = source.clips.findIndex((clip) => clip.name === name);
    if (index < 0) {
      const known = source.clips.map((clip) => clip.name).join(", ");
      refuse(`There is no clip named ${name} in ${source.name}`, `Its clips are: ${known}.`);
    }
    return index;
  });
}

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
    fps: number(flags, "fps", 0.1, 1000, false),
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
