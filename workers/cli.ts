// The engine from the command line: the same jobs as in the studio, in Node.
import { checkFlags, type Flags, parse, refuse } from "./cli/arguments";
import { bake } from "./cli/bake";
import { compare } from "./cli/compare";
import { decompose } from "./cli/decompose";
import { deform } from "./cli/deform";
import { helpOf } from "./cli/help";
import { info } from "./cli/info";
import { threadsOf } from "./cli/threads";
import { weights } from "./cli/weights";
import { discardParts } from "./cli/whole-file";
import { nodeFiles } from "./formats/node-file";
import type { SourceFile } from "./formats/source";
import { createEngine, type Engine } from "./jobs/engine";
import { nodeParallel } from "./jobs/node-parallel";
import { TaskControl } from "./jobs/task-control";
import { SinewError } from "./model/errors";
import type { Progress, Task } from "./model/task";

type Command = (engine: Engine, files: SourceFile[], flags: Flags, task: Task) => Promise<void>;

const COMMANDS: Record<string, Command> = { info, decompose, compare, deform, bake, weights };

function progressLine(): (progress: Progress) => void {
  if (!process.stderr.isTTY) return () => {};
  return ({ phase, done, detail }) => {
    const share = done === null ? "" : ` ${Math.round(100 * done)} %`;
    process.stderr.write(`\r\x1b[K${phase}${share} ${detail}`);
  };
}

async function main(argv: string[]): Promise<void> {
  const { values: flags, positionals } = parse(argv);
  const [command, ...paths] = positionals;
  const isKnown = command !== undefined && Object.hasOwn(COMMANDS, command);
  if (!command || (flags.help && isKnown)) {
    process.stdout.write(`${helpOf(command ?? null)}\n`);
    return;
  }
  if (!isKnown) {
    const names = Object.keys(COMMANDS);
    const list = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    refuse(`${command} is not a command`, `The commands are ${list}; --help lists the options.`);
  }
  checkFlags(command, flags);
  if (paths.length === 0) refuse("No files were given", `rig ${command} --help says what it takes.`);
  const engine = createEngine(nodeParallel, threadsOf(flags));
  const task = new TaskControl(new Int32Array(1), flags.quiet ? () => {} : progressLine());
  await COMMANDS[command](engine, await nodeFiles(paths), flags, task);
}

/** Ends with a sentence, and nothing half written. */
function end(status: number, said: string): never {
  discardParts();
  const clear = process.stderr.isTTY ? "\r\x1b[K" : "";
  process.stderr.write(`${clear}${said}\n`);
  process.exit(status);
}

// 128 and the signal's number, as shells have it.
process.once("SIGINT", () => end(130, "Interrupted."));
process.once("SIGTERM", () => end(143, "Ended from outside."));

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: Error) => end(1, error instanceof SinewError ? error.message : `Sinew failed: ${error.message}`),
);
