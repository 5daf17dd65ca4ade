/**
 * Breaks the engine in small ways, one at a time, and counts how many of them its tests notice.
 * npm run mutants -- [--count 200] [--seed 1] [--only workers/math]    a seed, or several: 5,6
 * npm run mutants -- --again    tries the survivors of the last run again, and reports on all of it
 *
 * A mutant exists only in memory: the project's files do not change. The tests of its module that call the function
 * around it run in one process with low priority.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
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
import { FunctionNumbers } from "./functions";
import { readLastRun, type Tried, writeLastRun } from "./last-run";
import { type Result, report } from "./report";
import { serveTrials } from "./serve-trials";
import { allSources, MODULES, ModuleTests, sourcesOf } from "./sources";
import { broken, type Spot, spotsOf } from "./spots";
import type { Outcome } from "./trial";
import { Trier } from "./trier";

const ROOT = process.cwd();
const ENTRY = fileURLToPath(import.meta.url);
/** A mutant may take this many times the processor seconds of the unchanged tests, and some more seconds to start. */
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

/** The figures of a test file without a mutant. */
interface Baseline {
  /** Processor seconds. */
  seconds: number;
  /** Numbers of the functions that it calls. */
  reached: Set<number>;
}

/** Runs each test file without a mutant, over sources that record which of their functions are called. */
async function baselineOf(tests: Iterable<string>, functions: number): Promise<Map<string, Baseline>> {
  const folder = mkdtempSync(join(tmpdir(), "sinew-mutants-"));
  const trier = new Trier(ENTRY, "--serve", {
    SINEW_REACHED: join(folder, "reached.json"),
    SINEW_FUNCTIONS: String(functions),
  });
  const found = new Map<string, Baseline>();
  for (const test of tests) {
    const outcome = await trier.try({ file: null, source: "", tests: [test], seconds: BASELINE_LIMIT });
    if (outcome.caughtBy !== null) fail(`Tests fail without a mutant: ${outcome.caughtBy}`);
    found.set(test, { seconds: outcome.seconds, reached: new Set(outcome.reached) });
    process.stderr.write(`${outcome.seconds.toFixed(1)} s ${test}\n`);
  }
  trier.end();
  rmSync(folder, { recursive: true });
  return found;
}

interface Flags {
  count: string;
  seed: string;
  only: string;
  again: boolean;
}

/** A sample and its title. */
interface Draw {
  title: string;
  mutants: Mutant[];
}

/** The requested mutants: a sample for each seed, or the mutants of the last run. */
function chosen(flags: Flags, modules: string[], tried: readonly Tried[] | null): Draw[] {
  const groups = modules.map((module) => mutantsOf(module).filter(({ file }) => file.startsWith(flags.only)));
  const draws = tried
    ? [
        {
          title: "The last run",
          mutants: groups.flat().filter(({ file, spot }) => isAmong(tried, file, spot)),
        },
      ]
    : flags.seed.split(",").map((seed) => ({
        title: `Seed ${seed}`,
        mutants: drawEvenly(groups, Number(flags.count), createRandom(Number(seed))),
      }));
  if (draws.every(({ mutants }) => mutants.length === 0))
    fail(`There is nothing to break. There are ${modules.join(", ")}.`);
  return draws;
}

/**
 * The entries of the handwritten list. Entries whose line has changed match nothing; the run names them and continues.
 */
function equivalentsNow(): Equivalent[] {
  const entries = readEquivalents(ROOT);
  const stale = staleEntries(ROOT, allSources(ROOT), entries);
  for (const { file, line } of stale) process.stderr.write(`${EQUIVALENT_FILE}: ${file} has no "${line}".\n`);
  if (stale.length > 0)
    process.stderr.write("Remove these entries, or update them with a reason why they are equivalent.\n");
  return entries;
}

/** Tries each mutant with the tests of its module that call the function around it, the nearest first. */
async function tryAll(mutants: readonly Mutant[], modules: string[]): Promise<Map<Mutant, Outcome>> {
  const reach = new Map(modules.map((module) => [module, new ModuleTests(ROOT, module)]));
  const importing = ({ module, file }: Mutant) => reach.get(module)!.of(file);
  const functions = new FunctionNumbers(ROOT, allSources(ROOT));
  const baseline = await baselineOf(new Set(mutants.flatMap(importing)), functions.count);
  const trier = new Trier(ENTRY, "--serve");
  const outcomes = new Map<Mutant, Outcome>();
  for (const mutant of mutants) {
    const { file, spot } = mutant;
    const around = functions.around(file, spot.start);
    const tests = importing(mutant).filter(
      (test) => around === null || baseline.get(test)!.reached.has(around),
    );
    const expected = tests.reduce((sum, test) => sum + baseline.get(test)!.seconds, 0);
    const source = broken(mutant.source, spot);
    const seconds = LIMIT.times * expected + LIMIT.more;
    const outcome =
      tests.length > 0 ? await trier.try({ file, source, tests, seconds }) : { caughtBy: null, seconds: 0 };
    outcomes.set(mutant, outcome);
    const by = outcome.caughtBy ?? (tests.length > 0 ? "SURVIVED" : "SURVIVED: no test calls it");
    process.stderr.write(
      `${outcomes.size}/${mutants.length} ${file}:${spot.line} ${changeOf(spot)} | ${by} | ${outcome.seconds.toFixed(1)} s\n`,
    );
  }
  trier.end();
  return outcomes;
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
  const tried = flags.again ? readLastRun(ROOT) : null;
  const draws = chosen(flags, modules, tried);
  const mutants = [...new Set(draws.flatMap((draw) => draw.mutants))];
  const outcomes = new Map<Mutant, Result["outcome"]>();
  for (const mutant of mutants) {
    const { file, spot } = mutant;
    const before = tried?.find((place) => isAmong([place], file, spot))?.outcome;
    if (isAmong(equivalents, file, spot)) outcomes.set(mutant, "equivalent");
    else if (before && before !== "equivalent" && before.caughtBy !== null) outcomes.set(mutant, before);
  }
  const unknown = mutants.filter((mutant) => !outcomes.has(mutant));
  process.stderr.write(`${unknown.length} mutants to try; first the tests without a mutant.\n`);
  for (const [mutant, outcome] of await tryAll(unknown, modules)) outcomes.set(mutant, outcome);
  const resultsOf = (some: readonly Mutant[]) =>
    some
      .map((mutant): Result => ({ ...mutant, outcome: outcomes.get(mutant)! }))
      .sort((a, b) => modules.indexOf(a.module) - modules.indexOf(b.module));
  writeLastRun(ROOT, resultsOf(mutants));
  for (const draw of draws) {
    if (draws.length > 1) process.stdout.write(`## ${draw.title}\n\n`);
    process.stdout.write(`${report(resultsOf(draw.mutants))}\n\n`);
  }
  process.exit(0);
}

setPriority(15);
// Random cases are the same in each run.
process.env["SINEW_SEED"] ??= "1";
await (process.argv.includes("--serve") ? serveTrials(ROOT) : main());
