// Weights of static meshes: how long an artist waits while weights are optimised and painted, as medians of several
// runs and as ratios to a reference kernel of the same run; then energy, least mass and processor seconds of every
// method.
//   npm run bench -- weights [--runs 3] [--threads 2] [--levels 1] [--only arm]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { SolverClient } from "../../workers/client";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { JobCommand, TaskControl } from "../../workers/jobs/task-control";
import type { WeightsPartial } from "../../workers/model/reports/weight-report";
import { UNWATCHED } from "../../workers/model/task";
import { NO_WEIGHT_EDITS } from "../../workers/model/weights/weight-edits";
import { WEIGHT_DEFAULTS, WEIGHT_METHODS } from "../../workers/model/weights/weight-settings";
import { median, referenceSeconds } from "../reference";
import { givenOf, type Subject, weightSubjects } from "./weight-subjects";
import { type RunFigures, run, say } from "./weights-run";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    levels: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const threads = Number(flags.threads);
const engine = createEngine(nodeParallel, threads);

/** The part of a client that the run needs, over the engine in this process. */
const client: Pick<SolverClient, "weights" | "adjustWeights"> = {
  weights(input) {
    const word = new Int32Array(1);
    const listeners = new Set<(partial: WeightsPartial) => void>();
    const task = new TaskControl(word, () => {});
    const result = engine.run("weights", input, task, (partial) => {
      for (const listen of listeners) listen(partial);
    });
    const tell = (command: number) => () => void Atomics.store(word, 0, command);
    return {
      id: 0,
      result,
      cancel: tell(JobCommand.cancel),
      pause: tell(JobCommand.pause),
      resume: tell(JobCommand.run),
      keep: tell(JobCommand.keep),
      onProgress: () => () => {},
      onPartial(listen) {
        listeners.add(listen);
        return () => void listeners.delete(listen);
      },
    };
  },
  adjustWeights: (input) =>
    ({ result: engine.run("adjustWeights", input, UNWATCHED) }) as ReturnType<SolverClient["adjustWeights"]>,
};
Object.assign(globalThis, { sinew: { client } });

async function interactive(subject: Subject): Promise<void> {
  const runs: RunFigures[] = [];
  const ratios: number[] = [];
  for (let n = 0; n < Number(flags.runs); n++) {
    const reference = referenceSeconds();
    runs.push(await run((step, given) => step(given), givenOf(subject)));
    ratios.push(runs[n].ready / 1000 / reference);
  }
  const middle = { ...runs[0] };
  for (const key of Object.keys(middle) as (keyof RunFigures)[]) {
    if (key !== "report") middle[key] = median(runs.map((figures) => figures[key]));
  }
  for (const line of say(middle)) console.log(line);
  console.log(`  ready, ratio              ${median(ratios).toFixed(1).padStart(6)}`);
  console.log(`  memory                    ${(middle.report.bytes / 1e6).toFixed(0).padStart(6)} MB`);
}

async function methods({ mesh, skeleton }: Subject): Promise<void> {
  for (const method of WEIGHT_METHODS) {
    if (method === "biharmonic" && !mesh.tets) continue;
    const settings = { ...WEIGHT_DEFAULTS, method };
    const before = process.cpuUsage();
    const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, from: null, stay: false };
    const { report } = await engine.run("weights", input, UNWATCHED);
    const user = process.cpuUsage(before).user / 1e6;
    const least = Math.min(...report.boneMass.map(({ massOfHeat }) => massOfHeat));
    console.log(
      `  ${method.padEnd(10)} held-out energy ${report.heldOutEnergy.toFixed(4)}   least mass ${least.toFixed(2)}   user ${user.toFixed(2)} s`,
    );
  }
}

console.log(`${threads} threads, median of ${flags.runs}`);
for (const subject of await weightSubjects(Number(flags.levels))) {
  const { mesh, skeleton } = subject;
  if (!subject.name.includes(flags.only)) continue;
  console.log(`${subject.name}: ${mesh.positions.length / 3} vertices, ${skeleton.segments.length} bones`);
  await interactive(subject);
  await methods(subject);
}
process.exit(0);
