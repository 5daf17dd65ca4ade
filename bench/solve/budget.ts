// Checks how well solves keep a limit of seconds: every method on six sizes with four limits. For each it prints the
// wall-clock seconds of the solve, whether it converged before the limit, its error, and the longest time without a
// checkpoint. With --influences all methods may use that many, and with --knee they choose the number of bones. With
// --cpu it uses one thread and processor seconds, for a machine that is busy with other work. With --keep it instead
// asks to keep the current result after a number of seconds, and prints how long that took.
//   npm run bench -- budget [--only his] [--seconds 0.5,1,2,5] [--threads 2]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { METHODS, type SolveMethod } from "../../workers/model/solve/methods";
import { SOLVE_DEFAULTS } from "../../workers/model/solve/solve-settings";
import type { Task } from "../../workers/model/task";
import { clothPatch } from "../../workers/testing/sequences";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(METHODS).join(",") },
    sizes: { type: "string", default: "32x20,32x50,71x20,71x50,141x20,141x50" },
    seconds: { type: "string", default: "0.5,1,2,5" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    keep: { type: "boolean", default: false },
    knee: { type: "boolean", default: false },
    influences: { type: "string" },
    cpu: { type: "boolean", default: false },
  },
});

const FRAMES = 48;
const threads = flags.cpu ? 1 : Number(flags.threads);
const engine = createEngine(nodeParallel, threads);

/** Seconds of wall-clock time, or with --cpu of processor time. */
function seconds(): number {
  const { user, system } = process.cpuUsage();
  return flags.cpu ? (user + system) / 1e6 : performance.now() / 1000;
}

/** A limit is kept if the solve took that long, give or take a fifth. */
const isKept = (took: number, limit: number): boolean => Math.abs(took / limit - 1) <= 0.2;

/** A task that records the longest time between two checkpoints, and may ask to keep the current result. */
function watched(keepAfter: number): Task & { longest: number } {
  const began = seconds();
  let last = began;
  return {
    clock: seconds,
    longest: 0,
    progress() {},
    async checkpoint() {
      await new Promise<void>((resolve) => setImmediate(resolve));
      const now = seconds();
      this.longest = Math.max(this.longest, now - last);
      last = now;
    },
    get finishNow() {
      return seconds() - began > keepAfter;
    },
  };
}

console.log(`${threads} threads, ${FRAMES} frames; ${flags.keep ? "kept after" : "limit of"} these seconds`);
for (const size of flags.sizes.split(",")) {
  const [side, bones] = size.split("x").map(Number);
  const sequence = clothPatch({ size: side, frames: FRAMES });
  for (const method of flags.only.split(",") as SolveMethod[]) {
    for (const limit of flags.seconds.split(",").map(Number)) {
      const { boneKinds } = METHODS[method];
      const influences = flags.influences ? Number(flags.influences) : METHODS[method].influences;
      const asked = flags.keep ? null : limit;
      const settings = {
        ...SOLVE_DEFAULTS,
        method,
        bones,
        influences,
        boneKind: boneKinds[0],
        seconds: asked,
        knee: flags.knee,
      };
      const task = watched(flags.keep ? limit : Infinity);
      const began = seconds();
      const { report } = await engine.run("decompose", { sequence, settings, from: null, locks: null }, task);
      const took = seconds() - began;
      const cells = [
        `${sequence.vertexCount} x ${bones}`.padEnd(10),
        method.padEnd(7),
        `${limit} s`.padEnd(6),
        `${took.toFixed(2)} s`.padEnd(9),
        `${(100 * (took / limit - 1)).toFixed(0).padStart(5)} %`,
        (report.converged ? "converged" : isKept(took, limit) ? "" : "NOT KEPT").padEnd(9),
        `E_RMS ${report.eRms.toFixed(3)}`.padEnd(14),
        `${report.iterations} iterations`.padEnd(15),
        `gap ${Math.round(1000 * task.longest)} ms`.padEnd(12),
        Object.entries(report.secondsPerPhase)
          .map(([phase, s]) => `${phase} ${s.toFixed(2)}`)
          .join(", "),
        report.bonesReason ?? "",
        ...(report.cutShort ?? []),
      ];
      console.log(cells.join(" "));
    }
  }
}
process.exit(0);
