// Builds that are no longer the newest: each stays while a process runs from it.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** The folder of a build in which each process that starts from it leaves a file named by its id. */
export const USERS = ".users";

/** Milliseconds in which a process that has chosen a build is sure to have left its file there. */
const GRACE = 600_000;

const list = (folder) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (reason) {
    return reason.code === "EPERM";
  }
}

function isUsed(folder) {
  const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  return Date.now() - mtimeMs < GRACE || list(join(folder, USERS)).some((name) => isAlive(Number(name)));
}

/** Removes builds, and what builds that were broken off have left, but `current` and what is in use. */
export function removeUnused(folder, current) {
  for (const name of list(folder)) {
    const path = join(folder, name);
    if (name === current || !/^\.?engine-/.test(name) || isUsed(path)) continue;
    // Another process may be doing the same: what cannot be removed now goes after the next build.
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {}
  }
}
