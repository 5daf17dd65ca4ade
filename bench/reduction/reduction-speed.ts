// Seconds of a reduction to four influences, and of a compression into two layers, of 42 000 vertices with dense
// weights of 50 bones in 48 frames. Processor seconds are more reliable than seconds if other work runs at the same
// time.
//   npm run bench -- reduction-speed [--only reduction] [--threads 2] [--side 205] [--steps]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { REDUCE_DEFAULTS } from "../../workers/model/reduce/reduce-settings";
import { COMPRESS_DEFAULTS } from "../../workers/model/reports/compress-report";
import { type Task, UNWATCHED } from "../../workers/model/task";
import { BONES, FRAMES, sheet } from "./speed-rig";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    "bones-per-virtual": { type: "string", default: "8" },
    "virtual-bones": { type: "string", default: "400" },
    side: { type: "string", default: "205" },
    steps: { type: "boolean", default: false },
  },
});

const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** A task that prints the processor seconds of each phase, and a function that prints those of the last one. */
function stepsFrom(began: number): { task: Task; end(): void } {
  let [phase, since] = ["Preparing", began];
  const change = (next: string) => {
    if (next === phase) return;
    console.log(`  ${phase}: ${(processor() - since).toFixed(1)} s`);
    [phase, since] = [next, processor()];
  };
  return {
    task: { ...UNWATCHED, progress: (now) => change(now.phase) },
    end: () => change(""),
  };
}

/** Runs a job. With --steps, prints how long each of its steps takes. */
async function stepped<Result>(began: number, work: (task: Task) => Promise<Result>): Promise<Result> {
  if (!flags.steps) return work(UNWATCHED);
  const { task, end } = stepsFrom(began);
  const result = await work(task);
  end();
  return result;
}

const engine = createEngine(nodeParallel, Number(flags.threads));
const { rig, sequence } = sheet(Number(flags.side));
const size = `${sequence.vertexCount} vertices, ${BONES} bones, ${FRAMES} frames, ${flags.threads} threads`;

if ("reduction".includes(flags.only)) {
  const began = processor();
  const input = { sequence, rig, settings: { ...REDUCE_DEFAULTS, influences: 4 }, examples: null };
  const { report } = await stepped(began, (task) => engine.run("reduceInfluences", input, task));
  console.log(
    `Reduction to 4, ${size}: E_RMS ${report.eRms.toFixed(3)}, normals ${report.normalErrorDegrees.toFixed(2)}°, ` +
      `${report.seconds.toFixed(1)} s, ${(processor() - began).toFixed(1)} s of processors with the measures`,
  );
}
if ("two-layer".includes(flags.only)) {
  const began = processor();
  const settings = {
    ...COMPRESS_DEFAULTS,
    target: { kind: "virtual-bones", count: Number(flags["virtual-bones"]) } as const,
    bonesPerVirtual: Number(flags["bones-per-virtual"]),
  };
  const input = { sequence, rig, settings };
  const { report } = await stepped(began, (task) => engine.run("compressRig", input, task));
  console.log(
    `Two layers, ${size}: ${report.virtualBones} virtual bones of at most ${report.bonesPerVirtual}, E_RMS ${report.eRms.toFixed(3)}, ` +
      `${report.seconds.toFixed(1)} s, ${(processor() - began).toFixed(1)} s of processors`,
  );
}
process.exit(0);
