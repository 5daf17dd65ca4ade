// rig batch: many jobs from a list or a pattern. A file is the queue, so any farm can run shards of it.

import { availableParallelism } from "node:os";
import { nodeFiles } from "../../formats/source/node-file";
import { howMany } from "../../model/reports/figures";
import { type Flags, number } from "../flags/arguments";
import { fraction } from "../flags/solve-flags";
import { clearProgress, printNote, showProgress } from "../output/terminal";
import { endingOf, refuseCommand, Status } from "../status";
import { type BatchJob, batchJobs } from "./batch-job";
import { isManifest } from "./find-files";
import { identify, keepRecord, resultIfDone } from "./job-record";
import { batchSummary, failureOf, figuresOf, type JobOutcome, jobHead, missedBy, statusOf } from "./outcome";
import { runJob } from "./run-job";

/** Flags of the batch itself. All other flags are for the command that it runs. */
const OWN = ["command", "jobs", "shard", "max-error", "again", "list", "out", "report", "quiet"] as const;

/** "2/8" takes every eighth job from the second. */
function shardOf(text: string | undefined): { first: number; of: number } {
  if (text === undefined) return { first: 0, of: 1 };
  const [, i, n] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const [part, parts] = [Number(i), Number(n)];
  if (!(part >= 1 && part <= parts)) {
    refuseCommand(
      `--shard ${text} cannot be used`,
      'It takes a part and the number of parts, such as "2/8".',
    );
  }
  return { first: part - 1, of: parts };
}

function ownPartOf(flags: Flags, jobs: BatchJob[]): BatchJob[] {
  const { first, of } = shardOf(flags.shard);
  return jobs.filter((_, n) => n % of === first);
}

function commandFlags(flags: Flags): Flags {
  const rest: Flags = { ...flags };
  for (const name of OWN) delete rest[name];
  return rest;
}

async function readJobs(paths: string[], flags: Flags): Promise<BatchJob[]> {
  const manifest = paths.find(isManifest) ?? null;
  if (manifest && paths.length > 1) {
    refuseCommand(
      "A list of jobs cannot have other files beside it",
      `Give ${manifest} without other files.`,
    );
  }
  const { command, out, report } = flags;
  return batchJobs(paths, manifest, { command, flags: commandFlags(flags), out, report });
}

/** How a batch runs its jobs. */
interface Conditions {
  threads: number;
  maxError: number | null;
  /** Whether jobs that are done run again. */
  again: boolean;
  interrupted: AbortSignal;
}

async function performed(job: BatchJob, conditions: Conditions): Promise<JobOutcome> {
  const { threads, maxError, again, interrupted } = conditions;
  const head = jobHead(job);
  const identity = await identify(job, await nodeFiles(job.files));
  const kept = again ? null : await resultIfDone(job, identity);
  if (kept) {
    const reason = kept.reason ?? missedBy(kept.figures, maxError);
    const state = reason ? "missed" : "skipped";
    return { ...head, state, exit: kept.exit, seconds: 0, ...(reason && { reason }), ...kept.figures };
  }
  const ending = await runJob(job, threads, interrupted);
  const { exit, seconds, said } = ending;
  const figures = figuresOf(ending.report, job.out);
  if (exit === Status.done || exit === Status.target) {
    const own = exit === Status.target ? said : null;
    await keepRecord(job, identity, { exit, reason: own, figures });
    const reason = own ?? missedBy(figures, maxError);
    return {
      ...head,
      state: reason ? "missed" : "done",
      exit,
      seconds,
      ...(reason && { reason }),
      ...figures,
    };
  }
  return { ...head, ...failureOf(ending, interrupted.aborted), exit, seconds };
}

/** A job that cannot start fails like any other: the batch continues. */
async function outcomeOf(job: BatchJob, conditions: Conditions): Promise<JobOutcome> {
  try {
    return await performed(job, conditions);
  } catch (reason) {
    const { status, said } = endingOf(reason);
    return { ...jobHead(job), state: "failed", exit: status, seconds: 0, reason: said };
  }
}

/** Runs jobs, several at a time. None starts after an interruption. */
async function runAll(
  jobs: BatchJob[],
  atOnce: number,
  conditions: Conditions,
  tell: (outcome: JobOutcome, outcomes: readonly JobOutcome[]) => void,
): Promise<JobOutcome[]> {
  const waiting = [...jobs];
  const outcomes: JobOutcome[] = [];
  const lane = async () => {
    for (let job = waiting.shift(); job && !conditions.interrupted.aborted; job = waiting.shift()) {
      const outcome = await outcomeOf(job, conditions);
      outcomes.push(outcome);
      tell(outcome, outcomes);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, lane));
  return outcomes;
}

function print(line: object): void {
  clearProgress();
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** One sentence for people, on standard error. */
function sentence({
  jobs,
  done,
  skipped,
  missed,
  failed,
  interrupted,
}: ReturnType<typeof batchSummary>["summary"]) {
  const parts = [
    `${done} done`,
    skipped && howMany(skipped, "was done before", "were done before"),
    missed && howMany(missed, "missed its error", "missed their error"),
    failed && `${failed} failed`,
    interrupted && howMany(interrupted, "is left", "are left"),
  ].filter(Boolean);
  return `${howMany(jobs, "job")}: ${parts.join(", ")}.`;
}

/**
 * Runs the jobs of a list or of patterns, and prints a line of JSON for each and one for all.
 * @param interrupted is aborted by a signal; the jobs then end, and the summary is printed.
 * @returns the exit status.
 */
export async function batch(paths: string[], flags: Flags, interrupted: AbortSignal): Promise<number> {
  const cores = availableParallelism();
  const atOnce = number(flags, "jobs", 1, 256) ?? 1;
  const threads = number(flags, "threads", 1, 32) ?? Math.max(1, Math.min(8, Math.floor(cores / atOnce)));
  const maxError = flags["max-error"] === undefined ? null : fraction("max-error", flags["max-error"]);
  const jobs = ownPartOf(flags, await readJobs(paths, flags));
  if (flags.list) {
    for (const job of jobs) print({ ...jobHead(job), flags: job.flags });
    return 0;
  }
  const before = performance.now();
  const isWatched = process.stderr.isTTY && !flags.quiet;
  const outcomes = await runAll(
    jobs,
    atOnce,
    { threads, maxError, again: flags.again ?? false, interrupted },
    (outcome, all) => {
      print(outcome);
      if (isWatched) showProgress(`${all.length} of ${howMany(jobs.length, "job")}, last ${outcome.job}`);
    },
  );
  const whole = batchSummary(outcomes, jobs.length, (performance.now() - before) / 1000);
  print(whole);
  if (!flags.quiet) printNote(sentence(whole.summary));
  return statusOf(outcomes);
}
