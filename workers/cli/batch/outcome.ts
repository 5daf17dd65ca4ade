// The outcome of a job, as in its line of JSON, and of all jobs together.
import { basename } from "node:path";
import { percentFigure } from "../../model/reports/figures";
import { rmsPercent } from "../../model/reports/rms-percent";
import type { WrittenFigures } from "../output/output-set";
import { Status } from "../status";
import type { BatchJob } from "./batch-job";
import type { JobEnding } from "./run-job";

/** `missed`: its files are written, but its error is too large. */
type JobState = "done" | "skipped" | "missed" | "failed" | "interrupted";

export interface JobOutcome {
  job: string;
  state: JobState;
  /** The exit status of its command; null if a signal ended it. */
  exit: number | null;
  command: string;
  files: string[];
  out: string[];
  report: string | null;
  seconds: number;
  /** The reason if it is not done. */
  reason?: string;
  /** Figures of its report. */
  [figure: string]: unknown;
}

/** Figures that a line repeats from the report. */
const FIGURES = ["eRms", "rmsePercent", "rmsePercentStrict", "bones", "influences", "heldOutEnergy"];

type Report = Record<string, unknown> | null;

/** The figures of a report, with the error of the files in it and the error that a gate judges. */
export function figuresOf(report: Report, out: readonly string[]): Record<string, number> {
  const own = Object.fromEntries(
    FIGURES.flatMap((name) => (typeof report?.[name] === "number" ? [[name, report[name]]] : [])),
  );
  return { ...own, ...errorsOf(own, report, out) };
}

/**
 * A gate judges what arrives: the error in the files that move. The error of the solve, with strict joints if it is a
 * skeleton's, stands for outputs that have no error of their own, such as a project.
 */
function errorsOf(
  own: Record<string, number>,
  report: Report,
  out: readonly string[],
): Record<string, number> {
  const written = (report?.["written"] ?? []) as Pick<WrittenFigures, "file" | "eRmsInFile" | "frames">[];
  const files = out.map((path) => written.find(({ file }) => file === basename(path)));
  const moving = files.filter((file) => file !== undefined && file.frames > 1);
  const ofSolve = own["rmsePercentStrict"] ?? own["rmsePercent"];
  const inFiles = moving.map((file) => file!.eRmsInFile);
  const needsSolve = moving.length === 0 || files.includes(undefined);
  const judged = [...inFiles.map(rmsPercent), ...(needsSolve && ofSolve !== undefined ? [ofSolve] : [])];
  return {
    ...(inFiles.length > 0 && { eRmsInFile: Math.max(...inFiles) }),
    ...(judged.length > 0 && { judgedPercent: Math.max(...judged) }),
  };
}

/** Why the error is too large, or null if it is not. */
export function missedBy(figures: Record<string, number>, maxError: number | null): string | null {
  if (maxError === null) return null;
  const { judgedPercent: error, eRmsInFile } = figures;
  if (error === undefined) return "It reports no error, so --max-error cannot be checked.";
  if (error <= 100 * maxError) return null;
  const limit = Number((100 * maxError).toPrecision(12));
  const rounded = percentFigure(error);
  const which = eRmsInFile !== undefined && rmsPercent(eRmsInFile) === error ? " in the file" : "";
  // An error just above the limit is written with all digits.
  const figure = Number(rounded) <= limit ? error : rounded;
  return `Its RMS error${which} is ${figure} % of the diagonal, more than ${limit} %.`;
}

const SIGNALS = [129, 130, 143];

/** The message about a job whose process did not write its files. */
export function failureOf(
  { exit, signal, said }: JobEnding,
  isInterrupted: boolean,
): Pick<JobOutcome, "state" | "reason"> {
  if (isInterrupted && (signal !== null || SIGNALS.includes(exit ?? 0))) {
    return { state: "interrupted", reason: "The batch was interrupted." };
  }
  if (signal !== null) return { state: "failed", reason: `The system ended it (${signal}).` };
  return { state: "failed", reason: said || `It ended with status ${exit}.` };
}

export const jobHead = ({ name, command, files, out, report }: BatchJob) => ({
  job: name,
  command,
  files,
  out,
  report,
});

/** Statuses of failed jobs, the gravest first. */
const GRAVITY = [Status.failed, Status.memory, Status.output, Status.usage, Status.input];

/** The status of the batch: of its gravest failure, or else of missed errors. */
export function statusOf(outcomes: readonly JobOutcome[]): number {
  const failed = outcomes.filter(({ state }) => state === "failed").map(({ exit }) => exit ?? Status.memory);
  const gravest = GRAVITY.find((status) => failed.includes(status));
  if (gravest !== undefined) return gravest;
  if (failed.length > 0) return Status.failed;
  return outcomes.some(({ state }) => state === "missed") ? Status.target : Status.done;
}

/** The number of jobs in each state, and the jobs that did not succeed. */
export function batchSummary(outcomes: readonly JobOutcome[], jobs: number, seconds: number) {
  const count = (state: JobState) => outcomes.filter((outcome) => outcome.state === state).length;
  const failures = outcomes
    .filter(({ state }) => state === "failed" || state === "missed")
    .map(({ job, state, exit, reason }) => ({ job, state, exit, reason }));
  return {
    summary: {
      jobs,
      done: count("done"),
      skipped: count("skipped"),
      missed: count("missed"),
      failed: count("failed"),
      interrupted: jobs - outcomes.length + count("interrupted"),
      seconds,
      failures,
    },
  };
}
