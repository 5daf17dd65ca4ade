/** The process that runs the tests: it starts vitest once, and replaces a module in memory by a broken source. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createVitest, type TestSpecification, type Vitest } from "vitest/node";
import { FunctionNumbers } from "./functions";
import { allSources } from "./sources";
import type { Outcome, Trial } from "./trial";

/** Milliseconds between two reads of a run's processor time. */
const LOOK = 200;
/** A promise that never settles fails its test after this many milliseconds. */
const TEST_TIMEOUT = 60_000;

/** Runs files in the given order. */
class AsGiven {
  shard = async (files: TestSpecification[]) => files;
  sort = async (files: TestSpecification[]) => files;
}

async function start(root: string, replaced: { path: string; source: string }): Promise<Vitest> {
  const functions = process.env["SINEW_REACHED"] ? new FunctionNumbers(root, allSources(root)) : null;
  const marked = (path: string, source: string) => {
    const file = relative(root, path).replaceAll("\\", "/");
    return functions?.has(file) ? functions.marked(file, source) : null;
  };
  return createVitest(
    "test",
    {
      root,
      config: false,
      watch: false,
      environment: "node",
      include: ["workers/**/*.test.ts"],
      globalSetup: [join(root, "tools/build/engine.mjs")],
      setupFiles: [join(root, "tools/testing/random-seed.ts"), join(root, "tools/mutants/note-reached.ts")],
      testTimeout: TEST_TIMEOUT,
      isolate: false,
      // Threads end with this process, even in an endless loop.
      pool: "threads",
      maxWorkers: 1,
      bail: 1,
      sequence: { sequencer: AsGiven },
      reporters: [{}],
      silent: true,
    },
    {
      plugins: [
        {
          name: "broken-source",
          enforce: "pre",
          transform(source, id) {
            const path = id.split("?")[0];
            return path === replaced.path ? replaced.source : marked(path, source);
          },
        },
      ],
    },
  );
}

function failureOf(vitest: Vitest): string | null {
  const errors = vitest.state.getUnhandledErrors();
  for (const module of vitest.state.getTestModules()) {
    for (const test of module.children.allTests("failed"))
      return `${module.relativeModuleId}: ${test.fullName}`;
    if (module.state() === "failed") return `${module.relativeModuleId} cannot be loaded`;
  }
  return errors.length > 0 ? "an error outside of tests" : null;
}

/** The functions that the tests' thread recorded in the last run. */
function takeReached(): number[] | undefined {
  const file = process.env["SINEW_REACHED"];
  if (!file || !existsSync(file)) return undefined;
  const reached: number[] = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  return reached;
}

const processorSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Answers each received `Trial` with an `Outcome`; ends its own process if a run is endless. */
export async function serveTrials(root: string): Promise<void> {
  const replaced = { path: "", source: "" };
  const vitest = await start(root, replaced);
  const slashed = (file: string) => join(root, file).replaceAll("\\", "/");

  const forget = (path: string) => {
    if (path) vitest.invalidateFile(path);
  };
  const run = async ({ file, source, tests }: Trial): Promise<string | null> => {
    forget(replaced.path);
    Object.assign(replaced, { path: file === null ? "" : slashed(file), source });
    forget(replaced.path);
    // Otherwise `bail` would include earlier failed tests.
    vitest.state.filesMap.clear();
    const specifications = tests.map((test) => vitest.getRootProject().createSpecification(slashed(test)));
    await vitest.runTestSpecifications(specifications);
    return failureOf(vitest);
  };

  process.on("message", async (trial: Trial) => {
    const before = processorSeconds();
    const say = (outcome: Omit<Outcome, "seconds">) =>
      new Promise((resolve) => process.send!({ ...outcome, seconds: processorSeconds() - before }, resolve));
    const done = new AbortController();
    const watch = (async () => {
      while (processorSeconds() - before < trial.seconds) await setTimeout(LOOK, null, done);
      await say({ caughtBy: "no end" });
      process.exit();
    })().catch(() => {});
    const caughtBy = await run(trial);
    done.abort();
    await watch;
    await say({ caughtBy, reached: takeReached() });
  });
  process.on("disconnect", () => process.exit());
  process.send!("ready");
}
