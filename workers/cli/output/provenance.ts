// The origin of a report: the version, the command with its flags, and the hash of the input.
import { createHash } from "node:crypto";
import { version } from "../../../package.json";
import type { SourceFile } from "../../formats/source/source";
import type { Flags } from "../flags/arguments";

/** Bytes that are read at once. */
const PIECE = 1 << 22;

/** A file that was read. */
interface ReadFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** The head of every report: everything that is needed to get the same result again. */
export interface Provenance {
  /** Version of the report's form. */
  version: 1;
  /** The version of Sinew. */
  sinew: string;
  command: string;
  /** The flags that decide the result. */
  flags: Partial<Flags>;
  /** The hash is computed from the names and hashes of all files. */
  input: { sha256: string; files: ReadFile[] };
}

/** Flags that do not change a result. */
const WITHOUT_EFFECT = new Set(["out", "report", "html", "threads", "quiet"]);

/** The flags that decide the result of a command. */
export const decisiveFlags = (flags: Flags): Partial<Flags> =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => !WITHOUT_EFFECT.has(name)));

async function hashOf(file: SourceFile): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < file.size; at += PIECE) hash.update(await file.read(at, at + PIECE));
  return hash.digest("hex");
}

/** The SHA-256 of each file, and one of them all, which depends on names and order. */
export async function hashInput(files: readonly SourceFile[]): Promise<Provenance["input"]> {
  const read: ReadFile[] = [];
  for (const file of files) read.push({ name: file.name, bytes: file.size, sha256: await hashOf(file) });
  const all = createHash("sha256");
  for (const { name, sha256 } of read) all.update(`${name}\0${sha256}\n`);
  return { sha256: all.digest("hex"), files: read };
}

export async function provenanceOf(
  command: string,
  flags: Flags,
  files: readonly SourceFile[],
): Promise<Provenance> {
  return { version: 1, sinew: version, command, flags: decisiveFlags(flags), input: await hashInput(files) };
}
