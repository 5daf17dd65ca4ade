// Files and folders that change in one step: what runs at the time keeps what it has.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

let count = 0;

/** A name beside `path` that no other process and no other call uses. */
export const besides = (path) =>
  join(dirname(path), `.${basename(path)}.${process.pid}-${Date.now().toString(36)}-${count++}.part`);

/** Writes a file whole: readers see the old one or the new one. */
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

/** Gives a finished folder its name. Where another process was faster, its folder stays and this one goes. */
export function placeFolder(part, path) {
  try {
    if (!existsSync(path)) renameSync(part, path);
  } catch (reason) {
    if (!existsSync(path)) throw reason;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
