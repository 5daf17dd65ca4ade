import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import type { Task } from "../../model/task";
import type { CliCommand } from "../command";
import type { Flags } from "../flags/arguments";
import { OutputSet } from "../output/output-set";

/** For tests: runs a command whose temporary files are gone after it ends. */
export const alone =
  (command: CliCommand) =>
  async (engine: Engine, files: SourceFile[], flags: Flags, task: Task): Promise<void> => {
    const outputs = new OutputSet();
    try {
      await command(engine, files, flags, task, outputs);
    } finally {
      outputs.discard();
    }
  };
