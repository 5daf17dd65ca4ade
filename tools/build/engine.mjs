// Builds the engine for Node if its sources have changed. Each build has its own folder, build/engine-<hash>; the files
// in build/engine point to the newest one, so that `node build/engine/cli.js` always works.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, ENTRIES, ROOT } from "./bundle.mjs";
import { ensureKernels } from "./kernels/kernels.mjs";
import { removeUnused, USERS } from "./old-builds.mjs";
import { besides, placeFolder, swapFile } from "./swap.mjs";

/** Inputs of a build besides the bundled sources. */
const ALWAYS = ["package.json", "package-lock.json", "tools/build/bundle.mjs", "tools/build/engine.mjs"];

/** Hash of the contents of project files, including which of them are missing. */
function hashOf(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${file}\n`);
    const path = join(root, file);
    hash.update(existsSync(path) ? readFileSync(path) : "missing");
  }
  return hash.digest("hex").slice(0, 16);
}

/** The inputs of the newest build, or null if there is none. */
function newest(builds) {
  try {
    const note = JSON.parse(readFileSync(join(builds, "engine/build.json"), "utf8"));
    return existsSync(join(builds, note.folder, "cli.js")) ? note : null;
  } catch {
    return null;
  }
}

/** A file that starts the entry from its build, and records in the build that it is in use. */
const leadTo = (folder, entry) => `// Made by tools/build/engine.mjs: leads to the newest build.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const build = new URL("../${folder}/", import.meta.url);
try {
  writeFileSync(new URL("${USERS}/" + process.pid, build), "");
} catch {
  // A process without permission to write here builds and removes nothing.
}
process.argv[1] = fileURLToPath(new URL("${entry}.js", build));
await import(new URL("${entry}.js", build));
`;

/**
 * The folder of an up-to-date build: the newest one, or a new one. Processes may call this at the same time, and run
 * from older builds meanwhile.
 * @param {string} [root] the project; its builds are in build/.
 * @param {(folder: string) => Promise<string[]>} [make] builds into a folder, and returns the paths of the sources.
 */
export async function ensureEngine(root = ROOT, make = bundle) {
  await ensureKernels();
  const builds = join(root, "build");
  const known = newest(builds);
  if (known && known.hash === hashOf(root, known.files)) return join(builds, known.folder);
  if (process.stderr.isTTY) process.stderr.write("Building the engine …\n");
  const begin = Date.now();
  mkdirSync(builds, { recursive: true });
  const part = besides(join(builds, "engine-new"));
  const files = [...ALWAYS, ...(await make(part))];
  mkdirSync(join(part, USERS));
  const hash = hashOf(root, files);
  const folder = `engine-${hash}`;
  placeFolder(part, join(builds, folder));
  for (const entry of Object.keys(ENTRIES)) {
    swapFile(join(builds, "engine", `${entry}.js`), leadTo(folder, entry));
  }
  // A source that was saved during the build may be missing from it, so the next start builds again.
  const changed = files.some(
    (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs >= begin,
  );
  swapFile(
    join(builds, "engine/build.json"),
    JSON.stringify({ folder, hash: changed ? "changed" : hash, files }),
  );
  removeUnused(builds, basename(folder));
  return join(builds, folder);
}

/** Runs before the tests, because workers in Node run from the bundle. */
export const setup = async () => void (await ensureEngine());

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await ensureEngine();
