// Replaces files and folders in one step: running programs keep the old ones.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

let count = 0;

/** A name beside `path` that no other process and no other call uses. */
export const besides = (path) =>
  join(dirname(path), `.${basename(path)}.${process.pid}-${Date.now().toString(36)}-${count++}.part`);

/** Replaces a whole file: readers see the old one or the new one. */
export function swapFile(path, contents) {
  const part = besides(path);
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(part, contents, { flag: "wx" });
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * Renames a finished folder to its final name. If another process was faster, its folder stays and this one is removed.
 */
export function placeFolder(part, path) {
  try {
    if (!existsSync(path)) renameSync(part, path);
  } catch (reason) {
    if (!existsSync(path)) throw reason;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
