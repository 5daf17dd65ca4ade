/** The sources of a module, their imports, and the tests that reach them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

/** The folders to try, relative to the root of the project; missing ones are skipped. */
export const MODULES = [
  "workers/math",
  "workers/sparse",
  "workers/mesh",
  "workers/geometry",
  "workers/deform",
  "workers/formats",
  "workers/export",
  "workers/reduce",
  "workers/decompose/phases",
];

/** Code that makes inputs for tests is not tried. */
const FOR_TESTS =
  /(^|\/)(testing|fuzz|fixtures)(\/|\.ts$)|(^|\/)test-[^/]*\.ts$|\.test\.ts$|\.d\.ts$|\/alembic\/(write|archive-writer|ogawa-writer)\.ts$/;

/**
 * Slow tests with other purposes: damaged and enormous files, and data that most machines lack. A mutant that only
 * these catch is a survivor.
 */
const LEFT_OUT = /(^|\/)(fuzz|growth|real-[a-z]+|export-real)[^/]*\.test\.ts$|\/fuzz\//;

const slashes = (path: string) => path.replaceAll("\\", "/");

function filesOf(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => slashes(join(folder, file)))
    .filter((file) => file.endsWith(".ts"))
    .sort();
}

export const sourcesOf = (root: string, folder: string): string[] =>
  filesOf(root, folder).filter((file) => !FOR_TESTS.test(file));

/** The sources of all existing modules. */
export const allSources = (root: string): string[] =>
  MODULES.filter((module) => existsSync(join(root, module))).flatMap((module) => sourcesOf(root, module));

/** The project files that a file imports at run time, relative to the root. */
function importsOf(root: string, file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), "utf8"), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith(".")) return [];
    const path = resolve(root, dirname(file), fileName);
    const found = [path, `${path}.ts`, `${path}/index.ts`].find((p) => p.endsWith(".ts") && existsSync(p));
    return found ? [slashes(relative(root, found))] : [];
  });
}

/** Finds the tests of a module that reach its sources. */
export class ModuleTests {
  /** For each source, the tests that import it directly or indirectly, and the number of imports between. */
  private readonly reached = new Map<string, Map<string, number>>();

  constructor(root: string, folder: string) {
    const imports = new Map<string, string[]>();
    const of = (file: string) => {
      if (!imports.has(file)) imports.set(file, importsOf(root, file));
      return imports.get(file)!;
    };
    for (const test of filesOf(root, folder)) {
      if (!test.endsWith(".test.ts") || LEFT_OUT.test(test)) continue;
      const seen = new Set([test]);
      for (let ring = [test], steps = 0; ring.length > 0; steps++) {
        for (const file of ring) {
          if (!this.reached.has(file)) this.reached.set(file, new Map());
          this.reached.get(file)!.set(test, steps);
        }
        ring = [...new Set(ring.flatMap(of))].filter((file) => !seen.has(file));
        for (const file of ring) seen.add(file);
      }
    }
  }

  /** The tests that reach a source, those with the fewest imports between first. */
  of(file: string): string[] {
    const tests = [...(this.reached.get(file) ?? [])];
    return tests.sort((a, b) => a[1] - b[1] || a[0].localeCompare(b[0])).map(([test]) => test);
  }
}
