import type { SourceFile } from "../formats/source/source";
import type { Engine } from "../jobs/engine";
import type { Task } from "../model/task";
import type { Flags } from "./flags/arguments";
import type { OutputSet } from "./output/output-set";

/** A command of `rig`: it processes its files, and writes only to `outputs`. */
export type CliCommand = (
  engine: Engine,
  files: SourceFile[],
  flags: Flags,
  task: Task,
  outputs: OutputSet,
) => Promise<void>;
