/**
 * The fuzzer of the readers: damaged files of every format, each processed from start to end in its own process with a
 * watchdog. `npm run fuzz -- --count 10000 --seed 1 --format fbx-binary`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutantOf } from "./mutant";
import { makeSpecimens } from "./specimens";
import { judge } from "./verdict";
import { goTheWholeWay } from "./whole-way";

/**
 * A mutant that computes longer is a fault, and so is a process that grows larger. Each frame of a clip may take extra
 * time.
 */
const MOST_SECONDS = 5;
const SECONDS_A_FRAME = 2e-3;
const MOST_BYTES = 1e9;
/** Milliseconds after which a process without an answer is killed. */
const GIVE_UP = 120_000;
/** Mutants per process. A new process starts with little memory. */
const TURNS = 400;

interface Verdict {
  fault: string | null;
  opened: boolean;
  solved: boolean;
  exported: boolean;
  saved: boolean;
  /** The number of opened frames. */
  frames: number;
  /** Seconds of computing, on all cores. Elapsed time is unreliable on a busy machine. */
  seconds: number;
  /** The most memory of the process. */
  bytes: number;
}

/** Runs in the watched process: sends a verdict for each format and seed that it receives. */
async function serve(): Promise<void> {
  const specimens = await makeSpecimens();
  process.on("message", async ({ format, seed }: { format: string; seed: number }) => {
    const files = await mutantOf(specimens[format], seed);
    const before = process.cpuUsage();
    const { fault, outcome } = await judge(() => goTheWholeWay(files));
    const { user, system } = process.cpuUsage(before);
    const verdict: Verdict = {
      fault,
      opened: (outcome?.opened ?? 0) + (outcome?.skeletons ?? 0) > 0,
      solved: (outcome?.solved ?? 0) > 0,
      exported: (outcome?.exported ?? 0) > 0,
      saved: (outcome?.saved ?? 0) > 0,
      frames: outcome?.frames ?? 0,
      seconds: (user + system) / 1e6,
      bytes: 1024 * process.resourceUsage().maxRSS,
    };
    process.send?.(verdict);
  });
  process.send?.(Object.keys(specimens));
}

/** A serving process. Returns its next message, or null if it ends or is killed. */
class Served {
  private readonly child: ChildProcess = fork(fileURLToPath(import.meta.url), ["--serve"], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: ["--max-old-space-size=1500"],
  });
  turns = 0;
  private said = "";

  constructor() {
    this.child.stderr?.on("data", (text) => {
      this.said = (this.said + text).slice(-2000);
    });
  }

  next<T>(): Promise<T | string> {
    return new Promise((resolve) => {
      const done = (answer: T | string) => {
        clearTimeout(timer);
        this.child.off("message", onMessage).off("exit", onExit);
        resolve(answer);
      };
      const onMessage = (message: unknown) => done(message as T);
      const onExit = () => done(`The process ended. ${this.said.trim().slice(-600)}`);
      const timer = setTimeout(() => {
        done(`No answer in ${GIVE_UP / 1000} s.`);
        this.end();
      }, GIVE_UP);
      this.child.once("message", onMessage).once("exit", onExit);
    });
  }

  ask(format: string, seed: number): Promise<Verdict | string> {
    this.turns++;
    this.child.send({ format, seed });
    return this.next<Verdict>();
  }

  end(): void {
    this.child.kill("SIGKILL");
  }
}

/** The fault in a verdict, or null. */
function faultOf(verdict: Verdict | string): string | null {
  if (typeof verdict === "string") return verdict;
  if (verdict.fault !== null) return verdict.fault;
  if (verdict.seconds > MOST_SECONDS + SECONDS_A_FRAME * verdict.frames)
    return `It takes ${verdict.seconds.toFixed(1)} s.`;
  return verdict.bytes > MOST_BYTES ? `It takes ${Math.round(verdict.bytes / 1e6)} MB.` : null;
}

async function started(): Promise<{ served: Served; formats: string[] }> {
  const served = new Served();
  const formats = await served.next<string[]>();
  if (typeof formats === "string") throw new Error(formats);
  return { served, formats };
}

async function fuzz(count: number, first: number, only: string | undefined): Promise<number> {
  let { served, formats } = await started();
  const chosen = only === undefined ? formats : formats.filter((format) => format.startsWith(only));
  if (chosen.length === 0) throw new Error(`There is no format ${only}: ${formats.join(", ")}.`);
  const table: Record<string, Record<string, number>> = {};
  let faults = 0;
  for (let n = 0; n < count; n++) {
    const [format, seed] = [chosen[n % chosen.length], first + n];
    const verdict = await served.ask(format, seed);
    const row = (table[format] ??= {
      mutants: 0,
      opened: 0,
      solved: 0,
      exported: 0,
      saved: 0,
      faults: 0,
      slowest: 0,
    });
    row.mutants++;
    if (typeof verdict !== "string") {
      for (const what of ["opened", "solved", "exported", "saved"] as const)
        row[what] += Number(verdict[what]);
      row.slowest = Math.max(row.slowest, Math.round(100 * verdict.seconds) / 100);
    }
    const fault = faultOf(verdict);
    if (fault !== null) {
      faults++;
      row.faults++;
      process.stdout.write(`\nnpm run fuzz -- --format ${format} --seed ${seed} --count 1\n${fault}\n`);
    }
    if (typeof verdict === "string" || fault !== null || served.turns >= TURNS) {
      served.end();
      served = (await started()).served;
    }
    if (n % 500 === 499) process.stdout.write(`${n + 1} of ${count}, ${faults} faults\n`);
  }
  served.end();
  console.table(table);
  process.stdout.write(`${count} mutants from seed ${first}: ${faults} faults\n`);
  return faults;
}

if (process.argv.includes("--serve")) await serve();
else {
  const { values } = parseArgs({
    options: { count: { type: "string" }, seed: { type: "string" }, format: { type: "string" } },
  });
  const faults = await fuzz(Number(values.count ?? 10_000), Number(values.seed ?? 1), values.format);
  process.exit(faults > 0 ? 1 : 0);
}
