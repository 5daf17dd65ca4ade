import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { join } from "node:path";

/** How a run of the built command line ended. */
export interface Ending {
  status: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  error: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ending>;
}

/** For tests: starts the built command line in a folder. */
export function start(
  cwd: string,
  args: string[],
  stdio: StdioOptions = ["ignore", "pipe", "pipe"],
): Running {
  const child = spawn(process.execPath, [join(process.cwd(), "build/engine/cli.js"), ...args], {
    cwd,
    stdio,
  });
  let out = "";
  let error = "";
  child.stdout?.on("data", (part) => (out += part));
  child.stderr?.on("data", (part) => (error += part));
  const ended = new Promise<Ending>((resolve) => {
    child.once("close", (status, signal) => resolve({ status, signal, out, error }));
  });
  return { child, ended };
}
