// Only one run at a time writes a file. A small file beside it says which.
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { refuseOutput } from "../status";

/** Milliseconds between two signs of life, and the silence after which a claim expires. */
const SIGN_EVERY = 10_000;
const SILENCE = 120_000;
const ATTEMPTS = 20;

/** The owner of a claim. */
interface Owner {
  pid: number;
  /** The machine and the container, because process ids of another one mean nothing here. */
  machine: string;
  /** Differs for each run, and is part of the names of its files beside its output. */
  token: string;
}

function thisMachine(): string {
  let space = "";
  try {
    space = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has this file.
  }
  return `${hostname()} ${space}`.trim();
}

/** The start of a name, short enough that no file system refuses it with the suffix. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= 160) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return `${[...name].slice(0, 30).join("")}-${hash}`;
}

const beside = (path: string, ending: string) =>
  join(dirname(path), `.${shortened(basename(path))}${ending}`);
const partOf = (path: string, { pid, token }: Owner) => beside(path, `.${pid}-${token}.sinew-part`);
const backupOf = (path: string, { pid, token }: Owner) => beside(path, `.${pid}-${token}.sinew-before`);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === "EPERM";
  }
}

const textOrNull = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
};

function ownerIn(text: string): Owner | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Renames `part` to `path` in one step if `path` does not exist; returns false if it does. */
function linkNew(part: string, path: string): boolean {
  try {
    linkSync(part, path);
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === "EEXIST") return false;
    // Some file systems have no links.
    try {
      copyFileSync(part, path, constants.COPYFILE_EXCL);
    } catch (second) {
      if ((second as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw second;
    }
  }
  return true;
}

/** A run's right to write one file, from the run's start to its end. */
export class Claim {
  /** The file that the run writes until it is complete, and the file for the old contents during the rename. */
  readonly part: string;
  readonly backup: string;
  private readonly path: string;
  private readonly text: string;
  private readonly descriptor: number;
  private readonly signs: NodeJS.Timeout;

  private constructor(path: string, target: string, owner: Owner, text: string) {
    this.path = path;
    this.part = partOf(target, owner);
    this.backup = backupOf(target, owner);
    this.text = text;
    this.descriptor = openSync(path, "r+");
    this.signs = setInterval(() => this.giveSign(), SIGN_EVERY).unref();
  }

  /**
   * @param target the file behind its links.
   * @param name as given on the command line.
   * @throws CommandError if another run has it; the system's error if nothing can be created beside it.
   */
  static take(target: string, name: string): Claim {
    const owner = { pid: process.pid, machine: thisMachine(), token: randomBytes(6).toString("hex") };
    const text = JSON.stringify(owner);
    const path = beside(target, ".sinew-claim");
    const part = partOf(target, owner);
    const file = openSync(part, "wx");
    try {
      writeSync(file, text);
      for (let n = 0; n < ATTEMPTS; n++) {
        if (linkNew(part, path)) return new Claim(path, target, owner, text);
        // Uses the disk's own time, because a network drive may have another clock.
        dropSilent(path, target, name, fstatSync(file).mtimeMs);
      }
    } finally {
      closeSync(file);
      rmSync(part, { force: true });
    }
    return refuseOutput(`${name} cannot be written`, "Other runs keep taking it: try again later.");
  }

  private giveSign(): void {
    try {
      writeSync(this.descriptor, this.text, 0);
    } catch {
      // The disk may be unavailable for a moment. The claim is checked again before anything is renamed.
    }
  }

  /** False if another run has taken it, because this one was silent for too long. */
  get holds(): boolean {
    return textOrNull(this.path) === this.text;
  }

  /** Removes all files beside the output. */
  release(): void {
    clearInterval(this.signs);
    closeSync(this.descriptor);
    rmSync(this.part, { force: true });
    rmSync(this.backup, { force: true });
    if (this.holds) rmSync(this.path, { force: true });
  }
}

/**
 * Removes the claim of a run that has ended without removing it, with that run's files beside the output. It also
 * removes a claim without a sign of life for a long time. If that run still works, it notices this before it replaces
 * anything.
 * @param now on the disk's clock, in milliseconds.
 * @throws CommandError if that run is still working.
 */
function dropSilent(path: string, target: string, name: string, now: number): void {
  const text = textOrNull(path);
  const signed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (text === null || signed === undefined) return;
  const owner = ownerIn(text);
  const isHere = owner?.machine === thisMachine();
  const isDead = isHere && !isAlive(owner.pid);
  const isSilent = isDead || now - signed > SILENCE;
  if (!isSilent) {
    const who = isHere
      ? `process ${owner.pid}`
      : `a run on ${owner?.machine.split(" ")[0] ?? "another machine"}`;
    const own = isHere && owner.pid === process.pid;
    refuseOutput(
      own ? `${name} is given twice` : `${name} is being written by another run`,
      own
        ? "Give each output a name of its own."
        : `It is ${who}: wait until it ends, or write to another file.`,
    );
  }
  const aside = beside(target, `.${process.pid}-${randomBytes(6).toString("hex")}.sinew-part`);
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Another run may have done the same in the meantime, and this is its new claim.
  if (textOrNull(aside) !== text) linkNew(aside, path);
  else if (isDead) for (const left of [partOf, backupOf]) rmSync(left(target, owner), { force: true });
  rmSync(aside, { force: true });
}
