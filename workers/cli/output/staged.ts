// One output of a run: written to a temporary file until it is complete, then renamed.
import {
  closeSync,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError, refuseOutput, Status } from "../status";
import { Claim } from "./claim";
import { cannotWrite, type FileTarget, type Target } from "./target";

/** A target of commands: written as a whole or piece by piece. */
export interface Staged {
  readonly target: Target;
  /** Whether it was written since the last commit. */
  readonly isFilled: boolean;
  /** Starts again: the next bytes are the first. */
  begin(): void;
  /** @throws CommandError if it cannot be written. */
  append(bytes: Uint8Array): void;
  /**
   * Overwrites the first bytes, for formats whose head is known only at the end.
   * @throws CommandError if it cannot be written.
   */
  replaceStart(bytes: Uint8Array): void;
  /** Call this when everything is written. The temporary file is then on the disk. */
  finish(): Promise<void>;
  /** Removes the new file; the old one stays. */
  discard(): void;
}

/** A part of an output on disk. */
export abstract class OutputPart implements Staged {
  abstract readonly target: Target;
  isFilled = false;
  protected descriptor: number | null = null;

  /** Path of the incomplete file. */
  protected abstract readonly part: string;

  begin(): void {
    try {
      this.descriptor = openSync(this.part, "wx", this.mode);
    } catch (reason) {
      cannotWrite(this.target.name, reason);
    }
  }

  protected get mode(): number {
    return 0o666;
  }

  append(bytes: Uint8Array): void {
    this.put(bytes, null);
  }

  replaceStart(bytes: Uint8Array): void {
    this.put(bytes, 0);
  }

  /** @param position in the file, or null for its end */
  private put(bytes: Uint8Array, position: number | null): void {
    try {
      for (let at = 0; at < bytes.length; ) {
        const place = position === null ? null : position + at;
        at += writeSync(this.descriptor!, bytes, at, bytes.length - at, place);
      }
    } catch (reason) {
      cannotWrite(this.target.name, reason);
    }
  }

  async finish(): Promise<void> {
    this.isFilled = true;
  }

  protected close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor);
    this.descriptor = null;
  }

  discard(): void {
    this.close();
    this.isFilled = false;
    rmSync(this.part, { force: true });
  }
}

/** A file, with its old contents in case not all of a run's files can be renamed. */
export class StagedFile extends OutputPart {
  readonly target: FileTarget;
  private readonly claim: Claim;
  private hasBackup = false;
  private isPlaced = false;

  /** @throws CommandError if it cannot be written, or another run writes it. */
  constructor(target: FileTarget) {
    super();
    this.target = target;
    try {
      this.claim = Claim.take(target.path, target.name);
    } catch (reason) {
      if (reason instanceof CommandError) throw reason;
      // The folder exists: this was checked before.
      if ((reason as NodeJS.ErrnoException).code !== "ENOENT") cannotWrite(target.name, reason);
      throw new CommandError(
        Status.output,
        `${target.name} cannot be written`,
        "No files can be created in its folder: write elsewhere.",
      );
    }
  }

  protected get part(): string {
    return this.claim.part;
  }

  /** Writes it to the disk, with owner and permissions of the old file. */
  override async finish(): Promise<void> {
    const descriptor = this.descriptor!;
    const { before, name } = this.target;
    try {
      if (before) {
        try {
          fchownSync(descriptor, Number(before.uid), Number(before.gid));
        } catch {
          // Only the administrator can change owners.
        }
        fchmodSync(descriptor, Number(before.mode & 0o7777n));
      }
      fsyncSync(descriptor);
      this.close();
    } catch (reason) {
      cannotWrite(name, reason);
    }
    await super.finish();
  }

  /** Why it may not replace the file: another program has written it since this run began. Null if none has. */
  get conflict(): string | null {
    if (!this.claim.holds) return "another run took it over because this run was silent";
    const { path, before } = this.target;
    const now = statSync(path, { bigint: true, throwIfNoEntry: false });
    const isSame = now ? now.ino === before?.ino && now.mtimeNs === before.mtimeNs : !before;
    return isSame ? null : "another program wrote it during this run";
  }

  /** Gives the file its name in one step. */
  place(): void {
    const { path, before } = this.target;
    if (before) {
      try {
        linkSync(path, this.claim.backup);
      } catch {
        copyFileSync(path, this.claim.backup);
      }
      this.hasBackup = true;
    }
    renameSync(this.part, path);
    this.isPlaced = true;
  }

  /** All files of the run have their names. The next commit starts from here. */
  settle(): void {
    this.target.before = statSync(this.target.path, { bigint: true });
    if (this.hasBackup) rmSync(this.claim.backup, { force: true });
    this.hasBackup = this.isPlaced = this.isFilled = false;
  }

  /** Restores the state before `place`. */
  takeBack(): void {
    if (this.isPlaced && this.hasBackup) renameSync(this.claim.backup, this.target.path);
    else if (this.isPlaced) rmSync(this.target.path);
    else if (this.hasBackup) rmSync(this.claim.backup);
    this.hasBackup = this.isPlaced = false;
  }

  /** A name beside the file for the result, for the case that the file now belongs to another program. */
  keepAside(): string {
    const { path } = this.target;
    const [stem, ending] = /^(.*?)((?:\.ddm)?\.\w+)?$/.exec(path)!.slice(1);
    const kept = `${stem}.${process.pid}${ending ?? ""}`;
    linkOrRename(this.part, kept);
    return kept;
  }

  override discard(): void {
    super.discard();
    this.claim.release();
  }

  /** Writes the folder's entry to the disk. */
  async syncFolder(): Promise<void> {
    // Some systems cannot open folders, and some disks cannot sync them.
    const folder = await open(dirname(this.target.path), "r").catch(() => null);
    await folder?.sync().catch(() => {});
    await folder?.close();
  }
}

/** Takes the name only if it is free. */
function linkOrRename(part: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false }))
    refuseOutput(`${path} cannot be written`, "It already exists.");
  renameSync(part, path);
}
