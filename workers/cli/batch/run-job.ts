// Runs one job as a process of its own, so that a crash affects no other job. If the batch itself is killed, its jobs
// end too, because the channel between them closes.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemSentence } from "../../formats/system-error";
import { refuseOutput } from "../status";
import { asArguments, type BatchJob } from "./batch-job";
import { JOB_OF_BATCH } from "./job-of-batch";

/** How the process of a job ended. */
export interface JobEnding {
  /** Null if a signal ended it. */
  exit: number | null;
  signal: NodeJS.Signals | null;
  /** The last line on standard error. */
  said: string;
  /** Its report; null if it wrote none. */
  report: Record<string, unknown> | null;
  seconds: number;
}

/** A longer line on standard error is cut. */
const LONGEST = 2000;

/** Keeps the last line of a stream. */
function lastLine(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    text = `${text}${part}`
      .trimEnd()
      .split(/[\r\n]+/)
      .at(-1)!
      .slice(-LONGEST);
  });
  return () => text.trim();
}

function readReport(path: string): JobEnding["report"] {
  try {
    const report = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(report) ? { reports: report } : report;
  } catch {
    return null;
  }
}

/** @throws CommandError for a folder that cannot be made. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (reason) {
    refuseOutput(`The folder ${path} cannot be made`, systemSentence(reason, "writing"));
  }
}

/**
 * Runs a job to its end.
 * @param threads of the job's own engine.
 * @param interrupted asks the process to end; it leaves its old files as they were.
 */
export async function runJob(job: BatchJob, threads: number, interrupted: AbortSignal): Promise<JobEnding> {
  const before = performance.now();
  const aside = join(tmpdir(), `sinew-${process.pid}-${crypto.randomUUID()}.json`);
  const report = job.report ?? aside;
  for (const path of [...job.out, report]) makeFolder(dirname(path));
  const outputs = job.out.map((path) => `--out=${path}`);
  const flags = asArguments({ threads: String(threads), ...job.flags, quiet: true });
  const words = [job.command, ...flags, ...outputs, `--report=${report}`, "--", ...job.files];
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1], ...words], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { ...process.env, [JOB_OF_BATCH]: "1" },
  });
  const stop = () => child.kill("SIGTERM");
  interrupted.addEventListener("abort", stop);
  if (interrupted.aborted) stop();
  const said = lastLine(child);
  try {
    const [exit, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, by) => resolve([code, by]));
    });
    const seconds = (performance.now() - before) / 1000;
    return { exit, signal, said: said(), report: readReport(report), seconds };
  } finally {
    interrupted.removeEventListener("abort", stop);
    rmSync(aside, { force: true });
  }
}
