// The record of a finished job, beside the job's first file, so that the next run skips the job.
import { createHash } from "node:crypto";
import { createReadStream, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { version } from "../../../package.json";
import type { SourceFile } from "../../formats/source/source";
import { decisiveFlags, hashInput } from "../output/provenance";
import type { BatchJob } from "./batch-job";

const RECORD = z.object({
  version: z.literal(1),
  sinew: z.string(),
  /** The hash of command, flags, outputs' names, version and input. */
  key: z.string(),
  /** The places and times of the input files. While these are the same, so is the hash. */
  stamps: z.array(z.string()),
  input: z.string(),
  outputs: z.array(z.object({ name: z.string(), sha256: z.string() })),
  result: z.object({
    exit: z.number(),
    /** Why the job missed its own error target; null if it did not. */
    reason: z.string().nullable(),
    figures: z.record(z.string(), z.number()),
  }),
});
type JobRecord = z.infer<typeof RECORD>;

/** The name of a job's record. */
export const recordPath = ({ out, report }: BatchJob): string => `${out[0] ?? report}.job.json`;

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** The files that a job writes. */
const outputsOf = ({ out, report }: BatchJob) => [...out, ...(report === null ? [] : [report])];

const stampsOf = (files: readonly SourceFile[]) =>
  files.map(({ name, size, path }) => `${name} ${size} ${path ? statSync(path).mtimeMs : ""}`);

function keyOf(job: BatchJob, input: string): string {
  const decided = [version, job.command, decisiveFlags(job.flags), outputsOf(job), input];
  return createHash("sha256").update(JSON.stringify(decided)).digest("hex");
}

function readRecord(path: string): JobRecord | null {
  try {
    return RECORD.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // A record that is missing or damaged only means that the job runs again.
    return null;
  }
}

/** Whether the files of a record still exist unchanged. */
async function isWhole({ outputs }: JobRecord): Promise<boolean> {
  for (const { name, sha256 } of outputs) {
    if ((await hashFile(name).catch(() => null)) !== sha256) return false;
  }
  return true;
}

/** The values that identify a job. */
export interface JobIdentity {
  key: string;
  stamps: string[];
  input: string;
}

/** Reads the job's files for their hash, unless their sizes and times are the same as in its record. */
export async function identify(job: BatchJob, files: readonly SourceFile[]): Promise<JobIdentity> {
  const stamps = stampsOf(files);
  const kept = readRecord(recordPath(job));
  const isSame = kept !== null && JSON.stringify(kept.stamps) === JSON.stringify(stamps);
  const input = isSame ? kept.input : (await hashInput(files)).sha256;
  return { key: keyOf(job, input), stamps, input };
}

/** The result of a job that is already done: with the same input, flags and version, and unchanged files. */
export async function resultIfDone(job: BatchJob, { key }: JobIdentity): Promise<JobRecord["result"] | null> {
  const record = readRecord(recordPath(job));
  return record?.key === key && (await isWhole(record)) ? record.result : null;
}

/** Writes the record of a job that has written its files. */
export async function keepRecord(
  job: BatchJob,
  identity: JobIdentity,
  result: JobRecord["result"],
): Promise<void> {
  const outputs: JobRecord["outputs"] = [];
  for (const name of outputsOf(job)) outputs.push({ name, sha256: await hashFile(name) });
  const record: JobRecord = { version: 1, sinew: version, ...identity, outputs, result };
  const path = recordPath(job);
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, `${JSON.stringify(record, null, 2)}\n`);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}
