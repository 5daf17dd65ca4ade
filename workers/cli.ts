// The engine from the command line: the same jobs as in the studio, in Node.
import { availableParallelism } from "node:os";
import { type Flags, HELP, number, parse, refuse } from "./cli/arguments";
import { bake } from "./cli/bake";
import { compare } from "./cli/compare";
import { decompose } from "./cli/decompose";
import { deform } from "./cli/deform";
import { weights } from "./cli/weights";
import { nodeFiles } from "./formats/node-file";
import type { SourceFile } from "./formats/source";
import { createEngine, type Engine } from "./jobs/engine";
import { nodeParallel } from "./jobs/node-parallel";
import { TaskControl } from "./jobs/task-control";
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

async function info(engine: Engine, files: SourceFile[], _flags: Flags, task: Task): Promise<void> {
  const sources = await engine.run("inspect", { files }, task);
  process.stdout.write(`${JSON.stringify(sources, null, 2)}\n`);
}

async function main(argv: string[]): Promise<void> {
  const { values: flags, positionals } = parse(argv);
  const [command, ...paths] = positionals;
  if (flags.help || !command) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  if (!Object.hasOwn(COMMANDS, command)) {
    const names = Object.keys(COMMANDS);
    const list = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    refuse(`${command} is not a command`, `The commands are ${list}; --help lists the options.`);
  }
  if (paths.length === 0) refuse("No files were given", `Say: rig ${command} <files…>.`);
  const threads = number(flags, "threads", 1, 32) ?? Math.min(8, availableParallelism());
  const engine = createEngine(nodeParallel, threads);
  const task = new TaskControl(new Int32Array(1), flags.quiet ? () => {} : progressLine());
  await COMMANDS[command](engine, await nodeFiles(paths), flags, task);
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: Error) => {
    const clear = process.stderr.isTTY ? "\r\x1b[K" : "";
    process.stderr.write(`${clear}${error.message}\n`);
    process.exit(1);
  },
);
