// Builds the npm package into build/package: the functions of workers/package, the command line, and their types.
// `npm pack ./build/package` makes the file to install.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const FOLDER = join(ROOT, "build/package");
const read = (path) => readFileSync(join(ROOT, path), "utf8");

async function bundlePrograms() {
  const { build } = await import("vite");
  await build({
    root: ROOT,
    configFile: join(ROOT, "tools/build/package.config.ts"),
    logLevel: "warn",
    build: { outDir: FOLDER },
  });
  const cli = join(FOLDER, "cli.js");
  writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, "utf8")}`);
  chmodSync(cli, 0o755);
}

/** Relative imports of a file of types. */
const IMPORT = /((?:from |import\()")(\.[^"]*?)(?:\.ts)?"/g;

/** All files of types that a file imports directly or indirectly, and the file itself. */
function reached(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, , path] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    reached(join(dirname(file), `${path}.d.ts`), seen);
  }
  return seen;
}

/** The types of everything that the package's functions mention. Node requires file extensions in imports. */
function writeTypes() {
  const all = join(FOLDER, "all-types");
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", join(ROOT, "tsconfig/types.json"), "--outDir", all], {
    stdio: "inherit",
  });
  for (const file of reached(join(all, "package/index.d.ts"))) {
    const place = join(FOLDER, "types", relative(all, file));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, readFileSync(file, "utf8").replace(IMPORT, '$1$2.js"'));
  }
  rmSync(all, { recursive: true });
}

function writeAbout() {
  const { version, description, license, engines } = JSON.parse(read("package.json"));
  const about = {
    name: "sinew",
    version,
    description,
    license,
    engines,
    type: "module",
    sideEffects: false,
    bin: { sinew: "./cli.js", rig: "./cli.js" },
    exports: { ".": { types: "./types/package/index.d.ts", default: "./index.js" } },
  };
  writeFileSync(join(FOLDER, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  writeFileSync(
    join(FOLDER, "README.md"),
    // The pages that it links to are not in the package, nor are the tests of its last line.
    read("docs/reference/package.md")
      .replace(/\[([^\]]*)\]\((?!https:)[^)]*\)/g, "$1")
      .replace(/\n`npx vitest.*\n/, ""),
  );
  copyFileSync(join(ROOT, "LICENSE"), join(FOLDER, "LICENSE"));
}

rmSync(FOLDER, { recursive: true, force: true });
await bundlePrograms();
writeTypes();
writeAbout();
