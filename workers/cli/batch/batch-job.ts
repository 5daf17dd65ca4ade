// One job of a batch: a run of another command with its files, its flags and its outputs.
import { dirname, isAbsolute, join, resolve } from "node:path";
import { checkFlags, type Flags, parse } from "../flags/arguments";
import { CommandError, refuseCommand } from "../status";
import { filesOfPatterns } from "./find-files";
import { type Manifest, type ManifestFlags, readManifest } from "./manifest";
import { fillTemplate, placesOf } from "./name-template";
import { withoutOutputs } from "./without-outputs";

/** The commands that a batch can run: those that write files from files. */
const BATCHED = [
  "decompose",
  "skeleton",
  "fit",
  "weights",
  "reduce",
  "deform",
  "bake",
  "compress",
  "transfer",
  "compare",
];

export interface BatchJob {
  name: string;
  command: string;
  files: string[];
  /** Flags of the command, without --out and --report. */
  flags: Flags;
  out: string[];
  report: string | null;
}

/** The defaults of all jobs. */
interface Common {
  command: string | undefined;
  /** Flags of the batch's own command line. They override the flags of a list. */
  flags: Flags;
  out: string[] | undefined;
  report: string | undefined;
}

/** Flags of a list, read as if they were written on the command line. */
function asFlags(flags: ManifestFlags): Flags {
  const words = Object.entries(flags).flatMap(([name, value]) => {
    if (value === false) return [];
    if (value === true) return [`--${name}`];
    return [value].flat().map((one) => `--${name}=${one}`);
  });
  return parse(words).values;
}

/** Arguments that give these flags. */
export const asArguments = (flags: Partial<Flags>): string[] =>
  Object.entries(flags).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [value as string | string[]].flat().map((one) => `--${name}=${one}`),
  );

function checkJob(job: BatchJob): BatchJob {
  if (!BATCHED.includes(job.command)) {
    refuseCommand(`A batch cannot run ${job.command}`, `It runs ${BATCHED.join(", ")}.`);
  }
  if (job.out.length === 0 && job.report === null) {
    refuseCommand(`Nothing would be written for ${job.name}`, "Give --out '{name}.glb'.");
  }
  if (job.out.some((path) => path === "-")) {
    refuseCommand("A batch cannot write to standard output", "Its lines of JSON go there. Give file names.");
  }
  checkFlags(job.command, { ...job.flags, ...(job.out.length > 0 && { out: job.out }) });
  return job;
}

/** @throws CommandError if two jobs write the same file. */
function refuseDoubles(jobs: readonly BatchJob[]): void {
  const owners = new Map<string, string>();
  for (const { name, files, out, report } of jobs) {
    for (const path of [...out, ...(report === null ? [] : [report])]) {
      const other = owners.get(resolve(path));
      if (other !== undefined) {
        refuseCommand(
          `${path} would be written twice, for ${other} and for ${files[0]}`,
          "Put {name}, {folder} or {index} into --out.",
        );
      }
      owners.set(resolve(path), name === files[0] ? name : files[0]);
    }
  }
}

/** Makes and checks a job of a list. If its command line is wrong, the error says which job it is. */
function ofList(path: string, index: number, job: () => BatchJob): BatchJob {
  try {
    return checkJob(job());
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { title, body } = error.complaint;
    throw new CommandError(error.status, title, `${body} It concerns jobs[${index}] of ${path}.`);
  }
}

function jobsOfManifest(path: string, manifest: Manifest, common: Common): BatchJob[] {
  const folder = dirname(path);
  const here = (name: string) => (isAbsolute(name) || folder === "." ? name : join(folder, name));
  const jobOf = (entry: Manifest["jobs"][number], index: number): BatchJob => {
    const own = [entry.files].flat();
    const places = placesOf(own[0], index, entry.name);
    const filled = (template: string) => fillTemplate(template, places);
    const out = common.out?.map(filled) ?? [entry.out ?? manifest.out ?? []].flat().map(filled).map(here);
    const listed = entry.report ?? manifest.report;
    const report = common.report ? filled(common.report) : listed ? here(filled(listed)) : null;
    const flags = { ...asFlags({ ...manifest.flags, ...entry.flags }), ...common.flags };
    const command = common.command ?? entry.command ?? manifest.command ?? "decompose";
    return { name: places.name, command, files: own.map(here), flags, out, report };
  };
  return manifest.jobs.map((entry, index) => ofList(path, index, () => jobOf(entry, index)));
}

function jobsOfFiles(lists: readonly string[][], common: Common): BatchJob[] {
  const sources = withoutOutputs(lists, (files, index) => outputsFor(files, index, common));
  return sources.map((files, index) => {
    const { out, report } = outputsFor(files, index, common);
    const { name } = placesOf(files[0], index);
    const { command = "decompose", flags } = common;
    return checkJob({ name, command, files, flags, out, report });
  });
}

/** The files that a job of a pattern writes. */
function outputsFor(files: readonly string[], index: number, { out = [], report }: Common) {
  const places = placesOf(files[0], index);
  return {
    out: out.map((template) => fillTemplate(template, places)),
    report: report ? fillTemplate(report, places) : null,
  };
}

/**
 * All jobs of a list or of patterns, in order.
 * @throws CommandError for a list, a pattern or flags that cannot be used, before any job has started.
 */
export async function batchJobs(paths: readonly string[], manifest: string | null, common: Common) {
  const jobs = manifest
    ? jobsOfManifest(manifest, await readManifest(manifest), common)
    : jobsOfFiles(await filesOfPatterns(paths), common);
  refuseDoubles(jobs);
  return jobs;
}
