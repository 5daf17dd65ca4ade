// Files that are there whole or not at all: written beside their name, then renamed.
import { constants, rmSync } from "node:fs";
import { access, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { refuse } from "./arguments";

/** What is half written. */
const parts = new Set<string>();

/** Where a file is written until it is whole. */
export function partOf(path: string): string {
  const part = `${path}.part`;
  parts.add(part);
  return part;
}

/** The part was renamed, or is no longer wanted. */
export function forgetPart(part: string): void {
  parts.delete(part);
  rmSync(part, { force: true });
}

/** Leaves nothing half written, when the command ends before its time. */
export function discardParts(): void {
  for (const part of parts) rmSync(part, { force: true });
  parts.clear();
}

const REASONS: Record<string, string> = {
  ENOENT: "Its folder is not there: make it first",
  ENOTDIR: "Its folder is a file",
  EACCES: "Its folder or the file may not be written to",
  EPERM: "Its folder or the file may not be written to",
  EROFS: "The disk is read-only",
  EISDIR: "It is a folder",
  ENOSPC: "The disk is full",
  ENAMETOOLONG: "Its name is too long",
};

const cannot = (path: string, reason: unknown): never => {
  const { code = "", message } = reason as NodeJS.ErrnoException;
  return refuse(`${path} cannot be written`, `${REASONS[code] ?? message}.`);
};

/**
 * Looks whether files can be written, before any time is spent on what goes into them.
 * @throws SinewError for the first that cannot.
 */
export async function checkWritable(paths: string[]): Promise<void> {
  for (const path of paths) {
    const there = await stat(path).catch(() => null);
    if (there?.isDirectory()) refuse(`${path} cannot be written`, `${REASONS.EISDIR}.`);
    const folder = await stat(dirname(path)).catch((reason) => cannot(path, reason));
    if (!folder.isDirectory()) refuse(`${path} cannot be written`, `${REASONS.ENOTDIR}.`);
    await access(there ? path : dirname(path), constants.W_OK).catch((reason) => cannot(path, reason));
  }
}

/** @throws SinewError where it cannot be written; a file that was there before is then as it was. */
export async function writeWhole(path: string, contents: Uint8Array | string): Promise<void> {
  const part = partOf(path);
  try {
    await writeFile(part, contents);
    await rename(part, path);
  } catch (reason) {
    cannot(path, reason);
  } finally {
    forgetPart(part);
  }
}
