// The target of an output: a file behind its links, a device or pipe, or an open descriptor.
import { type BigIntStats, constants, fstatSync } from "node:fs";
import { access, lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { systemSentence } from "../../formats/system-error";
import { CommandError, refuseOutput } from "../status";

/** A file: written beside its name, then renamed. */
export interface FileTarget {
  kind: "file";
  /** As given on the command line. */
  name: string;
  /** The path behind all links. The links stay. */
  path: string;
  /** The old file. */
  before: BigIntStats | null;
}

/** A device or a pipe. It receives the contents once they are complete. */
export interface DeviceTarget {
  kind: "device";
  name: string;
  path: string;
  /** A named pipe, which may have no reader yet. */
  isPipe: boolean;
}

/** Standard output, or another descriptor opened by the shell. */
export interface OpenTarget {
  kind: "open";
  name: string;
  descriptor: number;
}

export type Target = FileTarget | DeviceTarget | OpenTarget;

const MOST_LINKS = 40;
const STANDARD_OUTPUT = 1;

/** @throws CommandError whose message has the system's reason. */
export const cannotWrite = (name: string, reason: unknown): never =>
  refuseOutput(`${name} cannot be written`, systemSentence(reason, "writing"));

/** The descriptor for a name: "-", "/dev/stdout", "/dev/fd/3". */
function descriptorOf(name: string): number | null {
  if (name === "-" || name === "/dev/stdout") return STANDARD_OUTPUT;
  if (name === "/dev/stderr") return 2;
  const match = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(name);
  return match ? Number(match[1]) : null;
}

export const isStandardOutput = (target: Target): boolean =>
  target.kind === "open" && target.descriptor === STANDARD_OUTPUT;

/** The path behind links, whether the file exists or not. Links to folders are followed too. */
async function behindLinks(name: string): Promise<string> {
  let path = resolve(name);
  for (let n = 0; n < MOST_LINKS; n++) {
    path = join(await realpath(dirname(path)), basename(path));
    const info = await lstat(path).catch((reason) => {
      if (reason.code === "ENOENT") return null;
      throw reason;
    });
    if (!info?.isSymbolicLink()) return path;
    path = resolve(dirname(path), await readlink(path));
  }
  throw Object.assign(new Error("too many links"), { code: "ELOOP" });
}

/** Checks that we may write to an existing file. For a new file we find out only when we create it in its folder. */
async function checkFile(name: string, path: string, { mode }: BigIntStats): Promise<void> {
  // The administrator could write it anyway, but its owner made it read-only on purpose.
  if ((mode & 0o222n) === 0n) {
    refuseOutput(`${name} cannot be written`, "It is read-only: allow writing to it, or write elsewhere.");
  }
  await access(path, constants.W_OK);
}

/**
 * The target of a name on the command line.
 * @throws CommandError if nothing can be written there.
 */
export async function targetOf(name: string): Promise<Target> {
  if (name === "") refuseOutput("A file without a name cannot be written", "Give it a name.");
  const descriptor = descriptorOf(name);
  try {
    if (descriptor !== null) {
      fstatSync(descriptor);
      return { kind: "open", name, descriptor };
    }
    const path = await behindLinks(name);
    const before = await stat(path, { bigint: true }).catch((reason) => {
      if (reason.code === "ENOENT") return null;
      throw reason;
    });
    if (before?.isDirectory() || /[/\\]$/.test(name)) throw Object.assign(new Error(), { code: "EISDIR" });
    if (!before) return { kind: "file", name, path, before };
    await checkFile(name, path, before);
    if (before.isFile()) return { kind: "file", name, path, before };
    const isPipe = before.isFIFO();
    if (isPipe || before.isCharacterDevice()) return { kind: "device", name, path, isPipe };
    return refuseOutput(`${name} cannot be written`, "It is neither a file nor a pipe: write elsewhere.");
  } catch (reason) {
    if (reason instanceof CommandError) throw reason;
    return cannotWrite(name, reason);
  }
}
