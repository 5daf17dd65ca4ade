// The file that lists the jobs of a batch.
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { systemSentence } from "../../formats/system-error";
import { refuseCommand, refuseInput } from "../status";

/** Values of flags in JSON. */
const FLAG = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);
const FLAGS = z.record(z.string(), FLAG);
const NAMES = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const SHARED = {
  /** The command that runs the jobs; default decompose. */
  command: z.string().optional(),
  /** Flags of the command, without their dashes. */
  flags: FLAGS.optional(),
  /** The files to write, with places for names such as {name}. */
  out: NAMES.optional(),
  /** The report to write, likewise. */
  report: z.string().min(1).optional(),
};

const JOB = z.strictObject({ name: z.string().min(1).optional(), files: NAMES, ...SHARED });
const MANIFEST = z.strictObject({ version: z.literal(1), ...SHARED, jobs: z.array(JOB).min(1) });

export type Manifest = z.infer<typeof MANIFEST>;
export type ManifestFlags = z.infer<typeof FLAGS>;

/** The place of an error in the file: "jobs[3].files". */
const placeOf = (path: PropertyKey[]) =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");

/** What is wrong with the list. Unknown names come first, because they are often the misspelt ones that are missing. */
function sentenceOf(issues: readonly z.core.$ZodIssue[], list: unknown): string {
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  if (unknown) {
    const place = placeOf(unknown.path);
    return `"${unknown.keys[0]}" is not known${place === "" ? "" : ` in ${place}`}.`;
  }
  const [{ path }] = issues;
  const found = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], list);
  const place = placeOf(path) || "The file";
  if (found === undefined) return `${place} is missing.`;
  if (Array.isArray(found) && found.length === 0 && path.length > 0) return `${place} is empty.`;
  return `${place} cannot be ${JSON.stringify(found).slice(0, 60)}.`;
}

/** @throws CommandError that names the file, and the place in it. */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(path, "utf8").catch((reason) =>
    refuseInput(`${path} cannot be read`, systemSentence(reason, "reading")),
  );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (reason) {
    return refuseCommand(`${path} is not JSON`, `${(reason as Error).message}.`);
  }
  const { success, data, error } = MANIFEST.safeParse(value);
  if (success) return data;
  return refuseCommand(
    `${path} is not a list of jobs`,
    `${sentenceOf(error.issues, value)} It needs { "version": 1, "jobs": [{ "files": … }] }.`,
  );
}
