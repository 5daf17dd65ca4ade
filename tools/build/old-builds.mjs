// Old builds; each stays while a process runs from it.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** A folder in each build. Every process that starts from the build leaves a file there, named by its id. */
export const USERS = ".users";

/** Within these milliseconds after it chose a build, a process has certainly left its file there. */
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

/** Removes old builds and the remains of interrupted ones, except `current` and builds in use. */
export function removeUnused(folder, current) {
  for (const name of list(folder)) {
    const path = join(folder, name);
    if (name === current || !/^\.?engine-/.test(name) || isUsed(path)) continue;
    // Another process may be doing the same. A later build removes what cannot be removed now.
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {}
  }
}
