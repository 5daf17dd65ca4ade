/**
 * Breaks the engine in small ways, one at a time, and counts how many of them its tests notice. npm run mutants --
 * [--count 200] [--seed 1] [--only workers/math]
 * npm run mutants -- --again    tries the survivors of the last run again, and reports on all of it
 *
 * A mutant exists in memory only: the project's files stay unchanged. It runs against the tests of its module that
 * reach its source, in one process with low priority.
 */
import { existsSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRandom } from "../../workers/math/random";
import { drawEvenly } from "./draw";
import {
  changeOf,
  EQUIVALENT_FILE,
  type Equivalent,
  isAmong,
  readEquivalents,
  staleEntries,
} from "./equivalent";
import { readLastRun, writeLastRun } from "./last-run";
import { type Result, report } from "./report";
import { serveTrials } from "./serve-trials";
import { MODULES, ModuleTests, sourcesOf } from "./sources";
import { broken, type Spot, spotsOf } from "./spots";
import { Trier } from "./trier";

const ROOT = process.cwd();
/** A mutant may take this many times the processor seconds of the unchanged tests, and some more to start. */
const LIMIT = { times: 5, more: 10 };
/** Limit for the unchanged tests, in processor seconds. */
const BASELINE_LIMIT = 600;

interface Mutant {
  module: string;
  file: string;
  /** The unchanged text of the file. */
  source: string;
  spot: Spot;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function mutantsOf(module: string): Mutant[] {
  return sourcesOf(ROOT, module).flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return spotsOf(source).map((spot) => ({ module, file, source, spot }));
  });
}

/** Runs each test file unchanged, and returns its processor seconds. */
async function secondsOf(trier: Trier, tests: Iterable<string>): Promise<Map<string, number>> {
  const seconds = new Map<string, number>();
  for (const test of tests) {
    const outcome = await trier.try({ file: null, source: "", tests: [test], seconds: BASELINE_LIMIT });
    if (outcome.caughtBy !== null) fail(`Tests fail without a mutant: ${outcome.caughtBy}`);
    seconds.set(test, outcome.seconds);
    process.stderr.write(`${outcome.seconds.toFixed(1)} s ${test}\n`);
  }
  return seconds;
}

/** The requested mutants: so many of all, or those of the last run. */
function chosen(flags: { count: string; seed: string; only: string; again: boolean }, modules: string[]) {
  const groups = modules.map((module) => mutantsOf(module).filter(({ file }) => file.startsWith(flags.only)));
  const tried = flags.again ? readLastRun(ROOT) : null;
  const mutants = tried
    ? groups.flat().filter(({ file, spot }) => isAmong(tried, file, spot))
    : drawEvenly(groups, Number(flags.count), createRandom(Number(flags.seed)));
  if (mutants.length === 0) fail(`There is nothing to break. There are ${modules.join(", ")}.`);
  return { mutants, tried: tried ?? [] };
}

/** The entries of the manual list, if none is stale. */
function equivalentsNow(): Equivalent[] {
  const entries = readEquivalents(ROOT);
  const stale = staleEntries(ROOT, entries);
  for (const { file, line } of stale) process.stderr.write(`${EQUIVALENT_FILE}: ${file} has no "${line}".\n`);
  if (stale.length > 0) fail("Remove these entries, or say again why they are equivalent.");
  return entries;
}

async function main(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      count: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      again: { type: "boolean", default: false },
    },
  });
  const modules = MODULES.filter((module) => existsSync(join(ROOT, module)));
  const equivalents = equivalentsNow();
  const { mutants, tried } = chosen(flags, modules);
  /** The outcome, if it is known without a trial. */
  const known = ({ file, spot }: Mutant): Result["outcome"] | null => {
    if (isAmong(equivalents, file, spot)) return "equivalent";
    const before = tried.find((place) => isAmong([place], file, spot))?.outcome;
    return before && before !== "equivalent" && before.caughtBy !== null ? before : null;
  };
  const reach = new Map(modules.map((module) => [module, new ModuleTests(ROOT, module)]));
  const testsOf = ({ module, file }: Mutant) => reach.get(module)!.of(file);
  const unknown = mutants.filter((mutant) => known(mutant) === null);
  process.stderr.write(`${unknown.length} mutants to try; first the tests as they are.\n`);
  const trier = new Trier(fileURLToPath(import.meta.url), "--serve");
  const seconds = await secondsOf(trier, new Set(unknown.flatMap(testsOf)));

  const results = mutants.flatMap((mutant) => {
    const outcome = known(mutant);
    return outcome ? [{ ...mutant, outcome }] : [];
  });
  for (const mutant of unknown) {
    const { file, spot } = mutant;
    const tests = testsOf(mutant);
    const expected = tests.reduce((sum, test) => sum + seconds.get(test)!, 0);
    const source = broken(mutant.source, spot);
    const limit = LIMIT.times * expected + LIMIT.more;
    const outcome =
      tests.length > 0
        ? await trier.try({ file, source, tests, seconds: limit })
        : { caughtBy: null, seconds: 0 };
    results.push({ ...mutant, outcome });
    const by = outcome.caughtBy ?? "SURVIVED";
    process.stderr.write(
      `${results.length}/${mutants.length} ${file}:${spot.line} ${changeOf(spot)} | ${by} | ${outcome.seconds.toFixed(1)} s\n`,
    );
  }
  trier.end();
  results.sort((a, b) => modules.indexOf(a.module) - modules.indexOf(b.module));
  writeLastRun(ROOT, results);
  process.stdout.write(`${report(results)}\n`);
  process.exit(0);
}

setPriority(15);
// Random cases are the same in each run.
process.env["SINEW_SEED"] ??= "1";
await (process.argv.includes("--serve") ? serveTrials(ROOT) : main());
