import type { SourceFile } from "../formats/source/source";
import type { Engine } from "../jobs/engine";
import type { Task } from "../model/task";
import type { Flags } from "./flags/arguments";
import type { OutputSet } from "./output/output-set";

/** What a command of `rig` does with its files; it writes to `outputs` alone. */
export type CliCommand = (
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) => Promise<void>;
