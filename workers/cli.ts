// The engine on the command line: the studio's jobs in Node. Only the modules of the command that runs are loaded.
import { version } from "../package.json";
import { JOB_OF_BATCH } from "./cli/batch/job-of-batch";
import type { CliCommand } from "./cli/command";
import { checkFlags, type Flags, parse } from "./cli/flags/arguments";
import { FLAGS_OF } from "./cli/flags/flag-table";
import { nearestWord } from "./cli/flags/nearest-word";
import { threadsOf } from "./cli/flags/threads";
import { OutputSet } from "./cli/output/output-set";
import { printNote, showProgress } from "./cli/output/terminal";
import { endingOf, refuseCommand, Status } from "./cli/status";
import { systemSentence } from "./formats/system-error";
import type { Progress } from "./model/task";

const COMMANDS: Record<string, () => Promise<CliCommand>> = {
  info: async () => (await import("./cli/commands/info")).info,
  decompose: async () => (await import("./cli/commands/decompose")).decomposeCommand,
  compare: async () => (await import("./cli/commands/compare")).compare,
  deform: async () => (await import("./cli/commands/deform")).deform,
  bake: async () => (await import("./cli/commands/bake")).bake,
  reduce: async () => (await import("./cli/commands/reduce")).reduce,
  weights: async () => (await import("./cli/commands/weights")).weights,
  transfer: async () => (await import("./cli/commands/transfer")).transfer,
  compress: async () => (await import("./cli/commands/compress")).compress,
  skeleton: async () => (await import("./cli/skeleton/skeleton")).skeletonCommand,
  fit: async () => (await import("./cli/skeleton/fit")).fitCommand,
};

function progressLine(): (progress: Progress) => void {
  if (!process.stderr.isTTY) return () => {};
  return ({ phase, done, detail }) => {
    const share = done === null ? "" : ` ${Math.round(100 * done)} %`;
    showProgress(`${phase}${share} ${detail}`);
  };
}

/** Commands that find a rig. Without an output they print its figures only. */
const FINDERS = ["decompose", "skeleton", "fit", "bake", "reduce", "transfer"];

function remindOfOutput(command: string, { out, report, html, quiet }: Flags): void {
  if (quiet || !FINDERS.includes(command) || out || report || html) return;
  printNote("No file was written: --out FILE keeps the rig.");
}

/** Runs jobs in processes of their own. A signal ends these first, then the batch. */
async function performBatch(paths: string[], flags: Flags): Promise<void> {
  const interruption = new AbortController();
  let status: number | null = null;
  stopListening();
  listen((signal) => {
    status = signal;
    interruption.abort();
  });
  const { batch } = await import("./cli/batch/batch");
  const reached = await batch(paths, flags, interruption.signal);
  process.exitCode = status ?? reached;
}

async function perform(command: string, paths: string[], flags: Flags, outputs: OutputSet): Promise<void> {
  checkFlags(command, flags);
  outputs.command = command;
  if (paths.length === 0) refuseCommand("No files were given", `rig ${command} --help lists its arguments.`);
  if (command === "batch") return performBatch(paths, flags);
  const threads = threadsOf(flags);
  const { nodeFiles } = await import("./formats/source/node-file");
  const files = await nodeFiles(paths);
  const { createEngine } = await import("./jobs/engine");
  const { nodeParallel } = await import("./jobs/pool/node-parallel");
  const { TaskControl } = await import("./jobs/task-control");
  const task = new TaskControl(new Int32Array(1), flags.quiet ? () => {} : progressLine());
  await (await COMMANDS[command]())(createEngine(nodeParallel, threads), files, flags, task, outputs);
  remindOfOutput(command, flags);
}

async function main(argv: string[], outputs: OutputSet): Promise<void> {
  const { values: flags, positionals } = parse(argv);
  const asksHelp = flags.help || positionals[0] === "help";
  const [command, ...paths] = positionals[0] === "help" ? positionals.slice(1) : positionals;
  if (flags.version) return outputs.say(`${version}\n`);
  const isKnown = command !== undefined && Object.hasOwn(FLAGS_OF, command);
  if (!command || (asksHelp && isKnown)) {
    const { helpOf } = await import("./cli/help");
    return outputs.say(`${helpOf(command ?? null)}\n`);
  }
  if (!isKnown) {
    const names = Object.keys(FLAGS_OF);
    const list = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    const meant = nearestWord(command, names);
    refuseCommand(
      `${command} is not a command`,
      `${meant ? `Did you mean ${meant}? ` : ""}The commands are ${list}; --help lists the options.`,
    );
  }
  await perform(command, paths, flags, outputs);
}

/** Resolves when all output is written, or if it cannot be written. */
const printed = (): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write("", (reason) => (reason ? reject(reason) : resolve()));
  });

const outputs = new OutputSet();

/** Ends with a message, and leaves no half-written files. */
function end(status: number, said: string): never {
  outputs.discard();
  printNote(said);
  process.exit(status);
}

function fail(reason: unknown): never {
  const { status, said } = endingOf(reason);
  if (process.env["SINEW_TRACE"] && reason instanceof Error) process.stderr.write(`${reason.stack}\n`);
  return end(status, said);
}

// 128 plus the signal's number, as in shells. Windows sends SIGHUP when its window is closed.
const SIGNALS: readonly [signal: NodeJS.Signals, status: number, said: string][] = [
  ["SIGHUP", 129, "Ended: its terminal was closed."],
  ["SIGINT", 130, "Interrupted."],
  ["SIGTERM", 143, "Another process ended it."],
];

function listen(handle: (status: number, said: string) => void): void {
  for (const [signal, status, said] of SIGNALS) process.once(signal, () => handle(status, said));
}

function stopListening(): void {
  for (const [signal] of SIGNALS) process.removeAllListeners(signal);
}

listen(end);
if (process.env[JOB_OF_BATCH] && process.channel) {
  process.once("disconnect", () => end(143, "Ended: its batch is gone."));
  // The channel does not keep the process alive.
  process.channel.unref();
}
process.on("uncaughtException", fail);
process.stdout.on("error", (reason) =>
  end(Status.output, `Standard output cannot be written. ${systemSentence(reason, "writing")}`),
);
// Results are written even if nobody reads standard error.
process.stderr.on("error", () => {});

main(process.argv.slice(2), outputs)
  .then(printed)
  .then(() => {
    outputs.discard();
    process.exit(process.exitCode ?? Status.done);
  }, fail);
